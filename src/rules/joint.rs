//! Help and series play by the rules of chess alone: which moves a line may have, and when it ends.
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
//! Each last move that is possible makes a line of its own.
//!
//! What is left of a line is counted in half moves, as in [`Length::plies`]: the replies that are
//! left out in a series count.
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
    /// The rules of a kind; none for play that is forced from the first move on.
    pub fn of(kind: Kind) -> Option<JointRules> {
        kind.has_lines().then_some(JointRules { kind })
    }

    /// Whether the side to move is left as the aim has it.
    pub fn is_over(self, position: &Position) -> bool {
        self.kind.aim.is_reached(position)
    }

    /// The half moves of a line that belong to so many of a length: a series that ends in itself
    /// has none after its last move.
    pub fn line(self, half_moves: u16) -> u16 {
        match self.kind.play {
            PlayKind::Series => half_moves.saturating_sub(1),
            _ => half_moves,
        }
    }

    /// The least of a length in half moves that is a problem: both sides help for a move at least
    /// where the last one is forced.
    pub fn shortest(self) -> u16 {
        match self.kind.play {
            PlayKind::Help => 1,
            _ => 2,
        }
    }

    /// Whether a line may go on from `position` with `left` half moves left: the last one has to
    /// be forced where the play ends with that, and nobody may leave a last one out where it is
    /// bound to make it.
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

    /// What a legal move leads to, with what is left then; none if that is no line of this play.
    /// Where the other side leaves out its reply, it has done so.
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
        // None in check.
        Some((next.passed()?, left - 2))
    }
}
