//! Converts text in other encodings to UTF-8 while it is read.
//!
//! UTF-16 is recognized by its byte order mark, or by its zero bytes. Otherwise each line on its
//! own is read as UTF-8 or, following the PGN standard, as Latin-1; like browsers, the reader uses
//! its superset Windows-1252 ([`Utf8Lines`]), in which every byte is valid. So a file may begin
//! with megabytes of ASCII, and no decision is needed in advance. `--encoding` overrides all of
//! this.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};
use encoding_rs_io::DecodeReaderBytesBuilder;
use memchr::{memchr_iter, memrchr2};

use super::rows::append_text;

/// The name of an encoding in the web's terms: `latin1`, `windows-1251`, `koi8-r`, `utf-16le`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextEncoding(&'static Encoding);

impl fmt::Display for TextEncoding {
    /// Its name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name().to_lowercase())
    }
}

impl TextEncoding {
    /// The encoding with this name, in lower or upper case.
    ///
    /// ```
    /// use keymove_forms::collection::encoding::TextEncoding;
    ///
    /// let latin = TextEncoding::named("Latin1").expect("a name of the web");
    /// assert_eq!(latin.to_string(), "windows-1252");
    /// assert!(TextEncoding::named("letters").is_none());
    /// ```
    pub fn named(name: &str) -> Option<TextEncoding> {
        Encoding::for_label(name.as_bytes()).map(TextEncoding)
    }

    /// The UTF-16 encoding of a file that begins with `bytes`, if it is UTF-16.
    pub fn utf16(bytes: &[u8]) -> Option<TextEncoding> {
        let is_letter = |byte: u8| byte.is_ascii_graphic();
        match *bytes {
            [0xff, 0xfe, ..] => Some(TextEncoding(UTF_16LE)),
            [0xfe, 0xff, ..] => Some(TextEncoding(UTF_16BE)),
            // Without a byte order mark: every second byte of ASCII text is 0.
            [first, 0, third, 0, ..] if is_letter(first) && third.is_ascii() && third != 0 => {
                Some(TextEncoding(UTF_16LE))
            }
            [0, first, 0, third, ..] if is_letter(first) && third.is_ascii() && third != 0 => {
                Some(TextEncoding(UTF_16BE))
            }
            _ => None,
        }
    }

    /// Whether a file may be UTF-16, given that `bytes` are all that has been read of it.
    pub fn may_be_utf16(bytes: &[u8]) -> bool {
        matches!(
            bytes,
            [] | [0xff | 0xfe | 0] | [0, _] | [0, _, 0] | [_, 0] | [_, 0, _]
        )
    }

    /// `bytes` decoded to UTF-8.
    pub fn decoded(self, bytes: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        Box::new(
            DecodeReaderBytesBuilder::new()
                .encoding(Some(self.0))
                .build(bytes),
        )
    }
}

/// Text in UTF-8 or else Windows-1252.
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

/// The number of the first line that is not UTF-8, from 1; 0 as long as there is none.
#[derive(Debug, Clone, Default)]
pub struct OtherEncoding(Arc<AtomicU64>);

impl OtherEncoding {
    /// Records that line `number` is not UTF-8.
    pub fn begins(&self, number: u64) {
        let _ = self
            .0
            .compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The first line that is not UTF-8.
    pub fn line(&self) -> Option<u64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|&line| line > 0)
    }
}

/// The message for a file that is not UTF-8, given once.
pub const NOT_UTF8: &str = "not UTF-8 from here on; read as Windows-1252";

/// The option for such a text, in words that follow this message.
pub const ENCODING: &str = "see --encoding";

/// From this length on, a piece of a line is processed before the end of the line has been read.
const PIECE: usize = 1 << 20;

/// A reader whose output is UTF-8: lines that are not UTF-8 are decoded.
pub struct Utf8Lines {
    reader: Box<dyn Read + Send>,
    /// Bytes that have been read but not processed.
    raw: Vec<u8>,
    /// The decoded bytes, and how many of them have been returned.
    ready: Vec<u8>,
    given: usize,
    /// The number of the line in which `raw` begins.
    number: u64,
    other: OtherEncoding,
}

impl Utf8Lines {
    /// The text of `reader`, which begins in line `number`; `other` is notified of the first line
    /// that is not UTF-8.
    pub fn new(reader: Box<dyn Read + Send>, number: u64, other: OtherEncoding) -> Utf8Lines {
        Utf8Lines {
            reader,
            raw: Vec::new(),
            ready: Vec::new(),
            given: 0,
            number,
            other,
        }
    }

