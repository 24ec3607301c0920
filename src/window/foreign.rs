//! What is said of a text in which no position was found, by somebody who looked at it: what it is,
//! and what to do. And what is said by readers, as far as it fits on a page.

/// How a file begins, and what it is then.
const BEGINNINGS: &[(&[u8], &str)] = &[
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"RIFF", "a picture or a sound"),
    (b"BM", "a picture"),
    (b"II*\0", "a picture"),
    (b"MM\0*", "a picture"),
    (b"%PDF", "a PDF"),
    (b"%!PS", "a page for a printer"),
    (b"{\\rtf", "a document of an office program"),
    (
        b"PK\x03\x04",
        "an archive or a document of an office program",
    ),
    (b"\xd0\xcf\x11\xe0", "a document of an office program"),
    (b"Rar!", "an archive"),
    (b"7z\xbc\xaf", "an archive"),
    (
        b"BZh",
        "a file packed by bzip2, which the page does not unpack",
    ),
    (
        b"\xfd7zXZ",
        "a file packed by xz, which the page does not unpack",
    ),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
];

/// What can be read.
const READ: &str = "FEN, EPD, PGN, Popeye's input, Olive's documents, CSV and JSON can be read";

/// What a text without a position is; `what` names it. Nothing where its reader knows better.
pub fn description(what: &str, bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if text.is_empty() {
        return Some(format!("{what} is empty"));
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Some(format!("{what} is UTF-16; save it as UTF-8"));
    }
    let is_binary = bytes.contains(&0) || std::str::from_utf8(bytes).is_err();
    let begins = |beginning: &[u8]| bytes.starts_with(beginning);
    let known = BEGINNINGS
        .iter()
        .find(|(beginning, _)| begins(beginning) && (is_binary || beginning.len() > 3));
    if let Some((_, kind)) = known {
        return Some(format!("{what} is {kind}; {READ}"));
    }
    if is_binary {
        return Some(format!("{what} is binary data, not text; {READ}"));
    }
    let lower = text.to_lowercase();
    if is_address(&lower) {
        let told = "is an address, and nothing is fetched from the net; paste the position itself, as a FEN";
        return Some(format!("{what} {told}"));
    }
    if lower.starts_with("<!doctype") || lower.starts_with("<html") {
        return Some(format!("{what} is a web page; {READ}"));
    }
    // Whoever reads a board says best what is wrong with it.
    let is_board = |line: &str| {
        let first = line.split_whitespace().next().unwrap_or_default();
        first.matches('/').count() >= 3 && !first.contains("//")
    };
    (!text.lines().any(is_board)).then(|| format!("no position was found in {what}; {READ}"))
}

fn is_address(text: &str) -> bool {
    let beginnings = [
        "http://",
        "https://",
        "www.",
        "ftp://",
        "file://",
        "lichess.org",
        "chess.com",
    ];
    let is_begun = beginnings
        .iter()
        .any(|beginning| text.starts_with(beginning));
    is_begun && !text.contains(char::is_whitespace)
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

/// A message about a line of the file that is written, which nobody has before them, as one about a
/// problem: `problems.epd:4:29: warning: White begins` becomes `problem 4: White begins`.
pub fn of_problem(message: String) -> String {
    let placed = message.split_once(": ").and_then(|(place, text)| {
        let number = place.split(':').nth(1)?.parse::<u64>().ok()?;
        let text = text.strip_prefix("warning: ").unwrap_or(text);
        Some(format!("problem {number}: {text}"))
    });
    on_a_page(placed.unwrap_or(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_a_position_is_called_what_it_is() {
        let cases: [(&[u8], &str); 17] = [
            (b"", "X is empty"),
            (b" \r\n\t\n", "X is empty"),
            (b"\xef\xbb\xbf\n", "X is empty"),
            (b"\x89PNG\r\n\x1a\n\0\0", "X is a picture"),
            (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "X is a picture"),
            (b"\xff\xfeh\0i\0", "X is UTF-16"),
            (b"BM\x36\0\0\0", "X is a picture"),
            (b"%PDF-1.7\n", "X is a PDF"),
            (b"PK\x03\x04\x14\0", "X is an archive or"),
            (b"\x01\x02\0\x03", "X is binary data"),
            (b"\xe4\xf6\xfc", "X is binary data"),
            (b"https://lichess.org/abcdEFGH", "X is an address"),
            (b" lichess.org/training/12345\n", "X is an address"),
            (b"<!DOCTYPE html><title>x</title>", "X is a web page"),
            (b"hello world", "no position was found in X"),
            (b"BM is how a line begins", "no position was found in X"),
            (b"https://a.example and words", "no position was found in X"),
        ];
        for (text, beginning) in cases {
            let told = description("X", text).unwrap_or_default();
            assert!(told.starts_with(beginning), "{beginning}: {told}");
        }
        for text in [
            "8/8/8/8 w - -",
            "9/8/8/8/8/8/8/8 w - - 0 1",
            "a\n8/8/8/8/8/8/8/7X w - -",
        ] {
            assert_eq!(description("X", text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_line_of_a_file_that_is_written_is_a_problem() {
        for (text, page) in [
            (
                "problems.epd:4:29: warning: White begins",
                "problem 4: White begins",
            ),
            ("problems.olv:4: no king: none", "problem 4: no king: none"),
            ("no proof: too large", "no proof: too large"),
            ("x", "x"),
        ] {
            assert_eq!(of_problem(text.to_owned()), page);
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
            ("more than 9 bytes, see --max-input", "more than 9 bytes"),
            ("White begins (--side says another)", "White begins"),
            ("wKb4-->c3; #2", "wKb4-->c3; #2"),
            ("a -- b", "a -- b"),
            ("--final", "--final"),
        ] {
            assert_eq!(shown(text), page);
        }
    }
}
