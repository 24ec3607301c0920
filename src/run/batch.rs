//! The run over records: it reads lines and writes one answer for each, in the same order. [`run`]
//! connects the parts:
//!
//! ```text
//! lines -> pool (queue -> workers: answering, panics -> reorder) -> drawings, writer, stats, progress
//!   |                                                                 |
//!   +---------------------------- resume -----------------------------+
//! ```
//!
//! It guarantees:
//!
//! - There are as many output lines as input lines, whatever the lines contain (in EPD; JSON and
//!   tables may omit lines that are not jobs, and for text see
//!   [`Format::Text`](keymove_forms::form::Format::Text)). Each line ends with LF, even if the last
//!   line of a file does not.
//! - The bytes do not depend on the number of workers.
//! - Memory use is bounded, see [`pool::queue`].
//! - An answer is written as soon as it and all answers before it are ready, see [`pool`].
//! - Messages on stderr are in the order of the input as well.
//! - A file that cannot be read is reported and affects only its own lines (exit code 2).

pub mod answering;
mod collected;
pub mod digest;
pub mod drawings;
pub mod error;
pub mod fail_on;
mod guidance;
pub mod known;
pub mod known_answers;
pub mod lines;
mod open_input;
mod opening;
pub mod progress;
pub mod proofs;
pub mod resume;
pub mod run_file;
mod sink;
pub mod stats;
pub mod watch;
pub mod writer;

use std::fmt;
use std::hint;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::answer::Settings;
use answering::Answerer;
use error::RunError;
use fail_on::FailOn;
use keymove_base::desk::complain;
use keymove_base::exit::Exit;
use keymove_base::pool::{self, End, Plan};
use keymove_base::stop::Stop;
use keymove_forms::collection::Reading;
use keymove_records::soundness::Ledger;
use keymove_solve::Endings;
use known_answers::KnownAnswers;
use lines::Input;
use opening::{Start, prepare};
use progress::When;
use sink::RunSink;
use stats::Stats;
use watch::Watch;

/// The usual number of messages about records: more would scroll everything else away.
pub const MESSAGES: u64 = 10;

/// The usual memory for the tables of a worker, in megabytes of 2^20 bytes.
pub const MEMORY: usize = 256;

/// The options of a run.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// Where the lines come from.
    pub inputs: Vec<Input>,
    /// The options for reading the inputs.
    pub reading: Reading,
    /// Where the answers go.
    pub output: Output,
    /// The directory for a picture of each record, if pictures are wanted.
    pub svg: Option<PathBuf>,
    /// The file for certificates, if they are wanted.
    pub proof: Option<PathBuf>,
    /// The settings for reading and writing records.
    pub settings: Settings,
    /// Memory for the tables of each worker, in megabytes of 2^20 bytes.
    pub memory: usize,
    /// The number of workers, at least 1.
    pub workers: usize,
    /// The number of threads per record, at least 1.
    pub threads: usize,
    /// The most messages about records that are shown.
    pub messages: u64,
    /// When the status line is shown.
    pub progress: When,
    /// When the summary is shown; with [`When::Auto`], only if there is something to summarize.
    pub summary: When,
    /// The file for the statistics of the run, if they are wanted.
    pub stats: Option<PathBuf>,
    /// Outcomes that make the run fail; by default, none.
    pub fail_on: Vec<FailOn>,
    /// Files with known records.
    pub known: Vec<PathBuf>,
    /// The program and its version, as printed by `solver -V`.
    pub solver: String,
}

/// Where the answers go.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Output {
    /// Standard output.
    #[default]
    Stdout,
    /// A file; its previous contents are lost once every input has been opened.
    File(PathBuf),
    /// A file with answers of an earlier run, see [`resume`]; it may be missing.
    Resume(PathBuf),
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Output::Stdout => f.write_str("standard output"),
            Output::File(path) | Output::Resume(path) => path.display().fmt(f),
        }
    }
}

/// The outcome of a run.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The outcomes of the lines.
    pub stats: Stats,
    /// The verdicts of `solver check`.
    pub ledger: Ledger,
    /// The end of the run; `None` if the reader closed the output.
    pub end: Option<End>,
    /// Whether a record had an outcome that makes the run fail.
    pub unwanted: bool,
    /// The number of records for which the known results cannot be true.
    pub contradicted: u64,
}

impl Summary {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self.end {
            None => Exit::Success,
            Some(End::Stopped) => Exit::Interrupted,
            Some(End::Broken) => Exit::Internal,
            Some(End::Complete) if self.stats.internal_errors > 0 => Exit::Internal,
            Some(End::Complete) if self.unwanted => Exit::Unwanted,
            Some(End::Complete) if self.stats.has_faults() => Exit::Malformed,
            Some(End::Complete) if self.contradicted > 0 => Exit::Found,
            Some(End::Complete) => Exit::Success,
        }
    }
}

