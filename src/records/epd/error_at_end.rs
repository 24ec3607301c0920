//! Appends an `Error` to a line that is never held in memory as a whole: [`ErrorAtEnd`].
//!
//! The line comes in pieces, and its bytes are kept. Two facts must be known at its end: whether a
//! string is open there, which would swallow the `Error`, and whether a `;` is missing.

use super::operation::{is_blank, quote};
use super::read::{fields_end, passes_through, significant};

/// The state of a line that is needed to end it.
#[derive(Debug, Clone, Default)]
pub struct ErrorAtEnd {
    /// Whether the line has four fields; without them it gets no `Error`.
    has_fields: bool,
    in_string: bool,
    is_escaped: bool,
    operand_begins: bool,
    /// The last byte after the fields that is not a blank.
    last: Option<u8>,
}

/// The new end of the last piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorEnding {
    /// The number of bytes of the piece that are kept.
    pub kept: usize,
    /// The text written after them.
    pub text: Vec<u8>,
}

impl ErrorAtEnd {
    /// The state after `beginning`, which includes the fields of the line if it has any.
    pub fn behind(beginning: &[u8]) -> ErrorAtEnd {
        let mut line = ErrorAtEnd::default();
        if !passes_through(beginning)
            && let Some(end) = fields_end(beginning)
        {
            line.has_fields = true;
            line.operand_begins = true;
            line.pass(&beginning[end..]);
        }
        line
    }

    /// Updates the state by `piece`.
    pub fn pass(&mut self, piece: &[u8]) {
        if !self.has_fields {
            return;
        }
        for &byte in piece {
            if self.in_string {
                self.in_string = self.is_escaped || byte != b'"';
                self.is_escaped = !self.is_escaped && byte == b'\\';
            } else {
                self.in_string = byte == b'"' && self.operand_begins;
            }
            self.operand_begins = is_blank(byte) || byte == b';';
            if !is_blank(byte) && byte != 0 {
                self.last = Some(byte);
            }
        }
    }

    /// The new end of a line with the last piece `piece`: `Error "reason";`, which replaces an
    /// existing `Error` with the same reason.
    pub fn ending(mut self, piece: &[u8], reason: &str) -> ErrorEnding {
        if !self.has_fields {
            return ErrorEnding {
                kept: piece.len(),
                text: Vec::new(),
            };
        }
        let error = format!(" Error {};", quote(reason)).into_bytes();
        let own = significant(piece);
        let own = own.strip_suffix(error.as_slice()).unwrap_or(own);
        self.pass(own);
        let mut text = Vec::new();
        if self.in_string {
            text.extend_from_slice(if self.is_escaped { b"\\\"" } else { b"\"" });
        }
        if self.in_string || self.last.is_some_and(|last| last != b';') {
            text.push(b';');
        }
        text.extend_from_slice(&error);
        ErrorEnding {
            kept: own.len(),
            text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::Epd;
    use proptest::prelude::*;

    const FIELDS: &str = "7k/8/5KQ1/8/8/8/8/8 w - -";

    /// The line with an `Error`, processed in pieces of `length` bytes.
    fn ended(line: &[u8], length: usize) -> Vec<u8> {
        let (beginning, rest) = line.split_at(FIELDS.len().min(line.len()));
        let mut state = ErrorAtEnd::behind(beginning);
        let mut pieces: Vec<&[u8]> = rest.chunks(length).collect();
        let last = pieces.pop().unwrap_or_default();
        let mut text = beginning.to_vec();
        for piece in pieces {
            state.pass(piece);
            text.extend_from_slice(piece);
        }
        let ending = state.ending(last, "too long");
        text.extend_from_slice(&last[..ending.kept]);
        text.extend_from_slice(&ending.text);
        text
    }

    #[test]
    fn the_error_stands_behind_whatever_the_line_says() {
        for (rest, end) in [
            ("", " Error \"too long\";"),
            (" id \"x\";", " id \"x\"; Error \"too long\";"),
            (" id x\r", " id x; Error \"too long\";"),
            (" id \"x y", " id \"x y\"; Error \"too long\";"),
            (" id \"x\\", " id \"x\\\\\"; Error \"too long\";"),
        ] {
            let text = ended(format!("{FIELDS}{rest}").as_bytes(), 1000);
            assert_eq!(
                String::from_utf8_lossy(&text),
                format!("{FIELDS}{end}"),
                "{rest:?}"
            );
        }
        // Blanks behind the `;`, written with earlier pieces, begin no operation.
        let blanks = ended(format!("{FIELDS} id x;   ").as_bytes(), 1);
        let due = format!("{FIELDS} id x;   Error \"too long\";");
        assert_eq!(String::from_utf8_lossy(&blanks), due);
        for other in ["what is this", "# 7k/8/5KQ1/8/8/8/8/8 w - - a comment"] {
            assert_eq!(ended(other.as_bytes(), 5), other.as_bytes());
        }
    }

    proptest! {
        #[test]
        fn the_error_is_read_and_the_line_is_ended_once(
            rest in "( |;|\"|\\\\|a|id |\t){0,20}",
            length in 1..5usize,
        ) {
            let line = format!("{FIELDS} {rest}").into_bytes();
            let once = ended(&line, length);
            let significant = significant(&line);
            prop_assert!(once.starts_with(significant), "{}", String::from_utf8_lossy(&once));
            prop_assert_eq!(&ended(&once, 1000), &once);
            let read = Epd::from_ascii(&once).expect("a position");
            // A backslash before a quote can be read in two ways.
            if !rest.contains('\\') {
                prop_assert!(read.operation("Error").is_some(), "{}", String::from_utf8_lossy(&once));
            }
        }
    }
}
