//! `--format json`: one object a line.
//!
//! The fields of an answered record, in this order; those without a value are left out:
//!
//! | field | meaning |
//! |---|---|
//! | `fen` | the four FEN fields as one string |
//! | `board`, `turn`, `castling`, `en_passant` | the same, one by one |
//! | `chess960` | true if castling is that of Chess960 |
//! | `stipulation` | what was asked (`#3`, `-#3`, `s#3`); `#5 -#5` when both directions were |
//! | `outcome` | `solved` (a mate or another goal), `lost` (being mated), `checkmate`, `stalemate`, `refuted`, `gave up` |
//! | `moves` | solved, lost: the length in full moves |
//! | `shortest` | solved, lost: whether the length is proved to be the shortest |
//! | `refuted` | the largest depth for which it is proved that the goal is not reached |
//! | `safe` | the largest depth for which it is proved that the side to move is not mated |
//! | `keys` | solved: the first moves that reach the goal in `moves`, each as `{"san", "uci"}` |
//! | `open` | beside `keys` and `escapes`: first moves not decided |
//! | `longest`, `sooner` | lost: the replies that hold out for `moves`, and the others |
//! | `escapes` | refuted, asked whether the side to move is mated: the replies that escape |
//! | `limit` | `nodes`, `time` or `stopped`, if a limit was met |
//! | `pv` | solved, lost: a full line, each move as `{"san", "uci"}` |
//! | `depth` | the depth searched in full moves |
//! | `nodes`, `seconds` | what the searches cost whose results these are; no `seconds` with `--no-time` |
//! | `operations` | the operations kept from the input, as they are written, without `;` |
//! | `warnings` | each as `{"column", "text"}`, columns in bytes from 1 |
//!
//! A malformed record is `{"line", "error", "column"}`. Bytes that are not UTF-8 are replaced. Lines that are
//! no jobs are copied through, as they are in EPD.

use serde::Serialize;
use shakmaty::{CastlingMode, Chess, Move};

use super::{Findings, answered, san_line};
use crate::epd::Epd;
use crate::error::Warning;
use crate::solve::{LimitKind, Outcome};

#[derive(Serialize)]
struct Object<'a> {
    fen: &'a str,
    board: &'a str,
    turn: &'a str,
    castling: &'a str,
    en_passant: &'a str,
    chess960: bool,
    stipulation: String,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refuted: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    safe: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<Vec<WrittenMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest: Option<Vec<WrittenMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sooner: Option<Vec<WrittenMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    escapes: Option<Vec<WrittenMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv: Option<Vec<WrittenMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u16>,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    operations: Vec<String>,
    warnings: Vec<WrittenWarning<'a>>,
}

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct WrittenMove {
    san: String,
    uci: String,
}

#[derive(Serialize)]
struct WrittenWarning<'a> {
    column: usize,
    text: &'a str,
}

#[derive(Serialize)]
struct ErrorObject<'a> {
    line: &'a str,
    error: &'a str,
    column: usize,
}

/// The object of an answered record, as one line without a line feed.
pub fn object(epd: &Epd, findings: &Findings, no_time: bool, warnings: &[Warning]) -> Vec<u8> {
    let position = epd.position();
    let fields = epd.fields();
    let mut parts = fields.split(' ');
    let mut part = || parts.next().unwrap_or_default();
    let [board, turn, castling, en_passant] = [part(), part(), part(), part()];

    let set = |moves: &[Move]| Some(written_set(position, epd.mode(), moves));
    let counters = findings.counters();
    let mut object = Object {
        fen: &fields,
        board,
        turn,
        castling,
        en_passant,
        chess960: epd.mode().is_chess960(),
        stipulation: match findings {
            Findings::One { stipulation, .. } => stipulation.to_string(),
            Findings::Both { depth, .. } => format!("#{depth} -#{depth}"),
        },
        outcome: "",
        moves: None,
        shortest: None,
        refuted: findings.refuted(),
        safe: findings.safe(),
        keys: None,
        open: None,
        longest: None,
        sooner: None,
        escapes: None,
        limit: findings.limit().map(LimitKind::name),
        pv: None,
        depth: findings.depth(),
        nodes: counters.nodes,
        seconds: (!no_time).then_some(counters.elapsed.as_secs_f64()),
        operations: answered(epd, findings, true)
            .operations()
            .iter()
            .filter(|o| o.was_read())
            .map(|o| String::from_utf8_lossy(o.as_bytes()).into_owned())
            .collect(),
        warnings: warnings
            .iter()
            .map(|w| WrittenWarning {
                column: w.column,
                text: &w.text,
            })
            .collect(),
    };
    match findings.outcome() {
        Outcome::Checkmate => object.outcome = "checkmate",
        Outcome::Stalemate => object.outcome = "stalemate",
        Outcome::Solved(solution) => {
            object.outcome = "solved";
            object.moves = Some(solution.moves);
            object.shortest = Some(solution.refuted.saturating_add(1) >= solution.moves);
            object.refuted = Some(solution.refuted);
            object.keys = set(&solution.keys);
            object.open = Some(solution.open);
            object.pv = Some(written_line(position, epd.mode(), &solution.line));
        }
        Outcome::Helped(help) => {
            object.outcome = "solved";
            object.moves = Some(help.moves);
            object.shortest = Some(true);
            object.keys = set(&help.keys);
            object.open = Some(help.open);
            if let Some(line) = help.solutions.first().and_then(|s| s.lines.first()) {
                object.pv = Some(written_line(position, epd.mode(), line));
            }
        }
        Outcome::Lost(loss) => {
            object.outcome = "lost";
            object.moves = Some(loss.moves);
            object.shortest = Some(loss.safe.saturating_add(1) >= loss.moves);
            object.safe = Some(loss.safe);
            object.longest = set(&loss.longest);
            object.sooner = set(&loss.sooner);
            object.pv = Some(written_line(position, epd.mode(), &loss.line));
        }
        Outcome::Refuted { escapes, open, .. } => {
            object.outcome = "refuted";
            if !escapes.is_empty() {
                object.escapes = set(escapes);
                object.open = Some(*open);
            }
        }
        Outcome::GaveUp { .. } => object.outcome = "gave up",
    }
    line(&object)
}

/// The object of a line that is no record, as one line without a line feed.
pub fn error_object(text: &[u8], error: &str, column: usize) -> Vec<u8> {
    line(&ErrorObject {
        line: &String::from_utf8_lossy(text),
        error,
        column,
    })
}

fn line(object: &impl Serialize) -> Vec<u8> {
    // Strings, numbers and lists of them can always be written.
    serde_json::to_vec(object).unwrap_or_default()
}

/// First moves, sorted by SAN (ASCII).
fn written_set(position: &Chess, mode: CastlingMode, moves: &[Move]) -> Vec<WrittenMove> {
    let mut set: Vec<WrittenMove> = moves
        .iter()
        .flat_map(|&m| written_line(position, mode, &[m]))
        .collect();
    set.sort_unstable();
    set.dedup();
    set
}

/// A line of moves from `position` on.
fn written_line(position: &Chess, mode: CastlingMode, moves: &[Move]) -> Vec<WrittenMove> {
    san_line(position, moves)
        .into_iter()
        .zip(moves)
        .map(|(san, m)| WrittenMove {
            san,
            uci: m.to_uci(mode).to_string(),
        })
        .collect()
}
