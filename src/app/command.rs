//! What the program can be asked to do, one file a command. These are the only files that know
//! standard output, exit codes, signals and files to be read; what pipes and signals make of a
//! command's end is [`keymove_base::desk`]'s.

pub mod bench;
#[cfg(feature = "wings")]
pub mod bpgn;
pub mod census;
pub mod check;
pub mod chest;
pub mod compare;
#[cfg(feature = "wings")]
pub mod kriegspiel;
mod lines;
pub mod manual;
pub mod merge;
pub mod papers;
pub mod popeye;
mod records;
pub mod schema;
pub mod shard;
pub mod solve;
pub mod uci;
#[cfg(feature = "wings")]
mod unpacked;
pub mod verify;
#[cfg(feature = "window")]
pub mod window;

use std::fmt::Display;
use std::io;
use std::path::Path;

#[cfg(feature = "wings")]
use bpgn::Bpgn;
use census::CensusRequest;
use check::Examination;
use chest::ChestRequest;
use compare::Comparison;
use keymove_base::desk::complained;
use keymove_base::exit::Exit;
use keymove_base::pool::{End, Failure};
use keymove_base::stop::signals;
use keymove_run::batch::Config;
#[cfg(feature = "wings")]
use kriegspiel::Task;
use manual::Manual;
use merge::MergeRequest;
use papers::Papers;
use popeye::PopeyeInput;
use shard::ShardWork;
use verify::VerifyTask;
#[cfg(feature = "window")]
use window::WindowOpening;

/// What the program is to do.
#[derive(Debug, Clone)]
pub enum Command {
    /// `solver`, `solver -b`: the run over records.
    Solve(Config),
    /// `solver compare`.
    Compare(Comparison),
    /// `solver check`.
    Check(Examination),
    /// `solver bench`.
    Bench,
    /// `solver schema`.
    Schema,
    /// `solver kriegspiel` on records of games.
    #[cfg(feature = "wings")]
    Kriegspiel(Task),
    /// `solver bpgn`.
    #[cfg(feature = "wings")]
    Bpgn(Bpgn),
    /// `solver split`, `solver join`.
    Shard(ShardWork),
    /// `solver stats`.
    Census(CensusRequest),
    /// `solver uci`.
    Uci,
    /// `solver chest`.
    Chest(ChestRequest),
    /// `solver completions`, `solver man`.
    Papers(Papers),
    /// `solver help MANUAL`.
    Manual(Manual),
    /// `solver verify`.
    Verify(VerifyTask),
    /// `solver merge`.
    Merge(MergeRequest),
    /// `solver popeye`.
    Popeye(PopeyeInput),
    /// `solver window`.
    #[cfg(feature = "window")]
    Window(WindowOpening),
}

impl Command {
    /// Does it; messages are told, the exit code is what remains to be given.
    pub fn run(&self) -> Exit {
        self.done().unwrap_or_else(|exit| exit)
    }

    /// Does it; an error is the exit code of what could not be begun.
    fn done(&self) -> Result<Exit, Exit> {
        caught(signals::let_writes_fail())?;
        Ok(match self {
            Command::Solve(config) => solve::run(config)?,
            Command::Compare(comparison) => compare::run(comparison)?,
            Command::Check(examination) => check::run(examination)?,
            Command::Bench => bench::run(),
            Command::Schema => schema::run(),
            #[cfg(feature = "wings")]
            Command::Kriegspiel(task) => task.run()?,
            #[cfg(feature = "wings")]
            Command::Bpgn(work) => bpgn::run(work)?,
            Command::Shard(work) => shard::run(work),
            Command::Census(request) => census::run(request),
            Command::Uci => uci::run()?,
            Command::Chest(request) => chest::run(request)?,
            Command::Papers(papers) => papers::run(papers)?,
            Command::Manual(manual) => manual::run(manual),
            Command::Verify(trial) => verify::run(trial)?,
            Command::Merge(request) => merge::run(request)?,
            Command::Popeye(work) => popeye::run(work)?,
            #[cfg(feature = "window")]
            Command::Window(opening) => window::run(opening)?,
        })
    }
}

/// What signals have to give, without which nothing is begun.
fn caught<T>(asked: io::Result<T>) -> Result<T, Exit> {
    asked.map_err(|error| {
        let message = format_args!("cannot catch signals: {error}");
        complained(message, Exit::Internal)
    })
}

/// The exit code for a file that cannot be written, which is told.
fn unwritten(path: &Path, error: impl Display) -> Exit {
    let message = format_args!("{}: {error}", path.display());
    complained(message, Exit::WriteError)
}

/// The exit code of a run of the pool that came to `exit` by itself.
///
/// # Errors
///
/// What the sink failed with.
fn pooled(end: Result<End, Failure<io::Error>>, exit: Exit) -> io::Result<Exit> {
    match end {
        Ok(End::Complete) => Ok(exit),
        Ok(End::Stopped) => Ok(exit.min(Exit::Interrupted)),
        Ok(End::Broken) => Ok(exit.min(Exit::Internal)),
        Err(Failure::Sink(error)) => Err(error),
        Err(Failure::Thread(error)) => Ok(no_thread(error)),
    }
}

/// The exit code where a thread cannot be had, which is told.
fn no_thread(error: io::Error) -> Exit {
    complained(
        format_args!("cannot start a thread: {error}"),
        Exit::Internal,
    )
}
