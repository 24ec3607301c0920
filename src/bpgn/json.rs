//! One JSON object a game, on one line.
//!
//! Positions are FENs of four fields, `~` behind a promoted man; hands beside them, White's men in
//! upper case. Half-moves behind one that cannot be played have neither position nor UCI.

//!
//! Half-moves are nearly all of an object: they are written here, for what they hold is ASCII but
//! for comments, and of both boards' positions and hands a half-move changes two of four. Through
//! serde they took three times as long. The rest is serde's.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::{Serialize, Serializer};
use shakmaty::{Bitboard, CastlingMode, File, Move};

use super::bfen::{Holdings, StateFields, men_text};
use super::boards::Boards;
use super::check::check;
use super::clock::Clock;
use super::finding::{BpgnFinding, Severity};
use super::format::write_number;
use super::game::{BpgnGame, GameItem, ItemKind, Places};
use super::replay::BpgnReplay;
use super::seat::BoardName;
use super::tags::decode;
use crate::pgn::tag::unescape;
use crate::pgn::token::Span;
use crate::pgn::{Place, Tag};

/// What an object begins with; the start and the half-moves follow.
#[derive(Serialize)]
struct ObjectHead<'a> {
    file: &'a str,
    game: usize,
    line: u64,
    tags: Vec<(Cow<'a, str>, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<Cow<'a, str>>,
}

/// What an object ends with.
#[derive(Serialize)]
struct ObjectTail<'a> {
    result: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trailing: Vec<Cow<'a, str>>,
    mated: Option<&'static str>,
    findings: Vec<FindingObject>,
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

/// Appends a game as one object and a line feed; errors are in it, and appended.
///
/// # Errors
///
/// None: memory can be written.
pub fn write(
    game: &BpgnGame<'_>,
    file: &str,
    number: usize,
    out: &mut Vec<u8>,
    findings: &mut Vec<BpgnFinding>,
) -> io::Result<()> {
    let mut found = Vec::new();
    let checked = check(game, &mut found);
    let tag = |tag: &Tag<Span, u32>| {
        let value = unescape(game.bytes(tag.value));
        (decode(game.bytes(tag.name)), decode(&value).into_owned())
    };
    let head = ObjectHead {
        file,
        game: number,
        line: game.lines().0,
        tags: game.tags().iter().map(tag).collect(),
        comments: comments(game, game.preamble(), None).collect(),
    };
    serde_json::to_writer(&mut *out, &head)?;
    // It goes on.
    out.pop();
    write_half_moves(game, out)?;
    let mut places = game.places();
    let tail = ObjectTail {
        result: game.result().map(|(result, _)| result.as_str()),
        trailing: comments(game, game.trailing(), None).collect(),
        mated: checked.mated.map(|seat| seat.tag()),
        findings: found
            .iter()
            .map(|finding| object(&mut places, finding))
            .collect(),
    };
    let brace = out.len();
    serde_json::to_writer(&mut *out, &tail)?;
    out[brace] = b',';
    out.push(b'\n');
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

/// Writes where the game starts, and the half-moves.
fn write_half_moves(game: &BpgnGame<'_>, out: &mut Vec<u8>) -> io::Result<()> {
    let mut replay = BpgnReplay::start(game).ok();
    let mut texts = replay
        .as_ref()
        .map(|replay| BoardTexts::new(&replay.boards));
    out.extend_from_slice(b",\"start\":");
    match &texts {
        Some(texts) => {
            out.push(b'{');
            texts.append(out);
            out.push(b'}');
        }
        None => out.extend_from_slice(b"null"),
    }
    out.extend_from_slice(b",\"half_moves\":[");
    let lags = lags(game);
    for (index, half_move) in game.half_moves().iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        let played = replay
            .as_mut()
            .and_then(|replay| replay.step(game, half_move).ok());
        out.extend_from_slice(b"{\"ply\":");
        write_number(index as u64 + 1, out);
        out.extend_from_slice(b",\"number\":");
        write_number(half_move.number.into(), out);
        out.extend_from_slice(b",\"seat\":\"");
        out.push(half_move.seat.letter() as u8);
        out.extend_from_slice(b"\",\"san\":");
        write_string(game.bytes(half_move.san), out)?;
        out.extend_from_slice(b",\"uci\":");
        match (&replay, &mut texts, played) {
            (Some(replay), Some(texts), Some(played)) => {
                texts.follow(&replay.boards, half_move.seat.board, played.m);
                write_uci(played.m, out)?;
            }
            _ => {
                (replay, texts) = (None, None);
                out.extend_from_slice(b"null");
            }
        }
        let clock = game.clock_item(index);
        out.extend_from_slice(b",\"clock\":");
        match clock {
            Some((_, clock)) => serde_json::to_writer(&mut *out, &Seconds(clock))?,
            None => out.extend_from_slice(b"null"),
        }
        if let Some(lag) = lags.get(index) {
            write!(out, ",\"lag\":{lag}")?;
        }
        let place = clock.map(|(place, _)| place);
        let mut sign: &[u8] = b",\"comments\":[";
        for comment in comments(game, game.items(index), place) {
            out.extend_from_slice(sign);
            write_string(comment.as_bytes(), out)?;
            sign = b",";
        }
        if sign == b"," {
            out.push(b']');
        }
        if let Some(texts) = &texts {
            out.push(b',');
            texts.append(out);
        }
        out.push(b'}');
    }
    out.push(b']');
    Ok(())
}

