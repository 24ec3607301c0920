//! The statistics of a run, [`Stats`]: for the status line, the exit code, FILE.run, `--stats FILE`
//! (their JSON) and `--summary` (their words).
//!
//! Like the exit code, they are the same as for an undisturbed run: FILE.run contains the numbers
//! for the lines kept by `--resume`. With `--no-time` there are no times, and the slowest records
//! are those with the most nodes; then equal work gives equal bytes.

mod file;
mod lengths;

use std::fmt;
use std::fs;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::Config;
use super::progress::reads_terminal;
use crate::answer::{AnswerStats, RecordOutcome};
use keymove_base::desk::{clock, counted};
use keymove_base::error::printable;
use keymove_solve::LimitKind;

pub use file::StatsFile;
use lengths::SolvedLengths;

/// The number of slowest records that are listed.
const SLOWEST: usize = 3;

/// The unit of processor times in `/proc`, on every Linux: hundredths of a second.
const CLOCK_TICK: Duration = Duration::from_millis(10);

/// The state of a run, or how it ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunStage {
    /// Still running, or killed.
    #[default]
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

/// The numbers of a run. The fields are those of `--stats`; seconds are missing with `--no-time`,
/// and processor seconds also if the system does not provide them.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Stats {
    #[serde(skip, default = "Instant::now")]
    start: Instant,
    #[serde(skip)]
    has_times: bool,
    /// The state of the run.
    end: RunStage,
    /// The input lines that are done, including comments and blank lines.
    pub lines: u64,
    /// The number of these kept from an earlier run.
    pub kept: u64,
    /// The lines that are records, or should be.
    pub records: u64,
    /// The records that are solved.
    pub solved: SolvedRecords,
    /// The records that are refuted.
    pub refuted: u64,
    /// The records for which a limit was met before anything was found.
    pub gave_up: u64,
    /// The records that are malformed, illegal or not supported.
    pub malformed: u64,
    /// The records among these that are not supported.
    pub unsupported: u64,
    /// The records for which this program failed.
    pub internal_errors: u64,
    /// The files that could not be read.
    pub unreadable_files: u64,
    /// The records that met a limit, whether or not a solution was found.
    pub(super) limits: MetLimits,
    /// The nodes of all records.
    nodes: u64,
    /// The records of this run that name no task.
    #[serde(skip)]
    pub unasked: u64,
    /// Seconds since the run began.
    #[serde(skip_serializing_if = "Option::is_none")]
    wall_seconds: Option<f64>,
    /// Processor seconds of all threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<f64>,
    /// The slowest first; among equals, in the order of the input.
    slowest: Vec<SlowRecord>,
}

/// The solved records of a run, including being mated.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct SolvedRecords {
    /// Their number.
    pub records: u64,
    /// The number of these that were already mate or stalemate.
    over: u64,
    /// The others by goal and length.
    by_length: SolvedLengths,
}

/// The numbers of records that met a limit.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct MetLimits {
    pub(super) nodes: u64,
    pub(super) time: u64,
    /// Ended by a signal.
    pub(super) stopped: u64,
}

/// A record among the slowest.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct SlowRecord {
    /// Its file, for messages.
    file: String,
    line: u64,
    outcome: String,
    /// The time it took, including writing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    nodes: u64,
}

impl Stats {
    /// The statistics of a run that begins now.
    pub fn new(no_time: bool) -> Stats {
        Stats {
            start: Instant::now(),
            has_times: !no_time,
            end: RunStage::Running,
            lines: 0,
            kept: 0,
            records: 0,
            solved: SolvedRecords::default(),
            refuted: 0,
            gave_up: 0,
            malformed: 0,
            unsupported: 0,
            internal_errors: 0,
            unreadable_files: 0,
            limits: MetLimits::default(),
            nodes: 0,
            unasked: 0,
            wall_seconds: None,
            cpu_seconds: None,
            slowest: Vec::with_capacity(SLOWEST + 1),
        }
    }

    /// The statistics of a run that continues the one with these: all its lines are kept.
    pub fn all_kept(&self) -> Stats {
        Stats {
            kept: self.lines,
            ..self.clone()
        }
    }

    /// The statistics of this run, which continues the one with the numbers in `kept`.
    pub fn continuing(&self, kept: Stats) -> Stats {
        Stats {
            start: self.start,
            has_times: self.has_times,
            ..kept
        }
    }

