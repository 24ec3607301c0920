//! The work of `solver kriegspiel` on files: what is to be done, and the doing.
//!
//! stdout holds the result, stderr what is said about it. A file that cannot be read, or a game in
//! it that is not PGN, is reported and the rest goes on.

pub mod batch;
pub mod belief;
pub mod ending;
pub mod player;
pub mod problem;
pub mod records;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;

use crate::desk::{complain, counted, ended, reads_standard_input, tell, tell_if_typed};
use crate::error::printable;
use crate::exit::Exit;
use crate::kriegspiel::check::{self, Extent};
use crate::kriegspiel::convert::convert;
use crate::kriegspiel::dialogue;
use crate::kriegspiel::filter::{Comments, Made, filter};
use crate::kriegspiel::finding::{Kind, RecordFinding};
use crate::kriegspiel::notation::read::{Read, ReadError};
use crate::kriegspiel::notation::write::write_game;
use crate::kriegspiel::notation::{Filtered, Game, Notation};
use crate::stop::Stop;
use crate::stop::signals;
use batch::{Source, Way};
use belief::Listing;
use problem::Asking;
use records::Records;

/// The most games that are read ahead.
const AHEAD: usize = 16;

/// What is to be done.
#[derive(Debug, Clone)]
pub enum Task {
    /// Replay every record and print what is wrong.
    Check {
        /// The files; `-` is standard input.
        files: Vec<PathBuf>,
        /// One JSON object a line.
        json: bool,
        /// How much to look into.
        extent: Extent,
    },
    /// Print the records as one player knows them.
    Filter {
        /// The files; `-` is standard input.
        files: Vec<PathBuf>,
        /// Who that player is.
        wanted: Filtered,
        /// What is kept beside the moves.
        comments: Comments,
    },
    /// Print the records in another notation.
    Convert {
        /// The files; `-` is standard input.
        files: Vec<PathBuf>,
        /// The notation.
        to: Notation,
    },
    /// Make, load or ask a table of an ending.
    Ending(ending::Request),
    /// Let the metaposition player play endings.
    Player(player::Request),
    /// Be the umpire of games that are played on standard input.
    Umpire,
    /// Print a player's beliefs.
    Belief {
        /// Where the records come from.
        source: Source,
        /// How the work is done.
        way: Way,
        /// What is printed.
        listing: Listing,
    },
    /// Solve problems.
    Solve {
        /// Where the records come from.
        source: Source,
        /// How the work is done.
        way: Way,
        /// What is asked and printed.
        asking: Asking,
    },
}

impl Task {
    /// Does it. Exit codes: 0 all is well, 1 `check` has findings, 2 something cannot be read or
    /// not be made. The first signal ends it, and what was done by then is written: 130.
    pub fn run(&self) -> Exit {
        match signals::on_signals() {
            Ok(stop) => {
                if matches!(self, Task::Umpire) {
                    // It does nothing but wait for the next line: a signal ends it as if it were
                    // the second.
                    stop.raise();
                }
                self.run_until(&stop)
            }
            Err(error) => {
                complain(format_args!("cannot catch signals: {error}"));
                Exit::Internal
            }
        }
    }

    fn run_until(&self, stop: &Stop) -> Exit {
        let mut out = BufWriter::new(io::stdout().lock());
        let written = self.run_to(&mut out, stop).and_then(|exit| {
            out.flush()?;
            Ok(exit)
        });
        ended(written, stop)
    }

    fn run_to(&self, out: &mut impl Write, stop: &Stop) -> io::Result<Exit> {
        match self {
            Task::Check {
                files,
                json,
                extent,
            } => {
                let mut checking = Checking {
                    json: *json,
                    extent: *extent,
                    totals: Totals::default(),
                    out,
                };
                let unreadable = each_record(files, stop, &mut checking)?;
                if stop.is_raised() {
                    return Ok(Exit::Interrupted);
                }
                checking.finish(unreadable)
            }
            Task::Filter {
                files,
                wanted,
                comments,
            } => rewrite(files, stop, out, |game| filter(game, *wanted, *comments)),
            Task::Convert { files, to } => rewrite(files, stop, out, |game| convert(game, *to)),
            // These write by themselves.
            Task::Ending(request) => Ok(ending::run(request, stop)),
            Task::Player(request) => Ok(player::run(request, stop)),
            Task::Umpire => {
                tell_if_typed("new [FEN], try MOVE and tries");
                dialogue::umpire(io::stdin().lock(), out)?;
                Ok(Exit::Success)
            }
            Task::Belief {
                source,
                way,
                listing,
            } => batch::run(source, *way, stop, out, |file, read| {
                listing.work(file, read, stop)
            }),
            Task::Solve {
                source,
                way,
                asking,
            } => {
                if let Some(note) = asking.even() {
                    tell(note);
                }
                let noted = AtomicBool::new(false);
                batch::run(source, *way, stop, out, |file, read| {
                    let mut written = asking.work(file, read, stop);
                    if let Some(note) = asking.outvoted(read)
                        && !noted.swap(true, Ordering::Relaxed)
                    {
                        let said = written.complaint.map_or(String::new(), |said| said + "\n");
                        written.complaint = Some(said + &note);
                    }
                    written
                })
            }
        }
    }
}

/// Takes what is read from files.
trait Visitor {
    fn game(&mut self, file: &str, read: Read) -> io::Result<()>;

