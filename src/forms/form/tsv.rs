//! `--format tsv`: a table for databases and spreadsheets, one row per record.
//!
//! The first row names the columns ([`HEADER`]). Cells are separated by tabs and quoted as in RFC
//! 4180, because DuckDB, pandas, R and spreadsheets read that by default: a cell that contains a
//! tab, a CR or a `"` is enclosed in `"`, and a `"` within it is doubled. A row is one line: an LF,
//! which an `id` may contain, is written as `\n`. Cells without a value are empty.
//!
//! | column | says |
//! |---|---|
//! | `fen` | the four FEN fields |
//! | `id` | the text of the operation `id` |
//! | `outcome` | as in JSON: `solved`, `lost`, `checkmate`, `stalemate`, `refuted`, `longer`, `gave up`; or `error` |
//! | `stipulation` | what was asked: `#3`, `-#3`, `h#2.5`; `#5 -#5` when both directions were |
//! | `length` | solved, longer, lost: the moves it takes |
//! | `keys` | the moves of `bm`, in SAN: keys, replies that hold out longest, replies that escape |
//! | `line` | the line of the record in its input, counted from 1, as in JSON |
//! | `nodes`, `seconds` | what the searches cost; no seconds with `--no-time` |
//! | `limit` | `nodes`, `time` or `stopped`, if a limit was met |
//! | `pv` | a full line in SAN |
//! | `error`, `text` | what is wrong with a line that is no record, and the line itself |
//! | `duplex_outcome`, `..._length`, `..._keys`, `..._nodes`, `..._seconds`, `..._limit`, `..._pv` | the same of the other side, where `dup` or `--duplex` asks for it and it may begin |

use super::{AnsweredRecord, Form, Layout, PlayShown, Refusal, Settings, Written};
use keymove_records::epd::{Epd, without_error, written_id};
use keymove_records::record::duplex::AnsweredSide;
use keymove_records::record::{Findings, san_line, san_set};
use keymove_rules::bounds::Bounds;
use keymove_solve::LimitKind;

/// The number of columns.
pub const COLUMNS: usize = 20;

/// The first row, without its line feed.
///
/// All names are quoted, although none needs it: DuckDB infers from the first 20,480 rows whether
/// there are quotes at all, and the first `"` may come later.
pub const HEADER: &str = "\"fen\"\t\"id\"\t\"outcome\"\t\"stipulation\"\t\"length\"\t\"keys\"\t\"line\"\t\
    \"nodes\"\t\"seconds\"\t\"limit\"\t\"pv\"\t\"error\"\t\"text\"\t\"duplex_outcome\"\t\
    \"duplex_length\"\t\"duplex_keys\"\t\"duplex_nodes\"\t\"duplex_seconds\"\t\"duplex_limit\"\t\
    \"duplex_pv\"";

/// A table.
pub(super) struct TsvForm;

impl TsvForm {
    /// The row as it is written.
    fn written(row: Vec<u8>, settings: &Settings) -> Vec<u8> {
        match settings.tsv_safe {
            true => for_spreadsheet(row),
            false => row,
        }
    }
}

impl Form for TsvForm {
    fn layout(&self) -> Layout {
        Layout {
            play: PlayShown::Never,
            ..Layout::LINES
        }
    }

    fn answered(&self, record: &AnsweredRecord<'_>, settings: &Settings) -> Written {
        let row = row(record.number, record.sides, settings.no_time);
        TsvForm::written(row, settings).into()
    }

    fn refused(&self, refusal: &Refusal<'_>, settings: &Settings) -> Vec<u8> {
        let text = without_error(refusal.line);
        TsvForm::written(error_row(refusal.number, text, refusal.reason), settings)
    }

    fn head(&self, _: &Settings) -> Option<Vec<u8>> {
        Some(HEADER.as_bytes().to_vec())
    }
}

/// The columns, one row of them.
#[derive(Debug, Default)]
struct Row<'a> {
    fen: &'a str,
    id: Option<&'a str>,
    stipulation: &'a str,
    line: &'a str,
    own: SideCells,
    error: &'a str,
    text: &'a str,
    other: SideCells,
}

