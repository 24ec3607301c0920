//! The work of `solver kriegspiel` on files: what is to be done, and the doing.
//!
//! stdout holds the result, stderr what is said about it. A file that cannot be read, or a game in
//! it that is not PGN, is reported and the rest goes on.

pub mod batch;
pub mod belief;
pub mod check;
pub mod ending;
pub mod experiment;
pub mod mine;
pub mod page;
pub mod play;
pub mod player;
pub mod problem;
pub mod records;
pub mod rewrite;
pub mod show;

use std::io::{self, BufWriter, Write};

use crate::desk::{complain, ended, tell, tell_if_typed};
use crate::exit::Exit;
use crate::kriegspiel::dialogue;
use crate::kriegspiel::mine::ProblemMining;
use crate::stop::Stop;
use crate::stop::signals;
use batch::{Source, Way};
use belief::{Lister, Listing};
use check::Inspection;
use problem::{ProblemRequest, Solver};
use rewrite::Rewrite;

/// What is to be done.
#[derive(Debug, Clone)]
pub enum Task {
    /// Replay every record and print what is wrong.
    Check {
        /// Where the records come from.
        source: Source,
        /// How the work is done.
        way: Way,
        /// What is looked into and printed.
        inspection: Inspection,
    },
    /// Print the records as one player knows them, or in another notation.
    Rewrite {
        /// Where the records come from.
        source: Source,
        /// How the work is done.
        way: Way,
        /// Their new form.
        rewriting: Rewrite,
    },
    /// Make, load or ask a table of an ending.
    Ending(ending::EndingRequest),
    /// Let the metaposition player play endings.
    Player(player::PlayerRequest),
    /// Play endings against somebody.
    Play(play::PlayRequest),
    /// Show what a player knows as a board.
    Show(show::ShowRequest),
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
    /// Write a page that replays records.
    Html {
        /// Where the records come from.
        source: Source,
        /// How the work is done.
        way: Way,
        /// What is shown.
        request: page::PageRequest,
    },
    /// Write problems: moments at which mate was certain.
    Mine {
        /// Where the records come from.
        source: Source,
        /// How the work is done.
        way: Way,
        /// What is looked for.
        wanted: ProblemMining,
    },
    /// Solve problems.
    Solve {
        /// Where the records come from.
        source: Source,
        /// How the work is done.
        way: Way,
        /// What is asked and printed.
        asking: ProblemRequest,
    },
}

impl Task {
    /// Does it. Exit codes: 0 all is well, 1 `check` has findings, 2 something cannot be read or
    /// not be made, 124 `--time` was over. The first signal ends it, and what was done by then is
    /// written: 130.
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
                source,
                way,
                inspection,
            } => {
                let (exit, census) = batch::run(source, *way, stop, out, *inspection)?;
                if exit != Exit::Interrupted {
                    inspection.finish(exit, &census, out)?;
                }
                Ok(exit)
            }
            Task::Rewrite {
                source,
                way,
                rewriting,
            } => Ok(batch::run(source, *way, stop, out, *rewriting)?.0),
            // These write by themselves.
            Task::Ending(request) => Ok(ending::run(request, stop)),
            Task::Player(request) => Ok(player::run(request, stop)),
            Task::Play(request) => Ok(play::run(request, stop)),
            Task::Show(request) => Ok(show::run(request, stop)),
            Task::Umpire => {
                tell_if_typed("new [FEN], try MOVE and tries");
                dialogue::umpire(io::stdin().lock(), out)?;
                Ok(Exit::Success)
            }
            Task::Html {
                source,
                way,
                request,
            } => page::write(source, *way, request, stop, out),
            Task::Mine {
                source,
                way,
                wanted,
            } => {
                let work = mine::Miner {
                    wanted: *wanted,
                    stop: stop.clone(),
                };
                Ok(batch::run(source, *way, stop, out, work)?.0)
            }
            Task::Belief {
                source,
                way,
                listing,
            } => {
                let work = Lister {
                    listing: *listing,
                    stop: stop.clone(),
                };
                Ok(batch::run(source, *way, stop, out, work)?.0)
            }
            Task::Solve {
                source,
                way,
                asking,
            } => {
                if let Some(note) = asking.even() {
                    tell(note);
                }
                let work = Solver {
                    asking: *asking,
                    stop: stop.clone(),
                };
                Ok(batch::run(source, *way, stop, out, work)?.0)
            }
        }
    }
}
