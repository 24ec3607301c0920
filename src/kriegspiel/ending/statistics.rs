//! Statistics of a whole table: how many placements are won from full uncertainty, and in how many
//! moves.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::table::EndingTable;

/// The numbers of a table. Placements are folded by the symmetries of the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// The ending's name: `krk`.
    pub ending: &'static str,
    /// The number of placements.
    pub placements: usize,
    /// The number of those won from full uncertainty.
    pub won: usize,
    /// The smallest number of moves among these.
    pub shortest: Option<u16>,
    /// The largest number of moves among these.
    pub longest: Option<u16>,
    /// The number of these by number of moves.
    pub histogram: BTreeMap<u16, usize>,
    /// The largest number of moves of any won set.
    pub longest_of_any_set: u16,
    /// The number of maximal sets of all placements, with White to move, in the final table.
    pub maximal_sets: u64,
    /// The number of sets that are maximal for some number of moves.
    pub maximal_sets_of_all_levels: u64,
    /// The number of sets stored in the table (Black to move), for all numbers of moves.
    pub sets_kept: u64,
}

impl Statistics {
    /// Counts.
    pub fn of(table: &EndingTable) -> Statistics {
        let mut histogram = BTreeMap::new();
        let entries = &table.entries;
        for moves in entries.iter().filter_map(|entry| entry.full) {
            *histogram.entry(moves).or_insert(0) += 1;
        }
        Statistics {
            ending: table.ending.name(),
            placements: entries.len(),
            won: histogram.values().sum(),
            shortest: histogram.keys().next().copied(),
            longest: histogram.keys().next_back().copied(),
            longest_of_any_set: table.longest,
            maximal_sets: entries.iter().map(|entry| u64::from(entry.maximal)).sum(),
            maximal_sets_of_all_levels: table.maximal_ever,
            sets_kept: entries
                .iter()
                .map(|entry| entry.sets().count() as u64)
                .sum(),
            histogram,
        }
    }

    /// Writes them as text.
    ///
    /// # Errors
    ///
    /// Errors of `out`.
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let range = match (self.shortest, self.longest) {
            (Some(shortest), Some(longest)) => format!(" in {shortest} to {longest} moves"),
            _ => String::new(),
        };
        for (name, value) in [
            ("ending", self.ending.to_owned()),
            ("placements (folded)", self.placements.to_string()),
            ("won from full uncertainty", format!("{}{range}", self.won)),
            (
                "longest win of any set",
                format!("{} moves", self.longest_of_any_set),
            ),
            ("maximal sets", self.maximal_sets.to_string()),
            (
                "maximal sets of all levels",
                self.maximal_sets_of_all_levels.to_string(),
            ),
            ("sets kept, Black to move", self.sets_kept.to_string()),
        ] {
            writeln!(out, "{name:<34} {value}")?;
        }
        writeln!(out, "moves  placements")?;
        for (moves, placements) in &self.histogram {
            writeln!(out, "{moves:>5}  {placements:>10}")?;
        }
        Ok(())
    }
}
