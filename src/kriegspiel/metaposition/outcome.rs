//! The outcome of an experiment as text and JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::experiment::Distribution;
use super::opponent::Opponent;
use crate::ending::Ending;

/// The outcome of the matches in an ending.
#[derive(Debug, Serialize)]
pub struct EndingOutcome {
    /// The name of the ending.
    pub ending: &'static str,
    /// Black.
    pub against: Opponent,
    /// The depth of White's search, in pseudomoves.
    pub depth: u8,
    /// The seed of all random choices.
    pub seed: u64,
    /// The total number of starts, if not all of them were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial_of: Option<usize>,
    /// The number of moves after which a match counts as not won, as `endless`.
    pub limit: u16,
    /// The matches.
    #[serde(flatten)]
    pub distribution: Distribution,
}

impl EndingOutcome {
    /// Writes it as text.
    ///
    /// # Errors
    ///
    /// `out` fails.
    pub fn write_text(&self, ending: Ending, out: &mut impl Write) -> io::Result<()> {
        let all = &self.distribution;
        let against = match self.against {
            Opponent::Random => "random",
            Opponent::Best => "best",
        };
        writeln!(out, "{ending} against {against}, depth {}", self.depth)?;
        if let Some(starts) = self.partial_of {
            writeln!(
                out,
                "partial: stopped after {} of {starts} starts",
                all.starts
            )?;
        }
        writeln!(
            out,
            "starts {} (won whole {}), matches {}: won {}, man taken {}, stalemate {}, not won in {} moves {}",
            all.starts,
            all.won_starts,
            all.matches,
            all.won,
            all.taken,
            all.stalemate,
            self.limit,
            all.endless
        )?;
        if let (Some(average), Some(median), Some(longest)) = (all.average, all.median, all.longest)
        {
            writeln!(
                out,
                "moves to mate: {average:.2} on average, median {median}, longest {longest}"
            )?;
        }
        writeln!(out, "moves  matches  per 1000 won")?;
        for (moves, matches) in &all.moves {
            let share = 1000.0 * *matches as f64 / all.won as f64;
            writeln!(out, "{moves:>5}  {matches:>7}  {share:>12.1}")?;
        }
        Ok(())
    }
}
