//! The run over records: lines in, answers out, in the same order, one for one. [`run`] wires the
//! parts:
//!
//! ```text
//! lines -> pool (queue -> workers: answering, panics -> reorder) -> drawings, writer, tally, progress
//!   |                                                                 |
//!   +---------------------------- resume -----------------------------+
//! ```
//!
//! What it promises:
//!
//! - as many lines out as in, whatever the lines are (in EPD; JSON and tables may leave out what is
//!   no job, and for text see [`Format::Text`](keymove_forms::form::Format::Text)); each ends with LF, even
//!   where the last line of a file did not;
//! - the bytes do not depend on the number of workers;
//! - memory stays flat, see [`pool::queue`];
//! - an answer is written as soon as it and all before it are there, see [`pool`];
//! - messages on stderr are in the order of the input as well;
//! - a file that cannot be read is reported and costs nothing but its own lines (exit code 2).

pub mod answering;
mod cache;
mod collected;
pub mod dedup;
pub mod digest;
pub mod drawings;
pub mod error;
pub mod fail_on;
mod guides;
pub mod known;
pub mod lines;
mod open_input;
mod opening;
pub mod progress;
pub mod proofs;
mod report;
pub mod resume;
pub mod reused;
pub mod run_file;
pub mod stats;
pub mod tally;
pub mod watch;
pub mod writer;

use std::fmt;
use std::hint;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::answer::{LineBook, Settings};
use answering::{Answerer, Headings};
use error::RunError;
use fail_on::FailOn;
use keymove_base::desk::{complain, counted};
use keymove_base::exit::Exit;
use keymove_base::pool::{self, End, Plan};
use keymove_base::stop::Stop;
use keymove_forms::collection::Reading;
use keymove_forms::form::Totals;
use keymove_records::soundness::Ledger;
use keymove_solve::Endings;
use lines::{Input, InputLines, Item};
use opening::{Start, prepare};
use progress::{Progress, When};
use report::RunSink;
use reused::{Reuse, ReuseSources};
use stats::StatsFile;
use tally::Tally;
use watch::Watch;

/// What a run is to do.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where the lines come from.
    pub inputs: Vec<Input>,
    /// How they are read.
    pub reading: Reading,
    /// Where the answers go.
    pub output: Output,
    /// The directory for a picture of each record, if they are wanted.
    pub svg: Option<PathBuf>,
    /// Where certificates go, if they are wanted.
    pub proof: Option<PathBuf>,
    /// How records are read and written.
    pub settings: Settings,
    /// Memory for the tables of one worker, in megabytes of 2^20 bytes.
    pub memory: usize,
    /// The number of workers, at least 1.
    pub workers: usize,
    /// The number of threads that work on one record, at least 1.
    pub threads: usize,
    /// When the status line is shown.
    pub progress: When,
    /// Whether it is a line of its own each minute, for a log.
    pub plain: bool,
    /// When the summary is shown; [`When::Auto`] also asks that there is something to sum up.
    pub summary: When,
    /// Where the numbers of the run go, if they are wanted.
    pub stats: Option<PathBuf>,
    /// What no record may come to; by default, everything may.
    pub fail_on: Vec<FailOn>,
    /// What is not searched again.
    pub reuse: Reuse,
    /// Files of lines that guide the search.
    pub guides: Vec<PathBuf>,
    /// The program, as `solver -V` says it.
    pub solver: String,
}

/// Where the answers go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output {
    /// Standard output.
    Stdout,
    /// A file; what it held is lost, when every input was opened.
    File(PathBuf),
    /// A file that holds answers of an earlier run; see [`resume`]. It may be absent.
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

/// What a run came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// What became of the lines.
    pub tally: Tally,
    /// The verdicts of `solver check`.
    pub ledger: Ledger,
    /// How it ended; `None` when the reader of the output had enough.
    pub end: Option<End>,
    /// Whether a record came to what none may.
    pub unwanted: bool,
    /// How many records there were of which what was known cannot be true.
    pub contradicted: u64,
}

impl Summary {
    /// The summary of a run that was stopped before it began.
    fn stopped() -> Summary {
        Summary {
            tally: Tally::default(),
            ledger: Ledger::default(),
            end: Some(End::Stopped),
            unwanted: false,
            contradicted: 0,
        }
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self.end {
            None => Exit::Success,
            Some(End::Stopped) => Exit::Interrupted,
            Some(End::Broken) => Exit::Internal,
            Some(End::Complete) if self.tally.panicked > 0 => Exit::Internal,
            Some(End::Complete) if self.unwanted => Exit::Unwanted,
            Some(End::Complete) if self.tally.malformed + self.tally.unreadable > 0 => {
                Exit::Malformed
            }
            Some(End::Complete) if self.contradicted > 0 => Exit::Found,
            Some(End::Complete) => Exit::Success,
        }
    }
}

