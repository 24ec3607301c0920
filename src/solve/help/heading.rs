//! Moves with a destination: only those of the legal moves that end on given squares.

use super::freedom::Freedom;
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

    /// A condition that no move meets.
    pub const NOWHERE: Heading = Heading { king: 0, man: 0 };

    /// Whether no move can meet the condition.
    #[inline(always)]
    pub fn is_nowhere(self) -> bool {
        self.king | self.man == 0
    }

    /// Appends Black's legal moves that meet the condition (castling always does), and that of
    /// `freedom`, if that is given.
    pub fn list(self, board: &Board, freedom: Option<&Freedom>, moves: &mut Vec<Move>) {
        movegen::generate::<false, _>(
            board,
            &mut Selected {
                heading: self,
                freedom,
                moves,
            },
        );
    }
}

struct Selected<'a> {
    heading: Heading,
    freedom: Option<&'a Freedom>,
    moves: &'a mut Vec<Move>,
}

impl Selected<'_> {
    #[inline(always)]
    fn man(&self, from: Sq, targets: Bits) -> Bits {
        let targets = targets & self.heading.man;
        match self.freedom {
            Some(freedom) if targets != 0 => targets & freedom.black_targets(from),
            _ => targets,
        }
    }
}

impl Sink for Selected<'_> {
    #[inline(always)]
    fn targets(&mut self, role: usize, from: Sq, targets: Bits, them: Bits) -> bool {
        let mut targets = if role == KING {
            targets & self.heading.king
        } else {
            self.man(from, targets)
        };
        while let Some(to) = pop(&mut targets) {
            self.moves
                .push(Move::new(role, from, to, them & bit(to) != 0));
        }
        false
    }

    #[inline(always)]
    fn promotions(&mut self, from: Sq, targets: Bits, them: Bits) -> bool {
        let mut targets = self.man(from, targets);
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
