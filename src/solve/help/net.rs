//! The mating net: whether the men can still reach it in the moves that are left.
//!
//! In a mate (or stalemate) with the black king on a square `k`, every square around `k` is guarded
//! by a white man or blocked by a black one, and in a mate `k` itself is attacked. White can't
//! guard more than its moves allow, and Black can't block more than its moves allow after the
//! king's walk to `k`. Both questions are asked separately, as if the board were otherwise empty
//! ([`super::reach`]):
//!
//! - which sets of squares can White leave unguarded, with its `w` moves (and attack `k`)?
//! - which sets of squares can Black block, with its `b` moves less the king's way?
//!
//! If no set is in both answers, no line of this length leads to the goal on `k`. Every true
//! solution passes: in its final position, let each white man count for the squares it attacks
//! there, each black man for the square it is on; the moves they made are at least those on an
//! empty board, and the squares White leaves unguarded are blocked. This is the idea of Popeye's
//! "intelligent mode", applied to every position on the way instead of once for each picture of the
//! mate.
//!
//! A set of the eight squares is a number below 256, an answer a set of such sets: 256 bits. It
//! depends only on one side's men, which are the same in very many positions of a search, so
//! answers are kept in a small cache.

pub(super) mod costs;
mod kept;

use super::destinations::Destinations;
use super::move_order::MovesLeft;
use super::reach::{self, CAPTURES, index, zone_of};
use crate::attacks::{self, Bits, Sq, bit, pop};
use crate::board::{Board, KING, Move, NO_SQUARE, ROOK, castling_targets};
use crate::side::{Black, Side, White};
use costs::{Options, blocked, unguarded};
use kept::Kept;

/// A set of sets of squares around a king.
type Sets = [u64; 4];

/// Whether two sets of sets have one in common.
#[inline(always)]
fn meet(some: Sets, others: &Sets) -> bool {
    some.iter().zip(others).any(|(a, b)| a & b != 0)
}

/// For each set of squares its subsets.
static SUBSETS: [Sets; 256] = {
    let mut subsets = [[0; 4]; 256];
    let mut set = 0;
    while set < 256 {
        let mut subset = 0;
        while subset < 256 {
            if subset & !set == 0 {
                subsets[set][subset / 64] |= 1 << (subset % 64);
            }
            subset += 1;
        }
        set += 1;
    }
    subsets
};

/// The kept answers of one job, and the options of single men.
#[derive(Debug)]
pub struct Net {
    kept: Kept,
    options: Options,
}

/// The part of a position on which the answers depend: one key for each side's men.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sides {
    white: u64,
    black: u64,
}

impl Sides {
    /// The keys of a position.
    #[inline]
    pub fn new(board: &Board) -> Sides {
        Sides {
            white: side_key::<White>(board),
            black: side_key::<Black>(board),
        }
    }

    /// A key of Black's men with their king, and of a number of moves.
    #[inline]
    pub fn black_with_king(self, king: Sq, moves: usize) -> u64 {
        mix(self.black ^ (u64::from(king) << 8 | moves as u64) << 32)
    }

    /// A key of White's men, and of a number of moves.
    #[inline]
    pub fn white_with(self, moves: usize) -> u64 {
        mix(self.white ^ (moves as u64) << 40)
    }

    /// The keys after a move of colour `C` that led to `board`.
    #[inline]
    pub fn after<C: Side>(self, board: &Board, capture: bool) -> Sides {
        if capture {
            Sides::new(board)
        } else if C::WHITE {
            Sides {
                white: side_key::<White>(board),
                ..self
            }
        } else {
            Sides {
                black: side_key::<Black>(board),
                ..self
            }
        }
    }
}

/// A key of one side's men (for Black without the king), its castling rights and the number of men
/// that its pawns may capture.
///
/// Equal keys count as equal men, so a key has to be made of Zobrist's numbers: multiplying the
/// sets of squares with each other gives different men the same key (the last rank moves few bits
/// of a product, and the next set undoes them).
#[inline]
fn side_key<C: Side>(board: &Board) -> u64 {
    let squares = if C::WHITE { !0 } else { !board.roles[KING] };
    let captures = capturable::<C>(board).min(CAPTURES as u32);
    board.key_of_side::<C>(squares) ^ mix(u64::from(C::WHITE) + 2 * u64::from(captures))
}

/// Spreads a key and the small numbers in it; different inputs stay different.
#[inline(always)]
fn mix(x: u64) -> u64 {
    let x = (x ^ 0x2545_f491_4f6c_dd1d).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^ (x >> 32)
}

