//! The results of [`analysis`](super::analysis) for a position with the attacker to move, and for
//! all replies to a move.

use shakmaty::Move;

use keymove_rules::bounds::Bounds;
use keymove_rules::position::Position;
use keymove_solve::{Kind, Length, PlayKind};

/// A reply of the defender with its results.
#[derive(Debug, Clone)]
pub struct Holdout {
    /// The reply.
    pub m: Move,
    /// The position after it.
    pub position: Position,
    /// Whether the reply itself reaches the goal (self play).
    pub ends: bool,
    /// The results for the attacker's play after it.
    pub known: Bounds,
}

impl Holdout {
    /// Whether the defender loses after it.
    pub fn is_lost(&self) -> bool {
        self.ends || self.known.reached.is_some()
    }

    /// The number of the attacker's moves after it for which the defender is known to hold out.
    pub fn safe(&self) -> u16 {
        if self.ends {
            0
        } else {
            self.known.refuted.moves()
        }
    }
}

/// A position with the defender to move, and its replies.
#[derive(Debug, Clone)]
pub struct Defence {
    /// Every reply.
    pub replies: Vec<Holdout>,
    /// Whether the goal is reached before any reply.
    pub reached: bool,
}

impl Defence {
    /// The replies in `position`; only those in `only`, unless that is empty. The attacker plays
    /// for the goal of `kind`. In reflex play, a side that can reach the goal has no other reply.
    pub fn new(position: &Position, kind: Kind, only: &[Move]) -> Defence {
        let own = kind.is_self_play();
        let mut replies: Vec<Holdout> = position
            .legal_moves()
            .into_iter()
            .filter(|m| only.is_empty() || only.contains(m))
            .map(|m| {
                let after = position.after(m);
                Holdout {
                    m,
                    ends: own && kind.aim.is_reached(&after),
                    position: after,
                    known: Bounds::UNKNOWN,
                }
            })
            .collect();
        let is_bound = matches!(kind.play, PlayKind::Reflex | PlayKind::SemiReflex);
        if is_bound && replies.iter().any(|reply| reply.ends) {
            replies.retain(|reply| reply.ends);
        }
        Defence {
            replies,
            reached: !own && kind.aim.is_reached(position),
        }
    }

    /// The reply that loses last, with the play known to follow it, if every reply loses: the
    /// number of the attacker's moves after it, and the line.
    pub fn lost(&self) -> Option<(u16, Vec<Move>)> {
        if self.reached {
            return Some((0, Vec::new()));
        }
        if !self.replies.iter().all(Holdout::is_lost) {
            return None;
        }
        let last = self
            .replies
            .iter()
            .max_by_key(|reply| reply.known.moves())?;
        let line = std::iter::once(last.m).chain(last.known.line().iter().copied());
        Some((last.known.moves(), line.collect()))
    }

    /// The number of the attacker's moves within which the defender is known not to lose.
    pub fn safe(&self) -> u16 {
        let safe = self.replies.iter().map(Holdout::safe);
        safe.max().unwrap_or(0)
    }

    /// The reply that is known to hold out longest among those that are not lost; `None` if all
    /// are.
    pub fn best_holdout(&self) -> Option<usize> {
        (0..self.replies.len())
            .filter(|&i| !self.replies[i].is_lost())
            .max_by_key(|&i| (self.replies[i].safe(), std::cmp::Reverse(i)))
    }
}

/// Whether `line` has `moves` moves of the attacker, who is to move in `position`, and reaches the
/// goal of `kind` with its last move.
pub fn is_complete(position: &Position, line: &[Move], kind: Kind, moves: u16) -> bool {
    let mut position = position.clone();
    for &m in line {
        if !position.is_legal(m) {
            return false;
        }
        position.play(m);
    }
    u32::try_from(line.len()) == Ok(Length::of_moves(moves).plies(kind))
        && kind.aim.is_reached(&position)
}
