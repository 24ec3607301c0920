//! Going on after an earlier run: which of FILE's records are kept.
//!
//! Kept are whole records from the first on, up to the first that a stop ended: it and all that
//! follows are done again, so that the bytes become those of a run that was never interrupted. Each
//! kept record must be the answer to its input line (see [`answers`]), or nothing is touched at
//! all. What cannot be seen from a record is not checked: that the earlier run had the same
//! options; but that a kept record met a limit of nodes which this run would not have met is told
//! ([`EarlierLimit`]). Messages and exit code speak of what this run does, not of the records it keeps.

use std::fmt;

use super::lines::{InputLine, InputLines, Item};
use crate::answer::{Format, Settings};
use crate::record::{answers, tsv};

/// What is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Headway {
    /// The number of input lines that are done; of these some may have no record.
    pub lines: u64,
    /// The bytes of their records in FILE.
    pub bytes: u64,
    /// Their bytes in the input.
    pub read: u64,
    /// The kept records of which this run would have known more.
    pub earlier: Option<EarlierLimit>,
}

/// Kept records that met a smaller limit of nodes than this run has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierLimit {
    /// FILE and line of the first.
    record: String,
    /// Its nodes.
    nodes: u64,
    /// How many there are.
    count: u64,
}

impl fmt::Display for EarlierLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EarlierLimit {
            record,
            nodes,
            count,
        } = self;
        write!(
            f,
            "{record}: this record is kept, but an earlier run ended its search after {nodes} nodes"
        )?;
        if *count > 1 {
            write!(f, ", and those of {} after it", count - 1)?;
        }
        f.write_str("; --only-open goes on with them")
    }
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
    /// FILE does not begin as a table does.
    NoHeader {
        /// FILE and its first line.
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
            Mismatch::NoHeader { record } => {
                write!(
                    f,
                    "{record}: this line does not name the columns of --format tsv"
                )
            }
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
    records: &mut InputLines,
    length: u64,
    lines: &mut InputLines,
    settings: &Settings,
) -> Result<Headway, Mismatch> {
    let format = settings.format;
    let mut kept = Headway::default();
    if format == Format::Tsv {
        let Some(item) = records.next_item() else {
            return Ok(kept);
        };
        let Some(header) = readable(item)? else {
            return Ok(kept);
        };
        let end = header.bytes.len() as u64 + 1;
        let is_torn = end > length;
        if is_torn && tsv::HEADER.as_bytes().starts_with(&header.bytes) {
            return Ok(kept);
        }
        if is_torn || header.bytes != tsv::HEADER.as_bytes() {
            return Err(Mismatch::NoHeader {
                record: place(&header),
            });
        }
        kept.bytes = end;
    }
    while let Some(item) = records.next_item() {
        let Some(record) = readable(item)? else {
            continue;
        };
        // What has no record is done with the record after it.
        let (mut passed, mut passed_bytes) = (0, 0);
        let line = loop {
            let Some(item) = lines.next_item() else {
                return Err(Mismatch::Longer {
                    record: place(&record),
                });
            };
            let Some(line) = readable(item)? else {
                continue;
            };
            if !has_no_record(&line, settings) {
                break line;
            }
            passed += 1;
            passed_bytes += line.read;
        };
        let end = kept.bytes + record.bytes.len() as u64 + 1;
        // Without its line feed the last record is torn, however whole it looks.
        if end > length || is_stopped(&record.bytes, format) {
            lines.put_back(line);
            break;
        }
        if !is_answer(&record.bytes, &line, format) {
            return Err(Mismatch::Other {
                record: place(&record),
                input: place(&line),
            });
        }
        while let Some(rest) = lines.next_rest() {
            kept.read += rest.read;
        }
        kept.lines += passed + 1;
        kept.bytes = end;
        kept.read += passed_bytes + line.read;
        let limit = settings.defaults.limits.nodes.unwrap_or(u64::MAX);
        if let Some(nodes) = nodes_at_limit(&record.bytes, format).filter(|&nodes| nodes < limit) {
            let first = || EarlierLimit {
                record: place(&record),
                nodes,
                count: 0,
            };
            kept.earlier.get_or_insert_with(first).count += 1;
        }
    }
    Ok(kept)
}

