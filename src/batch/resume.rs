//! Going on after an earlier run: which of FILE's records are kept.
//!
//! Kept are whole records from the first on, up to the first that a stop ended: it and all that
//! follows are done again, so that the bytes become those of a run that was never interrupted. Each
//! kept record must be the answer to its input line (see `is_answer`), or nothing is touched at
//! all. What cannot be seen from a record is not checked: that the earlier run had the same
//! options. Messages and exit code speak of what this run does, not of the records it keeps.

use std::fmt;

use memchr::memmem;
use serde_json::Value;

use super::lines::{Item, Line, Lines};
use crate::answer::Format;
use crate::epd::{Epd, passes_through, with_error, without_error};

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

/// Compares the records of FILE (`length` bytes) with the lines of the input. The first line that
/// is not answered yet is the next that `lines` gives.
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

/// Whether a stop ended the job of `record`. Where that is in doubt the answer is yes: to do a
/// record again is never wrong.
fn is_stopped(record: &[u8], format: Format) -> bool {
    match format {
        Format::Epd => memmem::find(record, b"Limit \"stopped\"").is_some(),
        Format::Json => match serde_json::from_slice(record) {
            Ok(Value::Object(object)) => object.get("limit").is_some_and(|l| l == "stopped"),
            _ => false,
        },
        // Text for people is not read back: all of it is done again.
        Format::Text => true,
    }
}

/// Whether `record` can be the answer to `line`.
///
/// Lines that were passed through are equal, and malformed ones too but for an `Error` at the end.
/// All other answers keep the placement of the men, the side to move, and the `id`. Castling rights
/// and the en-passant square say less than they seem to: the writer puts them in order and drops
/// those that mean nothing, and so they are not compared.
fn is_answer(record: &[u8], line: &[u8], format: Format) -> bool {
    if record == line {
        return true;
    }
    if passes_through(line) {
        return false;
    }
    let text = trim(line);
    if let Some(added) = record.strip_prefix(text)
        && memmem::find(added, b"Error \"").is_some()
    {
        return true;
    }
    let (asked, answered) = match format {
        Format::Text => return false,
        Format::Epd => (Identity::of_epd(line), Identity::of_epd(record)),
        Format::Json => {
            let Ok(Value::Object(object)) = serde_json::from_slice(record) else {
                return false;
            };
            // JSON holds text: other bytes are replaced in it, so they must be on this side too.
            let line = String::from_utf8_lossy(line);
            (
                Identity::of_epd(line.as_bytes()),
                Identity::of_epd(epd_of(&object).as_bytes()),
            )
        }
    };
    let alike = asked.placement == answered.placement
        && asked.side == answered.side
        && (asked.id.is_none() || answered.id.is_none() || asked.id == answered.id);
    alike || answers_as_read(record, line, format)
}

/// The same question for the few records of which a glance does not tell: strings within strings,
/// one that does not end. Both are read as the run reads them, which takes ten times as long.
fn answers_as_read(record: &[u8], line: &[u8], format: Format) -> bool {
    let json = match (format, serde_json::from_slice(record)) {
        (Format::Json, Ok(Value::Object(object))) => Some(object),
        (Format::Json, _) => return false,
        _ => None,
    };
    if let Some(malformed) = json.as_ref().and_then(|object| object.get("line")) {
        let line = String::from_utf8_lossy(without_error(line));
        return malformed.as_str() == Some(&*line);
    }
    let Ok(asked) = Epd::from_ascii(line) else {
        let with_error = with_error(line, "");
        let without_reason = with_error.strip_suffix(b"\";");
        return without_reason.is_some_and(|beginning| record.starts_with(beginning));
    };
    let answered = match &json {
        Some(object) => Epd::from_ascii(epd_of(object).as_bytes()),
        None => Epd::from_ascii(record),
    };
    let Ok(answered) = answered else {
        return false;
    };
    let known = |epd: &Epd| {
        let id = epd.operation("id").map(|id| id.text().into_owned());
        let id = match format {
            Format::Json => id.map(|id| String::from_utf8_lossy(&id).into_owned().into_bytes()),
            _ => id,
        };
        let fields: Vec<String> = epd.fields().split(' ').take(2).map(str::to_owned).collect();
        (fields, id)
    };
    known(&asked) == known(&answered)
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
                let operand = trim(operand);
                let inner = operand.strip_prefix(b"\"").unwrap_or(operand);
                Some(inner.strip_suffix(b"\"").unwrap_or(inner).to_vec())
            }),
        }
    }
}

