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
//! | `moves` | solved, longer, lost: the moves it takes |
//! | `keys` | the moves of `bm`, in SAN: keys, replies that hold out longest, replies that escape |
//! | `line` | the line of the record in its input, counted from 1, as in JSON |
//! | `nodes`, `seconds` | what the searches cost; no seconds with `--no-time` |
//! | `limit` | `nodes`, `time` or `stopped`, if a limit was met |
//! | `pv` | a full line in SAN |
//! | `error`, `text` | what is wrong with a line that is no record, and the line itself |
//! | `duplex_outcome`, `..._moves`, `..._keys`, `..._nodes`, `..._seconds`, `..._limit`, `..._pv` | the same of the other side, where `dup` or `--duplex` asks for it and it may begin |

use super::{AnsweredRecord, Form, Layout, PlayShown, Refusal, Settings, Written};
use keymove_records::epd::{without_error, written_id};
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
pub const HEADER: &str = "\"fen\"\t\"id\"\t\"outcome\"\t\"stipulation\"\t\"moves\"\t\"keys\"\t\"line\"\t\
    \"nodes\"\t\"seconds\"\t\"limit\"\t\"pv\"\t\"error\"\t\"text\"\t\"duplex_outcome\"\t\
    \"duplex_moves\"\t\"duplex_keys\"\t\"duplex_nodes\"\t\"duplex_seconds\"\t\"duplex_limit\"\t\
    \"duplex_pv\"";

/// A table.
pub(super) struct TsvForm;

impl Form for TsvForm {
    fn layout(&self) -> Layout {
        Layout {
            play: PlayShown::Never,
            ..Layout::default()
        }
    }

    fn answered(&self, record: &AnsweredRecord<'_>, settings: &Settings) -> Written {
        let row = Row::answered(record.number, record.sides, settings.no_time);
        row.into_bytes().into()
    }

    fn unanswered(&self, refusal: &Refusal<'_>, _: &Settings) -> Vec<u8> {
        let text = without_error(refusal.line);
        Row::of_error(refusal.number, text, refusal.cause.to_string()).into_bytes()
    }

    fn head(&self, _: &Settings) -> Option<Vec<u8>> {
        Some(HEADER.as_bytes().to_vec())
    }
}

/// A row.
#[derive(Debug, Default)]
struct Row {
    fen: String,
    id: String,
    stipulation: String,
    line: u64,
    own: SideCells,
    error: String,
    text: String,
    other: SideCells,
}

/// The findings about a side: its outcome, the length, the keys, nodes, seconds, the limit and the line.
type SideCells = [String; 7];

fn side_cells(findings: &Findings, no_time: bool) -> SideCells {
    let verdict = findings.decisive();
    let Bounds {
        reached, escapes, ..
    } = &verdict.bounds;
    let (keys, pv) = match reached {
        Some(reached) => (&reached.keys.moves[..], &reached.line[..]),
        None => (&escapes.moves[..], &[][..]),
    };
    let counters = findings.counters();
    let seconds = (!no_time).then(|| counters.elapsed.as_secs_f64().to_string());
    let length = findings.reached().map(|reached| reached.length.to_string());
    [
        verdict.name().to_owned(),
        length.unwrap_or_default(),
        san_set(&verdict.position, keys).join(" "),
        counters.nodes.to_string(),
        seconds.unwrap_or_default(),
        findings.limit().map_or("", LimitKind::name).to_owned(),
        san_line(&verdict.position, verdict.stipulation.kind, pv).join(" "),
    ]
}

impl Row {
    /// The row of an answered record, which was line `line` of its input; without seconds if
    /// `no_time`.
    fn answered(line: u64, sides: &[AnsweredSide<'_>], no_time: bool) -> Row {
        let (AnsweredSide { epd, findings }, others) =
            sides.split_first().expect("one side is to move");
        let other = others.first();
        let id = epd.operation("id").map(|id| id.text());
        Row {
            stipulation: findings.asked(),
            own: side_cells(findings, no_time),
            other: other.map_or_else(SideCells::default, |other| {
                side_cells(&other.findings, no_time)
            }),
            fen: epd.fields(),
            id: String::from_utf8_lossy(&id.unwrap_or_default()).into_owned(),
            line,
            ..Row::default()
        }
    }

    /// The row of line `line` with content `text`, which is not a record.
    fn of_error(line: u64, text: &[u8], error: String) -> Row {
        let mut own = SideCells::default();
        "error".clone_into(&mut own[0]);
        Row {
            id: written_id(text).unwrap_or_default(),
            line,
            own,
            error,
            text: String::from_utf8_lossy(text).into_owned(),
            ..Row::default()
        }
    }

    /// The row as text, without a line feed.
    fn into_bytes(self) -> Vec<u8> {
        let [outcome, length, keys, nodes, seconds, limit, pv] = self.own;
        let line = self.line.to_string();
        let own = [
            self.fen,
            self.id,
            outcome,
            self.stipulation,
            length,
            keys,
            line,
            nodes,
            seconds,
            limit,
            pv,
            self.error,
            self.text,
        ];
        let cells = own.into_iter().chain(self.other);
        let cells = cells.map(|cell| quoted(&cell));
        cells.collect::<Vec<_>>().join("\t").into_bytes()
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    fn error(text: &str) -> Vec<String> {
        let row = Row::of_error(7, text.as_bytes(), "bad".to_owned()).into_bytes();
        cells(std::str::from_utf8(&row).unwrap()).unwrap()
    }

    #[test]
    fn a_cell_is_quoted_only_where_it_must_be() {
        assert_eq!(quoted("a b,c;'d'"), "a b,c;'d'");
        assert_eq!(quoted("a\tb"), "\"a\tb\"");
        assert_eq!(quoted("say \"x\""), "\"say \"\"x\"\"\"");
    }

    #[test]
    fn a_line_feed_is_written_as_two_characters() {
        assert_eq!(quoted("a\nb"), "a\\nb");
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
