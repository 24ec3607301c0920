//! What `-h` and `--help` of the program itself look like: the options that people use most on one
//! screen, all of them under headings.
//!
//! Every option has its heading here; a test finds one that has none.

use std::ffi::OsString;

use clap::Command;

use super::manuals::MANUALS;

/// The options that `-h` shows, each with what it says of them in a line.
const COMMON: [(&str, &str); 14] = [
    (
        "bulk",
        "EPD records in, EPD records out; otherwise text for people",
    ),
    (
        "depth",
        "Depth in moves for records that name none [default: 5]",
    ),
    (
        "memory",
        "Megabytes for the tables of one worker [default: 256]",
    ),
    (
        "workers",
        "Workers, each with a record of its own [default: all cores]",
    ),
    (
        "nodes",
        "Nodes for one record, as 20k or 1.5M [default: no limit]",
    ),
    (
        "time",
        "Seconds for one record, or as 5m [default: no limit]",
    ),
    (
        "first",
        "Stop at the first key; otherwise all keys are found",
    ),
    ("any", "Any proved mate within the depth, not the shortest"),
    ("tries", "Find the tries as well, with up to N refutations"),
    (
        "no_time",
        "No seconds, so that equal work gives equal bytes",
    ),
    (
        "output",
        "Write to FILE; with --resume go on after what it holds",
    ),
    ("format", "epd, json, tsv, text, olv, html or latex"),
    ("fens", "A position, as FEN or EPD"),
    (
        "stip",
        "What to reach where a record does not say: '#3', 'h#2.5'",
    ),
];

/// The headings of `--help`, each with its options.
const HEADINGS: [(&str, &[&str]); 7] = [
    (
        "What to solve",
        &[
            "fens",
            "depth",
            "force_depth",
            "mated",
            "job",
            "stip",
            "duplex",
            "from",
            "encoding",
            "last_positions",
            "max_input",
        ],
    ),
    (
        "How much to find",
        &["first", "any", "tries", "longer_keys", "set_play"],
    ),
    (
        "How hard to try",
        &[
            "memory", "workers", "threads", "nodes", "time", "lines", "no_lines",
        ],
    ),
    ("What is known already", &["known", "only_open", "dedup"]),
    (
        "Output",
        &[
            "bulk",
            "output",
            "resume",
            "format",
            "no_time",
            "tsv_safe",
            "tree",
            "copied",
            "proof",
            "proof_limit",
        ],
    ),
    (
        "Diagrams and language",
        &[
            "ascii",
            "details",
            "language",
            "title",
            "solutions",
            "svg",
            "svg_style",
            "svg_coordinates",
            "svg_arrows",
        ],
    ),
    (
        "How the run goes",
        &["progress", "summary", "stats", "fail_on"],
    ),
];

/// The program's own definition with its options under headings.
pub(super) fn under_headings(mut command: Command) -> Command {
    for (heading, options) in HEADINGS {
        for option in options {
            command = command.mut_arg(option, |argument| argument.help_heading(heading));
        }
    }
    command
}

/// The same as it is read and shown on a terminal, the commands behind the options. `-h` needs no
/// headings over its few options.
pub(super) fn on_screen(command: Command, arguments: &[OsString]) -> Command {
    let mut options = arguments.iter().take_while(|word| *word != "--");
    let command = match options.any(|word| word == "-h") {
        true => briefly(command),
        false => command,
    };
    let short = format!(
        "Commands (solver help COMMAND tells their options):\n{}\n\nManuals (solver help MANUAL):\n{}\n\n\
         All options: solver --help",
        in_columns(command.get_subcommands().map(Command::get_name)),
        in_columns(MANUALS.iter().map(|manual| manual.name)),
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
        let id = argument.get_id().as_str().to_owned();
        match COMMON.iter().find(|(common, _)| *common == id) {
            Some((_, brief)) => argument
                .help(*brief)
                .help_heading(None)
                .hide_default_value(id == "memory")
                .hide_possible_values(id == "format"),
            None if argument.is_positional() => {
                argument.help("EPD, PGN, .olv, CSV, JSON, plain or compressed; -: standard input")
            }
            None => argument.hide_short_help(true),
        }
    })
}

/// All commands and manuals, a line each.
pub(super) fn contents(command: &Command) -> String {
    let about = |command: &Command| {
        command
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default()
    };
    let commands: Vec<(&str, String)> = command
        .get_subcommands()
        .map(|command| (command.get_name(), about(command)))
        .collect();
    let manuals: Vec<(&str, String)> = MANUALS
        .iter()
        .map(|manual| (manual.name, manual.about.to_owned()))
        .collect();
    format!(
        "Commands (solver help COMMAND tells their options):\n{}\n\nManuals (solver help MANUAL):\n{}",
        listed(&commands),
        listed(&manuals)
    )
}

/// A line for each name, with what it is.
fn listed(entries: &[(&str, String)]) -> String {
    let lines: Vec<String> = entries
        .iter()
        .map(|(name, about)| {
            // Three dots end no sentence.
            let mut ends = about.match_indices(". ").map(|(end, _)| end);
            let end = ends.find(|&end| !about[..end].ends_with('.'));
            format!("  {name:<12} {}", &about[..end.unwrap_or(about.len())])
        })
        .collect();
    lines.join("\n")
}

/// Words in lines of at most 80 columns, indented.
fn in_columns<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut lines = vec![String::from(" ")];
    for word in words {
        if lines[lines.len() - 1].len() + 1 + word.len() > 80 {
            lines.push(String::from(" "));
        }
        let last = lines.len() - 1;
        lines[last].push(' ');
        lines[last].push_str(word);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_stands_under_one_heading() {
        let command = super::super::definition();
        for argument in command
            .get_arguments()
            .filter(|argument| !argument.is_positional())
        {
            let id = argument.get_id().as_str();
            let places = HEADINGS.iter().flat_map(|(_, options)| *options);
            assert_eq!(places.filter(|option| **option == id).count(), 1, "{id}");
        }
        for (option, _) in COMMON {
            assert!(
                command
                    .get_arguments()
                    .any(|argument| argument.get_id() == option),
                "{option}"
            );
        }
    }
}