/// A JSON record as something like EPD: the line itself of a malformed one, position and operations
/// of another.
fn epd_of(object: &serde_json::Map<String, Value>) -> String {
    let text = |key| object.get(key).and_then(Value::as_str).unwrap_or_default();
    let mut epd = text("line").to_owned();
    if let Some(Value::String(fields)) = object.get("fen") {
        // `4 id "x"` would be read as a counter without that `;`.
        epd.push_str(fields);
        epd.push_str(" ;");
    }
    let operations = object.get("operations").and_then(Value::as_array);
    for operation in operations.into_iter().flatten().filter_map(Value::as_str) {
        epd.push_str(&format!(" {operation};"));
    }
    epd
}

/// The first field in one form, however it is written: empty squares one by one, the hand sorted
/// behind a bracket.
fn squares(field: &[u8]) -> Vec<u8> {
    let ninth_rank = field.iter().enumerate().filter(|(_, b)| **b == b'/').nth(7);
    let hand = field.iter().position(|&b| b == b'[');
    let end = hand.or(ninth_rank.map(|(slash, _)| slash));
    let (placement, hand) = field.split_at(end.unwrap_or(field.len()));
    let mut squares = Vec::with_capacity(72);
    for &byte in placement {
        match byte {
            b'1'..=b'8' => squares.extend(std::iter::repeat_n(b'.', usize::from(byte - b'0'))),
            b'~' => {}
            _ => squares.push(byte),
        }
    }
    let mut hand: Vec<u8> = hand
        .iter()
        .copied()
        .filter(u8::is_ascii_alphabetic)
        .collect();
    hand.sort_unstable();
    if !hand.is_empty() {
        squares.push(b'[');
        squares.append(&mut hand);
    }
    squares
}

