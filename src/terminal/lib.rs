//! The manners that the command lines of `solver`, `kriegspiel` and `bpgn` share.
//!
//! ```text
//! arguments -> Program::parse -> the program's own structs -> its run -> exit code
//! ```
//!
//! A program is a [`Program`]: its name, its definition for clap, its manuals and its examples. From
//! these come help in groups, completions, man pages and the files that a command may not read and write
//! at the same time. The rest is small: [`color`], [`arguments`] of many commands, and the messages
//! of this page.
//!
//! A usage error ends with exit code 64, so that a script can tell "nothing was done" from 2, "all
//! was done but the malformed records".
//!
//! Start reading with [`program`].

pub mod arguments;
pub mod color;
mod examples;
mod help;
pub mod lines;
pub mod manuals;
pub mod papers;
pub mod plain;
pub mod program;
mod roles;
pub mod version;

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use keymove_base::desk::{complained, ended};
use keymove_base::error::printable_lines;
use keymove_base::exit::Exit;
use keymove_base::paint::Paint;
use keymove_base::pool::{End, Failure};
use keymove_base::stop::Stop;
pub use program::Program;

/// The reason why there is no command to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoCommand {
    /// Help, a manual or the version was asked for: this text, for stdout.
    Text(String),
    /// A usage error: this text, for stderr.
    Usage(String),
    /// The command belongs to another program, which this text names, for stderr.
    Elsewhere(String),
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
            NoCommand::Elsewhere(text) => complained(text, Exit::Malformed),
        }
    }
}

/// The usage error with this message.
pub fn usage(message: impl Display) -> NoCommand {
    NoCommand::Usage(format!(
        "error: {message}\n\nFor more information, try '--help'.\n"
    ))
}

/// Refuses arguments that cannot be together.
///
/// # Errors
///
/// The message of the first condition that is met.
pub fn refuse(refused: &[(bool, &str)]) -> Result<(), NoCommand> {
    let found = refused.iter().find(|(is_met, _)| *is_met);
    found.map_or(Ok(()), |(_, message)| Err(usage(message)))
}

/// Writes a text to standard output.
pub fn print(text: &[u8]) -> Exit {
    let mut out = io::stdout().lock();
    let written = out.write_all(text).and_then(|()| out.flush());
    // Too short for a signal to be caught.
    ended(written.map(|()| Exit::Success), &Stop::new())
}

/// The watch over signals that was asked for, without which nothing is begun.
///
/// # Errors
///
/// The exit code: signals cannot be caught, and the user was told.
pub fn caught<T>(asked: io::Result<T>) -> Result<T, Exit> {
    asked.map_err(|error| {
        let message = format_args!("cannot catch signals: {error}");
        complained(message, Exit::Internal)
    })
}

/// Tells that a file cannot be written, and gives the exit code.
pub fn unwritten(path: &Path, error: impl Display) -> Exit {
    let message = format_args!("{}: {error}", path.display());
    complained(message, Exit::WriteError)
}

/// The exit code of a run of the pool that came to `exit` by itself.
///
/// # Errors
///
/// The sink failed.
pub fn pooled(end: Result<End, Failure<io::Error>>, exit: Exit) -> io::Result<Exit> {
    match end {
        Ok(End::Complete) => Ok(exit),
        Ok(End::Stopped) => Ok(exit.min(Exit::Interrupted)),
        Ok(End::Broken) => Ok(exit.min(Exit::Internal)),
        Err(Failure::Sink(error)) => Err(error),
        Err(Failure::Thread(error)) => Ok(no_thread(error)),
    }
}

/// Tells that a thread cannot be started, and gives the exit code.
pub fn no_thread(error: io::Error) -> Exit {
    complained(
        format_args!("cannot start a thread: {error}"),
        Exit::Internal,
    )
}
