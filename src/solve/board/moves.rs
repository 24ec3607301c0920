//! A move of the search: [`Move`].

use super::{KING, PAWN};
use crate::attacks::Sq;

/// A move in 32 bits; the low 16 distinguish it from every other move of the same position.
///
/// | bits | what |
/// |---|---|
/// | 0-5 | from |
/// | 6-11 | to (castling: the square of the rook) |
/// | 12-14 | role promoted to or dropped, 0 if none or a pawn |
/// | 15 | castling; a drop, if from and to are the same |
/// | 16-18 | role that moves |
/// | 19 | en passant |
/// | 20 | capture |
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move(pub u32);

impl Move {
    const CASTLE: u32 = 1 << 15;
    const EN_PASSANT: u32 = 1 << 19;
    const CAPTURE: u32 = 1 << 20;

    #[inline(always)]
    pub fn new(role: usize, from: Sq, to: Sq, capture: bool) -> Move {
        Move(
            u32::from(from)
                | (u32::from(to) << 6)
                | ((role as u32) << 16)
                | (u32::from(capture) * Move::CAPTURE),
        )
    }

    #[inline(always)]
    pub fn promotion(from: Sq, to: Sq, role: usize, capture: bool) -> Move {
        Move(Move::new(PAWN, from, to, capture).0 | (role as u32) << 12)
    }

    #[inline(always)]
    pub fn en_passant(from: Sq, to: Sq) -> Move {
        Move(Move::new(PAWN, from, to, true).0 | Move::EN_PASSANT)
    }

    #[inline(always)]
    pub fn castle(king: Sq, rook: Sq) -> Move {
        Move(Move::new(KING, king, rook, false).0 | Move::CASTLE)
    }

    /// A man of `role` dropped on `to` from the hand: castling's bit with equal squares.
    #[inline(always)]
    pub fn drop(role: usize, to: Sq) -> Move {
        Move(Move::new(role, to, to, false).0 | (role as u32) << 12 | Move::CASTLE)
    }

    #[inline(always)]
    pub fn is_drop(self) -> bool {
        self.is_castle() && self.from() == self.to()
    }

    #[inline(always)]
    pub fn from(self) -> Sq {
        (self.0 & 63) as Sq
    }

    #[inline(always)]
    pub fn to(self) -> Sq {
        (self.0 >> 6 & 63) as Sq
    }

    #[inline(always)]
    pub fn role(self) -> usize {
        (self.0 >> 16 & 7) as usize
    }

    /// The role promoted to; `PAWN` if the move is not a promotion.
    #[inline(always)]
    pub fn promoted(self) -> usize {
        (self.0 >> 12 & 7) as usize
    }

    #[inline(always)]
    pub fn is_castle(self) -> bool {
        self.0 & Move::CASTLE != 0
    }

    #[inline(always)]
    pub fn is_en_passant(self) -> bool {
        self.0 & Move::EN_PASSANT != 0
    }

    /// The same men and squares, with or without a capture.
    #[inline(always)]
    pub fn capturing(self, capture: bool) -> Move {
        Move(self.0 & !Move::CAPTURE | (u32::from(capture) * Move::CAPTURE))
    }

    #[inline(always)]
    pub fn is_capture(self) -> bool {
        self.0 & Move::CAPTURE != 0
    }

    /// Whether the move only takes a man from one square to another.
    #[inline(always)]
    pub fn is_quiet(self) -> bool {
        !self.is_capture() && !self.is_castle() && self.promoted() == PAWN
    }

    /// The 16 bits that a table keeps; never 0, since no move goes from a1 to a1.
    #[inline(always)]
    pub fn id(self) -> u16 {
        self.0 as u16
    }
}
