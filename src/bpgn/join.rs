//! Joins the PGNs of two boards into one game.
//!
//! PGNs made by [`super::split`] contain the place of every half-move, and the game is restored
//! byte for byte. Others are merged by the time used on each board; if that would drop a man that
//! is not in hand yet, the other board goes first. Such an order is a guess and reported as one.

mod order;

use self::order::by_clock;
use super::bfen::Bfen;
use super::boards::Boards;
use super::clock::Clock;
use super::ending::ends_game;
use super::finding::Severity;
use super::format::{NormalForm, normal_form, write_tag, written};
use super::game::{BpgnGame, GameItem, ItemKind};
use super::pgn::{BOARD_TAG, PgnGame, is_own, name_in_match};
use super::read::Reader;
use super::seat::{BoardName, Seat};
use super::tags::{on_one_line, words};
use keymove_base::error::excerpt;
use keymove_games::pgn::GameResult;

/// The form of a joined game: its text is not changed, so that it equals the game before the split.
pub const KEPT: NormalForm = NormalForm {
    version: None,
    keep: true,
    fix_result: false,
};

/// A match made from two PGNs.
#[derive(Debug, Clone)]
pub struct JoinedMatch {
    /// The normal form of the game, with moves and clocks as they were written.
    pub bpgn: Vec<u8>,
    /// The remarks on it.
    pub remarks: Vec<(Severity, String)>,
}

/// The half-moves of both boards in the order of the match: board and index.
type Order = Vec<(BoardName, usize)>;

/// Joins two PGNs: board A and board B, or the other way round if their tags say so.
pub fn join(a: &PgnGame, b: &PgnGame) -> JoinedMatch {
    let (a, b) = match [a, b].map(|board| board.game().tag(BOARD_TAG)) {
        [Some(b"B"), Some(b"A")] => (b, a),
        _ => (a, b),
    };
    let mut remarks = Vec::new();
    for (board, name) in [a, b].into_iter().zip(BoardName::ALL) {
        for (severity, problem) in &board.problems {
            remarks.push((*severity, format!("board {name}: {problem}")));
        }
    }
    let games = [a.game(), b.game()];
    let [a, b] = &games;
    // An unfinished board does not contradict the other one.
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
    let places = order_of_places(&games);
    let restored = places.is_some();
    let order = places.unwrap_or_else(|| {
        remarks.push((
            Severity::Note,
            "the PGNs do not hold the order of the match; merged by clock".to_owned(),
        ));
        let boards = start(a, b, &mut remarks);
        by_clock(games, boards, &mut remarks)
    });
    write_items(a, a.preamble(), &mut text);
    if !of_split {
        write_items(b, b.preamble(), &mut text);
    }
    let endings = write_half_moves(&games, order, restored, &mut text);
    if let Some(other) = decided(b).filter(|other| other.reversed() != result) {
        let (a, b) = (result.as_str(), other.as_str());
        let text = format!("board B ends with {b}, board A with {a}; the result is that of A");
        remarks.push((Severity::Note, text));
    }
    text.extend(endings);
    write_end(&games, result, restored, &mut text);
    text.push(b'\n');
    JoinedMatch {
        bpgn: normal(&text, &mut remarks),
        remarks,
    }
}

