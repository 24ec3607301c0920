//! Places in the input, and messages about them.
//!
//! Text written by others (file names, titles, comments, words of the input) is shown to people
//! only through [`printable`] and similar functions, or [`excerpt`] if it may be long: it must not
//! control the terminal or look like a line of its own. [`Location`] and
//! [`tell`](crate::desk::tell) do that themselves.

use std::borrow::Cow;
use std::fmt;

/// A place in the input: file, line and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The file's name as given on the command line, `-` for standard input.
    pub file: String,
    /// The line number, from 1.
    pub line: u64,
    /// The column in bytes, from 1.
    pub column: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = printable(&self.file);
        write!(f, "{file}:{}:{}", self.line, self.column)
    }
}

/// A warning about one line: the record was understood, but not exactly as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The column in bytes, from 1.
    pub column: usize,
    /// The finding and how it was understood, in lower case and without a full stop.
    pub text: String,
}

impl Warning {
    /// A warning about the text at `column` (from 1).
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

/// Whether a character controls the display instead of being visible: a control character, or one
/// that changes the text direction and so the apparent content.
pub fn steers(c: char) -> bool {
    // The characters with Unicode's property Bidi_Control.
    let turns = matches!(
        c,
        '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    c.is_control() || turns
}

/// `text` as a part of one line, with characters that control the display replaced, including line
/// feeds; a tab becomes a blank.
pub fn printable(text: &str) -> Cow<'_, str> {
    shown(text, steers)
}

/// Like [`printable`] for an owned text, which is copied only if a character is replaced.
pub fn into_printable(text: String) -> String {
    match printable(&text) {
        Cow::Owned(shown) => shown,
        Cow::Borrowed(_) => text,
    }
}

/// Like [`printable`] for a text of several lines: line feeds are kept.
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    shown(text, |c| steers(c) && c != '\n')
}

/// Like [`printable`] for a text in an unknown encoding: bytes that are not UTF-8 are kept, too,
/// except those that are control characters in Latin-1.
pub fn printable_bytes(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        bytes.extend_from_slice(printable_lines(chunk.valid()).as_bytes());
        for &byte in chunk.invalid() {
            match char::from(byte).is_control() {
                true => bytes.extend_from_slice("\u{fffd}".as_bytes()),
                false => bytes.push(byte),
            }
        }
    }
    bytes
}

/// A message as shown to people: one line, without the error number that the system appends, `(os
/// error 2)`, and without the name of a temporary file that tempfile appends, `at path "/tmp/.tmpxyz"`:
/// both are of no use to them.
pub fn message(text: &str) -> String {
    let mut text = text.to_owned();
    if text.ends_with('"')
        && let Some(start) = text.rfind(" at path \"")
    {
        text.truncate(start);
    }
    while let Some(start) = text.find(" (os error ")
        && let Some(length) = text[start..].find(')')
    {
        text.replace_range(start..=start + length, "");
    }
    printable(&text).into_owned()
}

fn shown(text: &str, is_raw: impl Fn(char) -> bool) -> Cow<'_, str> {
    // The most common case, which can be detected quickly.
    if text.bytes().all(|b| matches!(b, b' '..=b'~')) || !text.contains(&is_raw) {
        return Cow::Borrowed(text);
    }
    let shown = |c| match c {
        '\t' => ' ',
        c if is_raw(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    Cow::Owned(text.chars().map(shown).collect())
}

/// `text` with the code point in place of every character that cannot be seen or looks like a blank
/// without being one: `<U+00A0>`, the no-break space.
pub fn name_invisible(text: &str) -> Cow<'_, str> {
    let is_invisible = |c: char| {
        !c.is_ascii()
            && (c.is_whitespace()
                || matches!(
                    c,
                    '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}'
                ))
    };
    if !text.contains(is_invisible) {
        return Cow::Borrowed(text);
    }
    let name = |c: char| match is_invisible(c) {
        true => format!("<U+{:04X}>", u32::from(c)),
        false => c.to_string(),
    };
    Cow::Owned(text.chars().map(name).collect())
}

/// The message for a file in UTF-16, in place of messages about its content.
pub const UTF16: &str = "this is UTF-16: convert it to UTF-8";

/// A UTF-8 text without a byte order mark at its beginning, which some editors put there.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