    /// Whether these can be the numbers of `items` lines and unreadable files.
    pub fn fit(&self, items: u64) -> bool {
        let solved = &self.solved;
        let outcomes = [
            solved.records,
            self.refuted,
            self.gave_up,
            self.malformed,
            self.internal_errors,
        ];
        let limits = [self.limits.nodes, self.limits.time, self.limits.stopped];
        let lengths = solved.by_length.numbers().chain([solved.over]);
        sum(outcomes).is_some_and(|sum| sum <= self.records)
            && sum([self.lines, self.unreadable_files]).is_some_and(|sum| sum <= items)
            && sum(limits).is_some_and(|sum| sum <= self.records)
            && sum(lengths).is_some_and(|sum| sum <= self.records)
            && self.records <= self.lines
            && self.kept <= self.lines
            && self.unsupported <= self.malformed
    }

    /// Counts the outcome of a line or file.
    pub fn count(&mut self, outcome: RecordOutcome) {
        match outcome {
            RecordOutcome::Unreadable => self.unreadable_files += 1,
            RecordOutcome::Remark => return,
            RecordOutcome::Passed => self.lines += 1,
            _ => {
                self.lines += 1;
                self.records += 1;
            }
        }
        match outcome {
            RecordOutcome::Unreadable | RecordOutcome::Remark | RecordOutcome::Passed => {}
            RecordOutcome::Solved => {
                self.solved.records += 1;
                // Until a length is counted.
                self.solved.over += 1;
            }
            RecordOutcome::Refuted => self.refuted += 1,
            RecordOutcome::GaveUp => self.gave_up += 1,
            RecordOutcome::Malformed => self.malformed += 1,
            RecordOutcome::Unsupported => {
                self.malformed += 1;
                self.unsupported += 1;
            }
            RecordOutcome::Internal => self.internal_errors += 1,
        }
    }

    /// Counts what a record with this outcome found and cost, and its time, if it is known. The record
    /// is named among the slowest if it has a place.
    pub fn measure(
        &mut self,
        outcome: RecordOutcome,
        measure: AnswerStats,
        place: Option<(Arc<str>, u64)>,
        elapsed: Option<Duration>,
    ) {
        self.nodes = self.nodes.saturating_add(measure.nodes);
        self.unasked += u64::from(measure.unasked.is_some());
        if let Some(stipulation) = measure.reached {
            self.solved.by_length.count(stipulation);
            self.solved.over = self.solved.over.saturating_sub(1);
        }
        match measure.limit {
            Some(LimitKind::Nodes) => self.limits.nodes += 1,
            Some(LimitKind::Time) => self.limits.time += 1,
            Some(LimitKind::Stopped) => self.limits.stopped += 1,
            None => {}
        }
        let slow = |(file, line): (Arc<str>, u64)| SlowRecord {
            file: file.to_string(),
            line,
            outcome: outcome.name().to_owned(),
            seconds: elapsed
                .filter(|_| self.has_times)
                .map(|time| time.as_secs_f64()),
            nodes: measure.nodes,
        };
        if let Some(slow) = place.map(slow) {
            let cost = |slow: &SlowRecord| (slow.seconds.unwrap_or(0.0), slow.nodes);
            let own = cost(&slow);
            let rank = self.slowest.partition_point(|other| cost(other) >= own);
            self.slowest.insert(rank, slow);
            self.slowest.truncate(SLOWEST);
        }
    }

    /// The number of records that met a limit, whether or not a solution was found.
    pub fn limited(&self) -> u64 {
        self.limits.nodes + self.limits.time + self.limits.stopped
    }

    /// The number of records that are malformed, or for which this program failed.
    pub fn errors(&self) -> u64 {
        self.malformed - self.unsupported + self.internal_errors
    }

    /// The number of records without an answer, by kind; empty if all have one.
    pub fn faults_in_words(&self) -> String {
        let kinds = [
            ("malformed", self.malformed - self.unsupported),
            ("not supported", self.unsupported),
            ("internal errors", self.internal_errors),
        ];
        let kinds = kinds.iter().filter(|(_, records)| *records > 0);
        let kinds: Vec<String> = kinds
            .map(|(kind, records)| format!("{kind} {records}"))
            .collect();
        kinds.join(", ")
    }

