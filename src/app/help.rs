//! The layout of `-h` and `--help` of the program itself: `-h` fits the most used options on one
//! screen, `--help` lists all options under headings.
//!
//! The common options are those whose definition has two texts: one line, and a long help.

use std::ffi::OsString;

use clap::Command;

use super::manuals::MANUALS;

/// The definition as it is read and shown on a terminal, the commands behind the options. `-h` needs no
/// headings over its few options.
pub fn on_screen(command: Command, arguments: &[OsString]) -> Command {
    let mut options = arguments.iter().take_while(|word| *word != "--");
    let command = match options.any(|word| word == "-h") {
        true => briefly(command),
        false => command,
    };
    let manuals: Vec<&str> = MANUALS.iter().map(|manual| manual.name).collect();
    let manuals = manuals
        .chunks(10)
        .map(|names| format!("  {}", names.join(" ")));
    let short = format!(
        "Commands (solver help COMMAND):\n{}\n\nManuals (solver help MANUAL):\n{}\n\nAll options: \
         solver --help",
        names_of_commands(&command),
        manuals.collect::<Vec<_>>().join("\n"),
    );
    let rest = match command.get_after_long_help() {
        Some(text) => text.to_string(),
        None => String::new(),
    };
    let long = format!("{}\n\n{rest}", contents(&command));
    command
        .mut_subcommands(|command| command.hide(true))
        .override_usage("solver [OPTIONS] [FILE|POSITION]...\n       solver <COMMAND>")
        .after_help(short)
        .after_long_help(long)
}

/// The common options alone, without headings, a line each.
fn briefly(command: Command) -> Command {
    command.mut_args(|argument| {
        let is_common = argument.get_long_help().is_some();
        let has_value = argument.get_action().takes_values();
        argument
            .help_heading(None)
            .hide_possible_values(has_value)
            .hide_short_help(!is_common)
    })
}

/// The commands by what they are for. A command that a build does not have is left out.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Solve in other ways", &["window", "uci", "chest", "popeye"]),
    (
        "Check and compare",
        &["check", "verify", "compare", "stats"],
    ),
    ("Whole collections", &["merge"]),
    ("Other games", &["kriegspiel", "bpgn"]),
    (
        "The program itself",
        &["bench", "schema", "completions", "man"],
    ),
];

/// The names of all commands, a line for each group.
fn names_of_commands(command: &Command) -> String {
    let groups = GROUPS.map(|(title, names)| {
        let found = names
            .iter()
            .filter(|name| command.find_subcommand(name).is_some());
        let found: Vec<&str> = found.copied().collect();
        (!found.is_empty()).then(|| format!("  {title:<20} {}", found.join(" ")))
    });
    let groups: Vec<String> = groups.into_iter().flatten().collect();
    groups.join("\n")
}

/// All commands in their groups, a line each.
fn commands(command: &Command) -> String {
    let groups = GROUPS.map(|(title, names)| {
        let found = names.iter().filter_map(|name| {
            let about = command.find_subcommand(name)?.get_about()?;
            Some((*name, about.to_string()))
        });
        let listed = listed(&found.collect::<Vec<_>>());
        (!listed.is_empty()).then(|| format!("{title}:\n{listed}"))
    });
    let groups: Vec<String> = groups.into_iter().flatten().collect();
    format!(
        "Commands (solver help COMMAND tells their options):\n{}",
        groups.join("\n")
    )
}

/// All commands and manuals, a line each.
pub fn contents(command: &Command) -> String {
    let manuals: Vec<(&str, String)> = MANUALS
        .iter()
        .map(|manual| (manual.name, manual.about.to_owned()))
        .collect();
    format!(
        "{}\n\nManuals (solver help MANUAL):\n{}",
        commands(command),
        listed(&manuals)
    )
}

/// A line of at most 80 columns for each name, with what it is: the first sentence, or less of it.
fn listed(entries: &[(&str, String)]) -> String {
    let lines: Vec<String> = entries
        .iter()
        .map(|(name, about)| {
            // Three dots end no sentence.
            let mut ends = about.match_indices(". ").map(|(end, _)| end);
            let end = ends.find(|&end| !about[..end].ends_with('.'));
            let mut about = &about[..end.unwrap_or(about.len())];
            while about.len() > 65
                && let Some(end) = about.rfind([';', ',', ':'])
            {
                about = &about[..end];
            }
            format!("  {name:<12} {about}")
        })
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let command = crate::definition();
        let mut names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        grouped.retain(|name| {
            cfg!(all(feature = "wings", feature = "window")) || names.contains(name)
        });
        grouped.sort_unstable();
        names.sort_unstable();
        assert_eq!(grouped, names);
    }

    #[test]
    fn every_option_stands_under_a_heading() {
        let command = crate::definition();
        for argument in command
            .get_arguments()
            .filter(|argument| !argument.is_positional())
        {
            assert!(argument.get_help_heading().is_some(), "{argument}");
        }
    }
}