/// The findings about a side, as cells.
#[derive(Debug, Default)]
struct SideCells {
    outcome: String,
    length: String,
    keys: String,
    nodes: String,
    seconds: String,
    limit: String,
    pv: String,
}

impl SideCells {
    fn of(findings: &Findings, no_time: bool) -> SideCells {
        let verdict = findings.decisive();
        let Bounds {
            reached, escapes, ..
        } = &verdict.bounds;
        let (keys, pv) = match reached {
            Some(reached) => (&reached.keys.moves[..], &reached.line[..]),
            None => (&escapes.moves[..], &[][..]),
        };
        let counters = findings.counters();
        SideCells {
            outcome: verdict.name().to_owned(),
            length: findings
                .reached()
                .map_or_else(String::new, |reached| reached.length.to_string()),
            keys: san_set(&verdict.position, keys).join(" "),
            nodes: counters.nodes.to_string(),
            seconds: if no_time {
                String::new()
            } else {
                counters.elapsed.as_secs_f64().to_string()
            },
            limit: findings.limit().map_or("", LimitKind::name).to_owned(),
            pv: san_line(&verdict.position, verdict.stipulation.kind, pv).join(" "),
        }
    }
}

/// The row of an answered record, which was line `line` of its input, without a line feed; without
/// seconds if `no_time`.
pub fn row(line: u64, sides: &[AnsweredSide<'_>], no_time: bool) -> Vec<u8> {
    let (own, others) = sides.split_first().expect("one side is to move");
    let AnsweredSide { epd, findings } = own;
    Row {
        fen: &epd.fields(),
        id: epd
            .operation("id")
            .map(|id| String::from_utf8_lossy(&id.text()).into_owned())
            .as_deref(),
        stipulation: &findings.asked(),
        line: &line.to_string(),
        own: SideCells::of(findings, no_time),
        other: others
            .first()
            .map(|other| SideCells::of(&other.findings, no_time))
            .unwrap_or_default(),
        ..Row::default()
    }
    .to_bytes()
}

/// The row of line `line` with content `text`, which is not a record, without a line feed.
pub fn error_row(line: u64, text: &[u8], error: &str) -> Vec<u8> {
    Row {
        id: written_id(text).as_deref(),
        line: &line.to_string(),
        own: SideCells {
            outcome: "error".to_owned(),
            ..SideCells::default()
        },
        error,
        text: &String::from_utf8_lossy(text),
        ..Row::default()
    }
    .to_bytes()
}

/// The row of the record `epd`, line `line` of its file, with only its outcome; `error` is the
/// reason why there is no more, if there is one. Without a line feed.
pub fn bare_row(line: u64, epd: &Epd, outcome: &str, error: &str) -> Vec<u8> {
    Row {
        fen: &epd.fields(),
        id: epd
            .operation("id")
            .map(|id| String::from_utf8_lossy(&id.text()).into_owned())
            .as_deref(),
        line: &line.to_string(),
        own: SideCells {
            outcome: outcome.to_owned(),
            ..SideCells::default()
        },
        error,
        ..Row::default()
    }
    .to_bytes()
}

impl Row<'_> {
    fn to_bytes(&self) -> Vec<u8> {
        let (own, other) = (&self.own, &self.other);
        let cells = [
            Some(self.fen),
            self.id,
            Some(&own.outcome),
            Some(self.stipulation),
            Some(&own.length),
            Some(&own.keys),
            Some(self.line),
            Some(&own.nodes),
            Some(&own.seconds),
            Some(&own.limit),
            Some(&own.pv),
            Some(self.error),
            Some(self.text),
            Some(&other.outcome),
            Some(&other.length),
            Some(&other.keys),
            Some(&other.nodes),
            Some(&other.seconds),
            Some(&other.limit),
            Some(&other.pv),
        ];
        let cells = cells.map(|cell| cell.map_or_else(String::new, quoted));
        cells.join("\t").into_bytes()
    }
}

/// The notation for a line feed in a cell.
const LINE_FEED: &str = "\\n";

