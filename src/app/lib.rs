//! The command line of `solver`: its commands, and the files and streams that they open.
//!
//! ```text
//! arguments -> parse -> Command -> run, doors, window -> exit code
//! ```
//!
//! A command is a file with one struct: its fields are the arguments, in the types that the crates
//! below take, and its `run` does the work. It solves nothing and reads no record: it opens files
//! and streams and hands them on. What pipes and signals make of a command's end is
//! [`keymove_base::desk`]'s; help, manuals and messages are [`keymove_terminal`]'s.
//!
//! Start reading with [`parse`] and [`Command`].

mod arguments;
mod check;
mod chest;
mod compare;
mod manuals;
mod merge;
mod popeye;
pub mod processor;
mod reading;
mod solve;
mod stats;
mod tool;
mod uci;
mod verify;
#[cfg(feature = "window")]
mod window;

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use keymove_base::exit::Exit;
use keymove_forms::form::ROWS;
use keymove_solve::Stipulation;
pub use keymove_terminal::NoCommand;
use keymove_terminal::program::{nearest, started};
use keymove_terminal::{Program, color, usage, version};
use tool::{Arguments, Tool};

/// `solver` as its command line shows it.
static PROGRAM: Program = Program {
    name: "solver",
    usage: "solver [OPTIONS] [FILE|POSITION]...\n       solver <COMMAND>",
    definition: Arguments::command,
    groups: &[
        ("Solve in other ways", &["window", "uci", "chest", "popeye"]),
        (
            "Check and compare",
            &["check", "verify", "compare", "stats"],
        ),
        ("Whole collections", &["merge"]),
        (
            "The program itself",
            &["bench", "schema", "completions", "man"],
        ),
    ],
    manuals: manuals::MANUALS,
    examples: include_str!("examples.txt"),
    instead,
    remark: processor::remark,
};

/// The work that the program is to do.
#[derive(Debug)]
pub enum Command {
    /// `solver`, `solver -b`: the run over records.
    Solve(Box<solve::Solve>),
    /// A command with a name of its own.
    Tool(Box<tool::Tool>),
}

impl Command {
    /// Does it and gives the exit code. Messages are on standard error.
    pub fn run(self) -> Exit {
        started(|| match self {
            Command::Solve(solve) => solve.run(),
            Command::Tool(tool) => tool.run(),
        })
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
    if let Some(elsewhere) = elsewhere(&arguments) {
        return Err(elsewhere);
    }
    let arguments: Arguments = PROGRAM.parse(arguments)?;
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

/// The program's name and commit, for outputs that name their author.
fn own_name() -> String {
    version::full_name(PROGRAM.name)
}

/// Names the program of a game that has one of its own, if `solver` is called with its name.
fn elsewhere(arguments: &[OsString]) -> Option<NoCommand> {
    let named = |word: &OsString| {
        let mut programs = ["kriegspiel", "bpgn"].into_iter();
        programs.find(|program| word == program)
    };
    let (program, rest) = match arguments.get(1)? {
        help if help == "help" => (named(arguments.get(2)?)?, &arguments[1..2]),
        first => (named(first)?, &arguments[2..]),
    };
    let rest: Vec<_> = rest.iter().map(|word| word.to_string_lossy()).collect();
    let call = format!("{program} {}", rest.join(" "));
    Some(NoCommand::Elsewhere(format!(
        "{program} is a program of its own; try: {}",
        call.trim_end()
    )))
}

/// The message instead of clap's `error`.
fn instead(error: &clap::Error, first: Option<&OsStr>) -> Option<NoCommand> {
    if let (Some(ContextValue::String(argument)), Some(ContextValue::String(value))) = (
        error.get(ContextKind::InvalidArg),
        error.get(ContextKind::InvalidValue),
    ) && argument.contains("--job")
        && let Ok(stipulation) = value.parse()
    {
        return Some(usage(instead_of_job(value, stipulation)));
    }
    let is_unknown = error.kind() == ErrorKind::UnknownArgument;
    if let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg)
        && is_unknown
        && let Some(form) = instead_of_option(option)
    {
        return Some(usage(format_args!(
            "there is no {option}; try --format {form}"
        )));
    }
    // An option of the command that was meant: `solver verfy --effort 5`.
    let word = first.and_then(OsStr::to_str).filter(|_| is_unknown)?;
    (!Path::new(word).exists()).then(|| instead_of_command(word))?
}

/// The form of output that is meant by `--html`, `--csv` and others.
fn instead_of_option(option: &str) -> Option<&'static str> {
    let name = match option.strip_prefix("--")? {
        "csv" => "tsv",
        "tex" => "latex",
        name => name,
    };
    let mut forms = ROWS.iter().map(|row| row.name);
    forms.find(|form| *form == name)
}

/// The message about a length given to `--job`.
fn instead_of_job(value: &str, stipulation: Stipulation) -> String {
    format!("--job takes no length; for {value} use --stip '{stipulation}'")
}

/// The message about a missing file that may have been meant as a command: `solver chek x`.
/// A file may be called like a command, so it is another name.
fn instead_of_command(written: &str) -> Option<NoCommand> {
    if written == "version" {
        return Some(usage(
            "no command or file named version; for the version: solver --version",
        ));
    }
    let commands = PROGRAM.defined();
    let names = commands
        .get_subcommands()
        .flat_map(|command| std::iter::once(command.get_name()).chain(command.get_all_aliases()))
        .chain(["help", "solver"]);
    Some(usage(match nearest(written, names)? {
        "solver" => {
            format!("no command or file named {written}; to solve a file: solver FILE")
        }
        name => format!("no command or file named {written}; did you mean solver {name}?"),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<&str> = PROGRAM
            .groups
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let command = PROGRAM.defined();
        let mut names: Vec<&str> = command
            .get_subcommands()
            .map(clap::Command::get_name)
            .collect();
        grouped.retain(|name| cfg!(feature = "window") || names.contains(name));
        grouped.sort_unstable();
        names.sort_unstable();
        assert_eq!(grouped, names);
    }

    #[test]
    fn every_option_stands_under_a_heading() {
        let command = PROGRAM.defined();
        for argument in command
            .get_arguments()
            .filter(|argument| !argument.is_positional())
        {
            assert!(argument.get_help_heading().is_some(), "{argument}");
        }
    }
}
