//! Whether a record is the answer to a line of input, and whether a stop ended its job.
//!
//! Lines that were passed through are equal, and malformed ones too but for an `Error` at the end.
//! All other answers keep the placement of the men, the side to move, and the `id`. Castling rights
//! and the en-passant square say less than they seem to: the writer puts them in order and drops
//! those that mean nothing, and so they are not compared.
//!
//! Most records are told by a `Glance`; only where one does not tell, both sides are read.

use memchr::memmem;
use serde_json::{Map, Value};

use super::result::JobResult;
use super::tsv;
use crate::epd::{Epd, Glance, passes_through, trimmed, with_error, without_error};

/// Whether a stop ended the job of `record`. Where that is in doubt the answer is yes: to do a
/// record again is never wrong.
pub fn is_stopped(record: &[u8]) -> bool {
    memmem::find(record, b"Limit \"stopped\"").is_some()
}

/// The same for an object of JSON.
pub fn is_stopped_object(record: &[u8]) -> bool {
    object(record).is_some_and(|object| {
        let other = object.get("duplex").and_then(|duplex| duplex.get("limit"));
        let mut limits = object.get("limit").into_iter().chain(other);
        limits.any(|limit| limit == "stopped")
    })
}

/// The same for a row of a table.
pub fn is_stopped_row(record: &[u8]) -> bool {
    row(record).is_some_and(|row| [row.limit, row.duplex_limit].contains(&"stopped".to_owned()))
}

/// The object of JSON in a line.
pub(super) fn object(record: &[u8]) -> Option<Map<String, Value>> {
    match serde_json::from_slice(record) {
        Ok(Value::Object(object)) => Some(object),
        _ => None,
    }
}

/// Whether `record` can be the answer to `line`, both EPD.
pub fn is_answer(record: &[u8], line: &[u8]) -> bool {
    if record == line {
        return true;
    }
    if passes_through(line) {
        return false;
    }
    let text = trimmed(line);
    if let Some(added) = record.strip_prefix(text)
        && memmem::find(added, b"Error \"").is_some()
    {
        return true;
    }
    Glance::at(line).agrees(&Glance::at(record)) || answers_as_read(record, line)
}

/// Whether an object of JSON can be the answer to `line`, which is the `number`th of its input.
///
/// JSON says the number of the line besides. It holds text: other bytes are replaced in it, so they
/// must be on the input's side too.
pub fn is_object_of(record: &[u8], line: &[u8], number: u64) -> bool {
    let Some(object) = object(record) else {
        return false;
    };
    let text = |field| object.get(field).and_then(Value::as_str);
    if object.get("line").and_then(Value::as_u64) != Some(number) {
        return false;
    }
    if let Some(copied) = text("copied") {
        return copied == String::from_utf8_lossy(line);
    }
    if let Some(malformed) = text("text") {
        return malformed == String::from_utf8_lossy(without_error(line));
    }
    text("fen").is_some_and(|fen| is_of(fen, text("id"), line))
}

/// The same for a row of a table, in which an empty `id` and none are one.
pub fn is_row_of(record: &[u8], line: &[u8], number: u64) -> bool {
    let Some(row) = row(record) else {
        return false;
    };
    if row.line != number.to_string() {
        return false;
    }
    if row.outcome == "error" {
        let text = String::from_utf8_lossy(without_error(line));
        return row.text == text || tsv::unguarded(&row.text) == text;
    }
    let is_own = |id| is_of(&row.fen, Some(id), line);
    if tsv::unguarded(&row.id) != row.id && is_own(tsv::unguarded(&row.id)) {
        return true;
    }
    let id = (!row.id.is_empty()).then_some(row.id.as_str());
    is_of(&row.fen, id, line) || (id.is_none() && is_of(&row.fen, Some(""), line))
}

/// What is looked at in a row of a table.
pub(super) struct Row {
    fen: String,
    id: String,
    pub(super) outcome: String,
    pub(super) stipulation: String,
    pub(super) length: String,
    line: String,
    pub(super) nodes: String,
    pub(super) seconds: String,
    pub(super) limit: String,
    pub(super) error: String,
    text: String,
    pub(super) duplex_nodes: String,
    pub(super) duplex_limit: String,
}

