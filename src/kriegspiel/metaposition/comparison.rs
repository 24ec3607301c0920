//! The player beside the exact table.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::experiment::StartOutcome;
use super::matches::MatchEnd;
use crate::kriegspiel::ending::EndingTable;

/// How many moves the player takes more than the table, from starts that the table calls won.
///
/// The table's number is what White needs for sure, whatever the king does; so a match against a
/// weak king may be shorter, and the difference below 0. The table reckons with full announcements.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Excess {
    /// Starts that the table says are won for sure.
    pub starts: usize,
    /// Those of them from which the player won every match.
    pub won_starts: usize,
    /// Matches from these starts.
    pub matches: usize,
    /// Those that the player won.
    pub won: usize,
    /// The table's moves, on average over the matches won.
    pub table_average: Option<f64>,
    /// The player's moves, on average over the matches won.
    pub player_average: Option<f64>,
    /// Moves played less the table's, on average over the matches won.
    pub average_more: Option<f64>,
    /// The most of them in a match.
    pub most_more: Option<i32>,
    /// Moves played less the table's, and the matches.
    pub more: BTreeMap<i32, usize>,
}

impl Excess {
    /// Compares outcomes with a table of the same ending.
    pub fn of(outcomes: &[StartOutcome], table: &EndingTable) -> Excess {
        let mut all = Excess::default();
        let (mut needed, mut played) = (0, 0);
        for StartOutcome { placement, ends } in outcomes {
            let Some(moves) = table.moves_to_mate(*placement, EndingTable::possible(*placement))
            else {
                continue;
            };
            all.starts += 1;
            all.matches += ends.len();
            let before = all.won;
            for end in ends {
                let MatchEnd::Mate(made) = *end else { continue };
                all.won += 1;
                needed += usize::from(moves);
                played += usize::from(made);
                let more = i32::from(made) - i32::from(moves);
                *all.more.entry(more).or_default() += 1;
            }
            all.won_starts += usize::from(all.won - before == ends.len());
        }
        if all.won > 0 {
            let won = all.won as f64;
            all.table_average = Some(needed as f64 / won);
            all.player_average = Some(played as f64 / won);
            all.average_more = Some((played as f64 - needed as f64) / won);
        }
        all.most_more = all.more.keys().next_back().copied();
        all
    }

    /// Writes it for a reader, without the numbers of single matches.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "exact table: {} of these starts won for sure; of their {} matches the player won {}",
            self.starts, self.matches, self.won
        )?;
        if let (Some(table), Some(player), Some(average), Some(most)) = (
            self.table_average,
            self.player_average,
            self.average_more,
            self.most_more,
        ) {
            writeln!(
                out,
                "  in {player:.2} moves on average, the table in {table:.2} at most: {average:+.2}, in one match {most:+}"
            )?;
        }
        Ok(())
    }
}
