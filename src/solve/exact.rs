//! Exact play as rules of chess: a position knows how many moves the attacker has left, and the goal
//! counts only when there are none.
//!
//! Seen so, exact play is play within a length like any other, and the search, its table and the
//! variations need not know of it: what is reached sooner is no goal, and a side that then has no
//! move leaves the attacker without one. The number of moves left is part of the key, so that what
//! is proved of a position with three moves says nothing of the same position with two.
//!
//! Composers seldom ask for it, so one type serves every aim and, but for who ends without a move,
//! every play; which it is, is asked at run time.
//!
//! The definition is that of [`brute::wins_exactly`](super::brute::wins_exactly), which is the judge.

use super::board::{Board, Move};
use super::finish::{BothStuck, Finish, InCheck, Unchecked};
use super::goal::{
    DoubleStalemate, Goal, Mate, Selfdoublestalemate, Selfmate, Selfstalemate, Stalemate,
};
use super::movegen;
use super::rules::{Rules, count_listed, list_some};
use super::side::{Black, Side, White};
use super::stipulation::{Aim, Kind, PlayKind};
use super::table::Depth;

/// What a number of moves left adds to a key: an odd number with bits everywhere (of the golden
/// ratio), so that no two lengths add the same.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A position of exact play.
#[derive(Debug, Clone, Copy)]
pub struct ExactBoard {
    board: Board,
    kind: Kind,
    /// Moves of the attacker that are still to be made.
    left: Depth,
}

impl ExactBoard {
    /// The position on `board` with so many moves to be made.
    pub fn new(board: Board, kind: Kind, left: Depth) -> ExactBoard {
        ExactBoard { board, kind, left }
    }

    /// The same play on `board`, after colour `C` moved.
    #[inline]
    fn next<C: Side>(&self, board: Board) -> ExactBoard {
        ExactBoard {
            board,
            left: self.left_after::<C>(),
            ..*self
        }
    }

    /// Moves left after one of colour `C`; none where more is played than was stipulated.
    #[inline]
    fn left_after<C: Side>(&self) -> Depth {
        if C::WHITE {
            self.left.saturating_sub(1)
        } else {
            self.left
        }
    }

    /// Whether colour `C`, to move, must reach the goal of reflex play at once because it can.
    fn is_forced<C: Side>(&self) -> bool {
        let is_bound = match self.kind.play {
            PlayKind::Reflex => true,
            PlayKind::SemiReflex => !C::WHITE,
            _ => false,
        };
        is_bound && self.reaches::<C>()
    }

    /// Whether colour `C`, to move, has a move that reaches the aim.
    fn reaches<C: Side>(&self) -> bool {
        match self.kind.aim {
            Aim::Mate => InCheck::reaches::<C>(&self.board),
            Aim::Stalemate => Unchecked::reaches::<C>(&self.board),
            Aim::DoubleStalemate => BothStuck::reaches::<C>(&self.board),
        }
    }

    /// Whether colour `C`, to move and without a move, is left as the aim has it.
    fn is_end_without_move<C: Side>(&self) -> bool {
        match self.kind.aim {
            Aim::Mate => InCheck::is_end_without_move::<C>(&self.board),
            Aim::Stalemate => Unchecked::is_end_without_move::<C>(&self.board),
            Aim::DoubleStalemate => BothStuck::is_end_without_move::<C>(&self.board),
        }
    }

    /// Whether `m` of colour `C` reaches the aim.
    fn is_reached_after<C: Side>(&self, m: Move) -> bool {
        let next = self.next::<C>(self.board.play_unkeyed::<C>(m));
        !next.board.any::<C::Other>() && next.is_end_without_move::<C::Other>()
    }
}

impl Rules for ExactBoard {
    type Gauge = <Board as Rules>::Gauge;

    #[inline(always)]
    fn men(&self) -> &Board {
        &self.board
    }

    #[inline(always)]
    fn hash(&self) -> u64 {
        self.board.hash ^ STEP.wrapping_mul(self.left.into())
    }

    fn play<C: Side>(&self, m: Move) -> ExactBoard {
        self.next::<C>(self.board.play::<C>(m))
    }

    fn play_unkeyed<C: Side>(&self, m: Move) -> ExactBoard {
        self.next::<C>(self.board.play_unkeyed::<C>(m))
    }

    fn pass<C: Side>(&self) -> ExactBoard {
        self.next::<C>(self.board.pass())
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

    fn least(&self) -> Depth {
        self.left
    }

    fn mobility(&self) -> u32 {
        Rules::mobility(&self.board)
    }

    fn gauge(&self) -> Self::Gauge {
        Rules::gauge(&self.board)
    }

    fn mobility_after(&self, gauge: &Self::Gauge, reply: Move) -> u32 {
        self.board.mobility_after(gauge, reply)
    }

    fn hash_after<C: Side>(&self, m: Move) -> Option<u64> {
        let hash = self.board.hash_after::<C>(m)?;
        Some(hash ^ STEP.wrapping_mul(self.left_after::<C>().into()))
    }
}

/// `exact-#n` and its like; `SELF`: the attacker is the side that ends without a move.
#[derive(Debug)]
pub struct Exact<const SELF: bool>;

impl<const SELF: bool> Goal for Exact<SELF> {
    type Rules = ExactBoard;
    /// What is asked of the end is asked of the board, which knows the aim. This one promises the
    /// search nothing of a king that is hunted.
    type End = Unchecked;

    const SELF: bool = SELF;

    fn in_one(board: &ExactBoard) -> Option<Move> {
        if board.left != 1 || board.is_forced::<White>() {
            return None;
        }
        if board.kind == Kind::MATE {
            return Mate::in_one(&board.board);
        }
        let mut moves = Vec::new();
        movegen::list::<White>(&board.board, &mut moves);
        moves
            .into_iter()
            .find(|&m| Self::is_reached_by(&board.play_unkeyed::<White>(m)))
    }

    fn is_reached_by(board: &ExactBoard) -> bool {
        let men = &board.board;
        board.left == 0
            && match (board.kind.play, board.kind.aim) {
                (PlayKind::Reflex | PlayKind::SemiReflex, _) => board.is_forced::<Black>(),
                (PlayKind::SelfPlay, Aim::Mate) => Selfmate::is_reached_by(men),
                (PlayKind::SelfPlay, Aim::Stalemate) => Selfstalemate::is_reached_by(men),
                (PlayKind::SelfPlay, Aim::DoubleStalemate) => {
                    Selfdoublestalemate::is_reached_by(men)
                }
                (_, Aim::Mate) => Mate::is_reached_by(men),
                (_, Aim::Stalemate) => Stalemate::is_reached_by(men),
                (_, Aim::DoubleStalemate) => DoubleStalemate::is_reached_by(men),
            }
    }

    fn is_reached_without_attack(board: &ExactBoard) -> bool {
        SELF && board.left == 0 && board.is_end_without_move::<White>()
    }

    fn is_reached_without_defence(board: &ExactBoard) -> bool {
        !SELF && board.left == 0 && board.is_end_without_move::<Black>()
    }
}
