//! The arguments that say how hard records are worked on: the same for every command that solves.

use std::time::Duration;

use clap::Args;

use super::all_cores;
use super::units::{count, megabytes, number, seconds};

#[derive(Debug, Args)]
pub(super) struct Resources {
    /// Memory for the tables of one worker, in megabytes, or as 512M or 2GiB
    #[arg(short = 'M', long, value_name = "MB", default_value = "256", value_parser = megabytes)]
    memory: u32,

    /// Workers, each with a record of its own [default: all cores, divided by --threads]
    #[arg(short = 'j', long, alias = "jobs", value_name = "N", value_parser = number::<u16>(1..=1024))]
    workers: Option<u16>,

    /// Threads on one record, for long jobs; they share its tables
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<u16>(1..=512))]
    threads: u16,

    /// Nodes for one job, as 5000, 20k, 1.5M, 2G or 1e6 [default: no limit]
    #[arg(long, value_name = "N", value_parser = count(1..=u64::MAX))]
    pub(super) nodes: Option<u64>,

    /// Seconds for one job, fractions allowed, or as 500ms, 5m or 1h30m [default: no limit]
    #[arg(long, value_name = "SEC", value_parser = seconds)]
    pub(super) time: Option<Duration>,
}

/// How many work side by side, where that is all there is to say.
#[derive(Debug, Args)]
pub(super) struct Workers {
    /// Workers [default: all cores]; the output does not depend on it
    #[arg(short = 'j', long, value_name = "N", value_parser = number::<u16>(1..=1024))]
    workers: Option<u16>,
}

impl Workers {
    /// The number of workers.
    pub(super) fn number(&self) -> usize {
        self.workers.map_or_else(all_cores, usize::from)
    }
}

impl Resources {
    /// Megabytes of one worker's tables.
    pub(super) fn memory(&self) -> usize {
        self.memory as usize
    }

    /// The number of workers.
    pub(super) fn workers(&self) -> usize {
        let divided = || (all_cores() / self.threads()).max(1);
        self.workers.map_or_else(divided, usize::from)
    }

    /// The threads that work on one record.
    pub(super) fn threads(&self) -> usize {
        self.threads.into()
    }
}