    /// Whether a record is malformed or a file could not be read.
    pub fn has_faults(&self) -> bool {
        self.malformed > self.unsupported || self.unreadable_files > 0
    }

    /// Takes the times, and the stage of the run: the numbers can be published now.
    pub fn publish(&mut self, stage: RunStage) {
        self.end = stage;
        if self.has_times {
            self.wall_seconds = Some(self.start.elapsed().as_secs_f64());
            self.cpu_seconds = processor_time().map(|time| time.as_secs_f64());
        }
    }

    /// The object for `--stats`, followed by a line feed.
    pub fn to_json(&self) -> Vec<u8> {
        let mut json = serde_json::to_vec_pretty(self)
            .expect("strings, numbers and lists can always be written");
        json.push(b'\n');
        json
    }

    /// Whether the summary of a run with `config` is shown.
    pub(super) fn is_wanted(&self, config: &Config) -> bool {
        // A user who types a line or asks for one answer does not need a summary; a reader who
        // closed the output wants no more of it.
        config.summary.or(|| {
            io::stderr().is_terminal()
                && !reads_terminal(&config.inputs)
                && self.records > 1
                && self.end != RunStage::Closed
        })
    }

    /// Writes a line for each outcome, beginning with a line feed.
    fn write_outcomes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\nsolved    {}", self.solved.records)?;
        let mut parts = self.solved.by_length.parts();
        if self.solved.over > 0 {
            parts.push(format!("over already {}", self.solved.over));
        }
        if !parts.is_empty() {
            write!(f, ": {}", parts.join(", "))?;
        }
        write!(f, "\nrefuted   {}", self.refuted)?;
        write!(f, "\ngave up   {}", self.gave_up)?;
        let limits = [
            ("nodes", self.limits.nodes),
            ("time", self.limits.time),
            ("stopped", self.limits.stopped),
        ];
        let met = limits.iter().filter(|(_, records)| *records > 0);
        let met: Vec<String> = met
            .map(|(limit, records)| format!("{limit} {records}"))
            .collect();
        if !met.is_empty() {
            write!(f, "; limits met, also by solved ones: {}", met.join(", "))?;
        }
        let errors = self.malformed + self.internal_errors;
        write!(f, "\nerrors    {errors}")?;
        if self.internal_errors > 0 {
            write!(f, ", {} of them internal", self.internal_errors)?;
        }
        if self.unreadable_files > 0 {
            let files = counted(self.unreadable_files, "file", "files");
            write!(f, "; {files} not readable")?;
        }
        Ok(())
    }
}

/// The sum of `numbers`, if it is a number.
fn sum(numbers: impl IntoIterator<Item = u64>) -> Option<u64> {
    let mut numbers = numbers.into_iter();
    numbers.try_fold(0u64, u64::checked_add)
}

/// The summary: lines without the last line feed.
impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.records, "record", "records"))?;
        if let Some(wall) = self.wall_seconds {
            write!(f, " in {}", clock(Duration::from_secs_f64(wall)))?;
        }
        if let Some(cpu) = self.cpu_seconds {
            write!(f, ", {cpu:.2} s of CPU")?;
        }
        write!(f, ", {}", counted(self.nodes, "node", "nodes"))?;
        match self.end {
            RunStage::Running | RunStage::Complete => {}
            RunStage::Stopped => f.write_str("; stopped")?,
            RunStage::Closed => f.write_str("; the output was closed")?,
            RunStage::Failed => f.write_str("; failed")?,
        }
        if self.kept > 0 {
            let lines = counted(self.kept, "line", "lines");
            write!(f, "\nkept      {lines} of an earlier run, counted below")?;
        }
        self.write_outcomes(f)?;
        if self.unasked > 0 {
            let records = counted(self.unasked, "record", "records");
            write!(
                f,
                "\nno task   {records}, searched for mate and for being mated"
            )?;
        }
        for (number, slow) in self.slowest.iter().enumerate() {
            let label = if number == 0 { "slowest " } else { "        " };
            write!(f, "\n{label}  ")?;
            if let Some(seconds) = slow.seconds {
                write!(f, "{seconds:.3} s ")?;
            }
            let nodes = counted(slow.nodes, "node", "nodes");
            let file = printable(&slow.file);
            write!(f, "{nodes} {file}:{} {}", slow.line, slow.outcome)?;
        }
        Ok(())
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

#[cfg(test)]
mod tests;
