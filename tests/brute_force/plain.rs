//! Play in its literal definition: every line, no memory, no order, no pruning. It judges the slow
//! judge, and also certificates of one or two moves.

use keymove::position::Position;
use keymove::solve::{Aim, Kind, PlayKind};
use shakmaty::Move;

/// Whether the side to move, the attacker, reaches the goal within `n` of its moves, whatever the
/// other side does.
///
/// In direct play the other side is to be mated or stalemated by the attacker's last move, in self
/// play the attacker by the reply to it.
pub fn wins(kind: Kind, position: &Position, n: u16) -> bool {
    // A side that wins within n - 1 also wins within n, and this finds it sooner.
    n > 0
        && !attacker_must(kind, position)
        && (wins(kind, position, n - 1)
            || position
                .legal_moves()
                .into_iter()
                .any(|m| loses(kind, &position.after(m), n - 1)))
}

/// Whether the side to move, the defender, can't keep the attacker from the goal, the attacker
/// having `n` more moves after the reply.
pub fn loses(kind: Kind, position: &Position, n: u16) -> bool {
    let replies = position.legal_moves();
    if defender_must(kind, position) {
        return true;
    }
    if replies.is_empty() {
        // In self play there is no side left to do it.
        return !kind.is_self_play() && kind.aim.is_reached(position);
    }
    (n > 0 || kind.play == PlayKind::SelfPlay)
        && replies.into_iter().all(|m| {
            let attacker = position.after(m);
            let ends = kind.is_self_play() && kind.aim.is_reached(&attacker);
            ends || wins(kind, &attacker, n)
        })
}

/// Whether the side to move, the attacker, reaches the goal with exactly its `n`th move (in self
/// play: with the reply to that), whatever the other side does. Reaching it sooner is a failure,
/// whichever side does it.
///
/// This is how the program Popeye defines `exact-`: the defender refutes by "reaching the goal too
/// early" (its `battle_play/min_length_guard.c`).
pub fn wins_exactly(kind: Kind, position: &Position, n: u16) -> bool {
    n > 0
        && !attacker_must(kind, position)
        && position
            .legal_moves()
            .into_iter()
            .any(|m| loses_exactly(kind, &position.after(m), n - 1))
}

/// Whether the side to move, the defender, can't keep the attacker from the goal in exactly `n`
/// more moves after the reply.
pub fn loses_exactly(kind: Kind, position: &Position, n: u16) -> bool {
    if n == 0 {
        return loses(kind, position, 0);
    }
    let replies = position.legal_moves();
    !replies.is_empty()
        && !defender_must(kind, position)
        && replies
            .into_iter()
            .all(|m| wins_exactly(kind, &position.after(m), n))
}

/// Whether the attacker, to move, can reach the goal of reflex play himself and so has to, which is
/// not in his interest.
pub fn attacker_must(kind: Kind, position: &Position) -> bool {
    kind.play == PlayKind::Reflex && reaches(kind.aim, position)
}

/// Whether the defender, to move, can reach the goal of reflex play and so has to.
pub fn defender_must(kind: Kind, position: &Position) -> bool {
    matches!(kind.play, PlayKind::Reflex | PlayKind::SemiReflex) && reaches(kind.aim, position)
}

/// Whether the side to move has a move that reaches the goal.
fn reaches(aim: Aim, position: &Position) -> bool {
    let mut moves = position.legal_moves().into_iter();
    moves.any(|m| aim.is_reached(&position.after(m)))
}

/// The ways in which both sides together reach the goal in exactly `plies`, sorted by their moves in
/// UCI: the side to move then is mated or stalemated.
pub fn lines(aim: Aim, position: &Position, plies: u32) -> Vec<Vec<Move>> {
    if plies == 0 {
        return vec![Vec::new(); usize::from(aim.is_reached(position))];
    }
    let mode = position.mode();
    let mut moves = position.legal_moves();
    if plies == 1 {
        // There is hardly ever anything to sort.
        moves.retain(|&m| aim.is_reached(&position.after(m)));
    }
    moves.sort_by_cached_key(|m| m.to_uci(mode).to_string());
    let begin_with = |m: Move| {
        let rest = lines(aim, &position.after(m), plies - 1);
        rest.into_iter().map(move |rest| [vec![m], rest].concat())
    };
    moves.into_iter().flat_map(begin_with).collect()
}
