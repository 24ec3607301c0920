//! Moves with a destination: only those of the legal moves that end on given squares.

use crate::solve::attacks::{Bits, Sq, bit, pop};
use crate::solve::board::{BISHOP, Board, KING, KNIGHT, Move, QUEEN, ROOK};
use crate::solve::movegen::{self, Sink};

/// Where a move has to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heading {
    /// If it is the king's.
    pub king: Bits,
    /// If it is another man's.
    pub man: Bits,
}

impl Heading {
    /// No condition.
    pub const ANYWHERE: Heading = Heading { king: !0, man: !0 };

    /// Whether no move can meet the condition.
    #[inline(always)]
    pub fn is_nowhere(self) -> bool {
        self.king | self.man == 0
    }

    /// Appends Black's legal moves that meet the condition; castling always does.
    pub fn list(self, board: &Board, moves: &mut Vec<Move>) {
        movegen::generate::<false, _>(
            board,
            &mut Selected {
                heading: self,
                moves,
            },
        );
    }
}

struct Selected<'a> {
    heading: Heading,
    moves: &'a mut Vec<Move>,
}

impl Sink for Selected<'_> {
    #[inline(always)]
    fn targets(&mut self, role: usize, from: Sq, targets: Bits, them: Bits) -> bool {
        let mut targets = targets
            & if role == KING {
                self.heading.king
            } else {
                self.heading.man
            };
        while let Some(to) = pop(&mut targets) {
            self.moves
                .push(Move::new(role, from, to, them & bit(to) != 0));
        }
        false
    }

    #[inline(always)]
    fn promotions(&mut self, from: Sq, targets: Bits, them: Bits) -> bool {
        let mut targets = targets & self.heading.man;
        while let Some(to) = pop(&mut targets) {
            for role in [QUEEN, KNIGHT, ROOK, BISHOP] {
                self.moves
                    .push(Move::promotion(from, to, role, them & bit(to) != 0));
            }
        }
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
