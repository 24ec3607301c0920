//! Every placement of a table with its value.

use std::io::{self, Write};

use serde::Serialize;

use super::geometry::possible;
use super::table::EndingTable;

/// What a table says of one placement, which stands for all its mirror images.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlacementValue {
    /// The white men: `Kc3 Ra1`.
    pub placement: String,
    /// The squares the black king may be on, White to move.
    pub squares: u32,
    /// Moves to mate from all of them; none if the win is not sure.
    pub moves: Option<u16>,
    /// The squares of the largest set that is won.
    pub largest: u8,
    /// The number of maximal sets that are won.
    pub maximal: u32,
}

impl EndingTable {
    /// Every placement up to symmetry, in the table's order.
    pub fn values(&self) -> impl Iterator<Item = PlacementValue> {
        self.entries().iter().map(|entry| PlacementValue {
            placement: entry.placement.to_string(),
            squares: possible(entry.placement).count_ones(),
            moves: entry.full,
            largest: entry.largest,
            maximal: entry.maximal,
        })
    }
}

/// Writes them as TSV with a heading, an empty field for what is not won, or as JSON, one object a
/// line.
///
/// # Errors
///
/// Those of `out`.
pub fn write(table: &EndingTable, json: bool, out: &mut impl Write) -> io::Result<()> {
    if !json {
        writeln!(out, "placement\tsquares\tmoves\tlargest\tmaximal")?;
    }
    for value in table.values() {
        if json {
            serde_json::to_writer(&mut *out, &value)?;
            writeln!(out)?;
            continue;
        }
        let moves = value
            .moves
            .map_or_else(String::new, |moves| moves.to_string());
        let PlacementValue {
            placement,
            squares,
            largest,
            maximal,
            ..
        } = value;
        writeln!(out, "{placement}\t{squares}\t{moves}\t{largest}\t{maximal}")?;
    }
    Ok(())
}
