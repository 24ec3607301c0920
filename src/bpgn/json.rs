//! One JSON object a game, on one line.
//!
//! Positions are FENs of four fields, `~` behind a promoted man; hands beside them, White's men in
//! upper case. Half-moves behind one that cannot be played have neither position nor UCI.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use shakmaty::{CastlingMode, File};

use super::bfen::{BfenMen, Holdings, State};
use super::check::check;
use super::clock::Clock;
use super::finding::{BpgnFinding, Severity};
use super::game::{BpgnGame, ItemKind, Places};
use super::replay::{BpgnReplay, PlayedMove};
use super::seat::BoardName;
use super::tags::decode;
use crate::pgn::Place;
use crate::pgn::tag::unescape;

#[derive(Serialize)]
struct GameObject {
    file: String,
    game: usize,
    line: u64,
    tags: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    start: Option<BoardsObject>,
    half_moves: Vec<HalfMoveObject>,
    result: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trailing: Vec<String>,
    mated: Option<&'static str>,
    findings: Vec<FindingObject>,
}

#[derive(Serialize)]
struct BoardsObject {
    boards: BoardPair,
    hands: BoardPair,
}

#[derive(Serialize)]
struct BoardPair {
    #[serde(rename = "A")]
    a: String,
    #[serde(rename = "B")]
    b: String,
}

#[derive(Serialize)]
struct HalfMoveObject {
    ply: usize,
    number: u32,
    seat: char,
    san: String,
    uci: Option<String>,
    clock: Option<Seconds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lag: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    #[serde(flatten)]
    after: Option<BoardsObject>,
}

#[derive(Serialize)]
struct FindingObject {
    severity: String,
    line: u64,
    column: usize,
    half_move: Option<String>,
    text: String,
}

/// A clock as a number of seconds.
struct Seconds(Clock);

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.millis % 1000 == 0 {
            serializer.serialize_i64(self.0.millis / 1000)
        } else {
            serializer.serialize_f64(self.0.millis as f64 / 1000.0)
        }
    }
}

/// Writes a game as one object and a line feed; errors are in it, and appended.
///
/// # Errors
///
/// Those of the stream.
pub fn write(
    game: &BpgnGame<'_>,
    file: &str,
    number: usize,
    out: &mut impl Write,
    findings: &mut Vec<BpgnFinding>,
) -> io::Result<()> {
    let mut found = Vec::new();
    let checked = check(game, &mut found);
    let mut replay = BpgnReplay::start(game).ok();
    let start = replay.as_ref().map(boards);
    let lags = lags(game);
    let half_moves = game
        .half_moves()
        .iter()
        .enumerate()
        .map(|(index, half_move)| {
            let played = replay
                .as_mut()
                .and_then(|replay| replay.step(game, half_move).ok());
            if played.is_none() {
                replay = None;
            }
            let clock = game.clock_item(index);
            HalfMoveObject {
                ply: index + 1,
                number: half_move.number,
                seat: half_move.seat.letter(),
                san: decode(game.bytes(half_move.san)).into_owned(),
                uci: played.as_ref().map(uci),
                clock: clock.map(|(_, clock)| Seconds(clock)),
                lag: lags.get(index).copied(),
                comments: comments(game, game.items(index), clock.map(|(place, _)| place)),
                after: replay.as_ref().map(boards),
            }
        });
    let half_moves = half_moves.collect();
    let mut places = game.places();
    let object = GameObject {
        file: file.to_owned(),
        game: number,
        line: game.lines().0,
        tags: game
            .tags()
            .iter()
            .map(|tag| {
                let value = unescape(game.bytes(tag.value));
                let name = decode(game.bytes(tag.name)).into_owned();
                (name, decode(&value).into_owned())
            })
            .collect(),
        comments: comments(game, game.preamble(), None),
        start,
        half_moves,
        result: game.result().map(|(result, _)| result.as_str()),
        trailing: comments(game, game.trailing(), None),
        mated: checked.mated.map(|seat| seat.tag()),
        findings: found
            .iter()
            .map(|finding| object(&mut places, finding))
            .collect(),
    };
    serde_json::to_writer(&mut *out, &object)?;
    out.write_all(b"\n")?;
    findings.extend(
        found
            .into_iter()
            .filter(|finding| finding.kind.severity == Severity::Error),
    );
    Ok(())
}

fn object(places: &mut Places<'_>, finding: &BpgnFinding) -> FindingObject {
    let Place { line, column } = places.locate(finding.place);
    FindingObject {
        severity: finding.kind.severity.to_string(),
        line,
        column,
        half_move: finding.kind.half_move.clone(),
        text: finding.text.clone(),
    }
}

/// What stands there and is not a clock: `clock` is the place of the one that counts.
fn comments(game: &BpgnGame<'_>, items: &[super::game::Item], clock: Option<usize>) -> Vec<String> {
    items
        .iter()
        .enumerate()
        .filter(|(place, item)| {
            let comment = matches!(item.kind, ItemKind::Comment { .. });
            clock != Some(*place) && !(comment && Clock::read(game.inside(item)).is_some())
        })
        .map(|(_, item)| decode(game.inside(item)).into_owned())
        .collect()
}

fn lags(game: &BpgnGame<'_>) -> Vec<i64> {
    let value = decode(game.tag("Lag").unwrap_or_default());
    value
        .split_ascii_whitespace()
        .map_while(|number| number.parse().ok())
        .collect()
}

fn boards(replay: &BpgnReplay) -> BoardsObject {
    let pair = |text: &dyn Fn(BoardName) -> String| BoardPair {
        a: text(BoardName::A),
        b: text(BoardName::B),
    };
    let board = |name| replay.boards.board(name);
    BoardsObject {
        boards: pair(&|name| format!("{} {}", BfenMen(board(name)), State(board(name)))),
        hands: pair(&|name| Holdings(board(name).hands()).to_string()),
    }
}

/// The move in UCI: castling as the king's way in ordinary chess, as king takes rook elsewhere.
fn uci(played: &PlayedMove) -> String {
    let mode = match played.m {
        shakmaty::Move::Castle { king, rook }
            if king.file() != File::E || !matches!(rook.file(), File::A | File::H) =>
        {
            CastlingMode::Chess960
        }
        _ => CastlingMode::Standard,
    };
    played.m.to_uci(mode).to_string()
}
