//! The order of two boards' half-moves where nobody wrote it down.

use shakmaty::Color;

use super::Order;
use crate::bpgn::boards::Boards;
use crate::bpgn::clock::{Clock, TimeControl};
use crate::bpgn::finding::Severity;
use crate::bpgn::game::ItemKind;
use crate::bpgn::pgn::{PgnGame, PgnHalfMove};
use crate::bpgn::seat::BoardName;
use crate::pgn::MoveText;

/// Merges by the time used on each board; of two orders the one that can be played.
pub(super) fn by_clock(
    games: [&PgnGame; 2],
    mut boards: Boards,
    remarks: &mut Vec<(Severity, String)>,
) -> Order {
    let used = used_times(games);
    let lengths = games.map(|game| game.half_moves.len());
    let mut done = [0; 2];
    let mut playable = true;
    let mut order = Order::new();
    while done != lengths {
        let left = |name: BoardName| done[name.index()] < lengths[name.index()];
        // Without clocks the boards take turns.
        let by_clock = |name: BoardName| {
            let next = done[name.index()];
            (used[name.index()].get(next).copied(), next)
        };
        let mut next = match (left(BoardName::A), left(BoardName::B)) {
            (true, false) => BoardName::A,
            (false, true) => BoardName::B,
            _ if by_clock(BoardName::A) <= by_clock(BoardName::B) => BoardName::A,
            _ => BoardName::B,
        };
        let half_move = |name: BoardName| &games[name.index()].half_moves[done[name.index()]];
        if playable && !can_play(&boards, next, half_move(next)) {
            let other = next.other();
            if left(other) && can_play(&boards, other, half_move(other)) {
                next = other;
            } else {
                playable = false;
                remarks.push((
                    Severity::Error,
                    format!(
                        "{} on board {next} cannot be played at its time; from there the order is that of the clocks",
                        half_move(next).number
                    ),
                ));
            }
        }
        if playable {
            play(&mut boards, next, half_move(next));
        }
        order.push((next, done[next.index()]));
        done[next.index()] += 1;
    }
    order
}

fn legal(boards: &Boards, name: BoardName, half_move: &PgnHalfMove) -> Option<shakmaty::Move> {
    let board = boards.board(name);
    if board.turn() != half_move.color {
        return None;
    }
    let (san, _) = MoveText::read_loosely(&half_move.san)?;
    san.resolve(board).ok()
}

fn can_play(boards: &Boards, name: BoardName, half_move: &PgnHalfMove) -> bool {
    legal(boards, name, half_move).is_some()
}

fn play(boards: &mut Boards, name: BoardName, half_move: &PgnHalfMove) {
    if let Some(m) = legal(boards, name, half_move) {
        boards.play(name, m);
    }
}

/// Milliseconds used on a board when each of its half-moves was made.
fn used_times(games: [&PgnGame; 2]) -> [Vec<i64>; 2] {
    let control = games
        .iter()
        .find_map(|game| game.tag("TimeControl").and_then(TimeControl::read));
    let highest = games
        .iter()
        .flat_map(|game| &game.half_moves)
        .filter_map(clock)
        .max();
    let (start, increment) = match control {
        Some(control) => (control.start, control.increment),
        None => (highest.unwrap_or(0), 0),
    };
    games.map(|game| {
        let mut by_color = [0; 2];
        let mut bonus = [0; 2];
        game.half_moves
            .iter()
            .map(|half_move| {
                let side = usize::from(half_move.color == Color::Black);
                bonus[side] += increment;
                if let Some(clock) = clock(half_move) {
                    by_color[side] = start + bonus[side] - clock;
                }
                by_color[0] + by_color[1]
            })
            .collect()
    })
}

/// Milliseconds on the mover's clock.
fn clock(half_move: &PgnHalfMove) -> Option<i64> {
    half_move
        .items
        .iter()
        .filter(|(kind, _)| matches!(kind, ItemKind::Comment { .. }))
        .find_map(|(_, text)| Clock::read(text.strip_prefix(b"{")?.strip_suffix(b"}")?))
        .map(|clock| clock.millis)
}
