//! Where in the input something was found, and what is said about it.
//!
//! Input reaches people only through [`excerpt`] (a token of it) or [`printable`] (whole messages):
//! what a file holds must not steer anybody's terminal.

use std::borrow::Cow;
use std::fmt;

/// A place in the input: file, line and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The file's name as given on the command line, `-` for standard input.
    pub file: String,
    /// The line, counted from 1.
    pub line: u64,
    /// The column in bytes, counted from 1.
    pub column: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A warning about one line: the record was understood, but not as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The column in bytes, counted from 1.
    pub column: usize,
    /// What was found and what was made of it: lower case, without a full stop.
    pub text: String,
}

impl Warning {
    /// A warning about what stands at `column` (counted from 1).
    pub fn new(column: usize, text: impl Into<String>) -> Warning {
        Warning {
            column,
            text: text.into(),
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "warning: {}", self.text)
    }
}

/// Whether a character steers whoever shows it instead of being seen: a control character, or one
/// that turns the direction of the text around it, so that it reads as something else.
pub fn steers(c: char) -> bool {
    // Unicode's Bidi_Control.
    let turns = matches!(
        c,
        '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    c.is_control() || turns
}

/// `message` with the characters replaced that steer; line feeds stay.
pub fn printable(message: &str) -> Cow<'_, str> {
    // Nearly always, and told in a fraction of the time.
    if message.bytes().all(|b| matches!(b, b' '..=b'~' | b'\n')) {
        return Cow::Borrowed(message);
    }
    let raw = |c: char| steers(c) && c != '\n';
    if message.contains(raw) {
        Cow::Owned(message.replace(raw, "\u{fffd}"))
    } else {
        Cow::Borrowed(message)
    }
}

/// The same of a text that is a part of one line.
pub fn printable_line(text: &str) -> Cow<'_, str> {
    if text.contains(steers) {
        Cow::Owned(text.replace(steers, "\u{fffd}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// What is said of a file in UTF-16, instead of all that would be wrong with it.
pub const UTF16: &str = "this is UTF-16: convert it to UTF-8";

/// Tells whether a file that begins with `beginning` is UTF-16: by its byte order mark, or because
/// every other byte of the first eight is zero.
pub fn is_utf16(beginning: &[u8]) -> bool {
    let marked = matches!(beginning, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    let alternates = |first: &[u8; 8]| {
        let zeros = first.map(|byte| byte == 0);
        zeros[0] != zeros[1] && (2..8).all(|index| zeros[index] == zeros[index - 2])
    };
    marked || beginning.first_chunk().is_some_and(alternates)
}

/// The beginning of `text`, printable, for a message: at most 40 characters, bytes that are not
/// UTF-8 and control characters replaced; `(nothing)` if it is empty.
pub fn excerpt(text: &[u8]) -> String {
    if text.is_empty() {
        return "(nothing)".to_owned();
    }
    const LONGEST: usize = 40;
    // Four bytes a character are always enough, and huge lines need not be looked at.
    let head = &text[..text.len().min(4 * LONGEST + 4)];
    let lossy = String::from_utf8_lossy(head);
    let mut shown: String = lossy
        .chars()
        .take(LONGEST)
        .map(|c| {
            if steers(c) {
                char::REPLACEMENT_CHARACTER
            } else {
                c
            }
        })
        .collect();
    if lossy.chars().count() > LONGEST {
        shown.push_str("...");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_steers_no_terminal() {
        assert_eq!(printable("plain\nöß"), "plain\nöß");
        assert_eq!(
            printable("\u{1b}[2J\r\u{7f}\u{9b}1A"),
            "\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}1A"
        );
        // "mate in 2" that is shown as "2 ni etam", and what ends that.
        assert_eq!(
            printable("\u{202e}mate in 2\u{202c} \u{2067}x\u{2069}"),
            "\u{fffd}mate in 2\u{fffd} \u{fffd}x\u{fffd}"
        );
        assert_eq!(excerpt("\u{202e}r#2".as_bytes()), "\u{fffd}r#2");
    }

    #[test]
    fn utf_16_is_told_from_stray_bytes() {
        for text in [
            &b"\xff\xfe[\0"[..],
            b"\xfe\xff\0[",
            b"[\0E\0v\0e\0",
            b"\0[\0E\0v\0e",
        ] {
            assert!(is_utf16(text), "{text:?}");
        }
        for text in [
            &b""[..],
            b"[Event",
            b"\0[Event",
            b"\0\0\0\0\0\0\0\0",
            b"[\0[\0Event",
            b"\xef\xbb\xbf[",
            b"[\0Ev",
            b"\xff",
        ] {
            assert!(!is_utf16(text), "{text:?}");
        }
    }

    #[test]
    fn an_excerpt_is_short_and_printable() {
        assert_eq!(excerpt(b"r#2"), "r#2");
        assert_eq!(excerpt(b""), "(nothing)");
        assert_eq!(excerpt(b"a\0b\xff"), "a\u{fffd}b\u{fffd}");
        assert_eq!(
            excerpt(&[b'x'; 1_000_000]),
            format!("{}...", "x".repeat(40))
        );
        assert_eq!(
            excerpt("é".repeat(100).as_bytes()),
            format!("{}...", "é".repeat(40))
        );
    }
}
