//! Lists every placement of a table with its value.

use std::io::{self, Write};

use serde::Serialize;

use super::geometry::possible;
use super::table::EndingTable;

/// The value of a placement, which represents all its mirror images.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct PlacementValue {
    /// The white men: `Kc3 Ra1`.
    placement: String,
    /// The number of possible squares of the black king with White to move.
    squares: u32,
    /// The number of moves to mate from all of them; `None` if the win is not certain.
    moves: Option<u16>,
    /// The number of squares of the largest won set.
    largest: u8,
    /// The number of maximal won sets.
    maximal: u32,
}

/// Writes every placement up to symmetry, in the table's order: as TSV with a heading, with an
/// empty field for placements that are not won, or as JSON, one object per line.
///
/// # Errors
///
/// Errors of `out`.
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
