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
//! | `moves` | solved, lost: the length in full moves; help play may have half a move more (`2.5`) |
//! | `shortest` | solved, lost: whether the length is proved to be the shortest |
//! | `refuted` | the largest depth for which it is proved that the goal is not reached |
//! | `safe` | the largest depth for which it is proved that the side to move is not mated |
//! | `keys` | solved: the first moves that reach the goal in `moves`, each as `{"san", "uci"}` |
//! | `open` | beside `keys` and `escapes`: first moves not decided |
//! | `longest`, `sooner` | lost: the replies that hold out for `moves`, and the others |
//! | `escapes` | refuted, asked whether the side to move is mated: the replies that escape |
//! | `limit` | `nodes`, `time` or `stopped`, if a limit was met |
//! | `pv` | solved, lost: a full line, each move as `{"san", "uci"}` |
//! | `tree` | the play, see below |
//! | `count` | help play: the solutions of the shortest length; absent if they were not all counted |
//! | `solutions` | help play: the solutions of every length up to the stipulated one that has any, the shortest first, see below |
//! | `set_play` | help play: the solutions if the other side begins, as one of `solutions`; only with `--set-play`, and where there is no check |
//! | `depth` | the depth searched in full moves |
//! | `nodes`, `seconds` | what the searches cost whose results these are; no `seconds` with `--no-time` |
//! | `operations` | the operations kept from the input, as they are written, without `;` |
//! | `warnings` | each as `{"column", "text"}`, columns in bytes from 1 |
//!
//! The `tree` of direct and self play and of being mated has `keys` (continuations), `defences`
//! (being mated: variations), `tries` (with `--tries`), `set_play` (variations, with `--set-play`),
//! and `limit` if one was met before all of this was there. SAN is English whatever the language,
//! and has `+` and `#` only, whatever the goal. What is empty is left out unless said otherwise.
//!
//! | object | fields |
//! |---|---|
//! | continuation | `san`, `uci` of the attacker's move; `moves` to the goal, this one counted; `threats` (continuations, were the defender to pass); `variations` (every legal reply); `cut` (true: threats and variations are left out, the tree is large enough or a limit was met) |
//! | variation | `san`, `uci` of the defender's move; `continuations`, every one of the shortest length, more than one is a dual; `ends` (true: the reply reaches the goal itself, in self play). `continuations` is written even if empty: where the reply ends the play, and in set play where nothing answers it |
//! | try | a continuation whose `variations` lack one reply, which is its `refutation` (`{"san", "uci"}`) |
//! | solutions of one length | `moves` (`2`, `2.5`), absent if there are none; `count`, absent if they were not all counted; `lines`, the first thousand, each a list of `{"san", "uci"}` |
//!
//! A malformed record is `{"line", "error", "column"}`. Bytes that are not UTF-8 are replaced.
//! Lines that are no jobs are copied through, as they are in EPD.

mod play;

use serde::Serialize;
use shakmaty::{CastlingMode, Move};

use super::{Findings, answered, san_line};
use crate::epd::Epd;
use crate::error::Warning;
use crate::job::position_for;
use crate::position::Position;
use crate::solve::{LimitKind, Outcome, Stipulation, Tree};
use play::{WrittenLines, WrittenTree, written_lines, written_tree};

#[derive(Serialize)]
struct Object<'a> {
    fen: &'a str,
    board: &'a str,
    turn: &'a str,
    castling: &'a str,
    en_passant: &'a str,
    chess960: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate_rule: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reserve: Option<&'static str>,
    stipulation: String,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Length>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refuted: Option<Length>,
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
    tree: Option<WrittenTree>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<WrittenLines>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    set_play: Option<WrittenLines>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u16>,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    operations: Vec<String>,
    warnings: Vec<WrittenWarning<'a>>,
}

/// A length in full moves, a number with or without `.5`.
#[derive(Serialize)]
#[serde(untagged)]
enum Length {
    Whole(u16),
    Half(f64),
}

impl Length {
    fn new(moves: u16, half: bool) -> Length {
        if half {
            Length::Half(f64::from(moves) + 0.5)
        } else {
            Length::Whole(moves)
        }
    }

    /// The length of a line of help play.
    fn of_plies(plies: usize) -> Length {
        let moves = u16::try_from(plies / 2).unwrap_or(u16::MAX);
        Length::new(moves, plies % 2 == 1)
    }
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
    let position = &position_for(epd, findings.decisive().0.kind);
    let house = epd.position().house();
    let fields = epd.fields();
    let mut parts = fields.split(' ');
    let mut part = || parts.next().unwrap_or_default();
    let [board, turn, castling, en_passant] = [part(), part(), part(), part()];

