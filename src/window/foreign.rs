//! What is said of a text in which no position was found, by somebody who looked at it: what it is,
//! and what to do. And what is said by readers, as far as it fits on a page.

/// The forms that can be read.
pub const READ: &str = "FEN, EPD, PGN, Popeye's input and Olive's documents can be read";

/// The message about a text in which no position was found; `what` names it. Nothing where its
/// reader knows better.
pub fn description(what: &str, bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if text.is_empty() {
        return Some(format!("{what} is empty"));
    }
    // The reader of a board says best what is wrong with it.
    let is_board = |line: &str| {
        let first = line.split_whitespace().next().unwrap_or_default();
        first.matches('/').count() >= 3 && !first.contains("//")
    };
    (!text.lines().any(is_board)).then(|| format!("no position was found in {what}; {READ}"))
}

/// A message without what it says of the command line, which is no way out for somebody at a page:
/// `12 games left out; --final takes the last one` loses its second half.
pub fn on_a_page(message: String) -> String {
    let Some(option) = message.find("--").filter(|at| {
        let rest = &message.as_bytes()[at + 2..];
        rest.first().is_some_and(u8::is_ascii_lowercase)
    }) else {
        return message;
    };
    match message[..option].rfind([';', ',', ':', '(']) {
        Some(end) if end > 0 => message[..end].trim_end().to_owned(),
        _ => message,
    }
}

/// A message about a line of the file that is written, which nobody has before them, as one about
/// the problem with this number: `problems.epd:4:29: warning: White begins` becomes `problem 2: White
/// begins`.
pub fn of_problem(number: usize, message: String) -> String {
    let placed = message.split_once(": ").and_then(|(place, text)| {
        place.split(':').nth(1)?.parse::<u64>().ok()?;
        let text = text.strip_prefix("warning: ").unwrap_or(text);
        Some(format!("problem {number}: {text}"))
    });
    on_a_page(placed.unwrap_or(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_a_position_is_no_problem() {
        for (text, beginning) in [
            (" \r\n\t\n", "X is empty"),
            ("\u{feff}\n", "X is empty"),
            ("hello world", "no position was found in X"),
            ("https://a.example/1/2/3/4", "no position was found in X"),
        ] {
            let told = description("X", text.as_bytes()).unwrap_or_default();
            assert!(told.starts_with(beginning), "{beginning}: {told}");
        }
        for text in ["8/8/8/8 w - -", "a\n8/8/8/8/8/8/8/7X w - -"] {
            assert_eq!(description("X", text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_line_of_a_file_that_is_written_is_a_problem() {
        for (text, page) in [
            (
                "problems.epd:4:29: warning: White begins",
                "problem 2: White begins",
            ),
            ("problems.olv:4: no king: none", "problem 2: no king: none"),
            ("no proof: too large", "no proof: too large"),
            ("x", "x"),
        ] {
            assert_eq!(of_problem(2, text.to_owned()), page);
        }
    }

    #[test]
    fn a_page_has_no_options() {
        let shown = |text: &str| on_a_page(text.to_owned());
        for (text, page) in [
            (
                "2 games left out; --final takes the last one of each game",
                "2 games left out",
            ),
            ("White begins (--side says another)", "White begins"),
            ("wKb4-->c3; #2", "wKb4-->c3; #2"),
            ("a -- b", "a -- b"),
            ("--final", "--final"),
        ] {
            assert_eq!(shown(text), page);
        }
    }
}
