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

use super::caught;
use batch::{RecordCounts, RecordWork, Source, Way};
use belief::Listing;
use check::Inspection;
use keymove_base::desk::{ended, tell, tell_if_typed};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_base::stop::signals;
use keymove_kriegspiel::dialogue;
use keymove_kriegspiel::mine::ProblemMining;
use problem::ProblemRequest;
use rewrite::Rewrite;

/// What is to be done.
#[derive(Debug, Clone)]
pub enum Task {
    /// Go through records, each for itself.
    Records {
        /// Where the records come from.
        source: Source,
        /// How the work is done.
        way: Way,
        /// What is done with each.
        work: RecordTask,
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
}

/// What is done with each record.
#[derive(Debug, Clone)]
pub enum RecordTask {
    /// Replay it and print what is wrong.
    Check(Inspection),
    /// Print it as one player knows it, or in another notation.
    Rewrite(Rewrite),
    /// Print a player's beliefs.
    Belief(Listing),
    /// Write it into a page that replays records.
    Html(page::PageRequest),
    /// Write problems: moments at which mate was certain.
    Mine(ProblemMining),
    /// Solve the problem.
    Solve(ProblemRequest),
}

impl Task {
    /// Does it. Exit codes: 0 all is well, 1 `check` has findings, 2 something cannot be read or
    /// not be made, 124 `--time` was over. The first signal ends it, and what was done by then is
    /// written: 130.
    pub fn run(&self) -> Result<Exit, Exit> {
        let stop = caught(signals::on_signals())?;
        if matches!(self, Task::Umpire) {
            // It does nothing but wait for the next line: a signal ends it as if it were the
            // second.
            stop.raise();
        }
        match self {
            Task::Records { source, way, work } => {
                written(&stop, |out| work.run(source, *way, &stop, out))
            }
            Task::Umpire => {
                tell_if_typed("new [FEN], try MOVE, tries, board and help");
                written(&stop, |out| {
                    dialogue::umpire(io::stdin().lock(), out).map(|()| Exit::Success)
                })
            }
            Task::Ending(request) => ending::run(request, &stop),
            Task::Player(request) => player::run(request, &stop),
            Task::Play(request) => play::run(request, &stop),
            Task::Show(request) => show::run(request, &stop),
        }
    }
}

/// Does what writes to standard output.
fn written<'a>(
    stop: &Stop,
    write: impl FnOnce(&mut BufWriter<io::StdoutLock<'a>>) -> io::Result<Exit>,
) -> Result<Exit, Exit> {
    let mut out = BufWriter::new(io::stdout().lock());
    let exit = write(&mut out).and_then(|exit| out.flush().map(|()| exit));
    Ok(ended(exit, stop))
}

/// Says what all came to, behind what was written.
fn summed(
    exit: Exit,
    mut text: String,
    census: &RecordCounts,
    out: &mut impl Write,
) -> io::Result<Exit> {
    if exit != Exit::Interrupted {
        out.flush()?;
        if census.unreadable > 0 {
            text.push_str(&format!(", {} unreadable", census.unreadable));
        }
        tell(text);
    }
    Ok(exit)
}

impl RecordTask {
    fn run(
        &self,
        source: &Source,
        way: Way,
        stop: &Stop,
        out: &mut impl Write,
    ) -> io::Result<Exit> {
        let work: Box<dyn RecordWork> = match self {
            RecordTask::Check(inspection) => {
                let (exit, census) = batch::run(source, way, stop, out, Box::new(*inspection))?;
                if exit != Exit::Interrupted {
                    inspection.finish(exit, &census, out)?;
                }
                return Ok(exit);
            }
            RecordTask::Html(request) => return page::write(source, way, request, stop, out),
            RecordTask::Rewrite(rewriting) => Box::new(*rewriting),
            RecordTask::Belief(listing) => {
                let (exit, census) = batch::run(source, way, stop, out, Box::new(*listing))?;
                return summed(exit, census.games_in_words(), &census, out);
            }
            RecordTask::Mine(wanted) => {
                let (exit, census) = batch::run(source, way, stop, out, Box::new(*wanted))?;
                return summed(exit, mine::in_words(&census), &census, out);
            }
            RecordTask::Solve(asking) => {
                if let Some(note) = asking.even() {
                    tell(note);
                }
                Box::new(*asking)
            }
        };
        Ok(batch::run(source, way, stop, out, work)?.0)
    }
}