/// The line; nothing for what is only said of a file.
fn readable(item: Item) -> Result<Option<InputLine>, Mismatch> {
    match item {
        Item::Line(line) => Ok(Some(line)),
        Item::Rest(_) | Item::Note(_) => Ok(None),
        Item::Unreadable(message) => Err(Mismatch::Unreadable(message)),
    }
}

fn place(line: &InputLine) -> String {
    format!("{}:{}", line.file, line.number)
}

/// Whether a stop ended the job of `record`.
fn is_stopped(record: &[u8], format: Format) -> bool {
    match format {
        Format::Epd => answers::is_stopped(record),
        Format::Json => answers::is_stopped_object(record),
        Format::Tsv => answers::is_stopped_row(record),
        // What people read is not read back: all of it is done again.
        Format::Text
        | Format::Olive
        | Format::Html
        | Format::Latex
        | Format::Check
        | Format::CheckJson => true,
    }
}

/// The nodes after which the job of `record` met its limit of nodes, if it did.
fn nodes_at_limit(record: &[u8], format: Format) -> Option<u64> {
    match format {
        Format::Epd => answers::nodes_at_limit(record),
        Format::Json => answers::nodes_at_limit_of_object(record),
        Format::Tsv => answers::nodes_at_limit_of_row(record),
        Format::Text
        | Format::Olive
        | Format::Html
        | Format::Latex
        | Format::Check
        | Format::CheckJson => None,
    }
}

/// Whether `record` can be the answer to `line`.
fn is_answer(record: &[u8], line: &InputLine, format: Format) -> bool {
    match format {
        Format::Epd if line.is_cut => record.starts_with(&line.bytes),
        Format::Epd => answers::is_answer(record, &line.bytes),
        Format::Json => answers::is_object_of(record, &line.bytes, line.number),
        Format::Tsv => answers::is_row_of(record, &line.bytes, line.number),
        Format::Text
        | Format::Olive
        | Format::Html
        | Format::Latex
        | Format::Check
        | Format::CheckJson => false,
    }
}

