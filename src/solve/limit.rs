//! Limits of one job.

use std::time::Duration;

/// The most that one job may cost. `None` means no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
}

/// The limit that ended a search before it was complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitKind {
    /// The node limit.
    Nodes,
    /// The time limit.
    Time,
    /// The run was stopped from outside.
    Stopped,
}

impl LimitKind {
    /// Reads the operand of the `Limit` operation.
    pub fn named(text: &[u8]) -> Option<LimitKind> {
        [LimitKind::Nodes, LimitKind::Time, LimitKind::Stopped]
            .into_iter()
            .find(|limit| limit.name().as_bytes() == text)
    }

    /// The operand of the `Limit` operation.
    pub fn name(self) -> &'static str {
        match self {
            LimitKind::Nodes => "nodes",
            LimitKind::Time => "time",
            LimitKind::Stopped => "stopped",
        }
    }
}
