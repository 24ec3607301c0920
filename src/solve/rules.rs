//! The interface between the search and a position: the rules of some kind of chess, with the
//! attacker always White.
//!
//! The search is written over [`Rules`], so that orthodox chess pays nothing for the rules of other
//! kinds. The side to move is a type parameter ([`Side`]), because the search knows it at each
//! node.

mod gauge;

use super::attacks::Bits;
use super::board::{Board, Move};
use super::movegen;
use super::side::{Black, Side, White};
use super::table::Depth;
use gauge::Gauge;

/// A position and its rules.
pub trait Rules: Copy + Send + Sync + 'static {
    /// The data that the ranks of all replies to one position have in common.
    type Gauge;

    /// The men on the board.
    fn men(&self) -> &Board;

    /// The Zobrist key of everything but the side to move.
    fn hash(&self) -> u64;

    /// The position after a legal move of colour `C`.
    fn play<C: Side>(&self, m: Move) -> Self;

    /// The same without the key, for tests of one move's effect; the copy must not reach a table.
    fn play_unkeyed<C: Side>(&self, m: Move) -> Self;

    /// The position after a null move of colour `C`: only the right to capture en passant is gone.
    fn pass<C: Side>(&self) -> Self;

    /// Appends the legal moves of colour `C`.
    fn list<C: Side>(&self, moves: &mut Vec<Move>);

    /// The first legal move of colour `C`, in the order of the list, for which `is_it` holds.
    fn find<C: Side>(&self, mut is_it: impl FnMut(Move) -> bool) -> Option<Move> {
        let mut moves = Vec::new();
        self.list::<C>(&mut moves);
        moves.into_iter().find(|&m| is_it(m))
    }

    /// The number of legal moves of colour `C`.
    fn count<C: Side>(&self) -> u32;

    /// Whether colour `C` has a legal move.
    fn any<C: Side>(&self) -> bool;

    /// Whether `m`, a legal move of some other position, is a legal move of colour `C` here;
    /// `false` if that would take long to find out.
    fn is_legal<C: Side>(&self, m: Move) -> bool;

    /// Whether the king of colour `C` is in check.
    #[inline(always)]
    fn is_check<C: Side>(&self) -> bool {
        self.men().checkers::<C>() != 0
    }

    /// Whether colour `C`, to move and without a move, is mated or stalemated, and does not
    /// wait for a man to drop.
    fn is_over<C: Side>(&self) -> bool {
        true
    }

    /// The least number of moves that the attacker has to make before the goal counts; 0 if it may
    /// be reached sooner than the search looks.
    #[inline(always)]
    fn least(&self) -> Depth {
        0
    }

    /// By role: the squares from which a man of the attacker gives check.
    #[inline(always)]
    fn check_squares(&self) -> [Bits; 6] {
        self.men().check_squares::<White>()
    }

    /// The number of moves that the attacker has, roughly.
    fn mobility(&self) -> u32;

    /// The basis on which [`mobility_after`](Rules::mobility_after) measures each of many replies.
    fn gauge(&self) -> Self::Gauge;

    /// The attacker's mobility after a legal reply; `gauge` is the gauge of this position.
    fn mobility_after(&self, _gauge: &Self::Gauge, reply: Move) -> u32 {
        self.play_unkeyed::<Black>(reply).mobility()
    }

    /// The key after a legal move of colour `C`, if it is known without making the position.
    fn hash_after<C: Side>(&self, _m: Move) -> Option<u64> {
        None
    }
}

/// Appends the legal moves of colour `C` on `board` that `is_kept` keeps.
pub fn list_some<C: Side>(
    board: &Board,
    moves: &mut Vec<Move>,
    mut is_kept: impl FnMut(Move) -> bool,
) {
    let base = moves.len();
    movegen::list::<C>(board, moves);
    let mut kept = base;
    for place in base..moves.len() {
        let m = moves[place];
        if is_kept(m) {
            moves[kept] = m;
            kept += 1;
        }
    }
    moves.truncate(kept);
}

/// The number of legal moves of colour `C`, by listing them.
pub fn count_listed<C: Side>(position: &impl Rules) -> u32 {
    let mut moves = Vec::new();
    position.list::<C>(&mut moves);
    u32::try_from(moves.len()).expect("no position has as many moves")
}

impl Rules for Board {
    type Gauge = Gauge;

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

    #[inline(always)]
    fn hash_after<C: Side>(&self, m: Move) -> Option<u64> {
        Board::hash_after::<C>(self, m)
    }

    fn pass<C: Side>(&self) -> Board {
        Board::pass(self)
    }

    fn list<C: Side>(&self, moves: &mut Vec<Move>) {
        movegen::list::<C>(self, moves);
    }

    fn find<C: Side>(&self, is_it: impl FnMut(Move) -> bool) -> Option<Move> {
        movegen::find::<C>(self, is_it)
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

    fn mobility(&self) -> u32 {
        gauge::mobility(self)
    }

    fn gauge(&self) -> Gauge {
        Gauge::new(self)
    }

    #[inline(always)]
    fn mobility_after(&self, gauge: &Gauge, reply: Move) -> u32 {
        gauge.after(self, reply)
    }
}
