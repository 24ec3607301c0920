//! The position of the hot path: small enough to be copied for every move, oriented so that the
//! attacker is always White.
//!
//! A [`Board`] is 80 bytes: bitboards for colours and roles, an incremental Zobrist key, castling
//! rooks and the en-passant square. The side to move is not stored: it is a type parameter
//! ([`Side`]) of every function, because the search knows it at each node. A problem in which Black
//! attacks is turned upside down on the way in ([`Orientation`]), and its moves are turned back on
//! the way out.
//!
//! Why not `shakmaty::Chess`: moves alone are hardly faster (perft of three positions, every move
//! played: 75 million positions a second with the key kept, shakmaty 70 without a key and 63 with
//! one), but a board is 80 bytes instead of 136, and the search's most frequent question, whether
//! there is a mate in one, can be answered without generating moves: 28 million positions a second,
//! against 1.0 million by playing shakmaty's moves.
//!
//! `shakmaty` judges this file: the tests at the end of `movegen.rs` compare perft counts, random
//! walks, every move and every check.

mod moves;
mod orientation;

use super::attacks::{self, Bits, Sq, bit, lowest};
use super::side::{Black, Side, White};
use keymove_base::mix::SplitMix64;
pub use moves::Move;
pub use orientation::Orientation;

/// Index of a kind of man in [`Board::roles`].
pub const PAWN: usize = 0;
pub const KNIGHT: usize = 1;
pub const BISHOP: usize = 2;
pub const ROOK: usize = 3;
pub const QUEEN: usize = 4;
pub const KING: usize = 5;

/// No square: the value of an absent en-passant square or castling rook.
pub const NO_SQUARE: Sq = 64;

// Lists of moves are on the search's stacks, and a board is copied for every move.
const _: () = assert!(size_of::<Move>() == 4);
const _: () = assert!(size_of::<Board>() == 80);

/// A position without the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// Men of either colour by role.
    pub roles: [Bits; 6],
    /// Men of either role by colour: `[Black, White]`.
    pub colors: [Bits; 2],
    /// Zobrist key of everything but the side to move.
    pub hash: u64,
    /// Squares of the rooks that may still castle: Black's queen-side and king-side, White's the
    /// same.
    pub castling: [Sq; 4],
    /// Whether any castling right is left, so that the common case is one test.
    pub may_castle: bool,
    /// The square passed by a pawn that just made a double step, if a hostile pawn attacks it.
    pub ep: Sq,
}

struct Zobrist {
    men: [[[u64; 64]; 6]; 2],
    castling: [u64; 4],
    ep: [u64; 8],
}

const ZOBRIST: Zobrist = {
    let mut numbers = SplitMix64(0x6b65_796d_6f76_6531);
    let mut z = Zobrist {
        men: [[[0; 64]; 6]; 2],
        castling: [0; 4],
        ep: [0; 8],
    };
    let mut i = 0;
    while i < 2 * 6 * 64 + 4 + 8 {
        let x = numbers.next();
        if i < 768 {
            z.men[i / 384][i / 64 % 6][i % 64] = x;
        } else if i < 772 {
            z.castling[i - 768] = x;
        } else {
            z.ep[i - 772] = x;
        }
        i += 1;
    }
    z
};
static KEYS: Zobrist = ZOBRIST;

impl Board {
    #[inline(always)]
    pub fn us<C: Side>(&self) -> Bits {
        self.colors[C::INDEX]
    }

    #[inline(always)]
    pub fn them<C: Side>(&self) -> Bits {
        self.colors[C::Other::INDEX]
    }

    #[inline(always)]
    pub fn occupied(&self) -> Bits {
        self.colors[0] | self.colors[1]
    }

    #[inline(always)]
    pub fn king<C: Side>(&self) -> Sq {
        lowest(self.roles[KING] & self.us::<C>())
    }

    #[inline(always)]
    pub fn diagonal_sliders(&self) -> Bits {
        self.roles[BISHOP] | self.roles[QUEEN]
    }

    #[inline(always)]
    pub fn straight_sliders(&self) -> Bits {
        self.roles[ROOK] | self.roles[QUEEN]
    }

    /// The men of colour `C` that attack `sq` when `occupied` blocks the lines.
    #[inline(always)]
    pub fn attackers<C: Side>(&self, sq: Sq, occupied: Bits) -> Bits {
        // Pawns attack `sq` from the squares that a hostile pawn on `sq` would attack.
        let pawns = attacks::pawn::<C::Other>(sq);
        self.us::<C>()
            & ((pawns & self.roles[PAWN])
                | (attacks::knight(sq) & self.roles[KNIGHT])
                | (attacks::king(sq) & self.roles[KING])
                | (attacks::bishop(sq, occupied) & self.diagonal_sliders())
                | (attacks::rook(sq, occupied) & self.straight_sliders()))
    }

