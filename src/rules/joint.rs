//! Help and series play by the rules of chess alone: the possible moves of a line, and its end.
//!
//! | play | until the last move | the last move |
//! |---|---|---|
//! | `h` | either side in turn | reaches the aim |
//! | `hs` | either side in turn | every legal move reaches the aim |
//! | `hr` | either side in turn, neither of which could reach the aim at once | reaches the aim |
//! | `ser-` | one side, without check | reaches the aim, the same side's |
//! | `ser-h` | one side, without check before its last move | reaches the aim |
//! | `ser-s` | the same | every legal move reaches the aim |
//! | `ser-r` | the same, and neither side could reach the aim at once | reaches the aim |
//!
//! Each possible last move gives a line of its own.
//!
//! The rest of a line is counted in half moves, as in [`Length::plies`]: the omitted replies in a
//! series count.
//!
//! [`Length::plies`]: crate::bounds::Length::plies

use shakmaty::Move;

use crate::position::Position;
use crate::stipulation::{Kind, PlayKind};

/// The rules of one kind of play.
#[derive(Debug, Clone, Copy)]
pub struct JointRules {
    kind: Kind,
}

impl JointRules {
    /// The rules of a kind; `None` for play that is forced from the first move on.
    pub fn of(kind: Kind) -> Option<JointRules> {
        kind.has_lines().then_some(JointRules { kind })
    }

    /// Whether the side to move has been brought to the aim.
    pub fn is_over(self, position: &Position) -> bool {
        self.kind.aim.is_reached(position)
    }

    /// The number of half moves of a line for a length: a series that ends in itself has none after
    /// its last move.
    pub fn line(self, half_moves: u16) -> u16 {
        match self.kind.play {
            PlayKind::Series => half_moves.saturating_sub(1),
            _ => half_moves,
        }
    }

    /// The minimum length in half moves of a problem: if the last move is forced, both sides help
    /// for at least one move.
    pub fn shortest(self) -> u16 {
        match self.kind.play {
            PlayKind::Help => 1,
            _ => 2,
        }
    }

    /// Whether a line may continue from `position` with `left` half moves left: if the play ends
    /// with a forced last move, it must be forced, and no side may omit a last move that it is
    /// bound to make.
    pub fn may_go_on(self, position: &Position, left: u16) -> bool {
        match self.kind.play {
            PlayKind::HelpSelf | PlayKind::SeriesSelf if left == 1 => position
                .legal_moves()
                .into_iter()
                .all(|m| self.is_over(&position.after(m))),
            PlayKind::HelpReflex | PlayKind::SeriesReflex if left > 1 => !self.can_end(position),
            _ => true,
        }
    }

    /// Whether the side to move reaches the aim with one move.
    fn can_end(self, position: &Position) -> bool {
        position
            .legal_moves()
            .into_iter()
            .any(|m| self.is_over(&position.after(m)))
    }

    /// The result of a legal move, and the number of half moves left; `None` if that is not a line
    /// of this play. If the other side omits its reply, it has already passed.
    pub fn after(self, position: &Position, m: Move, left: u16) -> Option<(Position, u16)> {
        let next = position.after(m);
        let more = if self.kind.play == PlayKind::Series {
            left > 1
        } else {
            left > 2
        };
        if !self.kind.is_series() || !more {
            return Some((next, left - 1));
        }
        if self.kind.play == PlayKind::SeriesReflex && self.can_end(&next) {
            return None;
        }
        // A side in check cannot pass.
        Some((next.passed()?, left - 2))
    }
}
