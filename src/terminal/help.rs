//! The layout of `-h` and `--help` of the program itself: `-h` fits the most used options on one
//! screen, `--help` lists all options under headings.
//!
//! The common options are those whose definition has two texts: one line, and a long help.

use std::ffi::OsString;

use clap::Command;

use crate::Program;

/// The definition as it is read and shown on a terminal, the commands behind the options. `-h` needs no
/// headings over its few options.
pub fn on_screen(program: &Program, arguments: &[OsString]) -> Command {
    let command = program.with_examples();
    let mut options = arguments.iter().take_while(|word| *word != "--");
    let command = match options.any(|word| word == "-h") {
        true => briefly(command),
        false => command,
    };
    let short = match takes_files(&command) {
        true => names(program, &command),
        false => contents(program, &command),
    };
    let rest = match command.get_after_long_help() {
        Some(text) => text.to_string(),
        None => String::new(),
    };
    let long = format!("{}\n\n{rest}", contents(program, &command));
    command
        .mut_subcommands(|command| command.hide(true))
        .override_usage(program.usage)
        .after_help(short)
        .after_long_help(long)
}

/// Whether the program works without a command, and so has options of its own.
pub fn takes_files(command: &Command) -> bool {
    command.get_positionals().next().is_some()
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

/// The names of all commands and manuals, which fit on one screen with the options.
fn names(program: &Program, command: &Command) -> String {
    let groups = program.groups.iter().filter_map(|(title, names)| {
        let found = names
            .iter()
            .filter(|name| command.find_subcommand(name).is_some());
        let found: Vec<&str> = found.copied().collect();
        (!found.is_empty()).then(|| format!("  {title:<20} {}", found.join(" ")))
    });
    let groups: Vec<String> = groups.collect();
    let manuals: Vec<&str> = program.manuals.iter().map(|manual| manual.name).collect();
    let manuals = manuals
        .chunks(10)
        .map(|names| format!("  {}", names.join(" ")));
    format!(
        "Commands ({name} help COMMAND):\n{}\n\nManuals ({name} help MANUAL):\n{}\n\nAll options: \
         {name} --help",
        groups.join("\n"),
        manuals.collect::<Vec<_>>().join("\n"),
        name = program.name,
    )
}

/// All commands in their groups, a line each.
fn commands(program: &Program, command: &Command) -> String {
    let groups = program.groups.iter().filter_map(|(title, names)| {
        let found = names.iter().filter_map(|name| {
            let about = command.find_subcommand(name)?.get_about()?;
            Some((*name, about.to_string()))
        });
        let listed = listed(&found.collect::<Vec<_>>());
        (!listed.is_empty()).then(|| format!("{title}:\n{listed}"))
    });
    let groups: Vec<String> = groups.collect();
    format!(
        "Commands ({} help COMMAND shows their options):\n{}",
        program.name,
        groups.join("\n")
    )
}

/// All commands and manuals, a line each.
pub fn contents(program: &Program, command: &Command) -> String {
    let manuals: Vec<(&str, String)> = program
        .manuals
        .iter()
        .map(|manual| (manual.name, manual.about.to_owned()))
        .collect();
    format!(
        "{}\n\nManuals ({} help MANUAL):\n{}",
        commands(program, command),
        program.name,
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