/// The number of men that pawns of colour `C` may capture.
#[inline]
fn capturable<C: Side>(board: &Board) -> u32 {
    board.them::<C>().count_ones() - 1
}

/// The men after a castling of colour `C`, if there is a right to it, whatever is in the way. It
/// costs one move, and king and rook continue from their new squares.
fn castled<C: Side>(board: &Board) -> impl Iterator<Item = Castled> + '_ {
    let rights = if board.may_castle {
        &board.castling[C::INDEX * 2..][..2]
    } else {
        &[]
    };
    let king = board.king::<C>();
    rights
        .iter()
        .filter(|&&rook| rook != NO_SQUARE)
        .map(move |&rook| {
            let (king_to, rook_to) = castling_targets(king, rook);
            let rooks = board.us::<C>() & board.roles[ROOK] & !bit(rook);
            Castled {
                board: board.play_unkeyed::<C>(Move::castle(king, rook)),
                king: king_to,
                doubled: rooks & bit(rook_to),
            }
        })
}

/// The men after a castling. Men in the way are still on their squares and count for both sides:
/// more men than there will be only widen the net. But there is only one king, so its square is not
/// taken from the board: in Chess960 the other king may be on the rook's target.
struct Castled {
    board: Board,
    king: Sq,
    /// A square with two rooks: one has castled to it, the other has to leave it before.
    doubled: Bits,
}

impl Net {
    /// A net with empty caches; `mate` says whether the king has to be attacked.
    pub fn new(mate: bool) -> Net {
        Net {
            kept: Kept::new(),
            options: Options::new(mate),
        }
    }

    /// The subset of the squares `kings` on which the black king may still be mated (or stalemated)
    /// after `left` moves. Squares that were excluded before stay excluded, so a parent's answer is
    /// the child's `kings`.
    pub fn squares(&mut self, board: &Board, sides: Sides, kings: Bits, left: MovesLeft) -> Bits {
        let men = Men {
            board,
            king: board.king::<Black>(),
            doubled: 0,
            black: sides.black,
        };
        let mut squares = self.squares_of(board, men, sides.white, kings, left);
        if board.may_castle && left.black > 0 {
            let left = MovesLeft {
                black: left.black - 1,
                ..left
            };
            for (i, after) in castled::<Black>(board).enumerate() {
                let men = Men {
                    board: &after.board,
                    king: after.king,
                    doubled: after.doubled,
                    // The castled men have a key of their own.
                    black: mix(sides.black.wrapping_add(i as u64)),
                };
                let rest = kings & !squares;
                squares |= self.squares_of(board, men, sides.white, rest, left);
            }
        }
        squares
    }

    /// The possible destinations of Black's last move, with one white move left after it, if it is
    /// not a castling.
    pub fn last_move(&mut self, board: &Board, sides: Sides, kings: Bits) -> Destinations {
        let from = board.king::<Black>();
        let men = board.us::<Black>() & !bit(from);
        let mut with_king = 0;
        let mut candidates = kings & attacks::king(from) & !men;
        while let Some(king) = pop(&mut candidates) {
            let blocks = index(zone_of(king, men));
            if meet(
                self.unguarded(board, sides.white, king, 1),
                &SUBSETS[blocks],
            ) {
                with_king |= bit(king);
            }
        }
        let mut with_man = 0;
        if kings & bit(from) != 0 {
            let unguarded = self.unguarded(board, sides.white, from, 1);
            let blocks = zone_of(from, men);
            if meet(unguarded, &SUBSETS[index(blocks)]) {
                with_man = !0;
            } else {
                let mut squares = attacks::king(from) & !men;
                while let Some(sq) = pop(&mut squares) {
                    let blocks = blocks | zone_of(from, bit(sq));
                    if meet(unguarded, &SUBSETS[index(blocks)]) {
                        with_man |= bit(sq);
                    }
                }
            }
        }
        Destinations {
            king: with_king,
            man: with_man,
        }
    }

    /// The same if Black's men are these `men`, which don't castle and make Black's part of the
    /// moves `left`; `white` is the key of White's men, which are taken from `board`: on the other
    /// board, men in the way of castling are missing.
    #[inline]
    fn squares_of(
        &mut self,
        board: &Board,
        men: Men,
        white: u64,
        kings: Bits,
        left: MovesLeft,
    ) -> Bits {
        let from = men.king;
        let walk = reach::officer(KING, from);
        let mut candidates = kings & walk[left.black.min(reach::LONGEST)];
        let mut squares = 0;
        while let Some(king) = pop(&mut candidates) {
            let unguarded = self.unguarded(board, white, king, left.white);
            let moves = left.black - distance(from, king);
            let blocked = self.blocked(men, king, moves);
            if meet(unguarded, &blocked) {
                squares |= bit(king);
            }
        }
        squares
    }

