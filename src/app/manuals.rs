//! The manuals inside the program: `solver help` lists them, `solver help NAME` shows one.

use std::ffi::OsString;
use std::sync::LazyLock;

use super::{Command, NoCommand, definition, examples, help, usage};

/// A manual as `solver help` knows it.
pub struct NamedManual {
    /// The word after `help`.
    pub name: &'static str,
    /// Other words for it, with blanks between them.
    aliases: &'static str,
    /// What it is about, in a line.
    pub about: &'static str,
    /// The text, in Markdown.
    pub text: &'static str,
}

/// The texts by name. A build without a command has not its manual either.
const TEXTS: &[(&str, &str)] = &[
    ("basics", include_str!("manuals/basics.md")),
    ("epd", keymove_run::answer::MANUAL),
    ("files", keymove_forms::collection::MANUAL),
    ("reports", keymove_forms::report::MANUAL),
    ("lines", keymove_run::answer::LINES_MANUAL),
    ("merge", keymove_run::merge::MANUAL),
    ("mass", include_str!("manuals/mass.md")),
    ("olive", keymove_doors::chest::MANUAL),
    ("popeye", keymove_doors::popeye::MANUAL),
    ("uci", keymove_doors::uci::MANUAL),
    #[cfg(feature = "window")]
    ("window", keymove_window::MANUAL),
    ("python", include_str!("manuals/python.md")),
    #[cfg(feature = "wings")]
    ("kriegspiel", keymove_kriegspiel::MANUAL),
    #[cfg(feature = "wings")]
    ("bpgn", keymove_bpgn::MANUAL),
    ("measured", include_str!("manuals/measured.md")),
];

/// All manuals, the one to begin with first: a row each with name, other names, and what it is about.
pub static MANUALS: LazyLock<Vec<NamedManual>> = LazyLock::new(|| {
    let manual = |row: &'static str| {
        let mut cells = row.split('\t');
        let mut next = || cells.next().expect("a row has three cells");
        let (name, aliases, about) = (next(), next(), next());
        let &(_, text) = TEXTS.iter().find(|(own, _)| *own == name)?;
        Some(NamedManual {
            name,
            aliases,
            about,
            text,
        })
    };
    let rows = include_str!("manuals/contents.tsv").lines();
    rows.filter_map(manual).collect()
});

/// The manual that is called so.
fn manual(name: &str) -> Option<&'static NamedManual> {
    let named = MANUALS.iter().find(|manual| manual.name == name);
    named.or_else(|| {
        let is_alias =
            |manual: &&NamedManual| manual.aliases.split_whitespace().any(|alias| alias == name);
        MANUALS.iter().find(is_alias)
    })
}

/// What `solver help` and `solver help NAME` show, where that is not the help of a command: the
/// contents, a manual, or what was meant. A name of a manual goes before the same name of a
/// command; an alias does not.
pub fn asked(arguments: &[OsString]) -> Option<Result<Command, NoCommand>> {
    let words: Vec<&str> = arguments
        .iter()
        .skip(1)
        .map(|word| word.to_str())
        .collect::<Option<_>>()?;
    match words[..] {
        ["help"] => Some(Err(NoCommand::Text(contents()))),
        ["help", name] => {
            let is_command = definition().find_subcommand(name).is_some() || name.starts_with('-');
            match manual(name) {
                Some(manual) if manual.name == name || !is_command => {
                    Some(Ok(Command::Manual(manual.text)))
                }
                _ => (!is_command && name != "help").then(|| Err(unknown(name))),
            }
        }
        _ => None,
    }
}

fn contents() -> String {
    let command = definition();
    let about = command
        .get_about()
        .map(ToString::to_string)
        .unwrap_or_default();
    format!(
        "{about}\n\nUsage: solver [OPTIONS] [FILE|POSITION]...\n       solver <COMMAND>\n\n{}\n\n\
         The common options: solver -h; all of them: solver --help\n\nExamples:\n{}\n",
        help::contents(&command),
        examples::of("").unwrap_or_default()
    )
}

fn unknown(name: &str) -> NoCommand {
    let command = definition();
    let names = command.get_subcommands().map(clap::Command::get_name);
    let all = names.chain(MANUALS.iter().map(|manual| manual.name));
    match super::nearest(name, all) {
        Some(near) => usage(&format!(
            "there is no manual and no command {name}; did you mean solver help {near}?"
        )),
        None => usage(&format!(
            "there is no manual and no command {name}; solver help lists all"
        )),
    }
}
