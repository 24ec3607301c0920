//! Determines the order of the half-moves of two boards if it was not recorded.

use super::Order;
use crate::boards::Boards;
use crate::clock::TimeControl;
use crate::finding::Severity;
use crate::game::BpgnGame;
use crate::replay::resolve;
use crate::seat::{BoardName, Seat};

/// Merges by the time used on each board; if two orders are possible, the playable one is used.
pub(super) fn by_clock(
    games: [BpgnGame<'_>; 2],
    mut boards: Boards,
    remarks: &mut Vec<(Severity, String)>,
) -> Order {
    let used = used_times(games);
    let mut done = [0; 2];
    let mut playable = true;
    let mut order = Order::new();
    loop {
        let half_move = |name: BoardName| {
            let index = done[name.index()];
            games[name.index()].half_moves().get(index)
        };
        // Without clocks, the boards alternate.
        let by_clock = |name: BoardName| {
            let next = done[name.index()];
            (used[name.index()].get(next), next)
        };
        let mut next = match (half_move(BoardName::A), half_move(BoardName::B)) {
            (None, None) => return order,
            (Some(_), None) => BoardName::A,
            (None, Some(_)) => BoardName::B,
            _ if by_clock(BoardName::A) <= by_clock(BoardName::B) => BoardName::A,
            _ => BoardName::B,
        };
        let legal = |name: BoardName| {
            let half_move = half_move(name)?;
            let (board, color) = (name, half_move.seat.color);
            let san = games[name.index()].bytes(half_move.san);
            resolve(&boards, Seat { board, color }, san).ok()
        };
        let mut m = legal(next).filter(|_| playable);
        if playable && m.is_none() {
            m = legal(next.other());
            if m.is_some() {
                next = next.other();
            } else {
                playable = false;
                let number = half_move(next).map_or(0, |half_move| half_move.number);
                remarks.push((
                    Severity::Error,
                    format!(
                        "{number} on board {next} cannot be played at its time; from there the order is that of the clocks"
                    ),
                ));
            }
        }
        if let Some(played) = m {
            boards.play(next, played.m);
        }
        order.push((next, done[next.index()]));
        done[next.index()] += 1;
    }
}

/// The milliseconds used on a board up to each of its half-moves.
fn used_times(games: [BpgnGame<'_>; 2]) -> [Vec<i64>; 2] {
    let control = games
        .iter()
        .find_map(|game| game.tag("TimeControl").and_then(TimeControl::read));
    let clocks = games.map(|game| {
        let clock = |index| game.clock(index).map(|clock| clock.millis);
        (0..game.half_moves().len()).map(clock).collect::<Vec<_>>()
    });
    let highest = clocks.iter().flatten().flatten().max();
    let (start, increment) = match control {
        Some(control) => (control.start, control.increment),
        None => (highest.copied().unwrap_or(0), 0),
    };
    BoardName::ALL.map(|name| {
        let mut by_color = [0; 2];
        let mut bonus = [0; 2];
        let half_moves = games[name.index()].half_moves().iter();
        let used = half_moves
            .zip(&clocks[name.index()])
            .map(|(half_move, clock)| {
                let side = usize::from(half_move.seat.color.is_black());
                bonus[side] += increment;
                if let Some(clock) = clock {
                    by_color[side] = start + bonus[side] - clock;
                }
                by_color[0] + by_color[1]
            });
        used.collect()
    })
}
