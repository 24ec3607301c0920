//! One JSON object per game, on one line.
//!
//! Positions are FENs of four fields, with `~` after a promoted man; the hands are separate,
//! White's men in upper case. Half-moves after one that cannot be played have neither position nor
//! UCI.

use std::borrow::Cow;
use std::io;

use serde::Serialize;
use shakmaty::{CastlingMode, File, Move, uci::UciMove};

use super::bfen::{Holdings, StateFields};
use super::boards::Boards;
use super::check::checked_moves;
use super::clock::Clock;
use super::finding::{BpgnFinding, Severity};
use super::format::write_number;
use super::game::{BpgnGame, GameItem, HalfMove};
use super::replay::BpgnReplay;
use super::seat::BoardName;
use super::tags::decode;
use keymove_games::men::MenText;
use keymove_games::pgn::Place;
use keymove_games::pgn::tag::unescape;

/// The members of a game before the start and the half-moves.
#[derive(Serialize)]
struct GameHead<'a> {
    file: &'a str,
    game: usize,
    line: u64,
    tags: Vec<(Cow<'a, str>, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<Cow<'a, str>>,
}

/// The members after them.
#[derive(Serialize)]
struct GameTail<'a> {
    result: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trailing: Vec<Cow<'a, str>>,
    mated: Option<&'static str>,
    findings: Vec<FindingObject<'a>>,
}

#[derive(Serialize)]
struct FindingObject<'a> {
    severity: String,
    line: u64,
    column: usize,
    half_move: &'a Option<String>,
    text: &'a str,
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
    let (checked, moves) = checked_moves(game, &mut found);
    let mut places = game.places();
    let tags = game.tags().iter().map(|tag| {
        let value = unescape(game.bytes(tag.value));
        (decode(game.bytes(tag.name)), decode(&value).into_owned())
    });
    let head = GameHead {
        file,
        game: number,
        line: game.lines().0,
        tags: tags.collect(),
        comments: comments(game, game.preamble(), None).collect(),
    };
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
    let tail = GameTail {
        result: game.result().map(|(result, _)| result.as_str()),
        trailing: comments(game, game.trailing(), None).collect(),
        mated: checked.mated.map(|seat| seat.tag()),
        findings: finding_objects.collect(),
    };
    serde_json::to_writer(&mut *out, &head)?;
    out.pop();
    write_half_moves(game, &moves, out)?;
    let brace = out.len();
    serde_json::to_writer(&mut *out, &tail)?;
    out[brace] = b',';
    out.push(b'\n');
    found.retain(|finding| finding.severity == Severity::Error);
    findings.append(&mut found);
    Ok(())
}

/// Appends the start and the half-moves, which are nearly the whole object. Through serde they took
/// three times as long: they contain hardly any text to escape, and a half-move changes one of the
/// two boards.
fn write_half_moves(game: &BpgnGame<'_>, moves: &[Move], out: &mut Vec<u8>) -> io::Result<()> {
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
    let lags = decode(game.tag("Lag").unwrap_or_default());
    let lags = lags.split_ascii_whitespace();
    let mut lags = lags.map_while(|number| number.parse::<i64>().ok()).fuse();
    let mut sign = &b",\"half_moves\":["[..];
    for (index, half_move) in game.half_moves().iter().enumerate() {
        out.extend_from_slice(sign);
        sign = b",";
        let played = moves.get(index).copied();
        let board = half_move.seat.board;
        match (&mut replay, &mut texts, played) {
            (Some(replay), Some(texts), Some(m)) => {
                replay.boards.play(board, m);
                texts.follow(&replay.boards, board, m);
            }
            _ => texts = None,
        }
        write_move(game, (index, half_move), played, out)?;
        let (place, clock) = game.clock_item(index).unzip();
        out.extend_from_slice(b",\"clock\":");
        match clock {
            Some(clock) => write_seconds(clock, out),
            None => out.extend_from_slice(b"null"),
        }
        if let Some(lag) = lags.next() {
            out.extend_from_slice(b",\"lag\":");
            out.extend_from_slice(itoa::Buffer::new().format(lag).as_bytes());
        }
        let mut comments = comments(game, game.items(index), place).peekable();
        if comments.peek().is_some() {
            out.extend_from_slice(b",\"comments\":");
            serde_json::to_writer(&mut *out, &comments.collect::<Vec<_>>())?;
        }
        if let Some(texts) = &texts {
            out.push(b',');
            texts.append(out);
        }
        out.push(b'}');
    }
    if game.half_moves().is_empty() {
        out.extend_from_slice(sign);
    }
    out.push(b']');
    Ok(())
}