    let set = |moves: &[Move]| Some(written_set(position, epd.mode(), moves));
    let counters = findings.counters();
    let half = matches!(
        findings,
        Findings::One {
            stipulation: Stipulation { half: true, .. },
            ..
        }
    );
    let mut object = Object {
        fen: &fields,
        board,
        turn,
        castling,
        en_passant,
        chess960: epd.mode().is_chess960(),
        variant: house.map(|house| house.variant.name()),
        mate_rule: house.map(|house| house.mate_rule.name()),
        reserve: house.and_then(|house| house.reserve).map(|_| "any"),
        stipulation: findings.asked(),
        outcome: "",
        moves: None,
        shortest: None,
        refuted: findings.refuted().map(Length::Whole),
        safe: findings.safe(),
        keys: None,
        open: None,
        longest: None,
        sooner: None,
        escapes: None,
        limit: findings.limit().map(LimitKind::name),
        pv: None,
        tree: tree(findings).map(|tree| written_tree(position, epd.mode(), &tree)),
        count: None,
        solutions: None,
        set_play: None,
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
            object.moves = Some(Length::Whole(solution.moves));
            object.shortest = Some(solution.refuted.saturating_add(1) >= solution.moves);
            object.refuted = Some(Length::Whole(solution.refuted));
            object.keys = set(&solution.keys);
            object.open = Some(solution.open);
            object.pv = Some(written_line(position, epd.mode(), &solution.line));
        }
        Outcome::Helped(help) => {
            object.outcome = "solved";
            object.moves = Some(Length::new(help.moves, half));
            object.shortest = Some(true);
            object.keys = set(&help.keys);
            object.open = Some(help.open);
            let shortest = help.solutions.first();
            if let Some(line) = shortest.and_then(|s| s.lines.first()) {
                object.pv = Some(written_line(position, epd.mode(), line));
            }
            object.count = shortest.and_then(|s| s.count);
            let lines = |lines| written_lines(position, epd.mode(), lines);
            object.solutions = Some(help.solutions.iter().map(lines).collect());
            object.set_play = help.set_play.as_ref().and_then(|lines| {
                let other = position.passed()?;
                Some(written_lines(&other, epd.mode(), lines))
            });
        }
        Outcome::Lost(loss) => {
            object.outcome = "lost";
            object.moves = Some(Length::Whole(loss.moves));
            object.shortest = Some(loss.safe.saturating_add(1) >= loss.moves);
            object.safe = Some(loss.safe);
            object.longest = set(&loss.longest);
            object.sooner = set(&loss.sooner);
            object.pv = Some(written_line(position, epd.mode(), &loss.line));
        }
        Outcome::Refuted {
            moves,
            escapes,
            open,
            ..
        } => {
            object.outcome = "refuted";
            if half {
                object.refuted = Some(Length::new(*moves, half));
            }
            if !escapes.is_empty() {
                object.escapes = set(escapes);
                object.open = Some(*open);
            }
        }
        Outcome::GaveUp { .. } => object.outcome = "gave up",
    }
    line(&object)
}

/// The play that was found. Where both directions were asked, keys, tries and set play are those of
/// the mate, defences those of being mated.
fn tree(findings: &Findings) -> Option<Tree> {
    match findings {
        Findings::One { verdict, .. } => verdict.tree.as_deref().cloned(),
        Findings::Both { mate, mated, .. } => {
            let mated = mated.as_ref().and_then(|verdict| verdict.tree.as_deref());
            match (mate.tree.as_deref(), mated) {
                (None, None) => None,
                (mate, mated) => Some(Tree {
                    defences: mated.map(|tree| tree.defences.clone()).unwrap_or_default(),
                    limit: [mate, mated].iter().find_map(|tree| (*tree)?.limit),
                    ..mate.cloned().unwrap_or_default()
                }),
            }
        }
    }
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
fn written_set(position: &Position, mode: CastlingMode, moves: &[Move]) -> Vec<WrittenMove> {
    let mut set: Vec<WrittenMove> = moves
        .iter()
        .flat_map(|&m| written_line(position, mode, &[m]))
        .collect();
    set.sort_unstable();
    set.dedup();
    set
}

/// A line of moves from `position` on.
fn written_line(position: &Position, mode: CastlingMode, moves: &[Move]) -> Vec<WrittenMove> {
    san_line(position, moves)
        .into_iter()
        .zip(moves)
        .map(|(san, m)| WrittenMove {
            san,
            uci: m.to_uci(mode).to_string(),
        })
        .collect()
}
