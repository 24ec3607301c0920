//! Going on after an earlier run: which of FILE's records are kept.
//!
//! Kept are whole records from the first on, up to the first that a stop ended: it and all that
//! follows are done again, so that the bytes become those of a run that was never interrupted.
//! Each kept record must be the answer to its input line ([`is_answer`]), or nothing is touched at all.
//! What cannot be seen from a record is not checked: that the earlier run had the same options.

use std::fmt;

use memchr::memmem;
use serde_json::Value;

use super::lines::{Item, Line, Lines};
use crate::answer::Format;

/// What is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Kept {
    /// The number of records.
    pub lines: u64,
    /// Their bytes in FILE.
    pub bytes: u64,
    /// The bytes of their lines in the input.
    pub read: u64,
}

/// Why FILE cannot be gone on with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mismatch {
    /// A record is not the answer to its input line.
    Other {
        /// FILE and line of the record.
        record: String,
        /// File and line of the input.
        input: String,
    },
    /// FILE holds more records than the input has lines.
    Longer {
        /// FILE and line of the first record too many.
        record: String,
    },
    /// Either side cannot be read.
    Unreadable(String),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::Other { record, input } => {
                write!(f, "{record}: this record is not the answer to {input}")
            }
            Mismatch::Longer { record } => write!(f, "{record}: the input has fewer lines"),
            Mismatch::Unreadable(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Mismatch {}

/// Compares the records of FILE (`length` bytes) with the lines of the input. The first line that is not
/// answered yet is the next that `lines` gives.
///
/// # Errors
///
/// [`Mismatch`].
pub fn check(
    records: &mut Lines,
    length: u64,
    lines: &mut Lines,
    format: Format,
) -> Result<Kept, Mismatch> {
    let mut kept = Kept::default();
    while let Some(item) = records.next_item() {
        let record = readable(item)?;
        let Some(item) = lines.next_item() else {
            return Err(Mismatch::Longer {
                record: place(&record),
            });
        };
        let line = readable(item)?;
        let end = kept.bytes + record.bytes.len() as u64 + 1;
        // Without its line feed the last record is torn, however whole it looks.
        if end > length || is_stopped(&record.bytes, format) {
            lines.put_back(line);
            break;
        }
        if !is_answer(&record.bytes, &line.bytes, format) {
            return Err(Mismatch::Other {
                record: place(&record),
                input: place(&line),
            });
        }
        kept.lines += 1;
        kept.bytes = end;
        kept.read += line.bytes.len() as u64 + 1;
    }
    Ok(kept)
}

fn readable(item: Item) -> Result<Line, Mismatch> {
    match item {
        Item::Line(line) => Ok(line),
        Item::Unreadable(message) => Err(Mismatch::Unreadable(message)),
    }
}

fn place(line: &Line) -> String {
    format!("{}:{}", line.file, line.number)
}

/// Whether a stop ended the job of `record`. Where that is in doubt the answer is yes: to do a record
/// again is never wrong.
fn is_stopped(record: &[u8], format: Format) -> bool {
    match format {
        Format::Epd => memmem::find(record, b"Limit \"stopped\"").is_some(),
        Format::Json => match serde_json::from_slice(record) {
            Ok(Value::Object(object)) => object.get("limit").is_some_and(|l| l == "stopped"),
            _ => false,
        },
    }
}

/// Whether `record` can be the answer to `line`.
///
/// Lines that were passed through are equal, and malformed ones too but for an `Error` at the end. All
/// other answers keep the placement of the men, the side to move, and the `id`. Castling rights and the en-passant square say less than they seem to: the
/// writer puts them in order and drops those that mean nothing, and so they are not compared.
fn is_answer(record: &[u8], line: &[u8], format: Format) -> bool {
    if record == line {
        return true;
    }
    let text = line.trim_ascii();
    if matches!(text.first(), None | Some(b'%' | b'#' | b';')) {
        return false;
    }
    if let Some(added) = record.strip_prefix(text)
        && memmem::find(added, b"Error \"").is_some()
    {
        return true;
    }
    let asked = Identity::of_epd(line);
    let answered = match format {
        Format::Epd => Identity::of_epd(record),
        Format::Json => match serde_json::from_slice(record) {
            Ok(Value::Object(object)) => Identity::of_json(&object),
            _ => return false,
        },
    };
    asked.placement == answered.placement
        && asked.side == answered.side
        && (asked.id.is_none() || answered.id.is_none() || asked.id == answered.id)
}

/// What a line and its answer have in common.
#[derive(Debug, PartialEq, Eq)]
struct Identity {
    /// The placement field, a dot for each empty square, without `~` on promoted men.
    placement: Vec<u8>,
    side: Option<u8>,
    id: Option<Vec<u8>>,
}

impl Identity {
    fn of_epd(line: &[u8]) -> Identity {
        // A byte order mark is no part of the position.
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let mut fields = line.split(|&b| is_blank(b)).filter(|f| !f.is_empty());
        Identity {
            placement: fields.next().map(squares).unwrap_or_default(),
            side: fields.next().map(|f| f[0].to_ascii_lowercase()),
            id: operations(line).find_map(|operation| {
                let operand = operation.strip_prefix(b"id")?;
                operand.first().filter(|&&b| is_blank(b))?;
                let operand = operand.trim_ascii();
                let inner = operand.strip_prefix(b"\"").unwrap_or(operand);
                Some(inner.strip_suffix(b"\"").unwrap_or(inner).to_vec())
            }),
        }
    }

    fn of_json(object: &serde_json::Map<String, Value>) -> Identity {
        let text = |key| object.get(key).and_then(Value::as_str);
        Identity {
            id: text("id").map(|id| id.as_bytes().to_vec()),
            ..Identity::of_epd(text("fen").unwrap_or_default().as_bytes())
        }
    }
}

fn squares(placement: &[u8]) -> Vec<u8> {
    let mut squares = Vec::with_capacity(72);
    for &byte in placement {
        match byte {
            b'1'..=b'8' => squares.extend(std::iter::repeat_n(b'.', usize::from(byte - b'0'))),
            b'~' => {}
            _ => squares.push(byte),
        }
    }
    squares
}

/// The operations of an EPD line, as what stands between semicolons outside of strings. The first one
/// still has the fields of the position before it; they are cut off with the counters of a FEN.
fn operations(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = line;
    for field in 0..6 {
        let trimmed = rest.trim_ascii_start();
        let end = trimmed
            .iter()
            .position(|&b| is_blank(b))
            .unwrap_or(trimmed.len());
        if field >= 4 && !trimmed[..end].iter().all(u8::is_ascii_digit) {
            break;
        }
        rest = &trimmed[end..];
    }
    let mut quoted = false;
    rest.split(move |&b| {
        quoted ^= b == b'"';
        b == b';' && !quoted
    })
    .map(<[u8]>::trim_ascii)
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}