/// Whether a file that begins with `beginning` is UTF-16: it has a byte order mark, or every other
/// byte of the first eight is zero.
pub fn is_utf16(beginning: &[u8]) -> bool {
    let marked = matches!(beginning, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    let alternates = |first: &[u8; 8]| {
        let zeros = first.map(|byte| byte == 0);
        zeros[0] != zeros[1] && (2..8).all(|index| zeros[index] == zeros[index - 2])
    };
    marked || beginning.first_chunk().is_some_and(alternates)
}

/// The message for a file without text, in place of a message for each of its lines.
pub const BINARY: &str = "this is binary data, not text";

/// The sign that DOS writes behind a text.
pub const DOS_END: u8 = 0x1a;

/// The maximum number of bytes behind the text of a DOS file, which fill a sector.
const LONGEST_FILLING: usize = 1024;

/// Where a text ends if an end of file of DOS is behind it, with nothing but filling after it.
pub fn dos_end(text: &[u8]) -> Option<usize> {
    let from = text.len().saturating_sub(LONGEST_FILLING);
    let is_filling = |b: &&u8| b.is_ascii_whitespace() || matches!(**b, 0 | DOS_END);
    let filling = text[from..].iter().rev().take_while(is_filling);
    let start = text.len() - filling.count();
    let is_end = |b: &u8| *b == DOS_END;
    text[start..].iter().position(is_end).map(|at| start + at)
}

/// Whether a text consists of NUL alone.
pub fn is_nul(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(|byte| *byte == 0)
}

/// Whether a file, or a line, that begins with `beginning` is not text: it is a picture or nothing
/// but NUL, or more than one byte in sixteen is a control character that does not occur in text.
/// NUL at the end occurs in real text files.
pub fn is_binary(beginning: &[u8]) -> bool {
    if is_nul(beginning) {
        return true;
    }
    let nuls = beginning.iter().rev().take_while(|byte| **byte == 0);
    let beginning = &beginning[..beginning.len() - nuls.count()];
    let is_odd = |byte: &&u8| byte.is_ascii_control() && !b"\t\n\x0c\r\x1a\x1b".contains(byte);
    let beginning = &beginning[..beginning.len().min(4096)];
    beginning.starts_with(b"\x89PNG")
        || beginning.starts_with(b"\xff\xd8\xff")
        || beginning.iter().filter(is_odd).count() * 16 > beginning.len()
}

/// The beginning of `text` in printable form, for a message: at most 40 characters, with bytes that
/// are not UTF-8 and control characters replaced, and invisible ones named; `(nothing)` if it is
/// empty.
pub fn excerpt(text: &[u8]) -> String {
    if text.is_empty() {
        return "(nothing)".to_owned();
    }
    const LONGEST: usize = 40;
    // Four bytes per character are always enough, and long lines need not be scanned.
    let head = &text[..text.len().min(4 * LONGEST + 4)];
    let lossy = String::from_utf8_lossy(head);
    let head: String = lossy.chars().take(LONGEST).collect();
    let mut shown = name_invisible(&printable(&head)).into_owned();
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
        assert_eq!(printable_lines("plain\nöß"), "plain\nöß");
        assert_eq!(printable("a.epd\nsolver:\tb"), "a.epd\u{fffd}solver: b");
        assert_eq!(
            printable("\u{1b}[2J\r\u{7f}\u{9b}1A"),
            "\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}1A"
        );
        assert_eq!(
            printable_bytes(b"B\xfchne\n\xc2\x9b2J\x1b\x9b\xc2"),
            [
                b"B\xfchne\n",
                "\u{fffd}2J\u{fffd}\u{fffd}".as_bytes(),
                b"\xc2"
            ]
            .concat()
        );
        // "mate in 2" that is displayed as "2 ni etam", and the character that ends the reversal.
        assert_eq!(
            printable("\u{202e}mate in 2\u{202c} \u{2067}x\u{2069}"),
            "\u{fffd}mate in 2\u{fffd} \u{fffd}x\u{fffd}"
        );
        assert_eq!(excerpt("\u{202e}r#2".as_bytes()), "\u{fffd}r#2");
        assert_eq!(
            excerpt("-\u{a0}0 ä\u{200b}".as_bytes()),
            "-<U+00A0>0 ä<U+200B>"
        );
    }

    #[test]
    fn what_is_no_text_is_known_by_its_beginning() {
        let program = [&b"\x7fELF\x02\x01\x01"[..], &[0; 9], b"\x03\0>\0"].concat();
        for binary in [
            &program[..],
            b"\x89PNG\r\n",
            b"\xff\xd8\xff\xe0",
            b"a\0\x01b",
            b"\0\0",
        ] {
            assert!(is_binary(binary), "{binary:?}");
        }
        let escape = b"\x1b[1m8/8/8/8/8/8/8/8\x1b[m w - -";
        let damaged = b"8/8/8/4K3/8/8/6Q1/7k w\x01- -";
        for text in [&b""[..], b"8/8 w - -\0", b"B\xfchne\t\x1a", escape, damaged] {
            assert!(!is_binary(text), "{text:?}");
        }
    }

    #[test]
    fn a_message_has_no_numbers_of_system_errors() {
        let missing = std::io::Error::from_raw_os_error(2);
        assert_eq!(
            message(&format!("a\nb: cannot be read: {missing}")),
            "a\u{fffd}b: cannot be read: No such file or directory"
        );
        let full = std::io::Error::from_raw_os_error(28);
        assert_eq!(
            message(&format!(
                "x: write error: {full} at path \"/a b/.x.Q1.new\""
            )),
            "x: write error: No space left on device"
        );
        assert_eq!(message("(os error 2"), "(os error 2");
        assert_eq!(message("x (os error "), "x (os error ");
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
