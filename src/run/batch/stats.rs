//! What a run came to in numbers: [`Stats`] counts while it runs, [`Figures`] are what is told of
//! it, as JSON (`--stats FILE`) and in words (`--summary`).
//!
//! They are those of an undisturbed run, as its exit code is: FILE.run holds the numbers of the lines
//! that `--resume` keeps.
//! With `--no-time` there are no times, and the slowest records are those of the most nodes: then
//! equal work gives equal bytes here, too.

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

/// How many of the slowest records are named.
const SLOWEST: usize = 5;

/// What `/proc` counts the processor's time in, on every Linux: hundredths of a second.
const CLOCK_TICK: Duration = Duration::from_millis(10);

/// The numbers of a run under way.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    #[serde(skip, default = "Instant::now")]
    start: Instant,
    no_time: bool,
    solved: SolvedLengths,
    /// Records that met a limit, by its kind.
    nodes_met: u64,
    time_met: u64,
    stopped: u64,
    nodes: u64,
    /// The slowest first; of equals, the first in the input.
    slowest: Vec<SlowRecord>,
}

/// A record among the slowest.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SlowRecord {
    file: String,
    line: u64,
    outcome: String,
    /// Zero without times.
    elapsed: Duration,
    nodes: u64,
}

/// How far a run is, or how it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RunStage {
    /// Not ended yet, or killed.
    Running,
    /// All lines are done.
    Complete,
    /// A signal ended it.
    Stopped,
    /// Whoever read the output had enough.
    Closed,
    /// The output could not be written, or a thread died.
    Failed,
}

/// What is told of a run. The fields are those of `--stats`; seconds are absent with `--no-time`,
/// those of the processors also where the system does not say them.
#[derive(Debug, Clone, Serialize)]
pub struct Figures {
    /// How far the run is.
    pub end: RunStage,
    /// Lines of input that are done, comments and blank ones among them.
    pub lines: u64,
    /// Of these: kept from an earlier run.
    pub kept: u64,
    /// What the records came to.
    #[serde(flatten)]
    pub outcomes: OutcomeFigures,
    /// Seconds since the run began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_seconds: Option<f64>,
    /// Seconds that processors worked, of all threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<f64>,
    /// The slowest records, at most five.
    pub slowest: Vec<SlowFigures>,
}

/// A slow record.
#[derive(Debug, Clone, Serialize)]
pub struct SlowFigures {
    /// Its file, as in messages.
    pub file: String,
    /// Its line, counted from 1.
    pub line: u64,
    /// What became of it: `solved`, `refuted`, `gave up`, `malformed`.
    pub outcome: String,
    /// How long it took, with all that was written about it.
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

    /// Counts what is not in the [`Tally`]: what was found in a record, where it stands if it may
    /// be among the slowest, and how long it took.
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

    /// How many records met a limit, whatever was found.
    pub fn limited(&self) -> u64 {
        self.nodes_met + self.time_met + self.stopped
    }

    /// What there is to tell. `passed` is how many lines were no records.
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

/// How long processors have worked for this process, if the system says it.
fn processor_time() -> Option<Duration> {
    ticks(&fs::read_to_string("/proc/self/stat").ok()?).map(|ticks| CLOCK_TICK * ticks)
}

/// The time of all threads, for the program and for the system, in `/proc/PID/stat`.
fn ticks(stat: &str) -> Option<u32> {
    // The second field is the program's name, which may hold anything.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let user: u32 = fields.nth(11)?.parse().ok()?;
    let system: u32 = fields.next()?.parse().ok()?;
    user.checked_add(system)
}

impl Figures {
    /// The object of `--stats`, with a line feed at its end.
    pub fn to_json(&self) -> Vec<u8> {
        let mut json = serde_json::to_vec_pretty(self)
            .expect("strings, numbers and lists can always be written");
        json.push(b'\n');
        json
    }
}

#[cfg(test)]
mod tests;