/// Whether `line` is passed over without a record.
fn has_no_record(line: &InputLine, settings: &Settings) -> bool {
    let leaves_out = match settings.format {
        Format::Json => !settings.copied,
        Format::Tsv => true,
        Format::Epd
        | Format::Text
        | Format::Olive
        | Format::Html
        | Format::Latex
        | Format::Check
        | Format::CheckJson => false,
    };
    leaves_out && !line.is_job()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::without_error;

    fn third_line(bytes: &[u8]) -> InputLine {
        InputLine::plain("in".into(), 3, bytes.to_vec())
    }

    fn epd(record: &str, line: &str) -> bool {
        is_answer(record.as_bytes(), &third_line(line.as_bytes()), Format::Epd)
    }

    fn json(record: &str, line: &str) -> bool {
        is_answer(
            record.as_bytes(),
            &third_line(line.as_bytes()),
            Format::Json,
        )
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
        let record = |more| format!("{{\"line\":3,{more}\"fen\":\"{fen}\"}}");
        assert!(json(&record("\"id\":\"a\","), line));
        assert!(json(&record(""), line));
        assert!(!json(&record("\"id\":\"b\","), line));
        assert!(!json("{\"line\":3,\"fen\":\"8/8 w - -\"}", line));
        let elsewhere = format!("{{\"line\":4,\"fen\":\"{fen}\"}}");
        assert!(!json(&elsewhere, line), "another line");
        assert!(!json("{\"line\":3}", line), "no position");
        let hand = "8/8/8/8/8/8/2kP4/K7[n] w - -";
        assert!(json(
            &format!("{{\"line\":3,\"id\":\"a&\",\"fen\":\"{hand}\"}}"),
            &format!("{hand} Variant \"bughouse\"; dm 4; id \"a&;")
        ));
        let broken = third_line(b"8/8\xff w - -");
        let malformed =
            |text: &str| format!("{{\"line\":3,\"text\":\"{text}\",\"error\":\"bad\"}}");
        let is_its = |text: &str| is_answer(malformed(text).as_bytes(), &broken, Format::Json);
        let text = String::from_utf8_lossy(without_error(&broken.bytes)).into_owned();
        assert!(text.starts_with("8/8\u{fffd} w - -"));
        assert!(is_its(&text));
        assert!(!is_its("8/8 w - -"));
        assert!(json("{\"line\":3,\"copied\":\"# a\"}", "# a"));
        assert!(!json("{\"line\":3,\"copied\":\"# b\"}", "# a"));
    }

    #[test]
    fn what_has_no_record_in_json_is_passed_over() {
        let records = "{\"line\":2,\"fen\":\"8 w\"}\n{\"line\":5,\"fen\":\"9 w\"}\n";
        let kept = |input: &'static str, copied| {
            let mut lines = InputLines::of("in", Box::new(input.as_bytes()));
            let mut file = InputLines::of("out", Box::new(records.as_bytes()));
            let settings = Settings {
                format: Format::Json,
                copied,
                ..Settings::default()
            };
            let kept = check(&mut file, records.len() as u64, &mut lines, &settings);
            (kept.ok(), lines.next_item())
        };
        let input = "# a\n8 w\n\n%\n9 w\n# b\n8 w\n";
        let (done, next) = kept(input, false);
        let whole = Headway {
            lines: 5,
            bytes: records.len() as u64,
            read: 15,
            earlier: None,
        };
        assert_eq!(done, Some(whole));
        assert!(matches!(next, Some(Item::Line(line)) if line.number == 6));
        assert_eq!(kept(input, true).0, None, "line 1 has no object");
        // No comment: a NUL stands before the `;`.
        assert!(json(
            "{\"line\":3,\"text\":\"\\u0000;\",\"error\":\"bad\",\"column\":1}",
            "\0;"
        ));
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
    ) -> (Result<Headway, Mismatch>, Option<Item>) {
        let mut input = InputLines::of("in", Box::new(lines.as_bytes()));
        let mut file = InputLines::of("out", Box::new(records.as_bytes()));
        let kept = check(
            &mut file,
            records.len() as u64,
            &mut input,
            &Settings::default(),
        );
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
    fn what_an_earlier_limit_left_open_is_told() {
        let told = |records: &'static str, format, nodes| {
            let mut input = InputLines::of("in", Box::new(&b"8 w - -\n8 w - -\n8 w - -"[..]));
            let mut file = InputLines::of("out", Box::new(records.as_bytes()));
            let mut settings = Settings {
                format,
                ..Settings::default()
            };
            settings.defaults.limits.nodes = nodes;
            let kept = check(&mut file, records.len() as u64, &mut input, &settings);
            kept.expect("answers")
                .earlier
                .map(|earlier| earlier.to_string())
        };
        // A position that can be read, or the nodes are not looked for.
        let epd = "7k/8/8/4K3/8/8/6Q1/8 w - - Limit \"nodes\"; acn 1000; id \"8 w\";";
        assert_eq!(
            crate::record::answers::nodes_at_limit(epd.as_bytes()),
            Some(1000)
        );
        let json = "{\"line\":1,\"fen\":\"8 w - -\",\"limit\":\"nodes\",\"nodes\":1000}\n\
                    {\"line\":2,\"fen\":\"8 w - -\",\"limit\":\"time\",\"nodes\":10}\n\
                    {\"line\":3,\"fen\":\"8 w - -\",\"limit\":\"nodes\",\"nodes\":2000}\n";
        assert_eq!(told(json, Format::Json, Some(1000)), None);
        let one =
            "out:1: this record is kept, but an earlier run ended its search after 1000 nodes";
        let more = "; --only-open goes on with them";
        assert_eq!(
            told(json, Format::Json, Some(1001)),
            Some(format!("{one}{more}"))
        );
        let two = format!("{one}, and those of 1 after it{more}");
        assert_eq!(told(json, Format::Json, None), Some(two));
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
