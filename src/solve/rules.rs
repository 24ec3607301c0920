//! What the search asks of a position: the rules of some kind of chess, with the attacker always
//! White.
//!
//! The search is written over [`Rules`], so that orthodox chess pays nothing for the rules of
//! others. Whose turn it is, is a type parameter (`WHITE`), because the search knows it at each
//! node.

use super::attacks::{self, Bits, Sq, pop};
use super::board::{BISHOP, Board, KNIGHT, Move, PAWN, QUEEN, ROOK};
use super::movegen;

/// A position, and the rules it is played by.
pub trait Rules: Copy {
    /// The men on the board.
    fn men(&self) -> &Board;

    /// The Zobrist key of everything but the turn.
    fn hash(&self) -> u64;

    /// The position after a legal move of colour `WHITE`.
    fn play<const WHITE: bool>(&self, m: Move) -> Self;

    /// The same without the key, for tests of one move's effect; the copy must not reach a table.
    fn play_unkeyed<const WHITE: bool>(&self, m: Move) -> Self;

    /// The position after nothing was moved: only the right to capture en passant is gone.
    fn pass(&self) -> Self;

    /// Appends the legal moves of colour `WHITE`.
    fn list<const WHITE: bool>(&self, moves: &mut Vec<Move>);

    /// The number of legal moves of colour `WHITE`.
    fn count<const WHITE: bool>(&self) -> u32;

    /// Whether colour `WHITE` has a legal move.
    fn any<const WHITE: bool>(&self) -> bool;

    /// Whether `m`, a legal move of some other position, is a legal move of colour `WHITE` here;
    /// `false` where that would take long to find out.
    fn is_legal<const WHITE: bool>(&self, m: Move) -> bool;

    /// Whether the king of colour `WHITE` is in check.
    fn is_check<const WHITE: bool>(&self) -> bool;

    /// Whether colour `WHITE`, to move and without a move, is mated or stalemated, and does not
    /// wait for a man to drop.
    fn is_over<const WHITE: bool>(&self) -> bool {
        true
    }

    /// By role: the squares from which a man of the attacker gives check.
    fn check_squares(&self) -> [Bits; 6];

    /// How many moves the attacker has, roughly.
    fn mobility(&self) -> u32;
}

impl Rules for Board {
    #[inline(always)]
    fn men(&self) -> &Board {
        self
    }

    #[inline(always)]
    fn hash(&self) -> u64 {
        self.hash
    }

    #[inline(always)]
    fn play<const WHITE: bool>(&self, m: Move) -> Board {
        Board::play::<WHITE>(self, m)
    }

    #[inline(always)]
    fn play_unkeyed<const WHITE: bool>(&self, m: Move) -> Board {
        Board::play_unkeyed::<WHITE>(self, m)
    }

    fn pass(&self) -> Board {
        Board::pass(self)
    }

    fn list<const WHITE: bool>(&self, moves: &mut Vec<Move>) {
        movegen::list::<WHITE>(self, moves);
    }

    fn count<const WHITE: bool>(&self) -> u32 {
        movegen::count::<WHITE>(self)
    }

    fn any<const WHITE: bool>(&self) -> bool {
        movegen::any::<WHITE>(self)
    }

    fn is_legal<const WHITE: bool>(&self, m: Move) -> bool {
        movegen::is_legal::<WHITE>(self, m)
    }

    #[inline(always)]
    fn is_check<const WHITE: bool>(&self) -> bool {
        self.checkers::<WHITE>() != 0
    }

    #[inline(always)]
    fn check_squares(&self) -> [Bits; 6] {
        let target = self.king::<false>();
        let occupied = self.occupied();
        let straight = attacks::rook(target, occupied);
        let diagonal = attacks::bishop(target, occupied);
        [
            attacks::pawn::<false>(target),
            attacks::knight(target),
            diagonal,
            straight,
            diagonal | straight,
            0,
        ]
    }

    /// The sizes of the men's attack sets. In check, the true number.
    fn mobility(&self) -> u32 {
        if self.is_check::<true>() {
            return self.count::<true>();
        }
        let us = self.us::<true>();
        let occupied = self.occupied();
        let mut sum = 0;
        for (role, line) in [
            (BISHOP, attacks::bishop as fn(Sq, Bits) -> Bits),
            (ROOK, attacks::rook),
            (QUEEN, attacks::queen),
        ] {
            let mut men = us & self.roles[role];
            while let Some(sq) = pop(&mut men) {
                sum += (line(sq, occupied) & !us).count_ones();
            }
        }
        let mut men = us & self.roles[KNIGHT];
        while let Some(sq) = pop(&mut men) {
            sum += (attacks::knight(sq) & !us).count_ones();
        }
        sum += (attacks::king(self.king::<true>()) & !us).count_ones();
        sum += ((us & self.roles[PAWN]) << 8 & !occupied).count_ones();
        sum
    }
}
