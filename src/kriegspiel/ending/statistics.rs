//! What a whole table says: how many placements are won from full uncertainty, and in how many
//! moves.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::table::EndingTable;

/// Numbers of a table. Placements are folded by the symmetries of the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// The ending's name: `krk`.
    pub ending: &'static str,
    /// All placements.
    pub placements: usize,
    /// Those won from full uncertainty.
    pub won: usize,
    /// The fewest moves of these.
    pub shortest: Option<u16>,
    /// The most moves of these.
    pub longest: Option<u16>,
    /// How many of these are won in so many moves.
    pub histogram: BTreeMap<u16, usize>,
    /// The most moves that any won set takes.
    pub longest_of_any_set: u16,
    /// The maximal sets of all placements, White to move, when nothing changes any more.
    pub maximal_sets: u64,
    /// The sets that are maximal for some number of moves.
    pub maximal_sets_of_all_levels: u64,
    /// The sets the table keeps (Black to move), for all numbers of moves.
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

    /// Writes them for a reader.
    ///
    /// # Errors
    ///
    /// Those of `out`.
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
