//! `kriegspiel`: records of games, problems, and endings against a bare king. No whole games are played.
//!
//! stdout holds the result, stderr what is said about it. A file that cannot be read, or a game in
//! it that is not PGN, is reported and the rest goes on.

mod batch;
mod check;
mod ending;
mod experiment;
mod page;
mod play;
mod player;
mod problem;
mod record_stream;
mod rewrite;
mod show;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, CommandFactory, Parser, Subcommand};

use batch::{RecordCounts, RecordWork};
use keymove_base::desk::{ended, tell, tell_if_typed};
use keymove_base::exit::Exit;
use keymove_base::stop::{Stop, signals};
use keymove_kriegspiel::{MANUAL, dialogue};
use keymove_terminal::arguments::Workers;
use keymove_terminal::manuals::Manual;
use keymove_terminal::papers::Paper;
use keymove_terminal::{Program, caught};

/// `kriegspiel` as its command line shows it.
const PROGRAM: Program = Program {
    name: "kriegspiel",
    usage: "kriegspiel [OPTIONS] <COMMAND>",
    definition: Kriegspiel::command,
    groups: &[
        (
            "Records of games",
            &["check", "filter", "convert", "html", "show", "umpire"],
        ),
        (
            "Problems and endings",
            &["solve", "ending", "play", "player"],
        ),
        ("The program itself", &["completions", "man"]),
    ],
    manuals: &[Manual {
        name: "manual",
        aliases: "kriegspiel records",
        about: "Records, what a player can know, problems, endings",
        text: MANUAL,
    }],
    examples: include_str!("examples.txt"),
    instead: |_, _| None,
    remark: || "",
};

fn main() -> ExitCode {
    PROGRAM.main(Kriegspiel::run)
}

/// Checks and converts records of Kriegspiel games, solves problems, plays endings, but no whole games
#[derive(Debug, Parser)]
#[command(name = "kriegspiel", version)]
#[command(after_help = "\
Exit codes: 0 done, 1 check has findings, 2 a file or a game cannot be read, 64 usage, 70 internal error, \
74 output cannot be written, 124 out of time (ending, player), 130 stopped by a signal.")]
struct Kriegspiel {
    #[command(subcommand)]
    action: KriegspielAction,
}

#[derive(Debug, Subcommand)]
enum KriegspielAction {
    /// Replay every move, try and announcement; FILE:LINE:COLUMN: what is wrong
    Check(Records<check::Inspection>),
    /// Write the umpire's record as one player knows it, or normalised
    Filter(Records<rewrite::Filter>),
    /// Write records in the other notation; what that cannot say is named on stderr
    Convert(Records<rewrite::Convert>),
    /// Write a page that replays umpires' records on three boards, for any browser
    Html(Records<page::PageRequest>),
    /// Can a player who knows only a filtered record mate for sure? Give the plan
    Solve(Records<problem::ProblemRequest>),
    Ending(ending::EndingRequest),
    Player(player::PlayerRequest),
    Play(play::PlayRequest),
    Show(show::ShowRequest),
    // Not a doc comment: it would take [FEN] for a link.
    #[command(
        about = "Be the umpire of a game: new [FEN], try e2e4, tries, board, help; one answer a line"
    )]
    Umpire,
    #[command(flatten)]
    Paper(Paper),
}

/// Work on records, each for itself.
#[derive(Debug, Args)]
struct Records<W: Args> {
    #[command(flatten)]
    work: W,
    #[command(flatten)]
    workers: Workers,
    /// Files of games; none, or -: standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    files: Vec<PathBuf>,
}

impl Kriegspiel {
    /// Does the work. Exit codes: 0 all is well, 1 `check` has findings, 2 something cannot
    /// be read or not be made, 124 `--time` was over. The first signal ends it, and what was done by
    /// then is written: 130.
    fn run(self) -> Result<Exit, Exit> {
        let stop = caught(signals::on_signals())?;
        match self.action {
            KriegspielAction::Check(records) => records.run(&stop),
            KriegspielAction::Filter(records) => records.run(&stop),
            KriegspielAction::Convert(records) => records.run(&stop),
            KriegspielAction::Html(records) => {
                written(&stop, |out| page::write(records, &stop, out))
            }
            KriegspielAction::Solve(records) => records.run(&stop),
            KriegspielAction::Ending(request) => request.run(&stop),
            KriegspielAction::Player(request) => request.run(&stop),
            KriegspielAction::Play(request) => request.run(&stop),
            KriegspielAction::Show(request) => request.run(&stop),
            KriegspielAction::Paper(paper) => paper.run(&PROGRAM),
            KriegspielAction::Umpire => {
                // It does nothing but wait for the next line: a signal ends it as if it were the
                // second.
                stop.raise();
                tell_if_typed("new [FEN], try MOVE, tries, board and help");
                written(&stop, |out| {
                    dialogue::umpire(io::stdin().lock(), out).map(|()| Exit::Success)
                })
            }
        }
    }
}

impl<W: Args + RecordWork> Records<W> {
    fn run(self, stop: &Stop) -> Result<Exit, Exit> {
        written(stop, |out| {
            let work = Arc::new(self.work);
            let whole = Arc::clone(&work) as Arc<dyn RecordWork>;
            let (exit, counts) = batch::run(&self.files, self.workers.number(), whole, stop, out)?;
            if exit != Exit::Interrupted {
                work.finish(exit, &counts, out)?;
            }
            Ok(exit)
        })
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

/// Prints the totals after the output.
fn tell_sum(mut text: String, counts: &RecordCounts, out: &mut dyn Write) -> io::Result<()> {
    out.flush()?;
    if counts.unreadable > 0 {
        text.push_str(&format!(", {} unreadable", counts.unreadable));
    }
    tell(text);
    Ok(())
}