/// Appends the first members of a half-move.
fn write_move(
    game: &BpgnGame<'_>,
    (index, half_move): (usize, &HalfMove),
    played: Option<Move>,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    out.extend_from_slice(b"{\"ply\":");
    write_number(index as u64 + 1, out);
    out.extend_from_slice(b",\"number\":");
    write_number(half_move.number.into(), out);
    out.extend_from_slice(b",\"seat\":\"");
    out.push(half_move.seat.letter() as u8);
    out.extend_from_slice(b"\",\"san\":");
    let san = game.bytes(half_move.san);
    let is_plain = |&b: &u8| matches!(b, b' '..=b'~') && b != b'"' && b != b'\\';
    if san.iter().all(is_plain) {
        out.push(b'"');
        out.extend_from_slice(san);
        out.push(b'"');
    } else {
        serde_json::to_writer(&mut *out, &decode(san))?;
    }
    out.extend_from_slice(b",\"uci\":");
    match played {
        Some(m) => write_uci(m, out),
        None => out.extend_from_slice(b"null"),
    }
    Ok(())
}

/// The texts of both boards: a half-move changes the position on one of them, and the hands on one.
struct BoardTexts {
    men: [MenText; 2],
    positions: [Vec<u8>; 2],
    hands: [Vec<u8>; 2],
}

impl BoardTexts {
    fn new(boards: &Boards) -> BoardTexts {
        let men = |name| MenText::new(boards.board(name).men(), boards.board(name).promoted());
        let mut texts = BoardTexts {
            men: BoardName::ALL.map(men),
            positions: Default::default(),
            hands: Default::default(),
        };
        for name in BoardName::ALL {
            texts.write_position(boards, name);
            texts.write_hands(boards, name);
        }
        texts
    }

    fn follow(&mut self, boards: &Boards, name: BoardName, m: Move) {
        let board = boards.board(name);
        self.men[name.index()].follow(board.men(), board.promoted(), m);
        self.write_position(boards, name);
        match m {
            Move::Put { .. } => self.write_hands(boards, name),
            _ if m.is_capture() => self.write_hands(boards, name.other()),
            _ => {}
        }
    }

    fn write_position(&mut self, boards: &Boards, name: BoardName) {
        let text = &mut self.positions[name.index()];
        text.clear();
        text.extend_from_slice(self.men[name.index()].as_bytes());
        text.push(b' ');
        StateFields(boards.board(name)).append(text);
    }

    fn write_hands(&mut self, boards: &Boards, name: BoardName) {
        let text = &mut self.hands[name.index()];
        text.clear();
        Holdings(boards.board(name).hands()).append(text);
    }

    fn append(&self, out: &mut Vec<u8>) {
        let ([a, b], [hands_a, hands_b]) = (&self.positions, &self.hands);
        out.extend_from_slice(b"\"boards\":{\"A\":\"");
        out.extend_from_slice(a);
        out.extend_from_slice(b"\",\"B\":\"");
        out.extend_from_slice(b);
        out.extend_from_slice(b"\"},\"hands\":{\"A\":\"");
        out.extend_from_slice(hands_a);
        out.extend_from_slice(b"\",\"B\":\"");
        out.extend_from_slice(hands_b);
        out.extend_from_slice(b"\"}");
    }
}

/// Appends a clock as a number of seconds, an integer if possible.
fn write_seconds(clock: Clock, out: &mut Vec<u8>) {
    if clock.millis < 0 {
        out.push(b'-');
    }
    let millis = clock.millis.unsigned_abs();
    write_number(millis / 1000, out);
    if !millis.is_multiple_of(1000) {
        let digits = [100, 10, 1].map(|unit| b'0' + (millis / unit % 10) as u8);
        let length = digits
            .iter()
            .rposition(|&digit| digit != b'0')
            .map_or(0, |last| last + 1);
        out.push(b'.');
        out.extend_from_slice(&digits[..length]);
    }
}

/// The comments that are not clocks; `clock` is the index of the clock that counts.
fn comments<'a>(
    game: &BpgnGame<'a>,
    items: &[GameItem],
    clock: Option<usize>,
) -> impl Iterator<Item = Cow<'a, str>> {
    let is_clock = move |place: usize, item: &GameItem| {
        clock == Some(place) || game.comment(item).and_then(Clock::read).is_some()
    };
    let rest = items.iter().enumerate();
    rest.filter(move |(place, item)| !is_clock(*place, item))
        .map(|(_, item)| decode(game.inside(item)))
}

/// Appends the move in UCI: castling as the king's two steps in ordinary chess, otherwise as king
/// takes rook.
fn write_uci(m: Move, out: &mut Vec<u8>) {
    let corners = [File::A, File::H];
    let is_960 = matches!(m, Move::Castle { king, rook } if king.file() != File::E || !corners.contains(&rook.file()));
    let (from, to, promotion) = match m.to_uci(CastlingMode::from_chess960(is_960)) {
        UciMove::Normal {
            from,
            to,
            promotion,
        } => ([from.file().char(), from.rank().char()], to, promotion),
        UciMove::Put { role, to } => ([role.upper_char(), '@'], to, None),
        UciMove::Null => return out.extend_from_slice(b"\"0000\""),
    };
    out.push(b'"');
    out.extend(from.map(|c| c as u8));
    out.extend([to.file().char(), to.rank().char()].map(|c| c as u8));
    out.extend(promotion.map(|role| role.char() as u8));
    out.push(b'"');
}
