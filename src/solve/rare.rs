//! All forced play but mates as one set of rules: stalemates, self play, reflex play, double stalemate
//! and exact play. The position knows which one it is, and this is tested at run time, so that the
//! search is compiled for one goal, [`Rare`], instead of a dozen. With goals of their own, 721 records
//! of self play took 2 % less user time (3.04 s instead of 3.11 s) and the crate 11 s of 60 more to
//! build.
//!
//! **Reflex play.** A side that can reach the aim at once has no other moves. In this view a
//! reflexmate is a selfmate by other rules, and the search, its table, the lines, the variations
//! and the certificates need not know about it: at a defender's node where the defender can mate,
//! the defender has only mates, which is the goal; at an attacker's node where the attacker can
//! mate, the attacker has only mates, after which the defender has no move and the goal is not
//! reached. In semi-reflex play only the defender is bound. The definition is that of the
//! literature.
//!
//! **Exact play.** A position knows how many moves the attacker has left, and the goal counts only
//! when there are none. An aim that is reached sooner is not a goal, and a side that then has no
//! move leaves the attacker without one. The number of moves left is part of the key, so that a
//! proof for a position with three moves left proves nothing for the same position with two. The
//! judge is
//! [`ExactExhaustion`](keymove_rules::exhaust::ExactExhaustion).
//!
//! The danger: code that examines a position without asking these rules for its moves, especially
//! [`mate_in_one`](super::mate_in_one).

use super::board::{Board, Move};
use super::finish::{BothStuck, Finish, InCheck, Unchecked, last_move};
use super::goal::{Goal, Mate, Stalemate, every_reply_ends, every_reply_mates};
use super::movegen;
use super::rules::{Rules, count_listed, list_some};
use super::side::{Black, Side, White};
use super::table::Depth;
use keymove_rules::stipulation::{Aim, Kind, PlayKind};

/// The value that each move left adds to a key: an odd number with bits everywhere (of the golden
/// ratio), so that no two lengths add the same.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A position of a stipulation that is not a mate, or of exact play.
#[derive(Debug, Clone, Copy)]
pub struct RareBoard {
    board: Board,
    kind: Kind,
    /// Exact play: the moves that the attacker still has to make.
    left: Option<Depth>,
}

impl RareBoard {
    /// The position on `board`; in exact play with `left` moves still to be made.
    pub fn new(board: Board, kind: Kind, left: Option<Depth>) -> RareBoard {
        RareBoard { board, kind, left }
    }

    /// The same play on `board`, after colour `C` moved.
    #[inline]
    fn next<C: Side>(&self, board: Board) -> RareBoard {
        RareBoard {
            board,
            left: self.left_after::<C>(),
            ..*self
        }
    }

    /// Moves left after one of colour `C`; 0 if more is played than was stipulated.
    #[inline]
    fn left_after<C: Side>(&self) -> Option<Depth> {
        if C::WHITE {
            self.left.map(|left| left.saturating_sub(1))
        } else {
            self.left
        }
    }

    /// The part of the key for the moves left.
    #[inline]
    fn key_of(left: Option<Depth>) -> u64 {
        STEP.wrapping_mul(left.unwrap_or(0).into())
    }

    /// Whether the goal counts here: in exact play only after the last move.
    #[inline]
    fn counts(&self) -> bool {
        self.left.is_none_or(|left| left == 0)
    }

    /// Whether colour `C`, to move, must reach the goal of reflex play at once because it can.
    #[inline]
    fn is_forced<C: Side>(&self) -> bool {
        let is_bound = match self.kind.play {
            PlayKind::Reflex => true,
            PlayKind::SemiReflex => !C::WHITE,
            _ => false,
        };
        is_bound && reaches::<C>(&self.board, self.kind.aim)
    }

    /// Whether colour `C`, to move and without a move, ends as the aim requires.
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

/// Whether colour `C`, to move, has a move that reaches the aim.
fn reaches<C: Side>(board: &Board, aim: Aim) -> bool {
    match aim {
        Aim::Mate => InCheck::reaches::<C>(board),
        Aim::Stalemate => Unchecked::reaches::<C>(board),
        Aim::DoubleStalemate => BothStuck::reaches::<C>(board),
    }
}

impl Rules for RareBoard {
    type Gauge = <Board as Rules>::Gauge;

