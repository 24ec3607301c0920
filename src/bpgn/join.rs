//! One game of the PGNs of its two boards.
//!
//! PGNs that [`super::split`] made hold the place of every half-move, and the game comes back to
//! the byte. Others are merged by the time that is used up on each board; where that would drop a
//! man that is not in hand yet, the other board goes first. That order is a guess, and said to be
//! one.

mod order;

use self::order::by_clock;
use super::board::BughouseBoard;
use super::boards::Boards;
use super::clock::Clock;
use super::ending::ends_game;
use super::finding::Severity;
use super::format::{NormalForm, normal_form};
use super::game::ItemKind;
use super::pgn::{BOARD_TAG, PgnGame, PgnHalfMove, name_in_match};
use super::read::Reader;
use super::seat::{BoardName, Seat};
use crate::error::excerpt;
use crate::pgn::GameResult;

/// The form of what is joined: its words are not changed, so that it is what was split.
pub const KEPT: NormalForm = NormalForm {
    version: None,
    keep: true,
    fix_result: false,
};

/// A match of two PGNs.
#[derive(Debug, Clone)]
pub struct JoinedMatch {
    /// The normal form of the game, its moves and clocks as they were written.
    pub bpgn: Vec<u8>,
    /// What there is to say about it.
    pub remarks: Vec<(Severity, String)>,
}

/// The half-moves of both boards in the order of the match: board and index there.
type Order = Vec<(BoardName, usize)>;

/// Joins two PGNs: board A and board B, or the other way round if their tags say so.
pub fn join(a: &PgnGame, b: &PgnGame) -> JoinedMatch {
    let (a, b) = if a.tag(BOARD_TAG) == Some(b"B") && b.tag(BOARD_TAG) == Some(b"A") {
        (b, a)
    } else {
        (a, b)
    };
    let mut remarks = Vec::new();
    for (game, name) in [a, b].into_iter().zip(BoardName::ALL) {
        for (severity, problem) in &game.problems {
            remarks.push((*severity, format!("board {name}: {problem}")));
        }
    }
    // A board that is still played on does not contradict the other one.
    let result = decided(a)
        .or_else(|| decided(b).map(GameResult::reversed))
        .unwrap_or(GameResult::Unknown);
    let of_split = a.tag(BOARD_TAG).is_some() && b.tag(BOARD_TAG).is_some();
    if !of_split {
        remarks.extend(mismatches(a, b).map(|text| (Severity::Error, text)));
    }
    let mut text = if of_split {
        restored_tags(a)
    } else {
        tags_of_boards(a, b, result)
    };
    let places = order_of_places(a, b);
    let restored = places.is_some();
    let order = places.unwrap_or_else(|| {
        remarks.push((
            Severity::Note,
            "the PGNs do not hold the order of the match; merged by clock".to_owned(),
        ));
        let boards = start(a, b, &mut remarks);
        by_clock([a, b], boards, &mut remarks)
    });
    write_items(&a.preamble, &mut text);
    if !of_split {
        write_items(&b.preamble, &mut text);
    }
    let endings = write_half_moves([a, b], order, restored, &mut text);
    if let Some(other) = decided(b).filter(|other| other.reversed() != result) {
        let (a, b) = (result.as_str(), other.as_str());
        let text = format!("board B ends with {b}, board A with {a}; the result is that of A");
        remarks.push((Severity::Note, text));
    }
    let trailing = a.trailing.iter().chain(&b.trailing);
    // The standard has the comment that ends the game before its result. What `split` found behind
    // the result goes back there.
    let (before, behind): (Vec<_>, Vec<_>) =
        trailing.partition(|(kind, _)| !restored && matches!(kind, ItemKind::Comment { .. }));
    for (_, item) in endings.into_iter().chain(before) {
        text.extend_from_slice(item);
        text.push(b'\n');
    }
    text.extend_from_slice(result.as_str().as_bytes());
    for (_, item) in behind {
        text.push(b' ');
        text.extend_from_slice(item);
    }
    text.push(b'\n');
    JoinedMatch {
        bpgn: normal(&text, &mut remarks),
        remarks,
    }
}

