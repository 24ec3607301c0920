//! The goals of forced play by the rules of chess alone: slow, plain, shakmaty only.

use shakmaty::Move;

use crate::position::Position;
use crate::solve::{Kind, Uci};

/// What the attacker is after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayRules {
    /// The side that ends without a move is the attacker's own.
    pub self_play: bool,
    /// That side must be in check; otherwise it must not be.
    pub mate: bool,
    /// The defender moves first.
    pub defender_begins: bool,
}

impl PlayRules {
    /// The rules of a kind; none for help play.
    pub fn of(kind: Kind) -> Option<PlayRules> {
        let (self_play, mate) = match kind {
            Kind::MATE | Kind::MATED => (false, true),
            Kind::STALEMATE => (false, false),
            Kind::SELFMATE => (true, true),
            Kind::SELFSTALEMATE => (true, false),
            _ => return None,
        };
        Some(PlayRules {
            self_play,
            mate,
            defender_begins: kind == Kind::MATED,
        })
    }

    /// Whether the side to move is mated or stalemated, as the goal asks.
    fn is_end(self, position: &Position) -> bool {
        position.is_over(self.mate)
    }

    /// Whether the goal is reached, the defender being to move.
    pub fn reached_by_attack(self, position: &Position) -> bool {
        !self.self_play && self.is_end(position)
    }

    /// Whether the goal is reached, the attacker being to move.
    pub fn reached_by_defence(self, position: &Position) -> bool {
        self.self_play && self.is_end(position)
    }

    /// Whether the attacker's move that led here wins at once, the defender being to move.
    pub fn won_at_once(self, position: &Position) -> bool {
        if !self.self_play {
            return self.is_end(position);
        }
        let replies = position.legal_moves();
        !replies.is_empty()
            && replies
                .into_iter()
                .all(|reply| self.is_end(&position.after(reply)))
    }

    /// Whether the attacker, to move, wins within one.
    pub fn won_within_one(self, position: &Position) -> bool {
        self.reached_by_defence(position)
            || position
                .legal_moves()
                .into_iter()
                .any(|m| self.won_at_once(&position.after(m)))
    }

    /// Whether first move `m` can be seen to win.
    pub fn shows_win(self, position: &Position, m: Move) -> bool {
        let next = position.after(m);
        if self.defender_begins {
            self.won_within_one(&next)
        } else {
            self.won_at_once(&next)
        }
    }

    /// Whether first move `m` can be seen not to win within `n`.
    pub fn shows_failure(self, position: &Position, m: Move, n: u16) -> bool {
        let next = position.after(m);
        if next.legal_moves().is_empty() {
            // After the defender's move this is the attacker's stalemate or mate: no goal of direct
            // play.
            return self.defender_begins || !self.reached_by_attack(&next);
        }
        n == 0 || (n == 1 && !self.shows_win(position, m))
    }
}

/// The legal moves in the order of their UCI text.
pub fn in_order(position: &Position) -> Vec<(Uci, Move)> {
    let mut moves: Vec<(Uci, Move)> = position
        .legal_moves()
        .into_iter()
        .map(|m| (Uci::from(m), m))
        .collect();
    moves.sort_unstable_by_key(|&(uci, _)| uci);
    moves
}

/// The legal move written so.
pub fn legal(position: &Position, uci: Uci) -> Option<Move> {
    position
        .legal_moves()
        .into_iter()
        .find(|&m| Uci::from(m) == uci)
}
