//! A program as its command line shows it, and how its arguments are read.

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;
use std::{env, io};

use clap::error::ErrorKind;
use clap::{Command, FromArgMatches};

use crate::manuals::Manual;
use crate::{NoCommand, caught, color, examples, help, manuals, roles, version};
use keymove_base::desk::{color_messages, fail_closed_output, name_program};
use keymove_base::exit::Exit;
use keymove_base::stop::signals;

/// A program of the workspace.
pub struct Program {
    /// The name by which it is called.
    pub name: &'static str,
    /// The lines behind `Usage:`.
    pub usage: &'static str,
    /// Its commands with their arguments.
    pub definition: fn() -> Command,
    /// Its commands by purpose. A command that a build does not have is left out.
    pub groups: &'static [(&'static str, &'static [&'static str])],
    /// Its manuals, the first one to read first.
    pub manuals: &'static [Manual],
    /// For each command a line that begins with `$` and names it, then its examples.
    pub examples: &'static str,
    /// Gives a better message than clap's for an error, if there is one. It also gets the first argument.
    pub instead: fn(&clap::Error, Option<&OsStr>) -> Option<NoCommand>,
    /// Gives the words that `-V` adds to the processor.
    pub remark: fn() -> &'static str,
}

impl Program {
    /// Reads the arguments of the process and runs what they ask for.
    pub fn main<A: FromArgMatches>(&self, run: impl FnOnce(A) -> Result<Exit, Exit>) -> ExitCode {
        name_program(self.name);
        // Without a socket all is as before.
        let _ = fail_closed_output();
        let exit = match self.parse(color::taken(env::args_os())) {
            Ok(arguments) => started(|| run(arguments)),
            Err(instead) => instead.show(),
        };
        exit.into()
    }

    /// Reads the arguments, of which the first is the program's name.
    ///
    /// # Errors
    ///
    /// [`NoCommand`]: there is nothing to do but to show a text.
    pub fn parse<A: FromArgMatches>(&self, arguments: Vec<OsString>) -> Result<A, NoCommand> {
        if let Some(answer) = manuals::asked(self, &arguments) {
            return Err(answer);
        }
        let first = arguments.get(1).cloned();
        let instead = |error| self.message(&error, first.as_deref());
        let mut defined = help::on_screen(self, &arguments);
        let matches = defined
            .try_get_matches_from_mut(arguments)
            .map_err(instead)?;
        roles::apart(self.name, &defined, &matches)?;
        A::from_arg_matches(&matches).map_err(instead)
    }

    /// All commands with their arguments, and the settings that all programs have.
    pub fn defined(&self) -> Command {
        let command = (self.definition)();
        let needs_command = !help::takes_files(&command);
        command
            .propagate_version(true)
            .allow_negative_numbers(true)
            .args_override_self(true)
            .subcommand_required(needs_command)
            .arg_required_else_help(needs_command)
            .arg(color::option())
    }

    /// The same with the examples behind each help.
    pub(crate) fn with_examples(&self) -> Command {
        examples::added(self, self.defined())
    }

    /// The text to show when clap found no command and gave `error`.
    fn message(&self, error: &clap::Error, first: Option<&OsStr>) -> NoCommand {
        if error.kind() == ErrorKind::DisplayVersion {
            // Not the name of the subcommand.
            return NoCommand::Text(version::text(self));
        }
        if let Some(instead) = (self.instead)(error, first) {
            return instead;
        }
        let text = error.render();
        match error.use_stderr() {
            true => NoCommand::Usage(text.to_string()),
            false if color::is_on(io::stdout()) => NoCommand::Text(text.ansi().to_string()),
            false => NoCommand::Text(text.to_string()),
        }
    }
}

/// Runs a command: messages have colour where a terminal shows it, and a failed write is no signal.
pub fn started(run: impl FnOnce() -> Result<Exit, Exit>) -> Exit {
    color_messages(color::is_on(io::stderr()));
    let done = caught(signals::let_writes_fail()).and_then(|()| run());
    done.unwrap_or_else(|exit| exit)
}

/// The name closest to a word that is not among `names`: one slip is allowed for every four letters.
pub fn nearest<'a>(written: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let (slips, name) = names
        .map(|name| (strsim::damerau_levenshtein(name, written), name))
        .min()?;
    (1..=name.len() / 4).contains(&slips).then_some(name)
}
