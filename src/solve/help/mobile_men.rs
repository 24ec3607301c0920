//! Loose men: the number of black men that are not stopped on their squares.
//!
//! In a stalemate each man that has not moved is captured, pinned, or has a man on every next
//! square in its directions: of its own side for an officer, of either side for a pawn. A black
//! move gives a place to one man and stops one pawn by its target square; a white move captures one
//! man or stops one pawn; a line piece pins one man. With more loose men than that there is no
//! stalemate. Unlike the computation without obstacles ([`super::mobility`]) this examines the
//! board as it is, and it takes only a few steps: for the h=5 of 33 million nodes it cuts a quarter
//! of the nodes, and 18 s become 10.

use super::move_order::MovesLeft;
use super::reach;
use crate::attacks::{Bits, pop};
use crate::board::{BISHOP, Board, KNIGHT, NO_SQUARE, PAWN, QUEEN, ROOK};
use crate::side::{Black, White};

/// An officer has at most eight squares next to it.
const MOST_EXITS: usize = 8;

/// The numbers of Black's loose men.
#[derive(Debug)]
pub struct MobileMen {
    /// By number: the officers with at least this many squares next to them without a man of their
    /// own side.
    officers: [u8; MOST_EXITS + 2],
    /// Pawns with nothing before them.
    pawns: u8,
    /// The number of men that White may pin.
    pins: usize,
}

impl MobileMen {
    /// The mobile men of a position in which White has `white_moves` moves left; `None` if castling
    /// or a capture en passant is possible.
    pub fn of(board: &Board, white_moves: usize) -> Option<MobileMen> {
        if board.may_castle || board.ep != NO_SQUARE {
            return None;
        }
        let (black, white) = (board.us::<Black>(), board.us::<White>());
        let mut officers = [0; MOST_EXITS + 2];
        for role in [KNIGHT, BISHOP, ROOK, QUEEN] {
            let mut men = black & board.roles[role];
            while let Some(sq) = pop(&mut men) {
                let open = reach::exits(role, sq) & !black;
                officers[open.count_ones() as usize] += 1;
            }
        }
        for exits in (0..=MOST_EXITS).rev() {
            officers[exits] += officers[exits + 1];
        }
        let before = (black & board.roles[PAWN]) >> 8;
        let sliders = board.diagonal_sliders() | board.straight_sliders();
        let pinning = sliders | (board.roles[PAWN] & promoted_within(white_moves));
        Some(MobileMen {
            officers,
            pawns: (before & !(black | white)).count_ones() as u8,
            pins: (white & pinning).count_ones() as usize,
        })
    }

    /// The number of men that White may pin, at most `most`.
    pub fn pins(&self, most: u8) -> usize {
        self.pins.min(usize::from(most))
    }

    /// Whether all of them can be stopped if Black's king goes `way` squares, and White pins at
    /// most `pins` men.
    pub fn can_be_stopped(&self, left: MovesLeft, way: usize, pins: u8) -> bool {
        let pins = self.pins(pins);
        let Some(moves) = left.black.checked_sub(way) else {
            return false;
        };
        // In the end the king may stand before a pawn, and next to any officer.
        let king = usize::from(way > 0);
        // An officer with more open squares than Black can fill is not shut in on its square.
        let officers = self.officers[(moves + king + 1).min(MOST_EXITS + 1)];
        usize::from(officers + self.pawns) <= 2 * moves + king + left.white + pins
    }
}

/// The squares from which white pawns can promote within this many moves.
fn promoted_within(moves: usize) -> Bits {
    // The double step counts as one move.
    if moves >= 5 {
        !0
    } else {
        !0 << (8 * (7 - moves))
    }
}
