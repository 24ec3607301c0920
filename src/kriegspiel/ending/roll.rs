//! Every placement of a table with its value.

use std::io::{self, Write};

use serde::Serialize;

use super::geometry::possible;
use super::table::EndingTable;

/// What a table says of one placement, which stands for all its mirror images.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct PlacementValue {
    /// The white men: `Kc3 Ra1`.
    placement: String,
    /// The squares the black king may be on, White to move.
    squares: u32,
    /// Moves to mate from all of them; none if the win is not sure.
    moves: Option<u16>,
    /// The squares of the largest set that is won.
    largest: u8,
    /// The number of maximal sets that are won.
    maximal: u32,
}

/// Writes every placement up to symmetry, in the table's order: as TSV with a heading, an empty
/// field for what is not won, or as JSON, one object a line.
///
/// # Errors
///
/// Those of `out`.
pub fn write(table: &EndingTable, json: bool, out: &mut impl Write) -> io::Result<()> {
    if !json {
        writeln!(out, "placement\tsquares\tmoves\tlargest\tmaximal")?;
    }
    for entry in &table.entries {
        let (placement, squares) = (entry.placement, possible(entry.placement).count_ones());
        let (largest, maximal) = (entry.largest, entry.maximal);
        if json {
            let value = PlacementValue {
                placement: placement.to_string(),
                squares,
                moves: entry.full,
                largest,
                maximal,
            };
            serde_json::to_writer(&mut *out, &value)?;
            writeln!(out)?;
        } else {
            let moves = entry
                .full
                .map_or_else(String::new, |moves| moves.to_string());
            writeln!(out, "{placement}\t{squares}\t{moves}\t{largest}\t{maximal}")?;
        }
    }
    Ok(())
}
