//! Limits of one job, and the flag that stops a run from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How much one job may cost. `None` is without limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
}

/// Which limit ended a search before its end.
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
    /// The operand of the `Limit` operation.
    pub fn name(self) -> &'static str {
        match self {
            LimitKind::Nodes => "nodes",
            LimitKind::Time => "time",
            LimitKind::Stopped => "stopped",
        }
    }
}

/// A flag shared by all workers; once raised, running searches end as [`LimitKind::Stopped`].
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// The flag over an existing atomic, as signal handlers want it.
    pub fn from_flag(flag: Arc<AtomicBool>) -> Stop {
        Stop(flag)
    }

    /// Raises the flag.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
