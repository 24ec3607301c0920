//! The manuals inside a program: `solver help` lists them, `solver help NAME` shows one.

use std::ffi::OsString;

use crate::program::{Program, nearest};
use crate::{NoCommand, examples, help, usage};

/// A manual as `help` knows it.
#[derive(Debug, Clone, Copy)]
pub struct Manual {
    /// The word after `help`.
    pub name: &'static str,
    /// Other words for it, with blanks between them.
    pub aliases: &'static str,
    /// Its subject, in a line.
    pub about: &'static str,
    /// The text, in Markdown.
    pub text: &'static str,
}

impl Manual {
    fn has_alias(&self, name: &str) -> bool {
        self.aliases.split_whitespace().any(|alias| alias == name)
    }
}

/// The text that `help` or `help NAME` shows, where that is not the help of a command: the
/// contents, a manual, or the name that was meant. A name of a manual goes before the same name of a
/// command; an alias does not.
pub fn asked(program: &Program, arguments: &[OsString]) -> Option<NoCommand> {
    let words: Vec<&str> = arguments
        .iter()
        .skip(1)
        .map(|word| word.to_str())
        .collect::<Option<_>>()?;
    match words[..] {
        ["help"] => Some(NoCommand::Text(contents(program))),
        [asked @ ("help" | "--help"), name] => {
            let is_command =
                program.defined().find_subcommand(name).is_some() || name.starts_with('-');
            let named = program.manuals.iter().find(|manual| manual.name == name);
            let found = named.or_else(|| {
                let alias = program.manuals.iter().find(|manual| manual.has_alias(name));
                alias.filter(|_| !is_command)
            });
            match found {
                Some(manual) => Some(NoCommand::Text(manual.text.to_owned())),
                // Behind --help the name may be that of a file.
                None if asked == "--help" || is_command || name == "help" => None,
                None => Some(unknown(program, name)),
            }
        }
        _ => None,
    }
}

fn contents(program: &Program) -> String {
    let command = program.defined();
    let about = command
        .get_about()
        .map(ToString::to_string)
        .unwrap_or_default();
    let name = program.name;
    let options = match help::takes_files(&command) {
        true => format!("The common options: {name} -h; all of them: {name} --help\n\n"),
        false => String::new(),
    };
    format!(
        "{about}\n\nUsage: {}\n\n{}\n\n{options}Examples:\n{}\n",
        program.usage,
        help::contents(program, &command),
        examples::of(program, "").unwrap_or_default()
    )
}

fn unknown(program: &Program, name: &str) -> NoCommand {
    let command = program.defined();
    let names = command.get_subcommands().map(clap::Command::get_name);
    let all = names.chain(program.manuals.iter().map(|manual| manual.name));
    let own = program.name;
    match nearest(name, all) {
        Some(near) => usage(format_args!(
            "no manual or command named {name}; did you mean {own} help {near}?"
        )),
        None => usage(format_args!(
            "no manual or command named {name}; see {own} help"
        )),
    }
}
