//! Limits of one record.

use std::time::Duration;

use keymove_base::units;
use serde::{Deserialize, Serialize};

/// The most that one record may cost. `None` means no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Limits {
    /// Nodes for one record, as 1.5M [default: no limit]
    #[serde(deserialize_with = "units::given_count")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N",
        value_parser = units::count::<u64>(1..=u64::MAX),
        long_help = "Nodes for one record, as 5000, 20k, 1.5M, 2G or 1e6 [default: no limit]"))]
    pub nodes: Option<u64>,

    /// Seconds for one record, or as 5m [default: no limit]
    #[serde(
        deserialize_with = "units::given_seconds",
        serialize_with = "units::as_seconds"
    )]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEC", value_parser = units::seconds,
        long_help = "Seconds for one record, fractions allowed, or as 500ms, 5m or 1h30m [default: no limit]"))]
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