    /// The sets of squares around `king` that White can leave unguarded while it guards the others.
    fn unguarded(&mut self, board: &Board, white: u64, king: Sq, moves: usize) -> Sets {
        let moves = moves.min(MOST_MOVES);
        let key = mix(white ^ ((moves as u64) << 8 | u64::from(king) << 1));
        let options = &mut self.options;
        self.kept.sets(key, || {
            let mut sets = unguarded(board, 0, king, moves, options);
            if moves > 0 {
                for after in castled::<White>(board) {
                    let others = unguarded(&after.board, after.doubled, king, moves - 1, options);
                    for (set, other) in sets.iter_mut().zip(others) {
                        *set |= other;
                    }
                }
            }
            sets
        })
    }

    /// The squares around `king` that Black can block within `moves` if it doesn't castle, as a set
    /// numbered by [`index`].
    pub fn blockable(&mut self, board: &Board, sides: Sides, king: Sq, moves: usize) -> u8 {
        let men = Men {
            board,
            king: board.king::<Black>(),
            doubled: 0,
            black: sides.black,
        };
        let blocked = self.blocked(men, king, moves);
        (0..8).fold(0, |all, i| {
            let set = 1u8 << i;
            let can = blocked[usize::from(set) / 64] >> (set % 64) & 1 != 0;
            all | if can { set } else { 0 }
        })
    }

    /// The sets of squares around `king` that Black can block.
    fn blocked(&mut self, men: Men, king: Sq, moves: usize) -> Sets {
        let board = men.board;
        if moves == 0 {
            let men = board.us::<Black>() & !bit(men.king);
            return SUBSETS[index(zone_of(king, men))];
        }
        let moves = moves.min(MOST_MOVES);
        let key = mix(men.black ^ ((moves as u64) << 8 | u64::from(king) << 1 | 1));
        let options = &mut self.options;
        self.kept
            .sets(key, || blocked(board, men.doubled, king, moves, options))
    }
}

/// Black's men that can block, with their key.
#[derive(Clone, Copy)]
struct Men<'a> {
    board: &'a Board,
    king: Sq,
    /// A square that counts for two black rooks.
    doubled: Bits,
    black: u64,
}

/// More moves than this count as this many: eight men that block and sixteen that guard need no
/// more.
const MOST_MOVES: usize = 16 * reach::LONGEST;

/// The number of moves of a king between two squares on an empty board.
pub fn distance(a: Sq, b: Sq) -> usize {
    usize::from((a / 8).abs_diff(b / 8).max((a % 8).abs_diff(b % 8)))
}

/// The number of moves of a king from `from` to the nearest of `squares` on an empty board, or one
/// more than `most`.
#[inline]
pub fn way(from: Sq, squares: Bits, most: usize) -> usize {
    let walk = &reach::officer(KING, from)[..=most.min(reach::LONGEST)];
    walk.iter()
        .take_while(|&&within| within & squares == 0)
        .count()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::board::PAWN;

    #[test]
    fn no_two_men_have_the_key_of_others() {
        // A position of two kings, with none, one or two white men added.
        let mut board = Board {
            roles: [0; 6],
            colors: [bit(0), bit(7)],
            hash: 0,
            castling: [NO_SQUARE; 4],
            may_castle: false,
            ep: NO_SQUARE,
        };
        board.roles[KING] = bit(0) | bit(7);
        let men: Vec<(usize, Sq)> = (PAWN..KING)
            .flat_map(|role| (1..64).filter(|&sq| sq != 7).map(move |sq| (role, sq)))
            .collect();
        let mut keys = HashSet::from([Sides::new(&board).white]);
        let mut boards = 1;
        for (i, &(role, sq)) in men.iter().enumerate() {
            let one = with(&board, role, sq);
            assert!(keys.insert(Sides::new(&one).white));
            for &(other, at) in men[..i].iter().filter(|man| man.1 != sq) {
                boards += 1;
                let two = Sides::new(&with(&one, other, at)).white;
                assert!(keys.insert(two), "{role} {sq}, {other} {at}");
            }
        }
        assert_eq!(keys.len(), boards + men.len());
    }

    fn with(board: &Board, role: usize, sq: Sq) -> Board {
        let mut board = *board;
        board.roles[role] |= bit(sq);
        board.colors[1] |= bit(sq);
        board
    }
}
