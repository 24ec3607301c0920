//! Splits a game into two PGNs, one per board, from which [`super::join`] restores it.
//!
//! After every half-move comes its place in the match, from 1, and its clock as in PGN: `{[%ply 17]
//! [%clk 0:04:45]}`. A clock that could not be restored from that remains a separate comment, like
//! everything else. Items that belong to no half-move are on board A.

use shakmaty::Color;

use super::bfen::{BfenMen, Holdings, StateFields};
use super::clock::Clock;
use super::finding::BpgnFinding;
use super::format::{Movetext, write_tag};
use super::game::{BpgnGame, GameItem, HalfMove};
use super::pgn::{BOARD_TAG, name_in_pgn};
use super::replay::BpgnReplay;
use super::seat::{BoardName, Seat};
use super::tags::{on_one_line, rank};
use keymove_games::pgn::token::Span;
use keymove_games::pgn::{GameResult, Tag};

/// The PGNs of board A and board B, each followed by an empty line; `None` if the text is not a
/// game at all. The faults of the text are appended.
pub fn split(game: &BpgnGame<'_>, findings: &mut Vec<BpgnFinding>) -> Option<[Vec<u8>; 2]> {
    findings.extend(game.problems());
    if game.tags().is_empty() && game.half_moves().is_empty() {
        return None;
    }
    Some(BoardName::ALL.map(|name| board(game, name)))
}

fn board(game: &BpgnGame<'_>, name: BoardName) -> Vec<u8> {
    let result = game.result_or_tag().unwrap_or(GameResult::Unknown);
    let result = match name {
        BoardName::A => result,
        BoardName::B => result.reversed(),
    };
    let mut text = Vec::with_capacity(game.text().len());
    write_tags(game, name, result, &mut text);
    let mut movetext = Movetext { text, column: 0 };
    if name == BoardName::A {
        for item in game.preamble() {
            movetext.item(game, item);
        }
        movetext.end_line();
    }
    for (index, half_move) in game.half_moves().iter().enumerate() {
        if half_move.seat.board == name {
            write_half_move(game, index, half_move, &mut movetext);
        }
    }
    movetext.part(result.as_str().as_bytes());
    if name == BoardName::A {
        for item in game.trailing() {
            movetext.trailing(game, item);
        }
    }
    movetext.end_line();
    movetext.text.push(b'\n');
    movetext.text
}

fn write_half_move(
    game: &BpgnGame<'_>,
    index: usize,
    half_move: &HalfMove,
    movetext: &mut Movetext,
) {
    let dots = half_move.seat.color.fold_wb(".", "...");
    let mut part = format!("{}{dots} ", half_move.number).into_bytes();
    part.extend_from_slice(game.bytes(half_move.san));
    part.extend_from_slice(format!(" {{[%ply {}]", index + 1).as_bytes());
    let mut items = game.items(index);
    if let [first, rest @ ..] = items
        && let Some(clock) = exact_clock(game, first)
    {
        part.extend_from_slice(format!(" [%clk {}]", clock.to_hours()).as_bytes());
        items = rest;
    }
    part.push(b'}');
    movetext.part(&part);
    for item in items {
        movetext.item(game, item);
    }
}

/// The clock in a comment, if the comment can be restored from it.
fn exact_clock(game: &BpgnGame<'_>, item: &GameItem) -> Option<Clock> {
    let inside = game.comment(item)?;
    Clock::seconds(inside).filter(|clock| clock.to_string().as_bytes() == inside)
}

fn write_tags(game: &BpgnGame<'_>, name: BoardName, result: GameResult, text: &mut Vec<u8>) {
    let mut tags: Vec<_> = game
        .tags()
        .iter()
        .map(|tag| (rank(game.bytes(tag.name)), tag))
        .collect();
    tags.sort_by_key(|(rank, _)| *rank);
    // PGN requires its seven tags first: event, site, date and round are those of the match.
    let last = rank(b"Round");
    let (first, rest) = tags.split_at(tags.partition_point(|(rank, _)| *rank <= last));
    let of_match = |tags: &[(_, &Tag<Span, u32>)], text: &mut Vec<u8>| {
        for (_, tag) in tags {
            let name = name_in_pgn(game.bytes(tag.name));
            write_tag(name, &on_one_line(game.bytes(tag.value)), text);
        }
    };
    of_match(first, text);
    let seats = Color::ALL.map(|color| Seat { board: name, color });
    for (seat, tag) in seats.into_iter().zip(["White", "Black"]) {
        let player = game.tag(seat.tag()).unwrap_or(b"?");
        write_tag(tag, &on_one_line(player), text);
    }
    write_tag("Result", result.as_str().as_bytes(), text);
    for (seat, tag) in seats.into_iter().zip(["WhiteElo", "BlackElo"]) {
        if let Some(rating) = game.tag(seat.rating_tag()) {
            write_tag(tag, &on_one_line(rating), text);
        }
    }
    write_tag("Variant", b"Bughouse", text);
    if let Some(start) = BpgnReplay::start(game).ok().filter(|start| start.resumed) {
        let board = start.boards.board(name);
        let number = game
            .half_moves()
            .iter()
            .find(|half_move| half_move.seat.board == name)
            .map_or(1, |half_move| half_move.number);
        let fen = format!(
            "{}[{}] {} 0 {number}",
            BfenMen(board),
            Holdings(board.hands()),
            StateFields(board)
        );
        write_tag("SetUp", b"1", text);
        write_tag("FEN", fen.as_bytes(), text);
    }
    write_tag(BOARD_TAG, name.to_string().as_bytes(), text);
    of_match(rest, text);
    text.push(b'\n');
}
