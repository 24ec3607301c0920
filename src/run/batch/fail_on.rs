//! `--fail-on`: records that make a run a failure, for a step of a CI.

use super::stats::Stats;
use super::tally::Tally;

/// What no record may come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailOn {
    /// A limit was met, whatever was found.
    Limit,
    /// The line is malformed or not supported, this program failed on it, or a file cannot be read.
    Error,
    /// There is no solution within the depth, or the side to move is not mated.
    Refuted,
}

impl FailOn {
    /// Each by its name.
    pub const NAMES: [(&str, FailOn); 3] = [
        ("limit", FailOn::Limit),
        ("error", FailOn::Error),
        ("refuted", FailOn::Refuted),
    ];

    /// Whether any record of a run came to that.
    pub fn is_met(self, tally: &Tally, stats: &Stats) -> bool {
        match self {
            FailOn::Limit => stats.limited() > 0,
            FailOn::Error => {
                tally.malformed + tally.unsupported + tally.panicked + tally.unreadable > 0
            }
            FailOn::Refuted => tally.refuted > 0,
        }
    }
}
