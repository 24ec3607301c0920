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