    /// The men that give check to the king of colour `C`.
    #[inline(always)]
    pub fn checkers<C: Side>(&self) -> Bits {
        self.attackers::<C::Other>(self.king::<C>(), self.occupied())
    }

    /// By role: the squares from which a man of colour `C` gives check.
    #[inline(always)]
    pub fn check_squares<C: Side>(&self) -> [Bits; 6] {
        let target = self.king::<C::Other>();
        let occupied = self.occupied();
        let straight = attacks::rook(target, occupied);
        let diagonal = attacks::bishop(target, occupied);
        [
            attacks::pawn::<C::Other>(target),
            attacks::knight(target),
            diagonal,
            straight,
            diagonal | straight,
            // A king gives check only by leaving a line.
            0,
        ]
    }

    /// The role of the man on `sq`; `KING` if the square is empty, so call this only for occupied
    /// squares.
    #[inline(always)]
    pub fn role_at(&self, sq: Sq) -> usize {
        let b = bit(sq);
        (0..5).find(|&r| self.roles[r] & b != 0).unwrap_or(KING)
    }

    /// The position after a legal move of colour `C`, its key kept up to date.
    #[inline(always)]
    pub fn play<C: Side>(&self, m: Move) -> Board {
        self.play_with::<C, true>(m)
    }

    /// The key after a legal move of colour `C` that only changes the places of men; `None` if it
    /// castles, promotes, is a double step, captures en passant or might lose a right.
    #[inline(always)]
    pub fn hash_after<C: Side>(&self, m: Move) -> Option<u64> {
        let (from, to, role) = (m.from(), m.to(), m.role());
        if self.may_castle
            || m.is_castle()
            || m.is_en_passant()
            || m.promoted() != PAWN
            || (role == PAWN && from.abs_diff(to) == 16)
        {
            return None;
        }
        let us = &KEYS.men[C::INDEX][role];
        let mut hash = self.hash ^ us[usize::from(from)] ^ us[usize::from(to)];
        if self.ep != NO_SQUARE {
            hash ^= KEYS.ep[usize::from(self.ep & 7)];
        }
        if m.is_capture() {
            hash ^= KEYS.men[C::Other::INDEX][self.role_at(to)][usize::from(to)];
        }
        debug_assert_eq!(hash, self.play::<C>(m).hash, "{self:?} {m:?}");
        Some(hash)
    }

    /// The position after a man of colour `C` was dropped from the hand.
    pub fn drop_man<C: Side>(&self, m: Move) -> Board {
        let mut b = self.pass();
        let us = C::INDEX;
        b.roles[m.role()] |= bit(m.to());
        b.colors[us] |= bit(m.to());
        b.hash ^= KEYS.men[us][m.role()][usize::from(m.to())];
        b
    }

    /// The position after a null move: only the right to capture en passant is gone.
    pub fn pass(&self) -> Board {
        let mut b = *self;
        if b.ep != NO_SQUARE {
            b.hash ^= KEYS.ep[usize::from(b.ep & 7)];
            b.ep = NO_SQUARE;
        }
        b
    }

    /// The position with the sides exchanged and the ranks in reverse order, without a key.
    #[inline]
    pub fn upside_down(&self) -> Board {
        let square = |sq: Sq| if sq == NO_SQUARE { sq } else { sq ^ 56 };
        let [black_queen, black_king, white_queen, white_king] = self.castling;
        Board {
            roles: self.roles.map(Bits::swap_bytes),
            colors: [self.colors[1].swap_bytes(), self.colors[0].swap_bytes()],
            hash: 0,
            castling: [white_queen, white_king, black_queen, black_king].map(square),
            may_castle: self.may_castle,
            ep: square(self.ep),
        }
    }

    /// The same without the key, for tests of one move's effect; the copy must not reach a table.
    #[inline(always)]
    pub fn play_unkeyed<C: Side>(&self, m: Move) -> Board {
        self.play_with::<C, false>(m)
    }

