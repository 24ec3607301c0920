//! Moves with a destination: only those of the legal moves that end on given squares.

use crate::attacks::{Bits, bit};
use crate::board::{Board, KING, Move};
use crate::movegen::{self, MoveSink, Targets};
use crate::side::Black;

/// The squares on which a move has to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Destinations {
    /// If the king moves.
    pub king: Bits,
    /// If another man moves.
    pub man: Bits,
}

impl Destinations {
    /// No condition.
    pub const ANYWHERE: Destinations = Destinations { king: !0, man: !0 };

    /// A condition that no move meets.
    pub const NOWHERE: Destinations = Destinations { king: 0, man: 0 };

    /// Whether no move can meet the condition.
    #[inline(always)]
    pub fn is_nowhere(self) -> bool {
        self.king | self.man == 0
    }

    /// Appends Black's legal moves that meet the condition (castling always does).
    pub fn list(self, board: &Board, moves: &mut Vec<Move>) {
        movegen::generate::<Black, _>(
            board,
            &mut Selected {
                heading: self,
                moves,
            },
        );
    }
}

struct Selected<'a> {
    heading: Destinations,
    moves: &'a mut Vec<Move>,
}

impl MoveSink for Selected<'_> {
    #[inline(always)]
    fn targets(&mut self, man: Targets) -> bool {
        let chosen = if man.role == KING {
            man.within(self.heading.king)
        } else {
            man.within(self.heading.man)
        };
        chosen.moves(|m| self.moves.push(m));
        false
    }

    #[inline(always)]
    fn promotions(&mut self, pawn: Targets) -> bool {
        pawn.within(self.heading.man)
            .promotions(|m| self.moves.push(m));
        false
    }

    #[inline(always)]
    fn special(&mut self, m: Move) -> bool {
        if m.is_castle() || self.heading.man & bit(m.to()) != 0 {
            self.moves.push(m);
        }
        false
    }
}
