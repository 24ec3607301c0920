//! The command line of `solver`: the only crate that knows clap, standard streams, signals and
//! exit codes.
//!
//! ```text
//! arguments -> parse -> Command -> run, doors, window, wings -> exit code
//! ```
//!
//! A command is a file with one struct: its fields are the arguments, in the types that the crates
//! below take, and its `run` does the work. It solves nothing and reads no record: it opens files
//! and streams and hands them on. What pipes and signals make of a command's end is
//! [`keymove_base::desk`]'s.
//!
//! A usage error ends with exit code 64, so that a script can tell "nothing was done" from 2, "all
//! was done but the malformed records".
//!
//! Start reading with [`parse`] and [`Command`].

mod arguments;
#[cfg(feature = "wings")]
mod bpgn;
mod check;
mod chest;
mod color;
mod compare;
mod examples;
mod help;
#[cfg(feature = "wings")]
pub mod kriegspiel;
mod lines;
mod manuals;
mod merge;
mod papers;
mod popeye;
pub mod processor;
mod reading;
mod roles;
mod solve;
mod stats;
mod tool;
mod uci;
mod units;
#[cfg(feature = "wings")]
mod unpacked;
mod verify;
mod version;
#[cfg(feature = "window")]
mod window;

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};

use keymove_base::desk::{color_messages, complained, ended};
use keymove_base::error::printable_lines;
use keymove_base::exit::Exit;
use keymove_base::paint::Paint;
#[cfg(feature = "wings")]
use keymove_base::pool::{End, Failure};
use keymove_base::stop::{Stop, signals};
use keymove_solve::Stipulation;
use tool::{Arguments, Tool};

/// Why there is no [`Command`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoCommand {
    /// Help or the version was asked for: this text, for stdout.
    Text(String),
    /// A usage error: this text, for stderr.
    Usage(String),
}

impl NoCommand {
    /// Shows the text and gives the exit code.
    pub fn show(&self) -> Exit {
        match self {
            NoCommand::Text(text) => print(text.as_bytes()),
            NoCommand::Usage(text) => {
                let mut text = printable_lines(text).into_owned();
                if color::is_on(io::stderr())
                    && let Some(end) = text.find(' ')
                {
                    // `error:`, or the program's name.
                    text.replace_range(..end, &Paint::Bad.on(&text[..end]));
                }
                // Nobody else can be told.
                let _ = io::stderr().write_all(text.as_bytes());
                Exit::Usage
            }
        }
    }
}

/// What the program is to do.
#[derive(Debug)]
pub enum Command {
    /// `solver`, `solver -b`: the run over records.
    Solve(Box<solve::Solve>),
    /// `solver help NAME`: the text of a manual, in Markdown.
    Manual(&'static str),
    /// A command with a name of its own.
    Tool(Box<tool::Tool>),
}

impl Command {
    /// Does it; messages are told, the exit code is what remains to be given.
    pub fn run(self) -> Exit {
        color_messages(color::is_on(io::stderr()));
        let done = caught(signals::let_writes_fail()).and_then(|()| match self {
            Command::Solve(solve) => solve.run(),
            Command::Manual(text) => Ok(print(text.as_bytes())),
            Command::Tool(tool) => tool.run(),
        });
        done.unwrap_or_else(|exit| exit)
    }
}

/// Reads the arguments, of which the first is the program's name.
///
/// # Errors
///
/// [`NoCommand`]: there is nothing to do but to show a text.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, NoCommand> {
    let arguments = popeye::as_command(color::taken(arguments));
    let (arguments, ignored) = chest::as_command(arguments);
    if let Some(answer) = manuals::asked(&arguments) {
        return answer;
    }
    let first = arguments.get(1).cloned();
    let instead = |error| instead(&error, first.as_deref());
    let mut defined = help::on_screen(examples::added(definition()), &arguments);
    let matches = defined
        .try_get_matches_from_mut(arguments)
        .map_err(instead)?;
    roles::apart(&defined, &matches)?;
    let arguments = Arguments::from_arg_matches(&matches).map_err(instead)?;
    match arguments.tool {
        Some(Tool::Chest(chest)) if chest.bulk => parse(chest.bulk_run()),
        Some(Tool::Chest(mut chest)) => {
            chest.ignored = ignored;
            Ok(Command::Tool(Box::new(Tool::Chest(chest))))
        }
        Some(tool) => Ok(Command::Tool(Box::new(tool))),
        None => Ok(Command::Solve(Box::new(arguments.solve))),
    }
}

