//! The statistics of a run: [`Stats`] counts during the run, [`Figures`] are published as JSON
//! (`--stats FILE`) and in words (`--summary`).
//!
//! Like the exit code, they are the same as for an undisturbed run: FILE.run contains the numbers
//! for the lines kept by `--resume`. With `--no-time` there are no times, and the slowest records
//! are those with the most nodes; then equal work gives equal bytes.

mod file;
mod outcomes;
mod solved;
mod words;

use std::cmp::Reverse;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::tally::Tally;
use crate::answer::{AnswerStats, RecordOutcome};
use keymove_solve::LimitKind;

pub use file::StatsFile;
pub use outcomes::{LengthFigures, MetLimits, OutcomeFigures, SolvedRecords};
use solved::SolvedLengths;

/// The number of slowest records that are listed.
const SLOWEST: usize = 5;

/// The unit of processor times in `/proc`, on every Linux: hundredths of a second.
const CLOCK_TICK: Duration = Duration::from_millis(10);

/// The statistics of a running run.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    #[serde(skip, default = "Instant::now")]
    start: Instant,
    no_time: bool,
    solved: SolvedLengths,
    /// The numbers of records that met a limit, by its kind.
    nodes_met: u64,
    time_met: u64,
    stopped: u64,
    nodes: u64,
    /// The slowest first; among equals, in the order of the input.
    slowest: Vec<SlowRecord>,
}

/// A record among the slowest.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SlowRecord {
    file: String,
    line: u64,
    outcome: String,
    /// Zero if there are no times.
    elapsed: Duration,
    nodes: u64,
}

/// The state of a run, or how it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RunStage {
    /// Still running, or killed.
    Running,
    /// All lines are done.
    Complete,
    /// Ended by a signal.
    Stopped,
    /// The reader closed the output.
    Closed,
    /// The output could not be written, or a thread failed.
    Failed,
}

/// The published numbers of a run. The fields are those of `--stats`; seconds are missing with
/// `--no-time`, and processor seconds also if the system does not provide them.
#[derive(Debug, Clone, Serialize)]
pub struct Figures {
    /// The state of the run.
    pub end: RunStage,
    /// The input lines that are done, including comments and blank lines.
    pub lines: u64,
    /// The number of these kept from an earlier run.
    pub kept: u64,
    /// The outcomes of the records.
    #[serde(flatten)]
    pub outcomes: OutcomeFigures,
    /// Seconds since the run began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_seconds: Option<f64>,
    /// Processor seconds of all threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<f64>,
    /// The slowest records, at most five.
    pub slowest: Vec<SlowFigures>,
}

/// A slow record.
#[derive(Debug, Clone, Serialize)]
pub struct SlowFigures {
    /// Its file, for messages.
    pub file: String,
    /// Its line number, from 1.
    pub line: u64,
    /// Its outcome: `solved`, `refuted`, `gave up`, `malformed`.
    pub outcome: String,
    /// The time it took, including writing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Its nodes.
    pub nodes: u64,
}

impl Stats {
    /// Starts the clock.
    pub fn new(no_time: bool) -> Stats {
        Stats {
            start: Instant::now(),
            no_time,
            solved: SolvedLengths::default(),
            nodes_met: 0,
            time_met: 0,
            stopped: 0,
            nodes: 0,
            slowest: Vec::with_capacity(SLOWEST + 1),
        }
    }

    /// Counts what is not in the [`Tally`]: the results of a record, its place if it may be among
    /// the slowest, and its time.
    pub fn count(
        &mut self,
        outcome: RecordOutcome,
        measure: AnswerStats,
        place: Option<(Arc<str>, u64)>,
        elapsed: Duration,
    ) {
        self.nodes = self.nodes.saturating_add(measure.nodes);
        if let Some(stipulation) = measure.reached {
            self.solved.count(stipulation);
        }
        match measure.limit {
            Some(LimitKind::Nodes) => self.nodes_met += 1,
            Some(LimitKind::Time) => self.time_met += 1,
            Some(LimitKind::Stopped) => self.stopped += 1,
            None => {}
        }
        let elapsed = match self.no_time {
            true => Duration::ZERO,
            false => elapsed,
        };
        let cost = |elapsed: Duration, nodes: u64| match self.no_time {
            true => u128::from(nodes),
            false => elapsed.as_nanos(),
        };
        let own = cost(elapsed, measure.nodes);
        let rank = self
            .slowest
            .partition_point(|slow| Reverse(cost(slow.elapsed, slow.nodes)) <= Reverse(own));
        if rank < SLOWEST
            && let Some((file, line)) = place
        {
            let slow = SlowRecord {
                file: file.to_string(),
                line,
                outcome: outcome.name().to_owned(),
                elapsed,
                nodes: measure.nodes,
            };
            self.slowest.insert(rank, slow);
            self.slowest.truncate(SLOWEST);
        }
    }

    /// The number of records that met a limit, whether or not a solution was found.
    pub fn limited(&self) -> u64 {
        self.nodes_met + self.time_met + self.stopped
    }

    /// The published numbers; `end` is the state of the run.
    pub fn figures(&self, tally: &Tally, end: RunStage) -> Figures {
        let seconds = |time: Duration| (!self.no_time).then_some(time.as_secs_f64());
        Figures {
            end,
            lines: tally.lines(),
            kept: tally.kept,
            outcomes: OutcomeFigures {
                records: tally.records(),
                solved: SolvedRecords {
                    records: tally.solved,
                    over: tally.solved.saturating_sub(self.solved.records()),
                    by_length: self.solved.figures(),
                },
                refuted: tally.refuted,
                gave_up: tally.unknown,
                malformed: tally.malformed + tally.unsupported,
                internal_errors: tally.panicked,
                unreadable_files: tally.unreadable,
                limits: MetLimits {
                    nodes: self.nodes_met,
                    time: self.time_met,
                    stopped: self.stopped,
                },
                nodes: self.nodes,
            },
            wall_seconds: seconds(self.start.elapsed()),
            cpu_seconds: processor_time().and_then(seconds),
            slowest: self
                .slowest
                .iter()
                .map(|slow| SlowFigures {
                    file: slow.file.clone(),
                    line: slow.line,
                    outcome: slow.outcome.clone(),
                    seconds: seconds(slow.elapsed),
                    nodes: slow.nodes,
                })
                .collect(),
        }
    }
}

/// The processor time of this process, if the system provides it.
fn processor_time() -> Option<Duration> {
    ticks(&fs::read_to_string("/proc/self/stat").ok()?).map(|ticks| CLOCK_TICK * ticks)
}

/// The time of all threads, in user and system mode, from `/proc/PID/stat`.
fn ticks(stat: &str) -> Option<u32> {
    // The second field is the program's name, which may contain anything.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let user: u32 = fields.nth(11)?.parse().ok()?;
    let system: u32 = fields.next()?.parse().ok()?;
    user.checked_add(system)
}

impl Figures {
    /// The object for `--stats`, followed by a line feed.
    pub fn to_json(&self) -> Vec<u8> {
        let mut json = serde_json::to_vec_pretty(self)
            .expect("strings, numbers and lists can always be written");
        json.push(b'\n');
        json
    }
}

#[cfg(test)]
mod tests;
