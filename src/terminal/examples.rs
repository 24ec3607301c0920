//! The examples at the end of each `--help`. A test runs them all, with files of these names.
//!
//! Each line is typed as it stands, `#` and the rest included.

use clap::Command;

use crate::Program;

/// The examples of the command `path`, its words after the program's name.
pub fn of(program: &Program, path: &str) -> Option<&'static str> {
    let begin = format!("$ {}", program.name);
    let mut parts = program
        .examples
        .split(&begin)
        .filter_map(|part| part.split_once('\n'));
    let (_, examples) = parts.find(|(of, _)| of.trim() == path)?;
    Some(examples.trim_end())
}

/// `command` and all those under it with their examples.
pub fn added(program: &Program, command: Command) -> Command {
    added_under(program, command, "")
}

fn added_under(program: &Program, mut command: Command, path: &str) -> Command {
    if let Some(examples) = of(program, path) {
        let codes = match command.get_after_help() {
            Some(codes) => format!("{codes}\n\n"),
            None => String::new(),
        };
        command = command.after_long_help(format!("{codes}Examples:\n{examples}"));
    }
    let names: Vec<String> = command
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect();
    for name in names {
        let path = format!("{path} {name}").trim_start().to_owned();
        command = command.mut_subcommand(name, |command| added_under(program, command, &path));
    }
    command
}
