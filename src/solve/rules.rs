//! What the search asks of a position: the rules of some kind of chess, with the attacker always
//! White.
//!
//! The search is written over [`Rules`], so that orthodox chess pays nothing for the rules of
//! others. Whose turn it is, is a type parameter ([`Side`]), because the search knows it at each
//! node.

use super::attacks::{self, Bits, Sq, pop};
use super::board::{BISHOP, Board, KNIGHT, Move, PAWN, QUEEN, ROOK};
use super::movegen;
use super::side::{Side, White};

/// A position, and the rules it is played by.
pub trait Rules: Copy {
    /// The men on the board.
    fn men(&self) -> &Board;

    /// The Zobrist key of everything but the turn.
    fn hash(&self) -> u64;

    /// The position after a legal move of colour `C`.
    fn play<C: Side>(&self, m: Move) -> Self;

    /// The same without the key, for tests of one move's effect; the copy must not reach a table.
    fn play_unkeyed<C: Side>(&self, m: Move) -> Self;

    /// The position after nothing was moved: only the right to capture en passant is gone.
    fn pass(&self) -> Self;

    /// Appends the legal moves of colour `C`.
    fn list<C: Side>(&self, moves: &mut Vec<Move>);

    /// The number of legal moves of colour `C`.
    fn count<C: Side>(&self) -> u32;

    /// Whether colour `C` has a legal move.
    fn any<C: Side>(&self) -> bool;

    /// Whether `m`, a legal move of some other position, is a legal move of colour `C` here;
    /// `false` where that would take long to find out.
    fn is_legal<C: Side>(&self, m: Move) -> bool;

    /// Whether the king of colour `C` is in check.
    fn is_check<C: Side>(&self) -> bool;

    /// Whether colour `C`, to move and without a move, is mated or stalemated, and does not
    /// wait for a man to drop.
    fn is_over<C: Side>(&self) -> bool {
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
    fn play<C: Side>(&self, m: Move) -> Board {
        Board::play::<C>(self, m)
    }

    #[inline(always)]
    fn play_unkeyed<C: Side>(&self, m: Move) -> Board {
        Board::play_unkeyed::<C>(self, m)
    }

    fn pass(&self) -> Board {
        Board::pass(self)
    }

    fn list<C: Side>(&self, moves: &mut Vec<Move>) {
        movegen::list::<C>(self, moves);
    }

    fn count<C: Side>(&self) -> u32 {
        movegen::count::<C>(self)
    }

    fn any<C: Side>(&self) -> bool {
        movegen::any::<C>(self)
    }

    fn is_legal<C: Side>(&self, m: Move) -> bool {
        movegen::is_legal::<C>(self, m)
    }

    #[inline(always)]
    fn is_check<C: Side>(&self) -> bool {
        self.checkers::<C>() != 0
    }

    #[inline(always)]
    fn check_squares(&self) -> [Bits; 6] {
        Board::check_squares::<White>(self)
    }

    /// The sizes of the men's attack sets. In check, the true number.
    fn mobility(&self) -> u32 {
        if self.is_check::<White>() {
            return self.count::<White>();
        }
        let us = self.us::<White>();
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
        sum += (attacks::king(self.king::<White>()) & !us).count_ones();
        sum += ((us & self.roles[PAWN]) << 8 & !occupied).count_ones();
        sum
    }
}
