//! Describes a text in which no position was found.

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
}
