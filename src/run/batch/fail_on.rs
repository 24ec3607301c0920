//! `--fail-on`: records that make a run a failure, for a step of a CI.

use super::stats::Stats;
use super::tally::Tally;

/// What no record may come to. By default everything may.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FailOn {
    /// A limit was met, whatever was found.
    pub limit: bool,
    /// The line is malformed or not supported, this program failed on it, or a file cannot be read.
    pub error: bool,
    /// There is no solution within the depth, or the side to move is not mated.
    pub refuted: bool,
}

impl FailOn {
    /// Whether any record of a run came to that.
    pub fn is_met(&self, tally: &Tally, stats: &Stats) -> bool {
        let errors = tally.malformed + tally.unsupported + tally.panicked + tally.unreadable;
        self.limit && stats.limited() > 0
            || self.error && errors > 0
            || self.refuted && tally.refuted > 0
    }
}