/// Runs `config` until the input ends or `stop` is raised. When nobody wants the output any more,
/// or it cannot be written, this returns at once; jobs under way then end with `stop` or with the
/// process.
///
/// # Errors
///
/// [`RunError`]; what was written by then are whole records.
pub fn run(config: &Config, stop: &Stop) -> Result<Summary, RunError> {
    if !has_memory(config.workers, config.memory) {
        return Err(RunError::Memory {
            workers: config.workers,
            megabytes: config.memory,
        });
    }
    let Some(opened) = stop.while_waiting(|| open(config, stop))? else {
        return Ok(Summary::stopped());
    };
    let (reused, (book, mut told), start) = opened;
    told.splice(0..0, reused.complaints().iter().cloned().chain(start.told));
    let (written, mut headway) = start.kept;
    if headway.items == 0 {
        headway.tally.unreadable = reused.complaints().len() as u64;
    }
    let sources = (reused.contradicted(), reused.questions());
    let watch = Arc::new(Watch::default());
    let job = Answerer {
        settings: Settings {
            svg: config.svg.is_some(),
            lines: Arc::new(book),
            ..config.settings.clone()
        },
        memory: config.memory,
        threads: config.threads,
        endings: Endings::new(config.memory),
        stop: stop.clone(),
        watch: Arc::clone(&watch),
        headings: headings(config),
        errors_in_text: config.settings.format.form().layout().tells_reasons
            && start.writer.is_terminal()
            && io::stderr().is_terminal(),
        reused,
    };
    let mut report = RunSink {
        to_terminal: start.writer.is_terminal(),
        writer: start.writer,
        drawings: start.drawings,
        proofs: start.proofs,
        progress: Progress::new(
            config.progress,
            config.plain,
            &config.inputs,
            &config.reading,
        ),
        watch,
        stop: stop.clone(),
        tally: headway.tally,
        stats: headway.stats,
        stats_file: config.stats.as_deref().map(StatsFile::new),
        totals: Totals::default(),
        read: headway.read,
        items: headway.items,
        input: start.input,
        held: None,
        is_stopped: false,
    };
    report.begin(config, written.bytes == 0)?;
    told.iter().for_each(complain);
    let plan = Plan::searching(config.workers);
    let ended = pool::run(&plan, start.lines, job, &mut report, stop);
    let (contradicted, questions) = sources;
    let summary = report.end(ended, config, stop);
    tell_questions(questions.load(Ordering::Relaxed));
    Ok(Summary {
        contradicted: contradicted.load(Ordering::Relaxed),
        ..summary?
    })
}

/// What answers are taken from, the guides and what is to be told of them, and all that a run needs.
type Opened = (ReuseSources, (LineBook, Vec<String>), Start);

/// Opens every file of a run; `None` when `stop` is raised meanwhile.
fn open(config: &Config, stop: &Stop) -> Result<Option<Opened>, RunError> {
    // Before the output is touched: what cannot be read is told while nothing is lost yet.
    let known = |(path, error)| RunError::Known(path, error);
    let max_input = config.reading.max_input;
    let reused = ReuseSources::open(&config.reuse, config.memory, max_input, stop);
    let Some(reused) = reused.map_err(known)? else {
        return Ok(None);
    };
    let guides = guides::read(&config.guides, max_input).map_err(known)?;
    let start = prepare(config, stop)?;
    Ok(start.map(|start| (reused, guides, start)))
}

/// Tells how many records `--only-open` passed on that nobody searched.
fn tell_questions(questions: u64) {
    if questions > 0 {
        let records = counted(questions, "record was", "records were");
        complain(format_args!(
            "--only-open: {records} passed on without a search, having neither Limit nor Open nor an \
             answer; without --only-open they are searched"
        ));
    }
}

/// Which records of text have their place over them. It must not depend on how fast input comes.
fn headings(config: &Config) -> Headings {
    if !config.settings.format.form().layout().has_headings {
        return Headings::Never;
    }
    if !config.inputs.iter().all(Input::is_regular) {
        return match config.inputs.len() {
            1 => Headings::AfterFirstLine,
            _ => Headings::Always,
        };
    }
    let several = InputLines::new(config.inputs.iter().cloned(), &config.reading)
        .flatten()
        .filter(|item| matches!(item, Item::Line(line) if line.is_job()))
        .nth(1)
        .is_some();
    if several {
        Headings::Always
    } else {
        Headings::Never
    }
}

/// Whether every worker can have its tables: asked before anything is done, because a worker that
/// finds out has no way to say so.
pub fn has_memory(workers: usize, megabytes: usize) -> bool {
    let mut held: Vec<Vec<u8>> = Vec::new();
    megabytes.checked_mul(1 << 20).is_some_and(|bytes| {
        (0..workers).all(|_| {
            let mut tables = Vec::new();
            let granted = tables.try_reserve_exact(bytes).is_ok();
            held.push(tables);
            // Memory that nobody looks at need not be asked for.
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
        let exit = |end, panicked, malformed, unreadable, unwanted| {
            let tally = Tally {
                panicked,
                malformed,
                unreadable,
                ..Tally::default()
            };
            Summary {
                tally,
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