/// All commands with their arguments.
fn definition() -> clap::Command {
    examples::mended(Arguments::command().arg(color::option()))
}

/// The text to show when clap found no command and gave `error`.
fn instead(error: &clap::Error, first: Option<&OsStr>) -> NoCommand {
    if error.kind() == ErrorKind::DisplayVersion {
        // Not the name of the subcommand: there is one program.
        return NoCommand::Text(version::text());
    }
    if let (Some(ContextValue::String(argument)), Some(ContextValue::String(value))) = (
        error.get(ContextKind::InvalidArg),
        error.get(ContextKind::InvalidValue),
    ) && argument.contains("--job")
        && let Ok(stipulation) = value.parse()
    {
        return usage(&instead_of_job(value, stipulation));
    }
    // An option of the command that was meant: `solver verfy --effort 5`.
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(word) = first.and_then(OsStr::to_str)
        && !Path::new(word).exists()
        && let Some(instead) = instead_of_command(word)
    {
        return instead;
    }
    let text = error.render();
    match error.use_stderr() {
        true => NoCommand::Usage(text.to_string()),
        false if color::is_on(io::stdout()) => NoCommand::Text(text.ansi().to_string()),
        false => NoCommand::Text(text.to_string()),
    }
}

/// What says `stipulation`, which was given to `--job`.
fn instead_of_job(value: &str, stipulation: Stipulation) -> String {
    format!("--job takes no length; for {value} use --stip '{stipulation}'")
}

/// What is said of a file that is not there and may have been meant as a command: `solver chek x`.
/// A file may be called like a command, so it is another name.
fn instead_of_command(written: &str) -> Option<NoCommand> {
    if written == "version" {
        return Some(usage(
            "version is no command and no file; the version is told by --version",
        ));
    }
    let commands = definition();
    let names = commands
        .get_subcommands()
        .flat_map(|command| std::iter::once(command.get_name()).chain(command.get_all_aliases()))
        .chain(["help", "solver"]);
    Some(usage(&match nearest(written, names)? {
        "solver" => {
            format!("{written} is no command and no file; files are solved without a command")
        }
        name => format!("{written} is no command and no file; did you mean solver {name}?"),
    }))
}

/// The name closest to a word that is not among `names`: one slip is allowed for every four letters.
fn nearest<'a>(written: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let (slips, name) = names
        .map(|name| (strsim::damerau_levenshtein(name, written), name))
        .min()?;
    (1..=name.len() / 4).contains(&slips).then_some(name)
}

fn usage(message: &str) -> NoCommand {
    NoCommand::Usage(format!(
        "error: {message}\n\nFor more information, try '--help'.\n"
    ))
}

/// Refuses arguments that cannot be together: the first of those whose condition is met.
fn refuse(refused: &[(bool, &str)]) -> Result<(), NoCommand> {
    let found = refused.iter().find(|(is_met, _)| *is_met);
    found.map_or(Ok(()), |(_, message)| Err(usage(message)))
}

/// Writes a text to standard output.
fn print(text: &[u8]) -> Exit {
    let mut out = io::stdout().lock();
    let written = out.write_all(text).and_then(|()| out.flush());
    // Too short for a signal to be caught.
    ended(written.map(|()| Exit::Success), &Stop::new())
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
#[cfg(feature = "wings")]
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
