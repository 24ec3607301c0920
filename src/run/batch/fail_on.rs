//! `--fail-on`: outcomes of records that make a run fail, for use in CI.

use super::stats::Stats;

/// An outcome that makes a run fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailOn {
    /// A limit was met, whether or not a solution was found.
    Limit,
    /// The line is malformed or not supported, this program failed, or a file cannot be read.
    Error,
    /// There is no solution within the depth, or the side to move is not mated.
    Refuted,
}

impl FailOn {
    /// All variants with their names.
    pub const NAMES: [(&str, FailOn); 3] = [
        ("limit", FailOn::Limit),
        ("error", FailOn::Error),
        ("refuted", FailOn::Refuted),
    ];

    /// Whether any record of a run had this outcome.
    pub fn is_met(self, stats: &Stats) -> bool {
        match self {
            FailOn::Limit => stats.limited() > 0,
            FailOn::Error => stats.malformed + stats.internal_errors + stats.unreadable_files > 0,
            FailOn::Refuted => stats.refuted > 0,
        }
    }
}