    /// Reads until there is something to return; `false` at the end.
    fn fill(&mut self) -> io::Result<bool> {
        self.ready.clear();
        self.given = 0;
        while self.ready.is_empty() {
            let is_end = !append_text(&mut self.reader, &mut self.raw)?;
            if is_end && self.raw.is_empty() {
                return Ok(false);
            }
            let length = match memrchr2(b'\n', b'\r', &self.raw) {
                _ if is_end => self.raw.len(),
                Some(end) => end + 1,
                // A character may be cut at the end of a piece.
                None if self.raw.len() >= PIECE => match std::str::from_utf8(&self.raw) {
                    Err(error) if error.error_len().is_none() => error.valid_up_to(),
                    _ => self.raw.len(),
                },
                None => continue,
            };
            let rest = self.raw.split_off(length);
            let piece = std::mem::replace(&mut self.raw, rest);
            self.take(piece);
        }
        Ok(true)
    }

    /// Makes whole lines, or a piece of one, ready to be returned.
    fn take(&mut self, piece: Vec<u8>) {
        let before = self.number;
        self.number += memchr_iter(b'\n', &piece).count() as u64;
        if std::str::from_utf8(&piece).is_ok() {
            self.ready = piece;
            return;
        }
        let mut number = before;
        for line in piece.split_inclusive(|b| b"\n\r".contains(b)) {
            let text = text_of(line);
            if matches!(text, Cow::Owned(_)) {
                self.other.begins(number);
            }
            self.ready.extend_from_slice(text.as_bytes());
            number += u64::from(line.ends_with(b"\n"));
        }
    }
}

impl Read for Utf8Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given == self.ready.len() && !self.fill()? {
            return Ok(0);
        }
        let count = (&self.ready[self.given..]).read(buffer)?;
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn read(bytes: &[u8]) -> (String, Option<u64>) {
        let other = OtherEncoding::default();
        let mut lines = Utf8Lines::new(Box::new(Cursor::new(bytes.to_vec())), 1, other.clone());
        let mut text = String::new();
        lines.read_to_string(&mut text).expect("UTF-8");
        (text, other.line())
    }

    #[test]
    fn each_line_is_utf8_or_windows_1252() {
        for (bytes, text, line) in [
            (&b"plain\nlines"[..], "plain\nlines", None),
            ("Köln\nŁódź\n".as_bytes(), "Köln\nŁódź\n", None),
            (b"K\xf6ln\n", "Köln\n", Some(1)),
            (b"a\nK\xc3\xb6ln\nR\xe9ti\n", "a\nKöln\nRéti\n", Some(3)),
            (b"a\r\x80 \x96\rb\xdf", "a\r€ –\rbß", Some(1)),
            (b"\xff\xfe\x81", "ÿþ\u{81}", Some(1)),
            (b"", "", None),
        ] {
            assert_eq!(read(bytes), (text.to_owned(), line), "{bytes:?}");
        }
    }

    #[test]
    fn long_files_and_lines_are_decoded_in_pieces() {
        let mut bytes = b"plain letters\n".repeat(300_000);
        bytes.extend_from_slice(b"P\xe9ter\n");
        let (text, line) = read(&bytes);
        assert!(text.ends_with("letters\nPéter\n") && line == Some(300_001));
        // No character is torn apart, wherever a line is cut.
        for shift in 0..4 {
            let long = "x".repeat(shift) + &"é".repeat(PIECE) + "\n";
            assert!(read(long.as_bytes()) == (long, None));
        }
    }

    #[test]
    fn utf_16_is_known_with_and_without_a_mark() {
        let wide = |text: &str, is_big: bool| -> Vec<u8> {
            let units = text.encode_utf16();
            let bytes = |unit: u16| {
                if is_big {
                    unit.to_be_bytes()
                } else {
                    unit.to_le_bytes()
                }
            };
            units.flat_map(bytes).collect()
        };
        for is_big in [false, true] {
            for mark in ["", "\u{feff}"] {
                let bytes = wide(&format!("{mark}ab Köln Łódź\n"), is_big);
                let encoding = TextEncoding::utf16(&bytes).expect("UTF-16");
                let mut text = String::new();
                let mut reader = encoding.decoded(Box::new(Cursor::new(bytes)));
                reader.read_to_string(&mut text).expect("UTF-8");
                assert_eq!(text.trim_start_matches('\u{feff}'), "ab Köln Łódź\n");
            }
        }
        for bytes in [&b"8/8/"[..], b"k\0", b"\0\0\0\0", b"", b"\x1f\x8b\x08\0"] {
            assert_eq!(TextEncoding::utf16(bytes), None, "{bytes:?}");
        }
    }
}
