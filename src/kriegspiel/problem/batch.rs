//! Many records of many files: read one after the other, worked on side by side, written in their order.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crossbeam_channel::{Receiver, Sender, bounded};

use super::super::finding::{Finding, Kind};
use super::super::notation::read::{Games, Read, ReadError};
use crate::exit::Exit;

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
    pub fn refused(file: &str, finding: &Finding) -> Written {
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

type Numbered<T> = (usize, T);

/// A record, or why there is none.
enum Item {
    Read(String, Box<Read>),
    Broken(Written),
}

/// Calls `work` with each record and writes what it gives to `out`.
///
/// # Errors
///
/// `out` fails.
pub fn run(
    source: &Source,
    way: Way,
    out: &mut impl Write,
    work: impl Fn(&str, &Read) -> Written + Sync,
) -> io::Result<Exit> {
    let workers = way.workers.max(1);
    let (give, take) = bounded::<Numbered<Item>>(4 * workers);
    let (send, receive) = bounded::<Numbered<Written>>(4 * workers);
    let progress = way
        .progress
        .unwrap_or_else(|| io::stderr().is_terminal() && !io::stdout().is_terminal());
    std::thread::scope(|scope| {
        scope.spawn(move || read(source, &give));
        for _ in 0..workers {
            let (take, send, work) = (take.clone(), send.clone(), &work);
            scope.spawn(move || {
                for (number, item) in take {
                    let written = match item {
                        Item::Read(file, read) => work(&file, &read),
                        Item::Broken(written) => written,
                    };
                    if send.send((number, written)).is_err() {
                        return;
                    }
                }
            });
        }
        // The workers have their own ends: when they are gone, so is the channel.
        drop((take, send));
        write_in_order(receive, progress, out)
    })
}

fn write_in_order(
    receive: Receiver<Numbered<Written>>,
    progress: bool,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let mut exit = Exit::Success;
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (number, written) in receive {
        early.insert(number, written);
        while let Some(written) = early.remove(&next) {
            next += 1;
            out.write_all(written.out.as_bytes())?;
            if let Some(complaint) = written.complaint {
                // What was answered before stands before it, whoever reads both.
                out.flush()?;
                complain(&complaint);
            }
            exit = worse(exit, written.exit.unwrap_or(Exit::Success));
            if progress {
                // There is nobody else to tell.
                let _ = write!(io::stderr(), "\r{next} records ");
            }
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

fn read(source: &Source, give: &Sender<Numbered<Item>>) {
    let mut number = 0;
    let mut pass = |item| {
        number += 1;
        // Nobody takes any more: the output cannot be written.
        give.send((number - 1, item)).is_ok()
    };
    match source {
        Source::Record(name, read) => {
            pass(Item::Read(name.clone(), read.clone()));
        }
        Source::Files(files) => {
            for path in files {
                if !read_file(path, &mut pass) {
                    return;
                }
            }
        }
    }
}

fn read_file(path: &Path, pass: &mut impl FnMut(Item) -> bool) -> bool {
    let name = path.display().to_string();
    let unreadable = |error: io::Error| {
        Item::Broken(Written {
            complaint: Some(format!("{name}: {error}")),
            exit: Some(Exit::Malformed),
            ..Written::default()
        })
    };
    let input: Box<dyn BufRead> = if name == "-" {
        Box::new(io::stdin().lock())
    } else {
        match File::open(path) {
            Ok(file) => Box::new(BufReader::with_capacity(1 << 16, file)),
            Err(error) => return pass(unreadable(error)),
        }
    };
    for read in Games::new(input) {
        let item = match read {
            Ok(read) => Item::Read(name.clone(), Box::new(read)),
            Err(ReadError::Syntax { place, text }) => {
                let finding = Finding::new(place, Kind::Syntax, text);
                Item::Broken(Written::refused(&name, &finding))
            }
            Err(ReadError::Io(error)) => unreadable(error),
        };
        if !pass(item) {
            return false;
        }
    }
    true
}

fn complain(message: &str) {
    // There is nobody else to tell.
    let _ = writeln!(io::stderr(), "{message}");
}