/// The operations of an EPD line, as what stands between semicolons outside of strings. The first
/// one still has the fields of the position before it; they are cut off with the counters of a FEN.
fn operations(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = line;
    for field in 0..6 {
        let trimmed = trim(rest);
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
    .map(trim)
}

/// Without blanks at either end; real files have NUL there too.
fn trim(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|&b| !is_blank(b));
    let end = text.iter().rposition(|&b| !is_blank(b));
    match (start, end) {
        (Some(start), Some(end)) => &text[start..=end],
        _ => b"",
    }
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn epd(record: &str, line: &str) -> bool {
        is_answer(record.as_bytes(), line.as_bytes(), Format::Epd)
    }

    fn json(record: &str, line: &str) -> bool {
        is_answer(record.as_bytes(), line.as_bytes(), Format::Json)
    }

    #[test]
    fn a_hand_is_the_same_however_it_is_written() {
        let record =
            |hand: &str| format!("8/8/8/8/8/1k6/8/K7{hand} w - - Variant \"bughouse\"; acn 1;");
        let line = record("/Nqn");
        assert!(epd(&record("[Nnq]"), &line));
        assert!(!epd(&record("[Nnqq]"), &line));
        assert!(!epd(&record("[]"), &line));
        assert!(epd(&record("[]"), &record("")));
    }

    #[test]
    fn an_answer_keeps_placement_side_and_id() {
        let line = "8/8/8/8/8/8/11kP4/K7 w KQ e3 0 1 id BK.01; dm 3\r";
        assert!(epd(
            "8/8/8/8/8/8/2kP4/K7 w - - Refuted 3; acd 3; id \"BK.01\";",
            line
        ));
        assert!(epd("8/8/8/8/8/8/2kP4/K7 w - - Refuted 3;", line));
        assert!(!epd("8/8/8/8/8/8/2kP4/K7 b - - id \"BK.01\";", line));
        assert!(!epd("8/8/8/8/8/8/2k1P3/K7 w - - id \"BK.01\";", line));
        assert!(!epd("8/8/8/8/8/8/2kP4/K7 w - - id \"BK.02\";", line));
        assert!(!epd("", line));
    }

    #[test]
    fn an_id_is_an_operation_not_a_word() {
        let ids = |line: &'static str| Identity::of_epd(line.as_bytes()).id;
        assert_eq!(ids("8 w - - ; bm a; id  7\0"), Some(b"7".to_vec()));
        assert_eq!(
            ids("8 w - - c0 \"a; id \"; bm Ka1; id \"x;y\";"),
            Some(b"x;y".to_vec())
        );
        assert_eq!(ids("8 w - - 0 1 id 7"), Some(b"7".to_vec()));
        assert_eq!(ids("8 w - -; id 7;"), Some(b"7".to_vec()));
        assert_eq!(ids("8 w - - idea 7; c0 id;"), None);
        assert_eq!(ids(""), None);
    }

    #[test]
    fn what_is_no_job_must_be_the_same() {
        assert!(epd("# a", "# a"));
        assert!(!epd("# a Error \"x\";", "# a"));
        assert!(epd("", ""));
        assert!(!epd("8/8/8/8/8/8/8/8 w - -", " "));
        assert!(!json("{}", "# a"));
    }

    #[test]
    fn a_malformed_line_may_have_an_error_at_its_end() {
        assert!(epd(
            "8/8 w - - id \"open Error \"no white king\";",
            "8/8 w - - id \"open \r"
        ));
        assert!(epd("what is this", "what is this"));
        assert!(epd(
            "8/8/8/8/8/8/8/8 w - - c0 \"open\"; id \"x\"; Error \"no white king\";",
            "8/8/8/8/8/8/8/8 w - - c0 \"open; id \"x\""
        ));
    }

    /// Found by the fuzz target: a `"` within a string, as the run reads it, and another one.
    #[test]
    fn a_string_within_a_string_is_read_as_the_run_reads_it() {
        let fields = "8/8/8/8/8/2K5/k7/7R w - -";
        let line = format!("{fields} ce 32764; id \"qReserve \"any\";x.070\";");
        let record = |id: &str| format!("{fields} Refuted 1; acn 8; id \"{id}\"; x.070\";");
        assert!(epd(&record("qReserve \"any"), &line));
        assert!(!epd(&record("qReserve \"all"), &line));
        assert!(!epd(&record("qReserve \"any").replace("7R", "6R1"), &line));
    }

    #[test]
    fn json_holds_position_and_operations_or_the_line() {
        let line = "8/8/8/8/8/8/2kP4/K7 w KQ - 0 1; id \"a\";";
        let fen = "8/8/8/8/8/8/2kP4/K7 w - -";
        let record = |operations| format!("{{\"fen\":\"{fen}\",\"operations\":[{operations}]}}");
        assert!(json(&record(r#""id \"a\"""#), line));
        assert!(json(&record(""), line));
        assert!(!json(&record(r#""id \"b\"""#), line));
        assert!(!json("{\"fen\":\"8/8 w - -\"}", line));
        let odd = format!("{fen} id \"b \"c\";d\";4 id \"e\"");
        assert!(json(&record(r#""4 id \"e\"","id \"b \"c\"","d\"""#), &odd));
        // No comment: a NUL stands before the `;`.
        assert!(json(
            "{\"line\":\"\\u0000;\",\"error\":\"bad\",\"column\":1}",
            "\0;"
        ));
        let broken = b"8/8\xff w - -";
        let record = "{\"line\":\"8/8\u{fffd} w - -\",\"error\":\"bad\",\"column\":4}";
        assert!(is_answer(record.as_bytes(), broken, Format::Json));
    }

    #[test]
    fn stopped_records_are_known_in_either_form() {
        let stopped = |record: &str, format| is_stopped(record.as_bytes(), format);
        assert!(stopped(
            "8 w - - Limit \"stopped\"; Refuted 2;",
            Format::Epd
        ));
        assert!(!stopped(
            "8 w - - Limit \"nodes\"; id \"stopped\";",
            Format::Epd
        ));
        assert!(stopped(
            "{\"fen\":\"\",\"limit\":\"stopped\"}",
            Format::Json
        ));
        assert!(!stopped("{\"fen\":\"\",\"limit\":\"nodes\"}", Format::Json));
        assert!(!stopped("# Limit", Format::Json));
    }

    fn checked(
        records: &'static str,
        lines: &'static str,
    ) -> (Result<Kept, Mismatch>, Option<Item>) {
        let mut input = Lines::of("in", Box::new(lines.as_bytes()));
        let mut file = Lines::of("out", Box::new(records.as_bytes()));
        let kept = check(&mut file, records.len() as u64, &mut input, Format::Epd);
        (kept, input.next_item())
    }

    #[test]
    fn the_input_goes_on_where_the_records_end() {
        let next = |records| match checked(records, "#1\n#2\n#3") {
            (Ok(kept), Some(Item::Line(line))) => (kept.lines, kept.bytes, line.number),
            (Ok(kept), None) => (kept.lines, kept.bytes, 0),
            other => panic!("{other:?}"),
        };
        assert_eq!(next(""), (0, 0, 1));
        assert_eq!(next("#1\n"), (1, 3, 2));
        assert_eq!(next("#1\n#2"), (1, 3, 2), "torn, though it looks whole");
        assert_eq!(next("#1\nLimit \"stopped\";\n#3\n"), (1, 3, 2));
        assert_eq!(next("#1\n#2\n#3\n"), (3, 9, 0));
    }

    #[test]
    fn a_mismatch_names_both_places() {
        let message = |records| checked(records, "#1\n#2\n").0.unwrap_err().to_string();
        assert_eq!(
            message("#1\n#3\n"),
            "out:2: this record is not the answer to in:2"
        );
        assert_eq!(message("#1\n#2\n#3\n"), "out:3: the input has fewer lines");
        assert_eq!(message("#1\n#2\ntorn"), "out:3: the input has fewer lines");
    }
}
