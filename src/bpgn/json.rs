//! One JSON object per game, on one line.
//!
//! Positions are FENs of four fields, with `~` after a promoted man; the hands are separate,
//! White's men in upper case. Half-moves after one that cannot be played have neither position nor
//! UCI.

use std::borrow::Cow;
use std::io;

use serde::{Serialize, Serializer};
use shakmaty::{CastlingMode, File, Move};

use super::bfen::{BfenMen, Holdings, StateFields};
use super::board::BughouseBoard;
use super::boards::Boards;
use super::check::check;
use super::clock::Clock;
use super::finding::{BpgnFinding, Severity};
use super::game::{BpgnGame, GameItem, HalfMove};
use super::replay::BpgnReplay;
use super::seat::BoardName;
use super::tags::decode;
use keymove_games::pgn::Place;
use keymove_games::pgn::tag::unescape;

/// A game.
#[derive(Serialize)]
struct GameObject<'a> {
    file: &'a str,
    game: usize,
    line: u64,
    tags: Vec<(Cow<'a, str>, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<Cow<'a, str>>,
    start: Option<PositionObject>,
    half_moves: Vec<HalfMoveObject<'a>>,
    result: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trailing: Vec<Cow<'a, str>>,
    mated: Option<&'static str>,
    findings: Vec<FindingObject<'a>>,
}

/// A half-move, its clock in seconds, its lag in milliseconds.
#[derive(Serialize)]
struct HalfMoveObject<'a> {
    ply: usize,
    number: u32,
    seat: char,
    san: Cow<'a, str>,
    uci: Option<String>,
    #[serde(serialize_with = "seconds")]
    clock: Option<Clock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lag: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<Cow<'a, str>>,
    #[serde(flatten)]
    position: Option<PositionObject>,
}

/// Both boards.
#[derive(Serialize)]
struct PositionObject {
    boards: PairObject,
    hands: PairObject,
}

/// A text for each of the two boards.
#[derive(Serialize)]
#[serde(rename_all = "UPPERCASE")]
struct PairObject {
    a: String,
    b: String,
}

#[derive(Serialize)]
struct FindingObject<'a> {
    severity: String,
    line: u64,
    column: usize,
    half_move: &'a Option<String>,
    text: &'a str,
}

impl PositionObject {
    fn of(boards: &Boards) -> PositionObject {
        let pair = |write: fn(&BughouseBoard) -> String| {
            let [a, b] = BoardName::ALL.map(|name| write(boards.board(name)));
            PairObject { a, b }
        };
        PositionObject {
            boards: pair(|board| format!("{} {}", BfenMen(board), StateFields(board))),
            hands: pair(|board| Holdings(board.hands()).to_string()),
        }
    }
}

/// A clock as a number of seconds, an integer if possible.
fn seconds<S: Serializer>(clock: &Option<Clock>, serializer: S) -> Result<S::Ok, S::Error> {
    match clock {
        None => serializer.serialize_none(),
        Some(clock) if clock.millis % 1000 == 0 => serializer.serialize_i64(clock.millis / 1000),
        Some(clock) => serializer.serialize_f64(clock.millis as f64 / 1000.0),
    }
}

/// Appends a game as one object and a line feed; the object includes the errors, which are also
/// appended to the findings.
///
/// # Errors
///
/// None: the output is in memory.
pub fn write(
    game: &BpgnGame<'_>,
    file: &str,
    number: usize,
    out: &mut Vec<u8>,
    findings: &mut Vec<BpgnFinding>,
) -> io::Result<()> {
    let mut found = Vec::new();
    let checked = check(game, &mut found);
    let replay = BpgnReplay::start(game).ok();
    let start = replay
        .as_ref()
        .map(|replay| PositionObject::of(&replay.boards));
    let mut places = game.places();
    let tags = game.tags().iter().map(|tag| {
        let value = unescape(game.bytes(tag.value));
        (decode(game.bytes(tag.name)), decode(&value).into_owned())
    });
    let finding_objects = found.iter().map(|finding| {
        let Place { line, column } = places.locate(finding.place);
        FindingObject {
            severity: finding.severity.to_string(),
            line,
            column,
            half_move: &finding.half_move,
            text: &finding.text,
        }
    });
    let object = GameObject {
        file,
        game: number,
        line: game.lines().0,
        tags: tags.collect(),
        comments: comments(game, game.preamble(), None),
        start,
        half_moves: half_moves(game, replay),
        result: game.result().map(|(result, _)| result.as_str()),
        trailing: comments(game, game.trailing(), None),
        mated: checked.mated.map(|seat| seat.tag()),
        findings: finding_objects.collect(),
    };
    serde_json::to_writer(&mut *out, &object)?;
    out.push(b'\n');
    found.retain(|finding| finding.severity == Severity::Error);
    findings.append(&mut found);
    Ok(())
}

fn half_moves<'a>(game: &BpgnGame<'a>, mut replay: Option<BpgnReplay>) -> Vec<HalfMoveObject<'a>> {
    let lags = decode(game.tag("Lag").unwrap_or_default());
    let mut lags = lags
        .split_ascii_whitespace()
        .map_while(|number| number.parse().ok())
        .fuse();
    let object = |(index, half_move): (usize, &HalfMove)| {
        let played = replay
            .as_mut()
            .and_then(|replay| replay.step(game, half_move).ok());
        if played.is_none() {
            replay = None;
        }
        let (place, clock) = game.clock_item(index).unzip();
        HalfMoveObject {
            ply: index + 1,
            number: half_move.number,
            seat: half_move.seat.letter(),
            san: decode(game.bytes(half_move.san)),
            uci: played.map(|played| uci(played.m)),
            clock,
            lag: lags.next(),
            comments: comments(game, game.items(index), place),
            position: replay
                .as_ref()
                .map(|replay| PositionObject::of(&replay.boards)),
        }
    };
    game.half_moves().iter().enumerate().map(object).collect()
}

/// The comments that are not clocks; `clock` is the index of the clock that counts.
fn comments<'a>(
    game: &BpgnGame<'a>,
    items: &[GameItem],
    clock: Option<usize>,
) -> Vec<Cow<'a, str>> {
    let is_clock = |place: usize, item: &GameItem| {
        clock == Some(place) || game.comment(item).and_then(Clock::read).is_some()
    };
    let rest = items.iter().enumerate();
    rest.filter(|(place, item)| !is_clock(*place, item))
        .map(|(_, item)| decode(game.inside(item)))
        .collect()
}

/// The move in UCI: castling as the king's two steps in ordinary chess, otherwise as king takes
/// rook.
fn uci(m: Move) -> String {
    let corners = [File::A, File::H];
    let is_960 = matches!(m, Move::Castle { king, rook } if king.file() != File::E || !corners.contains(&rook.file()));
    let mode = CastlingMode::from_chess960(is_960);
    m.to_uci(mode).to_string()
}