    #[inline(always)]
    fn play_with<C: Side, const KEYED: bool>(&self, m: Move) -> Board {
        if m.is_castle() {
            return self.castled::<C, KEYED>(m.from(), m.to());
        }
        let (us, them) = (C::INDEX, C::Other::INDEX);
        let (from, to, role) = (m.from(), m.to(), m.role());
        debug_assert!(self.us::<C>() & self.roles[role] & bit(from) != 0, "{m:?}");
        debug_assert!(self.us::<C>() & bit(to) == 0, "{m:?}");
        let arriving = if m.promoted() == PAWN {
            role
        } else {
            m.promoted()
        };
        let taken = if m.is_en_passant() {
            if C::WHITE { to - 8 } else { to + 8 }
        } else {
            to
        };
        // All roles are treated alike, whichever of them loses a man, so there is no branch, and
        // the board is made in place, field by field. If it were written first and then copied, the
        // copy would wait for the writes.
        let gone = bit(from) | bit(taken);
        let roles = std::array::from_fn(|i| {
            let arrived = if i == arriving { bit(to) } else { 0 };
            self.roles[i] & !gone | arrived
        });
        let mut colors = self.colors;
        colors[us] = colors[us] & !gone | bit(to);
        colors[them] &= !gone;
        let mut hash = self.hash;
        if KEYED {
            hash ^= KEYS.men[us][role][usize::from(from)] ^ KEYS.men[us][arriving][usize::from(to)];
            if m.is_capture() {
                hash ^= KEYS.men[them][self.role_at(taken)][usize::from(taken)];
            }
            if self.ep != NO_SQUARE {
                hash ^= KEYS.ep[usize::from(self.ep & 7)];
            }
        }
        let mut ep = NO_SQUARE;
        if role == PAWN && from.abs_diff(to) == 16 {
            let passed = (from + to) / 2;
            let hunters = attacks::pawn::<C>(passed);
            if hunters & self.roles[PAWN] & colors[them] != 0 {
                ep = passed;
                if KEYED {
                    hash ^= KEYS.ep[usize::from(passed & 7)];
                }
            }
        }
        let mut castling = self.castling;
        if self.may_castle {
            let king_moves = (role == KING).then_some(us);
            castling = rights_left(castling, king_moves, from, to);
            if KEYED {
                hash ^= key_of_rights(self.castling) ^ key_of_rights(castling);
            }
        }
        let b = Board {
            roles,
            colors,
            hash,
            castling,
            may_castle: self.may_castle && castling != [NO_SQUARE; 4],
            ep,
        };
        debug_assert!(!KEYED || b.hash == b.key(), "{self:?} {m:?}");
        b
    }

    #[cold]
    fn castled<C: Side, const KEYED: bool>(&self, king: Sq, rook: Sq) -> Board {
        let mut b = self.pass();
        let us = C::INDEX;
        let (king_to, rook_to) = castling_targets(king, rook);
        b.roles[KING] ^= bit(king);
        b.roles[ROOK] ^= bit(rook);
        b.colors[us] ^= bit(king) | bit(rook);
        b.roles[KING] |= bit(king_to);
        b.roles[ROOK] |= bit(rook_to);
        b.colors[us] |= bit(king_to) | bit(rook_to);
        b.castling = rights_left(b.castling, Some(us), king, rook);
        b.may_castle = b.castling != [NO_SQUARE; 4];
        if KEYED {
            let keys = &KEYS.men[us];
            b.hash ^= keys[KING][usize::from(king)]
                ^ keys[KING][usize::from(king_to)]
                ^ keys[ROOK][usize::from(rook)]
                ^ keys[ROOK][usize::from(rook_to)]
                ^ key_of_rights(self.castling)
                ^ key_of_rights(b.castling);
        }
        debug_assert!(!KEYED || b.hash == b.key());
        b
    }
}

/// The rights of `castling` that are left after a move between two squares, by the king of the side
/// with the index `king_moves` if it is one.
#[cold]
fn rights_left(mut castling: [Sq; 4], king_moves: Option<usize>, from: Sq, to: Sq) -> [Sq; 4] {
    for (i, rook) in castling.iter_mut().enumerate() {
        if *rook == from || *rook == to || king_moves == Some(i / 2) {
            *rook = NO_SQUARE;
        }
    }
    castling
}

/// The part of a key for castling rights.
fn key_of_rights(castling: [Sq; 4]) -> u64 {
    let mut key = 0;
    for (i, rook) in castling.into_iter().enumerate() {
        if rook != NO_SQUARE {
            key ^= KEYS.castling[i];
        }
    }
    key
}

/// The squares of king and rook after the king on `king` castles with the rook on `rook`.
#[inline(always)]
pub fn castling_targets(king: Sq, rook: Sq) -> (Sq, Sq) {
    let rank = king & !7;
    if rook > king {
        (rank + 6, rank + 5)
    } else {
        (rank + 2, rank + 3)
    }
}

impl Board {
    /// The Zobrist key computed from scratch, which judges the incremental key.
    pub fn key(&self) -> u64 {
        let mut hash = self.key_of_side::<White>(!0) ^ self.key_of_side::<Black>(!0);
        if self.ep != NO_SQUARE {
            hash ^= KEYS.ep[usize::from(self.ep & 7)];
        }
        hash
    }

    /// The part of the key for one side's men on `squares` and its castling rights.
    pub fn key_of_side<C: Side>(&self, squares: Bits) -> u64 {
        let color = C::INDEX;
        let mut hash = 0;
        for (of_role, keys) in self.roles.iter().zip(&KEYS.men[color]) {
            let mut men = of_role & self.us::<C>() & squares;
            while let Some(sq) = attacks::pop(&mut men) {
                hash ^= keys[usize::from(sq)];
            }
        }
        for i in 2 * color..2 * color + 2 {
            if self.castling[i] != NO_SQUARE {
                hash ^= KEYS.castling[i];
            }
        }
        hash
    }
}