/// Runs `config` until the input ends or `stop` is raised. If the output is closed or cannot be
/// written, this returns at once; running jobs then end with `stop` or with the process.
///
/// # Errors
///
/// [`RunError`]; everything written up to then consists of whole records.
pub fn run(config: &Config, stop: &Stop) -> Result<Summary, RunError> {
    if !has_memory(config.workers, config.memory) {
        return Err(RunError::Memory {
            workers: config.workers,
            megabytes: config.memory,
        });
    }
    // The first signal ends the program at once until everything is open.
    let (known, mut start) = stop.while_waiting(|| open(config))?;
    if start.kept.progress.items == 0 {
        start.kept.progress.stats.unreadable_files = known.complaints().len() as u64;
    }
    let mut messages = known.complaints().to_vec();
    messages.append(&mut start.messages);
    let contradicted = known.contradicted();
    let watch = Arc::new(Watch::default());
    let job = Answerer {
        settings: Settings {
            svg: config.svg.is_some(),
            ..config.settings.clone()
        },
        memory: config.memory,
        threads: config.threads,
        endings: Endings::new(config.memory),
        stop: stop.clone(),
        watch: Arc::clone(&watch),
        headings_from: headings_from(config),
        errors_in_text: config.settings.format.form().layout().tells_reasons
            && start.writer.is_terminal()
            && io::stderr().is_terminal(),
        known,
    };
    let (mut sink, lines) = RunSink::begin(config, start, watch, stop)?;
    messages.iter().for_each(complain);
    let plan = Plan::searching(config.workers);
    let ended = pool::run(&plan, lines, job, &mut sink, stop);
    let summary = sink.end(ended, config, stop);
    Ok(Summary {
        contradicted: contradicted.load(Ordering::Relaxed),
        ..summary?
    })
}

/// Opens every file of a run.
fn open(config: &Config) -> Result<(KnownAnswers, Start), RunError> {
    // Before the output is touched: unreadable files are reported while nothing is lost yet.
    let known = KnownAnswers::open(&config.known);
    let known = known.map_err(|(path, error)| RunError::Known(path, error))?;
    Ok((known, prepare(config)?))
}

/// The first line whose record gets a heading with its place in text. A record on standard input or
/// on the command line has none in the first line, because it may be the only one.
fn headings_from(config: &Config) -> u64 {
    match &config.inputs[..] {
        _ if !config.settings.format.form().layout().has_headings => u64::MAX,
        [Input::Stdin | Input::Position { .. }] => 2,
        _ => 1,
    }
}

/// Whether the tables of every worker can be allocated. This is checked before anything is done,
/// because a worker could not report a failure.
pub fn has_memory(workers: usize, megabytes: usize) -> bool {
    let mut held: Vec<Vec<u8>> = Vec::new();
    megabytes.checked_mul(1 << 20).is_some_and(|bytes| {
        (0..workers).all(|_| {
            let mut tables = Vec::new();
            let granted = tables.try_reserve_exact(bytes).is_ok();
            held.push(tables);
            // Without this, the allocation might be optimized away.
            hint::black_box(&held);
            granted
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_exit_codes_the_gravest_counts() {
        let exit = |end, internal_errors, malformed, unreadable_files, unwanted| {
            let mut stats = Stats::new(true);
            stats.internal_errors = internal_errors;
            stats.malformed = malformed;
            stats.unreadable_files = unreadable_files;
            Summary {
                stats,
                ledger: Ledger::default(),
                end,
                unwanted,
                contradicted: 0,
            }
            .exit()
            .code()
        };
        assert_eq!(exit(Some(End::Complete), 0, 0, 0, false), 0);
        assert_eq!(exit(Some(End::Complete), 0, 1, 0, false), 2);
        assert_eq!(exit(Some(End::Complete), 0, 0, 1, false), 2);
        assert_eq!(exit(Some(End::Complete), 0, 0, 0, true), 3);
        assert_eq!(exit(Some(End::Complete), 0, 1, 1, true), 3);
        assert_eq!(exit(Some(End::Complete), 1, 1, 1, true), 70);
        assert_eq!(exit(Some(End::Broken), 0, 1, 0, true), 70);
        assert_eq!(exit(Some(End::Stopped), 1, 1, 0, true), 130);
        let closed = exit(None, 1, 1, 0, true);
        assert_eq!(closed, 0, "nobody reads the output any more");
    }
}
