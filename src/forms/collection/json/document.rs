//! Objects within an array or an enclosing object, or spread over several lines: [`Document`].
//!
//! All problems of a file have the same nesting depth: they are in an array (`[{...}, {...}]`), in
//! an array or object of an enclosing object (`{"problems": [...]}`), or at the top level. The
//! depth is determined from the first problem ([`record_depth`]); objects at a smaller depth are
//! containers, and everything else is ignored. Only one problem at a time is held in memory.

use std::io::{self, Read};

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Deserializer;
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::{JsonEntry, object};
use crate::collection::rows::{Rows, TOO_LONG, append};
use crate::collection::{Broken, LONGEST_RECORD};

/// The names of the member with the position.
const POSITIONS: [&[u8]; 3] = [b"fen", b"epd", b"position"];

/// The nesting depth of the problems in a file that begins with `beginning`; `None` if each line is
/// an object, or if no object has a position.
pub(super) fn record_depth(beginning: &[u8]) -> Option<usize> {
    let depth = first_depth(beginning)?;
    let ends_early = |error: serde_json::Error| error.classify() == Category::Eof;
    let mut values = Deserializer::from_slice(beginning).into_iter::<IgnoredAny>();
    let is_json = values
        .next()
        .is_none_or(|value| value.err().is_none_or(ends_early));
    // Whether an object at the top level does not end in its line.
    let goes_on = || {
        let line = beginning.split(|&b| b == b'\n').next().unwrap_or_default();
        let has_next = line.len() < beginning.len();
        has_next && serde_json::from_slice::<IgnoredAny>(line).is_err()
    };
    (is_json && (depth > 0 || goes_on())).then_some(depth)
}

/// The nesting depth of the first object with a position, if it is in the first value of the text.
fn first_depth(text: &[u8]) -> Option<usize> {
    let mut open = Vec::new();
    let mut is_key = false;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'{' | b'[' => {
                open.push(byte);
                is_key = byte == b'{';
            }
            b'}' | b']' => {
                open.pop();
                if open.is_empty() {
                    return None;
                }
            }
            b',' => is_key = open.last() == Some(&b'{'),
            b'"' => {
                let length = string_length(&text[at..])?;
                let name = text[at..at + length].to_ascii_lowercase();
                at += length + 1;
                if std::mem::take(&mut is_key) && POSITIONS.contains(&&name[..]) {
                    return Some(open.len() - 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// The length of a string in bytes up to its closing quotation mark.
fn string_length(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        match text.get(at)? {
            b'"' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// The problems of a document.
pub(super) struct Document {
    bytes: JsonBytes,
    /// The depth of the problems, and the current depth.
    depth: usize,
    open: usize,
}

impl Document {
    /// The document at the beginning of `rows`.
    pub fn new(rows: Rows, depth: usize) -> Document {
        let number = rows.number() + 1;
        Document {
            bytes: JsonBytes {
                reader: rows.into_rest(),
                buffer: Vec::new(),
                at: 0,
                number,
                left: 0,
            },
            depth,
            open: 0,
        }
    }

    /// The next problem.
    pub fn next_record(&mut self) -> Result<Option<JsonEntry>, Broken> {
        self.next().map_err(|reason| (self.bytes.number, reason))
    }

    fn next(&mut self) -> Result<Option<JsonEntry>, String> {
        loop {
            let byte = self
                .bytes
                .peek()
                .map_err(|error| format!("cannot be read on: {error}"))?;
            let Some(byte) = byte else {
                return match self.open {
                    0 => Ok(None),
                    _ => Err("this JSON does not end".to_owned()),
                };
            };
            match byte {
                b'{' if self.open == self.depth => {
                    let number = self.bytes.number;
                    let raw: Box<RawValue> = self.bytes.value()?;
                    return Ok(Some(object(raw.get().as_bytes(), number)));
                }
                b'{' | b'[' if self.open < self.depth => {
                    self.open += 1;
                    self.bytes.skip();
                }
                b'}' | b']' if self.open > 0 => {
                    self.open -= 1;
                    self.bytes.skip();
                }
                b'"' | b'[' => {
                    let _: IgnoredAny = self.bytes.value()?;
                }
                b',' | b':' | b'-' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'E' | b'+' => {
                    self.bytes.skip();
                }
                _ => return Err("this JSON cannot be read".to_owned()),
            }
        }
    }
}

/// The bytes of a document, with the number of their line.
struct JsonBytes {
    reader: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    at: usize,
    number: u64,
    /// The number of bytes that the current value may still have.
    left: usize,
}

impl JsonBytes {
    /// The next byte that is not blank, without consuming it.
    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.buffer.get(self.at) {
                Some(byte) if byte.is_ascii_whitespace() => self.skip(),
                Some(&byte) => return Ok(Some(byte)),
                None => {
                    self.buffer.clear();
                    self.at = 0;
                    if !append(&mut self.reader, &mut self.buffer)? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Consumes the byte returned by [`JsonBytes::peek`].
    fn skip(&mut self) {
        self.number += u64::from(self.buffer[self.at] == b'\n');
        self.at += 1;
    }

    /// The value that begins here. It is text, an array or an object, so no byte after it is
    /// needed.
    fn value<'de, T: Deserialize<'de>>(&mut self) -> Result<T, String> {
        self.left = LONGEST_RECORD;
        let value = T::deserialize(&mut Deserializer::from_reader(&mut *self));
        value.map_err(|error| match self.left {
            0 => TOO_LONG.to_owned(),
            _ => {
                let text = error.to_string();
                let (reason, _) = text.split_once(" at line").unwrap_or((&text, ""));
                format!("this JSON cannot be read: {reason}")
            }
        })
    }
}

impl Read for JsonBytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.buffer.len() {
            self.buffer.clear();
            self.at = 0;
            append(&mut self.reader, &mut self.buffer)?;
        }
        let most = buffer.len().min(self.left);
        let count = (&self.buffer[self.at..]).read(&mut buffer[..most])?;
        let lines = buffer[..count].iter().filter(|&&b| b == b'\n').count();
        self.number += lines as u64;
        self.at += count;
        self.left -= count;
        Ok(count)
    }
}
