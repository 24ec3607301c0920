//! Many records of many files: read one after the other, worked on side by side, written in their
//! order.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Instant;

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};

use super::records::{PATIENCE, Record, Records};
use crate::desk::{clock, counted, reads_standard_input, tell, tell_if_typed};
use crate::exit::Exit;
use crate::kriegspiel::finding::{Kind, RecordFinding};
use crate::kriegspiel::notation::read::{Read, ReadError};
use crate::pool::panics::quietly;
use crate::stop::Stop;

/// What is written for one record.
#[derive(Debug, Clone, Default)]
pub struct Written {
    /// To standard output.
    pub out: String,
    /// To standard error, a line.
    pub complaint: Option<String>,
    /// How the record ended.
    pub exit: Option<Exit>,
}

impl Written {
    /// A complaint about `file`, in place of an answer.
    pub fn refused(file: &str, finding: &RecordFinding) -> Written {
        Written {
            out: String::new(),
            complaint: Some(format!("{file}:{finding}")),
            exit: Some(Exit::Malformed),
        }
    }
}

/// Where records come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Files; `-` is standard input.
    Files(Vec<PathBuf>),
    /// One record that was made up, with what it is called.
    Record(String, Box<Read>),
}

/// How the work is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// Workers, at least 1.
    pub workers: usize,
    /// A status line on standard error: always, never, or (`None`) if that is a terminal.
    pub progress: Option<bool>,
}

/// Calls `work` with each record and writes what it gives to `out`. When `stop` is raised, the
/// records that were begun are finished, which `work` should make short, and no more are taken.
///
/// # Errors
///
/// `out` fails, or there is no thread to be had.
pub fn run(
    source: &Source,
    way: Way,
    stop: &Stop,
    out: &mut impl Write,
    work: impl Fn(&str, &Read) -> Written + Sync,
) -> io::Result<Exit> {
    let workers = way.workers.max(1);
    let records = match source {
        Source::Files(files) => Records::of_files(files.clone(), 4 * workers, stop.clone())?,
        Source::Record(name, read) => Records::of_record(name, (**read).clone(), stop.clone()),
    };
    let (send, receive) = bounded(4 * workers);
    if let Source::Files(files) = source
        && reads_standard_input(files)
    {
        tell_if_typed("games");
    }
    let progress = way
        .progress
        .unwrap_or_else(|| io::stderr().is_terminal() && !io::stdout().is_terminal());
    let exit = std::thread::scope(|scope| {
        for _ in 0..workers {
            let (records, send, work) = (records.clone(), send.clone(), &work);
            scope.spawn(move || {
                for record in records {
                    let number = record.number;
                    // Nobody takes any more: the output cannot be written.
                    if send.send((number, answer(record, work))).is_err() {
                        return;
                    }
                }
            });
        }
        // The workers have their own ends: when they are gone, so is the channel.
        drop((records, send));
        write_in_order(receive, progress, stop, out)
    })?;
    Ok(if stop.is_raised() {
        Exit::Interrupted
    } else {
        exit
    })
}

fn answer(record: Record, work: &impl Fn(&str, &Read) -> Written) -> Written {
    let file = &*record.file;
    match record.read {
        Ok(read) => quietly(|| work(file, &read)).unwrap_or_else(|panic| {
            let place = read.game.place;
            let text = panic.message;
            Written {
                complaint: Some(format!(
                    "{file}:{}:{}: internal: {text}",
                    place.line, place.column
                )),
                exit: Some(Exit::Internal),
                ..Written::default()
            }
        }),
        Err(ReadError::Syntax { place, text }) => {
            Written::refused(file, &RecordFinding::new(place, Kind::Syntax, text))
        }
        Err(ReadError::Io(error)) => Written {
            complaint: Some(format!("{file}: {error}")),
            exit: Some(Exit::Malformed),
            ..Written::default()
        },
    }
}

fn write_in_order(
    receive: Receiver<(usize, Written)>,
    progress: bool,
    stop: &Stop,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let mut exit = Exit::Success;
    let mut early = BTreeMap::new();
    let mut next = 0;
    let start = Instant::now();
    loop {
        if stop.take_question() {
            if progress {
                tell("");
            }
            let done = counted(next as u64, "record", "records");
            tell(format_args!("{done} in {}", clock(start.elapsed())));
        }
        let (number, written) = match receive.recv_timeout(PATIENCE) {
            Ok(written) => written,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        early.insert(number, written);
        while let Some(written) = early.remove(&next) {
            next += 1;
            out.write_all(written.out.as_bytes())?;
            if let Some(complaint) = written.complaint {
                // What was answered before stands before it, whoever reads both.
                out.flush()?;
                if progress {
                    tell("");
                }
                tell(&complaint);
            }
            exit = worse(exit, written.exit.unwrap_or(Exit::Success));
            if progress {
                // There is nobody else to tell.
                let done = counted(next as u64, "record", "records");
                let _ = write!(io::stderr(), "\r{done} ");
            }
        }
        if receive.is_empty() {
            // Whoever asks one after the other waits for the answer.
            out.flush()?;
        }
    }
    if progress {
        let _ = writeln!(io::stderr());
    }
    Ok(exit)
}

fn worse(one: Exit, other: Exit) -> Exit {
    [Exit::Internal, Exit::Malformed]
        .into_iter()
        .find(|exit| one == *exit || other == *exit)
        .unwrap_or(Exit::Success)
}
