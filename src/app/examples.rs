//! The examples at the end of each `--help`. A test runs them all, with files of these names.
//!
//! Each line is typed as it stands, `#` and what follows included.

use clap::{Arg, ArgAction, Command};

/// For each command a line that begins with `$` and names it, then its examples.
const EXAMPLES: &str = include_str!("examples.txt");

/// The examples of the command `path`, its words after `solver`.
pub fn of(path: &str) -> Option<&'static str> {
    let mut parts = EXAMPLES
        .split("$ solver")
        .filter_map(|part| part.split_once('\n'));
    let (_, examples) = parts.find(|(of, _)| of.trim() == path)?;
    Some(examples.trim_end())
}

/// `command` and all those under it with their examples.
pub fn added(command: Command) -> Command {
    each(command, "", &|command, path| {
        let Some(examples) = of(path) else {
            return command;
        };
        let codes = match command.get_after_help() {
            Some(codes) => format!("{codes}\n\n"),
            None => String::new(),
        };
        command.after_long_help(format!("{codes}Examples:\n{examples}"))
    })
}

/// `command` and all those under it, each changed by `change`, which is told its path.
fn each(command: Command, path: &str, change: &impl Fn(Command, &str) -> Command) -> Command {
    let mut command = change(command, path);
    let names: Vec<String> = command
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect();
    for name in names {
        let path = format!("{path} {name}").trim_start().to_owned();
        command = command.mut_subcommand(name, |command| each(command, &path, change));
    }
    command
}

/// `command` with what its definitions cannot say.
pub fn mended(command: Command) -> Command {
    each(command, "", &|command, path| {
        if path != "bpgn format" {
            return command;
        }
        // Its --version is an old name of --to; -V is this program's as everywhere.
        command.disable_version_flag(true).arg(
            Arg::new("program-version")
                .short('V')
                .action(ArgAction::Version)
                .help("Print the program's version"),
        )
    })
}