/// The row of a table in a line.
pub(super) fn row(record: &[u8]) -> Option<Row> {
    let mut cells = tsv::cells(std::str::from_utf8(record).ok()?)?;
    let mut cell = |name| {
        let at = tsv::COLUMNS.iter().position(|column| *column == name);
        cells.get_mut(at?).map(std::mem::take)
    };
    Some(Row {
        fen: cell("fen")?,
        id: cell("id")?,
        outcome: cell("outcome")?,
        stipulation: cell("stipulation")?,
        length: cell("length")?,
        line: cell("line")?,
        nodes: cell("nodes")?,
        seconds: cell("seconds")?,
        limit: cell("limit")?,
        error: cell("error")?,
        text: cell("text")?,
        duplex_nodes: cell("duplex_nodes")?,
        duplex_limit: cell("duplex_limit")?,
    })
}

/// Whether the position `fen` with that `id` is the one in `line`.
fn is_of(fen: &str, id: Option<&str>, line: &[u8]) -> bool {
    let id = id.map(|id| id.as_bytes().to_vec());
    let mut answered = Glance::at(fen.as_bytes());
    answered.id.clone_from(&id);
    let line = String::from_utf8_lossy(line);
    Glance::at(line.as_bytes()).agrees(&answered)
        || Epd::from_ascii(line.as_bytes()).is_ok_and(|asked| {
            // Without the operations beside it a hand cannot be read.
            board_and_side(&asked.fields()) == board_and_side(fen) && id_of(&asked) == id
        })
}

/// The same question for the few records of which a glance does not tell: strings within strings,
/// one that does not end. Both are read as the run reads them, which takes ten times as long.
fn answers_as_read(record: &[u8], line: &[u8]) -> bool {
    let Ok(asked) = Epd::from_ascii(line) else {
        let with_error = with_error(line, "");
        let without_reason = with_error.strip_suffix(b"\";");
        return without_reason.is_some_and(|beginning| record.starts_with(beginning));
    };
    Epd::from_ascii(record).is_ok_and(|answered| {
        board_and_side(&asked.fields()) == board_and_side(&answered.fields())
            && id_of(&asked) == id_of(&answered)
    })
}

fn board_and_side(fields: &str) -> Vec<String> {
    fields.split(' ').take(2).map(str::to_owned).collect()
}

/// The `id` that stands in a line that may be no record.
pub(super) fn written_id(line: &[u8]) -> Option<String> {
    let id = Glance::at(line).id?;
    Some(String::from_utf8_lossy(&id).into_owned())
}

/// What `record`, an answer to `line`, says that its job came to; nothing where it is no answer.
pub fn result(record: &[u8], line: &[u8]) -> Option<JobResult> {
    if let Ok(read) = Epd::from_ascii(record) {
        return JobResult::of(&read);
    }
    // What cannot be read came back as it was, with the reason behind it if there are four fields.
    let reason = record.get(without_error(record).len()..)?;
    let reason = reason.trim_ascii_start().strip_prefix(b"Error \"");
    let is_bare = with_error(line, "") == line;
    match reason {
        Some(reason) => Some(JobResult::error(&String::from_utf8_lossy(reason))),
        None => is_bare.then(|| JobResult::error("")),
    }
}

/// Whether `torn`, which has no end, can be the beginning of the answer to `line`, both EPD.
pub fn is_beginning(torn: &[u8], line: &[u8]) -> bool {
    if passes_through(line) {
        return line.starts_with(torn);
    }
    let with_error = with_error(line, "");
    let as_it_was = with_error.strip_suffix(b"\";").unwrap_or(&with_error);
    is_common(torn, as_it_was)
        || is_common(torn, trimmed(line))
        || Epd::from_ascii(line).is_ok_and(|asked| is_common(torn, asked.fields().as_bytes()))
}

/// The same for an object of JSON of line `number`.
pub fn is_beginning_of_object(torn: &[u8], number: u64) -> bool {
    is_common(torn, format!("{{\"line\":{number},").as_bytes())
}

/// The same for a row of a table.
pub fn is_beginning_of_row(torn: &[u8], line: &[u8]) -> bool {
    let is_error = is_common(torn, b"\t");
    is_error
        || Epd::from_ascii(line)
            .is_ok_and(|asked| is_common(torn, format!("{}\t", asked.fields()).as_bytes()))
}

/// Whether one of both is the beginning of the other.
fn is_common(one: &[u8], other: &[u8]) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

fn id_of(epd: &Epd) -> Option<Vec<u8>> {
    epd.operation("id").map(|id| id.text().into_owned())
}