/// Writes the result and the items after the half-moves of both boards.
fn write_end(games: &[BpgnGame<'_>; 2], result: GameResult, restored: bool, text: &mut Vec<u8>) {
    // In the standard, the comment that ends the game comes before its result. Items that `split`
    // found after the result are put back there.
    let is_before = |item: &&GameItem| !restored && matches!(item.kind, ItemKind::Comment { .. });
    for game in games {
        game.trailing()
            .iter()
            .filter(is_before)
            .for_each(|item| write_items(game, std::slice::from_ref(item), text));
    }
    text.extend_from_slice(result.as_str().as_bytes());
    for game in games {
        for item in game.trailing().iter().filter(|item| !is_before(item)) {
            text.push(b' ');
            text.extend_from_slice(&written(game, item));
        }
    }
}

/// Writes the half-moves in order; returns the items that end a board, which after the last
/// half-move of that board would be in the middle of the match.
fn write_half_moves(
    games: &[BpgnGame<'_>; 2],
    order: Order,
    restored: bool,
    text: &mut Vec<u8>,
) -> Vec<u8> {
    let mut endings = Vec::new();
    for (board, index) in order {
        let game = &games[board.index()];
        let half_move = &game.half_moves()[index];
        let color = half_move.seat.color;
        let letter = Seat { board, color }.letter();
        text.extend_from_slice(format!("{}{letter}. ", half_move.number).as_bytes());
        text.extend_from_slice(game.bytes(half_move.san));
        text.push(b' ');
        let mut items = game.items(index);
        if !restored && index + 1 == game.half_moves().len() {
            let end = items.iter().position(|item| ends_board(game, item));
            let (played, ending) = items.split_at(end.unwrap_or(items.len()));
            write_items(game, ending, &mut endings);
            items = played;
        }
        if let Some(comment) = first_comment(game, items) {
            if let Some(clock) = Clock::read(comment) {
                text.extend_from_slice(format!("{{{clock}}} ").as_bytes());
            }
            // Everything written by `split` has been used; of other programs' comments, only the
            // clock has.
            if restored || Clock::alone(comment).is_some() {
                items = &items[1..];
            }
        }
        write_items(game, items, text);
        if text.last() != Some(&b'\n') {
            text.push(b'\n');
        }
    }
    endings
}

/// The normal form of the game in `text`.
fn normal(text: &[u8], remarks: &mut Vec<(Severity, String)>) -> Vec<u8> {
    let mut reader = Reader::new(text);
    let mut bpgn = Vec::new();
    // Reading from memory does not fail.
    while let Ok(Some(game)) = reader.next_game() {
        // Ignored text was already reported with its board.
        let errors = game
            .problems()
            .filter(|problem| problem.severity == Severity::Error);
        remarks.extend(errors.map(|problem| (Severity::Error, problem.text)));
        bpgn.extend(normal_form(&game, &KEPT));
    }
    bpgn
}

/// The tags of the match, as written by `split`.
fn restored_tags(a: &BpgnGame<'_>) -> Vec<u8> {
    let mut text = Vec::new();
    for tag in a.tags() {
        if let Some(name) = name_in_match(a.bytes(tag.name)) {
            write_tag(name, &on_one_line(a.bytes(tag.value)), &mut text);
        }
    }
    text
}

/// The result of a game that is over.
fn decided(game: &BpgnGame<'_>) -> Option<GameResult> {
    let (result, _) = game.result()?;
    (result != GameResult::Unknown).then_some(result)
}

/// Why two PGNs without tags of the match are not the two boards of one match.
fn mismatches<'a>(a: &BpgnGame<'a>, b: &BpgnGame<'a>) -> impl Iterator<Item = String> + use<'a> {
    let players = |game: &BpgnGame<'a>| {
        let names = ["White", "Black"].map(|tag| game.tag(tag));
        let named = |name: &&[u8]| !matches!(*name, b"" | b"?");
        names.into_iter().flatten().filter(named)
    };
    let others: Vec<&[u8]> = players(b).collect();
    let twice = players(a).filter(move |name| others.contains(name));
    let twice = twice.map(|name| format!("{} plays on both boards", excerpt(name)));
    let control = a.tag("TimeControl").zip(b.tag("TimeControl"));
    let other = control.filter(|(one, two)| one != two).map(|(one, two)| {
        let (one, two) = (excerpt(one), excerpt(two));
        format!("board A is played with time control {one}, board B with {two}")
    });
    twice.chain(other)
}

/// The tags of a match from two PGNs without them; if both boards have a tag, that of board A is
/// used.
fn tags_of_boards(a: &BpgnGame<'_>, b: &BpgnGame<'_>, result: GameResult) -> Vec<u8> {
    let mut text = Vec::new();
    let of_a = a.tags().iter().map(|tag| (a, tag));
    let more = b
        .tags()
        .iter()
        .filter(|tag| a.tag(b.bytes(tag.name)).is_none());
    for (game, tag) in of_a.chain(more.map(|tag| (b, tag))) {
        let name = game.bytes(tag.name);
        let is_of_seat = Seat::ALL
            .iter()
            .any(|seat| name.starts_with(seat.tag().as_bytes()));
        if name == b"Variant" || !is_own(name) && !is_of_seat {
            write_tag(name, &on_one_line(game.bytes(tag.value)), &mut text);
        }
    }
    for seat in Seat::ALL {
        let game = [a, b][seat.board.index()];
        let (player, rating) = seat
            .color
            .fold_wb(("White", "WhiteElo"), ("Black", "BlackElo"));
        for (of_board, name) in [(player, seat.tag()), (rating, seat.rating_tag())] {
            if let Some(value) = game.tag(of_board) {
                write_tag(name, &on_one_line(value), &mut text);
            }
        }
    }
    let of_tag = a.tag("Result").filter(|&value| value != b"*");
    let result = of_tag.unwrap_or(result.as_str().as_bytes());
    write_tag("Result", &on_one_line(result), &mut text);
    if let Some(fen) = foreign_bfen(a, b) {
        write_tag("Setup", b"1", &mut text);
        write_tag("FEN", &fen, &mut text);
    }
    text
}

/// The BFEN for two FENs, without counters; `None` if both boards begin with the initial position.
fn foreign_bfen(a: &BpgnGame<'_>, b: &BpgnGame<'_>) -> Option<Vec<u8>> {
    let fens = [a, b].map(|game| game.tag("FEN"));
    if fens == [None, None] {
        return None;
    }
    let halves = fens.map(|fen| {
        let fen = fen.unwrap_or(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
        words(fen).take(4).collect::<Vec<_>>().join(&b' ')
    });
    Some(halves.join(&b" | "[..]))
}

/// The boards used to find a playable order.
fn start(a: &BpgnGame<'_>, b: &BpgnGame<'_>, remarks: &mut Vec<(Severity, String)>) -> Boards {
    let of_match = a.tag("MatchFEN").map(<[u8]>::to_vec);
    let fen = of_match.or_else(|| foreign_bfen(a, b));
    match fen.map(|fen| Bfen::read(&fen)) {
        None => Boards::default(),
        Some(Ok(bfen)) => bfen.boards,
        Some(Err(error)) => {
            remarks.push((Severity::Error, format!("FEN: {error}")));
            Boards::default()
        }
    }
}

/// The order according to the places of the half-moves; `None` unless the places are 1 to the
/// number of half-moves.
fn order_of_places(games: &[BpgnGame<'_>; 2]) -> Option<Order> {
    let half_moves = games.iter().map(|game| game.half_moves().len());
    let mut order = vec![None; half_moves.sum()];
    for (game, name) in games.iter().zip(BoardName::ALL) {
        for index in 0..game.half_moves().len() {
            let slot = order.get_mut(place(game, index)?.checked_sub(1)?)?;
            if slot.replace((name, index)).is_some() {
                return None;
            }
        }
    }
    order.into_iter().collect()
}

/// The comment written by `split` after a half-move.
fn first_comment<'a>(game: &BpgnGame<'a>, items: &[GameItem]) -> Option<&'a [u8]> {
    game.comment(items.first()?)
}

/// The place in the match written after a half-move.
fn place(game: &BpgnGame<'_>, index: usize) -> Option<usize> {
    let rest = first_comment(game, game.items(index))?.strip_prefix(b"[%ply ")?;
    let number = &rest[..memchr::memchr(b']', rest)?];
    std::str::from_utf8(number).ok()?.parse().ok()
}

fn write_items(game: &BpgnGame<'_>, items: &[GameItem], text: &mut Vec<u8>) {
    for item in items {
        text.extend_from_slice(&written(game, item));
        text.push(b'\n');
    }
}

/// Whether a comment on a board says how the game ended.
fn ends_board(game: &BpgnGame<'_>, item: &GameItem) -> bool {
    let players = ["White", "Black"]
        .into_iter()
        .filter_map(|tag| game.tag(tag));
    game.comment(item)
        .is_some_and(|comment| ends_game(comment, players))
}
