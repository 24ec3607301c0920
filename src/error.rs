//! Where in the input something was found, and what is said about it.

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
            if c.is_control() {
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
