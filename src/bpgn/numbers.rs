//! Determines from the numbers which side makes each half-move, and which half-moves were sent
//! twice.
//!
//! A letter gives the side of a number, but pychess uses White's letter for Black, too. So if no
//! number of a game has a letter for Black, the second half-move of a number is Black's; otherwise,
//! an upper-case letter always means White. Some programs send half-moves again after a reconnect:
//! those already present with their number are ignored.
//!
//! This is only needed for games in which a half-move does not follow the previous one on its
//! board.

use std::collections::HashMap;

use shakmaty::{File, Rank};

use super::game::{GameItem, Parts, TextFault};
use keymove_games::pgn::MoveText;
use keymove_games::pgn::token::Span;

/// Removes the half-moves that were sent before, and finds Black's half-moves among numbers that
/// are all written like White's.
pub(super) fn settle(text: &[u8], parts: &mut Parts) {
    let capitals = parts.half_moves.iter().all(|one| one.seat.color.is_white());
    let mut of_number: HashMap<_, (usize, Vec<&[u8]>)> = HashMap::new();
    for half_move in &parts.half_moves {
        of_number
            .entry((half_move.seat, half_move.number))
            .or_default()
            .0 += 1;
    }
    let mut items = Vec::with_capacity(parts.items.len());
    let (mut moved, mut first, mut first_capital) = (0, None, None);
    parts.half_moves.retain_mut(|half_move| {
        // The items before the half-move come first.
        items.extend(parts.items[moved..half_move.items as usize].iter().copied());
        moved = half_move.items as usize;
        let (all, before) = of_number
            .get_mut(&(half_move.seat, half_move.number))
            .expect("all numbers were counted");
        let san = half_move.san.of(text);
        let seconds = capitals && before.len() == 1;
        let is_old = before.iter().any(|old| is_same(old, san));
        // White and Black may castle, or capture on the same square, one after the other.
        if is_old && !(seconds && *all == 2 && may_be_answered_alike(san)) {
            let span = Span {
                start: half_move.at,
                ..half_move.san
            };
            let problem = TextFault::SentAgain;
            items.push(GameItem {
                kind: problem.item(),
                span,
            });
            first.get_or_insert((problem, span));
            parts.sent_again += 1;
            return false;
        }
        before.push(san);
        if seconds {
            half_move.seat = half_move.seat.opponent();
            let at = half_move.at;
            first_capital.get_or_insert((TextFault::CapitalForBlack, Span { start: at, end: at }));
        }
        half_move.items = items.len() as u32;
        true
    });
    if let Some(trailing) = &mut parts.trailing {
        *trailing += parts.sent_again as u32;
    }
    items.extend(parts.items[moved..].iter().copied());
    parts.items = items;
    parts
        .problems
        .extend(first.into_iter().chain(first_capital));
    parts.problems.sort_by_key(|(_, span)| span.start);
}

/// Whether two words may be the same move, ignoring captures, signs and the part of the origin that
/// only one of them has.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let read = |word| MoveText::read_loosely(word).map(|(san, _)| split_origin(san));
    let (Some((one, from)), Some((other, other_from))) = (read(one), read(other)) else {
        return false;
    };
    one == other && agree(from.0, other_from.0) && agree(from.1, other_from.1)
}

/// A move without its origin and capture sign, and its origin.
fn split_origin(mut san: MoveText) -> (MoveText, (Option<File>, Option<Rank>)) {
    let mut from = (None, None);
    if let MoveText::Step {
        file,
        rank,
        capture,
        ..
    } = &mut san
    {
        from = (file.take(), rank.take());
        *capture = false;
    }
    (san, from)
}

fn agree<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
    one.is_none() || other.is_none() || one == other
}

/// Whether the other side may answer a move with the same one: after a quiet move, its target is
/// occupied, so it can only be a capture.
fn may_be_answered_alike(san: &[u8]) -> bool {
    match MoveText::read_loosely(san) {
        Some((MoveText::Castle(_), _)) => true,
        Some((
            MoveText::Step {
                file, capture, to, ..
            },
            _,
        )) => capture || file.is_some_and(|file| file != to.file()),
        _ => false,
    }
}
