//! `solver help NAME`: a manual, through a pager where that makes sense.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use super::print;
use keymove_base::exit::Exit;
use keymove_base::stop::signals;

/// The columns of prose; tables and examples stay as they are.
const WIDTH: usize = 80;

/// Shows a manual, in Markdown: on a terminal with the program that `PAGER` names, or `less`.
pub fn show(manual: &str) -> Exit {
    let text = wrapped(manual);
    if io::stdout().is_terminal() && paged(&text).is_ok() {
        return Exit::Success;
    }
    print(text.as_bytes())
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
        // Leave the text on the screen, and do not wait where it fits.
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
    let indent = if paragraph.starts_with(['-', '*']) {
        "  "
    } else {
        ""
    };
    let mut columns = 0;
    for word in paragraph.split_whitespace() {
        let length = word.chars().count();
        if columns > 0 && columns + 1 + length > WIDTH {
            out.push('\n');
            out.push_str(indent);
            columns = indent.len();
        } else if columns > 0 {
            out.push(' ');
            columns += 1;
        }
        out.push_str(word);
        columns += length;
    }
    if columns > 0 {
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