/// Both boards as they are written.
struct BoardTexts {
    men: [crate::viewer::MenText; 2],
    /// Men and state.
    positions: [Vec<u8>; 2],
    hands: [Vec<u8>; 2],
}

impl BoardTexts {
    fn new(boards: &Boards) -> BoardTexts {
        let mut texts = BoardTexts {
            men: BoardName::ALL.map(|name| men_text(boards.board(name))),
            positions: Default::default(),
            hands: Default::default(),
        };
        for name in BoardName::ALL {
            texts.write_position(boards, name);
            texts.write_hands(boards, name);
        }
        texts
    }

    /// Follows a half-move that was played on a board.
    fn follow(&mut self, boards: &Boards, name: BoardName, m: Move) {
        let board = boards.board(name);
        self.men[name.index()].follow(board.men(), Bitboard::FULL, board.promoted(), m);
        self.write_position(boards, name);
        match m {
            Move::Put { .. } => self.write_hands(boards, name),
            _ if m.is_capture() => self.write_hands(boards, name.other()),
            _ => (),
        }
    }

    fn write_position(&mut self, boards: &Boards, name: BoardName) {
        let text = &mut self.positions[name.index()];
        text.clear();
        self.men[name.index()].append(text);
        text.push(b' ');
        StateFields(boards.board(name)).append(text);
    }

    fn write_hands(&mut self, boards: &Boards, name: BoardName) {
        let text = &mut self.hands[name.index()];
        text.clear();
        Holdings(boards.board(name).hands()).append(text);
    }

    fn append(&self, out: &mut Vec<u8>) {
        let [a, b] = &self.positions;
        let [hands_a, hands_b] = &self.hands;
        for (name, text) in [
            (&b"\"boards\":{\"A\":\""[..], a),
            (b"\",\"B\":\"", b),
            (b"\"},\"hands\":{\"A\":\"", hands_a),
            (b"\",\"B\":\"", hands_b),
        ] {
            out.extend_from_slice(name);
            out.extend_from_slice(text);
        }
        out.extend_from_slice(b"\"}");
    }
}

/// Writes a text as JSON; most are moves, in which nothing is escaped.
fn write_string(text: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
    let plain = |&b: &u8| matches!(b, b' '..=b'~') && b != b'"' && b != b'\\';
    if text.iter().all(plain) {
        out.push(b'"');
        out.extend_from_slice(text);
        out.push(b'"');
        return Ok(());
    }
    Ok(serde_json::to_writer(out, &decode(text))?)
}

/// What stands there and is not a clock: `clock` is the place of the one that counts.
fn comments<'a>(
    game: &BpgnGame<'a>,
    items: &[GameItem],
    clock: Option<usize>,
) -> impl Iterator<Item = Cow<'a, str>> {
    items
        .iter()
        .enumerate()
        .filter(move |(place, item)| {
            let comment = matches!(item.kind, ItemKind::Comment { .. });
            clock != Some(*place) && !(comment && Clock::read(game.inside(item)).is_some())
        })
        .map(|(_, item)| decode(game.inside(item)))
}

fn lags(game: &BpgnGame<'_>) -> Vec<i64> {
    let value = decode(game.tag("Lag").unwrap_or_default());
    value
        .split_ascii_whitespace()
        .map_while(|number| number.parse().ok())
        .collect()
}

/// Writes the move in UCI: castling as the king's way in ordinary chess, as king takes rook
/// elsewhere.
fn write_uci(m: Move, out: &mut Vec<u8>) -> io::Result<()> {
    let mode = match m {
        Move::Castle { king, rook }
            if king.file() != File::E || !matches!(rook.file(), File::A | File::H) =>
        {
            CastlingMode::Chess960
        }
        _ => CastlingMode::Standard,
    };
    write!(out, "\"{}\"", m.to_uci(mode))
}
