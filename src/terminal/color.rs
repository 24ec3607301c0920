//! `--color`: whether what people read has colour. It may stand before a command or behind it.

use std::ffi::{OsStr, OsString};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use clap::Arg;

use crate::arguments::when;
use keymove_base::desk::When;

/// The definition of the option, which every command has.
pub fn option() -> Arg {
    Arg::new("color")
        .long("color")
        .global(true)
        .value_name("WHEN")
        .value_parser(when())
        .help_heading("Output")
        .help(
            "Colour in text, check's verdicts, help and messages; auto: on a terminal, unless NO_COLOR is set. Forms for \
             programs, and files of -o, have none [default: auto]",
        )
}

/// The arguments without `--color`, which holds from now on. What cannot be read stays: it is refused with the rest.
pub fn taken(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut chosen = ColorChoice::Auto;
    let mut kept = Vec::new();
    let mut words = arguments.into_iter().peekable();
    while let Some(word) = words.next() {
        let next = words.peek().filter(|_| word == "--color");
        let own = word.to_str().and_then(|word| word.strip_prefix("--color="));
        match next
            .map(OsString::as_os_str)
            .or(own.map(OsStr::new))
            .and_then(choice)
        {
            Some(choice) => {
                chosen = choice;
                words.next_if(|_| own.is_none());
            }
            None => kept.push(word),
        }
        if kept.last().is_some_and(|word| word == "--") {
            kept.extend(words);
            break;
        }
    }
    chosen.write_global();
    kept
}

fn choice(value: &OsStr) -> Option<ColorChoice> {
    let (_, when) = When::NAMES.into_iter().find(|(name, _)| value == *name)?;
    Some(match when {
        When::Auto => ColorChoice::Auto,
        When::Always => ColorChoice::Always,
        When::Never => ColorChoice::Never,
    })
}

/// Whether what is written to a standard stream has colour.
pub fn is_on(stream: impl RawStream) -> bool {
    // A console of old Windows, whose colours are no escape sequences, has none.
    AutoStream::auto(stream).current_choice() == ColorChoice::AlwaysAnsi
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(line: &str) -> (String, ColorChoice) {
        let kept = taken(line.split(' ').map(OsString::from));
        (
            kept.join(OsStr::new(" ")).into_string().expect("text"),
            ColorChoice::global(),
        )
    }

    #[test]
    fn the_option_stands_anywhere_and_the_last_one_holds() {
        for (line, rest, chosen) in [
            ("solver check x", "solver check x", ColorChoice::Auto),
            (
                "solver --color always check x",
                "solver check x",
                ColorChoice::Always,
            ),
            (
                "solver check --color=never x",
                "solver check x",
                ColorChoice::Never,
            ),
            (
                "solver help epd --color always",
                "solver help epd",
                ColorChoice::Always,
            ),
            (
                "solver --color always --color auto x",
                "solver x",
                ColorChoice::Auto,
            ),
            (
                "solver --color green x",
                "solver --color green x",
                ColorChoice::Auto,
            ),
            ("solver x --color", "solver x --color", ColorChoice::Auto),
            ("solver --color=", "solver --color=", ColorChoice::Auto),
            (
                "solver -- --color=always",
                "solver -- --color=always",
                ColorChoice::Auto,
            ),
        ] {
            assert_eq!(kept(line), (rest.to_owned(), chosen), "{line}");
        }
    }
}
