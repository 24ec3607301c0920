//! Reflex play as rules of chess: a side that can reach the goal at once has no other moves.
//!
//! Seen so, a reflexmate is a selfmate by other rules, and the search, its table, the lines, the
//! variations and the certificates need not know of it: at a defender's node where the defender can
//! mate, it has nothing but mates, which is the goal; at an attacker's node where the attacker can
//! mate, it has nothing but mates, after which the defender has no move and the goal is not reached.
//! In semi-reflex play only the defender is bound.
//!
//! The definition is that of the literature (and of Popeye: its `attack constraint` and `forced end`
//! of `input/plaintext/stipulation.c` are these two cases). The danger: anything that looks at a
//! position without asking these rules for its moves, [`mate_in_one`](super::mate_in_one) above all.

use std::marker::PhantomData;

use super::board::{Board, Move};
use super::finish::Finish;
use super::movegen;
use super::rules::{Rules, count_listed, list_some};
use super::side::Side;

/// A position of reflex play that is to end as `E` says; `BOTH` sides are bound, or the defender
/// alone.
#[derive(Debug)]
pub struct ReflexBoard<E, const BOTH: bool> {
    board: Board,
    ending: PhantomData<E>,
}

impl<E, const BOTH: bool> Clone for ReflexBoard<E, BOTH> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, const BOTH: bool> Copy for ReflexBoard<E, BOTH> {}

impl<E: Finish, const BOTH: bool> ReflexBoard<E, BOTH> {
    /// The position on `board`.
    pub fn new(board: Board) -> Self {
        ReflexBoard {
            board,
            ending: PhantomData,
        }
    }

    /// Whether colour `C`, to move, must reach the goal at once because it can.
    #[inline]
    pub fn is_forced<C: Side>(&self) -> bool {
        (BOTH || !C::WHITE) && E::reaches::<C>(&self.board)
    }

    fn is_reached_after<C: Side>(&self, m: Move) -> bool {
        E::is_end::<C::Other>(&self.board.play_unkeyed::<C>(m))
    }
}

impl<E: Finish, const BOTH: bool> Rules for ReflexBoard<E, BOTH> {
    type Gauge = <Board as Rules>::Gauge;

    #[inline(always)]
    fn men(&self) -> &Board {
        &self.board
    }

    #[inline(always)]
    fn hash(&self) -> u64 {
        self.board.hash
    }

    #[inline(always)]
    fn play<C: Side>(&self, m: Move) -> Self {
        ReflexBoard::new(self.board.play::<C>(m))
    }

    #[inline(always)]
    fn play_unkeyed<C: Side>(&self, m: Move) -> Self {
        ReflexBoard::new(self.board.play_unkeyed::<C>(m))
    }

    fn pass<C: Side>(&self) -> Self {
        ReflexBoard::new(self.board.pass())
    }

    fn list<C: Side>(&self, moves: &mut Vec<Move>) {
        if self.is_forced::<C>() {
            list_some::<C>(&self.board, moves, |m| self.is_reached_after::<C>(m));
        } else {
            movegen::list::<C>(&self.board, moves);
        }
    }

    fn count<C: Side>(&self) -> u32 {
        if self.is_forced::<C>() {
            count_listed::<C>(self)
        } else {
            movegen::count::<C>(&self.board)
        }
    }

    fn any<C: Side>(&self) -> bool {
        movegen::any::<C>(&self.board)
    }

    fn is_legal<C: Side>(&self, m: Move) -> bool {
        movegen::is_legal::<C>(&self.board, m)
            && (!self.is_forced::<C>() || self.is_reached_after::<C>(m))
    }

    fn mobility(&self) -> u32 {
        Rules::mobility(&self.board)
    }

    fn gauge(&self) -> Self::Gauge {
        Rules::gauge(&self.board)
    }

    #[inline(always)]
    fn mobility_after(&self, gauge: &Self::Gauge, reply: Move) -> u32 {
        self.board.mobility_after(gauge, reply)
    }

    #[inline(always)]
    fn hash_after<C: Side>(&self, m: Move) -> Option<u64> {
        self.board.hash_after::<C>(m)
    }
}