    #[inline(always)]
    fn men(&self) -> &Board {
        &self.board
    }

    #[inline(always)]
    fn hash(&self) -> u64 {
        self.board.hash ^ RareBoard::key_of(self.left)
    }

    #[inline(always)]
    fn play<C: Side>(&self, m: Move) -> RareBoard {
        self.next::<C>(self.board.play::<C>(m))
    }

    #[inline(always)]
    fn play_unkeyed<C: Side>(&self, m: Move) -> RareBoard {
        self.next::<C>(self.board.play_unkeyed::<C>(m))
    }

    fn pass<C: Side>(&self) -> RareBoard {
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
        self.left.unwrap_or(0)
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
        let hash = self.board.hash_after::<C>(m)?;
        Some(hash ^ RareBoard::key_of(self.left_after::<C>()))
    }
}

/// `=n`, `s#n`, `r#n`, `==n`, `exact-#n` and the like.
#[derive(Debug)]
pub struct Rare;

impl Goal for Rare {
    type Rules = RareBoard;
    /// Questions about the end go to the board, which knows the aim. This type does not promise the
    /// search that a king is hunted.
    type End = Unchecked;

    #[inline(always)]
    fn is_self(board: &RareBoard) -> bool {
        board.kind.is_self_play()
    }

    fn in_one(board: &RareBoard) -> Option<Move> {
        // A side that is bound to reach the aim itself gives the other side no move.
        if board.left.is_some_and(|left| left != 1) || board.is_forced::<White>() {
            return None;
        }
        let men = &board.board;
        let RareBoard {
            kind: Kind { play, aim },
            ..
        } = *board;
        let ends: fn(&Board) -> bool = match (play, aim) {
            (PlayKind::Direct | PlayKind::Mated, Aim::Mate) => return Mate::in_one(men),
            (PlayKind::Direct, Aim::Stalemate) => return Stalemate::in_one(men),
            (PlayKind::Direct, Aim::DoubleStalemate) => return last_move::<BothStuck>(men),
            _ => goal_after(board.kind),
        };
        let mut moves = Vec::new();
        movegen::list::<White>(men, &mut moves);
        moves
            .into_iter()
            .find(|&m| ends(&men.play_unkeyed::<White>(m)))
    }

    fn is_reached_by(board: &RareBoard) -> bool {
        board.counts() && goal_after(board.kind)(&board.board)
    }

    fn is_reached_without_attack(board: &RareBoard) -> bool {
        board.kind.is_self_play() && board.counts() && board.is_end_without_move::<White>()
    }

    fn is_reached_without_defence(board: &RareBoard) -> bool {
        !board.kind.is_self_play() && board.counts() && board.is_end_without_move::<Black>()
    }
}

/// Tests whether an attacker's last move reached the goal, with the defender to move. If the
/// defender of reflex play can reach the aim, it must do so, and every move that it then has
/// reaches it.
fn goal_after(kind: Kind) -> fn(&Board) -> bool {
    match (kind.play, kind.aim) {
        (PlayKind::Reflex | PlayKind::SemiReflex, Aim::Mate) => InCheck::reaches::<Black>,
        (PlayKind::Reflex | PlayKind::SemiReflex, Aim::Stalemate) => Unchecked::reaches::<Black>,
        (PlayKind::Reflex | PlayKind::SemiReflex, Aim::DoubleStalemate) => {
            BothStuck::reaches::<Black>
        }
        (PlayKind::SelfPlay, Aim::Mate) => every_reply_mates,
        (PlayKind::SelfPlay, Aim::Stalemate) => every_reply_ends::<Unchecked>,
        (PlayKind::SelfPlay, Aim::DoubleStalemate) => every_reply_ends::<BothStuck>,
        (_, Aim::Mate) => Mate::is_reached_by,
        (_, Aim::Stalemate) => Stalemate::is_reached_by,
        (_, Aim::DoubleStalemate) => BothStuck::is_end::<Black>,
    }
}
