//! `solver help NAME`: a manual. On a terminal it is [`rendered`] and goes through a pager; elsewhere it is Markdown.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use super::rendered::{in_columns, rendered};
use super::{color, print};
use keymove_base::exit::Exit;
use keymove_base::stop::signals;

/// The columns of prose; tables and examples stay as they are.
const WIDTH: usize = 80;

/// Shows a manual: on a terminal with the program that `PAGER` names, or `less`.
pub fn show(manual: &str) -> Exit {
    let (is_terminal, is_colored) = (io::stdout().is_terminal(), color::is_on(io::stdout()));
    let text = match is_terminal || is_colored {
        true => rendered(manual, columns(), is_colored),
        false => wrapped(manual),
    };
    if is_terminal && paged(&text).is_ok() {
        return Exit::Success;
    }
    print(text.as_bytes())
}

/// The columns of the terminal.
fn columns() -> usize {
    terminal_size::terminal_size().map_or(WIDTH, |(width, _)| width.0.into())
}

/// Gives the text to a pager and waits until it was read. An error: there is no pager.
fn paged(text: &str) -> io::Result<()> {
    let chosen = env::var("PAGER")
        .ok()
        .filter(|pager| !pager.trim().is_empty());
    let words = chosen.as_deref().unwrap_or("less");
    let mut words = words.split_whitespace();
    let mut pager = Command::new(words.next().unwrap_or("less"));
    pager.args(words).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        // Leave the text on the screen, do not wait where it fits, and show colours.
        pager.env("LESS", "FRX");
    }
    // Ctrl-C is the pager's.
    signals::leave_to_others()?;
    let mut pager = pager.spawn()?;
    if let Some(mut input) = pager.stdin.take() {
        // Whoever closed the pager had enough.
        let _ = input.write_all(text.as_bytes());
    }
    pager.wait().map(|_| ())
}

/// Markdown with its prose in lines of [`WIDTH`] columns.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut paragraph = String::new();
    let mut is_code = false;
    for line in text.lines() {
        let is_fence = line.starts_with("```");
        let stands = is_code || is_fence || line.is_empty() || line.starts_with(['|', '#']);
        if stands || is_item(line) {
            fill(&mut out, &paragraph);
            paragraph.clear();
        }
        is_code ^= is_fence;
        if stands {
            out.push_str(line);
            out.push('\n');
        } else {
            paragraph.push_str(line);
            paragraph.push('\n');
        }
    }
    fill(&mut out, &paragraph);
    out
}

fn is_item(line: &str) -> bool {
    ["- ", "* "].iter().any(|mark| line.starts_with(mark))
}

/// Writes the words of a paragraph in lines; those after the first of an item are indented.
fn fill(out: &mut String, paragraph: &str) {
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    if !words.is_empty() {
        let is_item = paragraph.starts_with(['-', '*']);
        let options = in_columns(WIDTH).subsequent_indent(if is_item { "  " } else { "" });
        out.push_str(&textwrap::fill(&words.join(" "), options));
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_wrapped_and_examples_and_tables_stay() {
        let long = "word ".repeat(30);
        let code = format!("```sh\n{long}\n```\n| {long} |\n");
        assert_eq!(wrapped(&code), code);
        let shown = wrapped(&format!("- {long}\nof two lines\n- another\n\n{long}\n"));
        assert!(shown.lines().all(|line| line.len() <= WIDTH), "{shown}");
        assert!(
            shown.contains("\n  word") && shown.contains("\n- another\n\nword"),
            "{shown}"
        );
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(words(&shown).len(), 60 + 6, "no word is lost: {shown}");
    }
}