    /// A game that is not PGN.
    fn broken(&mut self, file: &str, finding: RecordFinding) -> io::Result<()>;
}

/// Reads all games of all files; gives the number of files that could not be read.
fn each_record(files: &[PathBuf], stop: &Stop, visitor: &mut impl Visitor) -> io::Result<usize> {
    if reads_standard_input(files) {
        tell_if_typed("games");
    }
    let mut unreadable = 0;
    for record in Records::of_files(files.to_vec(), AHEAD, stop.clone())? {
        let file = &*record.file;
        match record.read {
            Ok(read) => visitor.game(file, *read)?,
            Err(ReadError::Syntax { place, text }) => {
                visitor.broken(file, RecordFinding::new(place, Kind::Syntax, text))?;
            }
            Err(ReadError::Io(error)) => {
                unreadable += 1;
                tell(format_args!("{file}: {error}"));
            }
        }
    }
    Ok(unreadable)
}

#[derive(Debug, Default)]
struct Totals {
    games: usize,
    half_moves: usize,
    findings: usize,
    notes: usize,
    broken: usize,
}

struct Checking<'a, W> {
    json: bool,
    extent: Extent,
    totals: Totals,
    out: &'a mut W,
}

impl<W: Write> Checking<'_, W> {
    fn finding(&mut self, file: &str, finding: &RecordFinding) -> io::Result<()> {
        if !self.json {
            return writeln!(self.out, "{}:{finding}", printable(file));
        }
        let line = json!({
            "file": file,
            "line": finding.place.line,
            "column": finding.place.column,
            "kind": finding.kind.name(),
            "note": finding.kind.is_note(),
            "text": finding.text,
        });
        writeln!(self.out, "{line}")
    }

    fn finish(self, unreadable: usize) -> io::Result<Exit> {
        let totals = &self.totals;
        let exit = if unreadable + totals.broken > 0 {
            Exit::Malformed
        } else if totals.findings > 0 {
            Exit::Regression
        } else {
            Exit::Success
        };
        if self.json {
            let line = json!({
                "games": totals.games,
                "half_moves": totals.half_moves,
                "findings": totals.findings,
                "notes": totals.notes,
                "unreadable": unreadable + totals.broken,
                "exit": exit.code(),
            });
            writeln!(self.out, "{line}")?;
        } else {
            // What was found stands first, whoever reads both.
            self.out.flush()?;
            tell(format_args!(
                "{}, {}, {}, {}, {} unreadable",
                counted(totals.games as u64, "game", "games"),
                counted(totals.half_moves as u64, "half-move", "half-moves"),
                counted(totals.findings as u64, "finding", "findings"),
                counted(totals.notes as u64, "note", "notes"),
                unreadable + totals.broken,
            ));
        }
        Ok(exit)
    }
}

impl<W: Write> Visitor for Checking<'_, W> {
    fn game(&mut self, file: &str, read: Read) -> io::Result<()> {
        self.totals.games += 1;
        self.totals.half_moves += read.game.turns.len();
        for finding in check::check(&read, self.extent) {
            if finding.kind.is_note() {
                self.totals.notes += 1;
            } else if finding.kind == Kind::Syntax {
                // The game was cut.
                self.totals.broken += 1;
            } else {
                self.totals.findings += 1;
            }
            self.finding(file, &finding)?;
        }
        Ok(())
    }

    fn broken(&mut self, file: &str, finding: RecordFinding) -> io::Result<()> {
        self.totals.broken += 1;
        self.finding(file, &finding)
    }
}

fn rewrite(
    files: &[PathBuf],
    stop: &Stop,
    out: &mut impl Write,
    make: impl Fn(&Game) -> Result<Made, RecordFinding>,
) -> io::Result<Exit> {
    let mut rewriting = Rewriting {
        make,
        written: 0,
        failed: 0,
        out,
    };
    let unreadable = each_record(files, stop, &mut rewriting)?;
    Ok(if stop.is_raised() {
        Exit::Interrupted
    } else if unreadable + rewriting.failed > 0 {
        Exit::Malformed
    } else {
        Exit::Success
    })
}

struct Rewriting<'a, W, F> {
    make: F,
    written: usize,
    failed: usize,
    out: &'a mut W,
}

impl<W: Write, F: Fn(&Game) -> Result<Made, RecordFinding>> Visitor for Rewriting<'_, W, F> {
    fn game(&mut self, file: &str, read: Read) -> io::Result<()> {
        for broken in &read.broken {
            tell(format_args!(
                "{file}:{}",
                RecordFinding::new(broken.place, Kind::BrokenPayload, broken.text.clone())
            ));
        }
        if let Some(cut) = &read.cut {
            self.failed += 1;
            tell(format_args!("{file}:{}", RecordFinding::from(cut)));
        }
        let made = match (self.make)(&read.game) {
            Ok(made) => made,
            Err(finding) => return self.broken(file, finding),
        };
        for finding in &made.findings {
            tell(format_args!("{file}:{finding}"));
        }
        if self.written > 0 {
            writeln!(self.out)?;
        }
        self.written += 1;
        write_game(&made.game, self.out)
    }

    fn broken(&mut self, file: &str, finding: RecordFinding) -> io::Result<()> {
        self.failed += 1;
        tell(format_args!("{file}:{finding}; left out"));
        Ok(())
    }
}