/// A cell that contains `text`.
fn quoted(text: &str) -> String {
    let text = text.replace('\n', LINE_FEED);
    if text.contains(['"', '\t', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// The characters by which a spreadsheet takes a cell for a formula.
const FORMULA: [char; 4] = ['=', '+', '-', '@'];

/// The row with an apostrophe before each cell that a spreadsheet would take for a formula.
pub fn for_spreadsheet(row: Vec<u8>) -> Vec<u8> {
    let Some(cells) = std::str::from_utf8(&row).ok().and_then(cells) else {
        return row;
    };
    let guarded = |cell: String| match cell.starts_with(FORMULA) {
        true => quoted(&format!("'{cell}")),
        false => quoted(&cell),
    };
    let cells: Vec<String> = cells.into_iter().map(guarded).collect();
    cells.join("\t").into_bytes()
}

/// The contents of the cells of `row`; `None` if it is not a row of such a table.
fn cells(row: &str) -> Option<Vec<String>> {
    let mut cells = Vec::new();
    let mut rest = row;
    loop {
        let (cell, after) = match rest.strip_prefix('"') {
            Some(quoted) => closed(quoted)?,
            None => {
                let end = rest.find('\t').unwrap_or(rest.len());
                (rest[..end].to_owned(), &rest[end..])
            }
        };
        cells.push(cell);
        match after.strip_prefix('\t') {
            Some(next) => rest = next,
            None if after.is_empty() => break,
            None => return None,
        }
    }
    (cells.len() == COLUMNS).then_some(cells)
}

/// The text of a quoted cell up to its closing `"`, and the rest after it.
fn closed(quoted: &str) -> Option<(String, &str)> {
    let mut text = String::new();
    let mut rest = quoted;
    loop {
        let (part, after) = rest.split_once('"')?;
        text.push_str(part);
        match after.strip_prefix('"') {
            Some(next) => {
                text.push('"');
                rest = next;
            }
            None => return Some((text, after)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn error(text: &str) -> Vec<String> {
        let row = error_row(7, text.as_bytes(), "bad");
        cells(std::str::from_utf8(&row).unwrap()).unwrap()
    }

    #[test]
    fn a_cell_is_quoted_only_where_it_must_be() {
        assert_eq!(quoted("a b,c;'d'"), "a b,c;'d'");
        assert_eq!(quoted("a\tb"), "\"a\tb\"");
        assert_eq!(quoted("say \"x\""), "\"say \"\"x\"\"\"");
    }

    #[test]
    fn no_row_has_a_line_feed() {
        let line = br#"8/8/8/8/8/8/2kP4/K7 w - - id "=a\nb";"#;
        let row = bare_row(1, &Epd::from_ascii(line).unwrap(), "refuted", "");
        assert!(!row.contains(&b'\n'));
        assert!(!for_spreadsheet(row).contains(&b'\n'));
    }

    #[test]
    fn a_spreadsheet_finds_no_formula() {
        let row = error_row(7, b"=cmd|' /C calc'!A0\t\"", "-2+3");
        let safe = for_spreadsheet(row.clone());
        let (plain, safe) = (
            String::from_utf8(row).unwrap(),
            String::from_utf8(safe).unwrap(),
        );
        let (plain, safe) = (cells(&plain).unwrap(), cells(&safe).unwrap());
        assert!(
            !safe.iter().any(|cell| cell.starts_with(FORMULA)),
            "{safe:?}"
        );
        assert_eq!((safe[11].as_str(), &safe[12][..6]), ("'-2+3", "'=cmd|"));
        let own = safe.iter().zip(&plain);
        assert!(
            own.into_iter()
                .all(|(safe, plain)| safe == plain || *safe == format!("'{plain}"))
        );
    }

    #[test]
    fn what_is_no_row_has_no_cells() {
        assert_eq!(cells(""), None);
        assert_eq!(cells(&HEADER.replace("\"pv\"\t", "")), None);
        assert_eq!(cells(&HEADER.replace("\"fen\"", "\"fen\" ")), None);
        assert_eq!(cells(&HEADER.replace("text\"", "text")), None);
        assert_eq!(cells(HEADER).unwrap().len(), COLUMNS);
    }

    proptest! {
        #[test]
        fn every_text_comes_back(text in "[\"\t\r\\\\a é]{0,12}") {
            let cells = error(&text);
            prop_assert_eq!(&cells[12], &text);
            prop_assert_eq!((cells[2].as_str(), cells[6].as_str()), ("error", "7"));
        }
    }
}