/// Writes the half-moves in their order; gives back what ends a board, which would stand within the
/// match behind the last half-move of that board.
fn write_half_moves<'a>(
    games: [&'a PgnGame; 2],
    order: Order,
    restored: bool,
    text: &mut Vec<u8>,
) -> Vec<&'a (ItemKind, Vec<u8>)> {
    let mut endings = Vec::new();
    for (name, index) in order {
        let game = games[name.index()];
        let half_move = &game.half_moves[index];
        let mut items = half_move.items.as_slice();
        if !restored && index + 1 == game.half_moves.len() {
            let end = items.iter().position(|item| ends_board(game, item));
            let (played, ending) = items.split_at(end.unwrap_or(items.len()));
            endings.extend(ending);
            items = played;
        }
        write_half_move(name, half_move, items, restored, text);
    }
    endings
}

/// The normal form of the game in `text`.
fn normal(text: &[u8], remarks: &mut Vec<(Severity, String)>) -> Vec<u8> {
    let mut reader = Reader::new(text);
    let mut bpgn = Vec::new();
    // Reading from memory does not fail.
    while let Ok(Some(game)) = reader.next_game() {
        // What is passed over was noted with its board.
        let errors = game
            .problems()
            .filter(|problem| problem.kind.severity == Severity::Error);
        remarks.extend(errors.map(|problem| (Severity::Error, problem.text)));
        bpgn.extend(normal_form(&game, &KEPT));
    }
    bpgn
}

fn write_tag(name: &str, value: &[u8], text: &mut Vec<u8>) {
    text.extend_from_slice(format!("[{name} \"").as_bytes());
    text.extend_from_slice(value);
    text.extend_from_slice(b"\"]\n");
}

/// The tags of the match that `split` wrote.
fn restored_tags(a: &PgnGame) -> Vec<u8> {
    let mut text = Vec::new();
    for (name, value) in &a.tags {
        if let Some(name) = name_in_match(name) {
            write_tag(name, value, &mut text);
        }
    }
    text
}

/// The result of a game that is over.
fn decided(game: &PgnGame) -> Option<GameResult> {
    game.result.filter(|&result| result != GameResult::Unknown)
}

/// Why two PGNs that know nothing of each other are not the two boards of one match.
fn mismatches<'a>(a: &'a PgnGame, b: &'a PgnGame) -> impl Iterator<Item = String> + 'a {
    let players = |game: &'a PgnGame| {
        let names = ["White", "Black"].map(|tag| game.tag(tag));
        names
            .into_iter()
            .flatten()
            .filter(|name| !matches!(*name, b"" | b"?"))
    };
    let twice = players(a).filter(move |name| players(b).any(|other| other == *name));
    let twice = twice.map(|name| format!("{} plays on both boards", excerpt(name)));
    let control = a.tag("TimeControl").zip(b.tag("TimeControl"));
    let other = control.filter(|(one, two)| one != two).map(|(one, two)| {
        let (one, two) = (excerpt(one), excerpt(two));
        format!("board A is played with time control {one}, board B with {two}")
    });
    twice.chain(other)
}

/// The tags of a match of two PGNs that know nothing of it.
fn tags_of_boards(a: &PgnGame, b: &PgnGame, result: GameResult) -> Vec<u8> {
    let mut text = Vec::new();
    for name in ["Event", "Site", "Date", "Time", "Round", "TimeControl"] {
        if let Some(value) = a.tag(name).or_else(|| b.tag(name)) {
            write_tag(name, value, &mut text);
        }
    }
    for seat in Seat::ALL {
        let game = match seat.board {
            BoardName::A => a,
            BoardName::B => b,
        };
        let (player, rating) = seat
            .color
            .fold_wb(("White", "WhiteElo"), ("Black", "BlackElo"));
        if let Some(value) = game.tag(player) {
            write_tag(seat.tag(), value, &mut text);
        }
        if let Some(value) = game.tag(rating) {
            write_tag(seat.rating_tag(), value, &mut text);
        }
    }
    match a.tag("Result").filter(|&value| value != b"*") {
        Some(value) => write_tag("Result", value, &mut text),
        None => write_tag("Result", result.as_str().as_bytes(), &mut text),
    }
    if let Some(fen) = foreign_bfen(a, b) {
        write_tag("Setup", b"1", &mut text);
        write_tag("FEN", fen.as_bytes(), &mut text);
    }
    text
}

