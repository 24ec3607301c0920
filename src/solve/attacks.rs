//! Attack sets as plain `u64` bitboards (bit 0 = a1, bit 63 = h8), over shakmaty's tables.

use super::side::Side;
use shakmaty::{Bitboard, Color, Square, attacks};

/// A square, 0 (a1) to 63 (h8).
pub type Sq = u8;

/// A set of squares.
pub type Bits = u64;

/// Every rank-8 and rank-1 square.
pub const LAST_RANKS: Bits = 0xff00_0000_0000_00ff;

#[inline(always)]
fn square(sq: Sq) -> Square {
    Square::new(u32::from(sq & 63))
}

/// The set of one square.
#[inline(always)]
pub const fn bit(sq: Sq) -> Bits {
    1 << (sq & 63)
}

/// The lowest square of a set that is not empty.
#[inline(always)]
pub const fn lowest(bits: Bits) -> Sq {
    bits.trailing_zeros() as Sq
}

/// Takes the lowest square out of a set.
#[inline(always)]
pub fn pop(bits: &mut Bits) -> Option<Sq> {
    if *bits == 0 {
        return None;
    }
    let sq = lowest(*bits);
    *bits &= *bits - 1;
    Some(sq)
}

#[inline(always)]
pub fn king(sq: Sq) -> Bits {
    attacks::king_attacks(square(sq)).0
}

#[inline(always)]
pub fn knight(sq: Sq) -> Bits {
    attacks::knight_attacks(square(sq)).0
}

#[inline(always)]
pub fn bishop(sq: Sq, occupied: Bits) -> Bits {
    attacks::bishop_attacks(square(sq), Bitboard(occupied)).0
}

#[inline(always)]
pub fn rook(sq: Sq, occupied: Bits) -> Bits {
    attacks::rook_attacks(square(sq), Bitboard(occupied)).0
}

#[inline(always)]
pub fn queen(sq: Sq, occupied: Bits) -> Bits {
    rook(sq, occupied) | bishop(sq, occupied)
}

/// Squares a pawn of the colour attacks from `sq`.
#[inline(always)]
pub fn pawn<C: Side>(sq: Sq) -> Bits {
    attacks::pawn_attacks(Color::from_white(C::WHITE), square(sq)).0
}

/// Squares strictly between two squares of a line; empty when they share none.
#[inline(always)]
pub fn between(a: Sq, b: Sq) -> Bits {
    attacks::between(square(a), square(b)).0
}

/// The whole line through two squares, edge to edge; empty when they share none.
#[inline(always)]
pub fn ray(a: Sq, b: Sq) -> Bits {
    attacks::ray(square(a), square(b)).0
}

/// Squares attacked by a set of pawns.
#[inline(always)]
pub const fn pawns<C: Side>(pawns: Bits) -> Bits {
    let [one, other] = pawn_wings::<C>(pawns);
    one | other
}

/// Squares attacked by a set of pawns, to one side and to the other: no two pawns attack the same
/// square on the same side.
#[inline(always)]
pub const fn pawn_wings<C: Side>(pawns: Bits) -> [Bits; 2] {
    const NOT_A: Bits = 0xfefe_fefe_fefe_fefe;
    const NOT_H: Bits = 0x7f7f_7f7f_7f7f_7f7f;
    if C::WHITE {
        [(pawns & NOT_A) << 7, (pawns & NOT_H) << 9]
    } else {
        [(pawns & NOT_H) >> 7, (pawns & NOT_A) >> 9]
    }
}