/// The BFEN of two FENs, counters left out; none when both boards begin as usual.
fn foreign_bfen(a: &PgnGame, b: &PgnGame) -> Option<String> {
    let fens = [a, b].map(|game| game.tag("FEN"));
    if fens == [None, None] {
        return None;
    }
    let halves = fens.map(|fen| match fen {
        None => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -".to_owned(),
        Some(fen) => {
            let fen = String::from_utf8_lossy(fen);
            let fields: Vec<&str> = fen.split_ascii_whitespace().take(4).collect();
            fields.join(" ")
        }
    });
    Some(halves.join(" | "))
}

/// The boards on which the order is tried out.
fn start(a: &PgnGame, b: &PgnGame, remarks: &mut Vec<(Severity, String)>) -> Boards {
    let match_fen = a
        .tag("MatchFEN")
        .map(|fen| String::from_utf8_lossy(fen).into_owned());
    let Some(fen) = match_fen.or_else(|| foreign_bfen(a, b)) else {
        return Boards::new(BughouseBoard::default(), BughouseBoard::default());
    };
    match super::bfen::Bfen::read(fen.as_bytes()) {
        Ok(bfen) => bfen.boards,
        Err(error) => {
            remarks.push((Severity::Error, format!("FEN: {error}")));
            Boards::default()
        }
    }
}

/// The order that the half-moves' places give: none unless they are 1 to the number of half-moves.
fn order_of_places(a: &PgnGame, b: &PgnGame) -> Option<Order> {
    let mut order = vec![None; a.half_moves.len() + b.half_moves.len()];
    for (game, name) in [a, b].into_iter().zip(BoardName::ALL) {
        for (index, half_move) in game.half_moves.iter().enumerate() {
            let slot = order.get_mut(place(half_move)?.checked_sub(1)?)?;
            if slot.replace((name, index)).is_some() {
                return None;
            }
        }
    }
    order.into_iter().collect()
}

/// The comment that `split` writes behind a half-move.
fn first_comment(items: &[(ItemKind, Vec<u8>)]) -> Option<&[u8]> {
    match items.first() {
        Some((ItemKind::Comment { .. }, text)) => text.strip_prefix(b"{")?.strip_suffix(b"}"),
        _ => None,
    }
}

/// The place in the match that is written behind a half-move.
fn place(half_move: &PgnHalfMove) -> Option<usize> {
    let rest = first_comment(&half_move.items)?.strip_prefix(b"[%ply ")?;
    let number = &rest[..memchr::memchr(b']', rest)?];
    std::str::from_utf8(number).ok()?.parse().ok()
}

fn write_items(items: &[(ItemKind, Vec<u8>)], text: &mut Vec<u8>) {
    for (_, item) in items {
        text.extend_from_slice(item);
        text.push(b'\n');
    }
}

/// Whether a comment of a board says how the game ended.
fn ends_board(game: &PgnGame, (_, text): &(ItemKind, Vec<u8>)) -> bool {
    let players = ["White", "Black"]
        .into_iter()
        .filter_map(|tag| game.tag(tag));
    text.strip_prefix(b"{")
        .is_some_and(|inside| ends_game(inside, players))
}

/// Writes a half-move with `items` behind it.
fn write_half_move(
    name: BoardName,
    half_move: &PgnHalfMove,
    items: &[(ItemKind, Vec<u8>)],
    restored: bool,
    text: &mut Vec<u8>,
) {
    let seat = Seat {
        board: name,
        color: half_move.color,
    };
    text.extend_from_slice(format!("{}{}. ", half_move.number, seat.letter()).as_bytes());
    text.extend_from_slice(&half_move.san);
    text.push(b' ');
    let mut items = items;
    if let Some(comment) = first_comment(items) {
        let clock = Clock::read(comment);
        if let Some(clock) = clock {
            text.extend_from_slice(format!("{{{clock}}} ").as_bytes());
        }
        // What `split` wrote is all said; of others' comments only clocks are.
        if restored || Clock::alone(comment).is_some() {
            items = &items[1..];
        }
    }
    write_items(items, text);
    if text.last() != Some(&b'\n') {
        text.push(b'\n');
    }
}
