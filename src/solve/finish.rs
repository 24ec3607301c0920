//! How play ends, as a type for each aim, so that the search of each is compiled for its own.
//!
//! `reaches` asks whether a side can end the other so with one move, which is what binds a side in
//! reflex play.

use super::board::Board;
use super::mate_in_one::has_mate;
use super::movegen;
use super::rules::Rules;
use super::side::Side;
use super::stipulation::Aim;

/// How the side ends that the goal is about.
pub trait Finish: Send + Sync + 'static {
    /// The aim in a stipulation.
    const AIM: Aim;

    /// Whether colour `C`, to move and without a move, ends so.
    fn is_end_without_move<C: Side>(board: &impl Rules) -> bool;

    /// Whether colour `C`, to move, ends so.
    #[inline]
    fn is_end<C: Side>(board: &impl Rules) -> bool {
        !board.any::<C>() && Self::is_end_without_move::<C>(board)
    }

    /// Whether colour `C`, to move in orthodox chess, has a move after which the other side ends
    /// so.
    fn reaches<C: Side>(board: &Board) -> bool {
        let mut moves = Vec::new();
        movegen::list::<C>(board, &mut moves);
        moves
            .into_iter()
            .any(|m| Self::is_end::<C::Other>(&board.play_unkeyed::<C>(m)))
    }
}

/// The side is mated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InCheck;

/// The side is stalemated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unchecked;

/// The side is stalemated, and the other one would be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BothStuck;

impl Finish for InCheck {
    const AIM: Aim = Aim::Mate;

    #[inline]
    fn is_end_without_move<C: Side>(board: &impl Rules) -> bool {
        board.is_check::<C>()
    }

    fn reaches<C: Side>(board: &Board) -> bool {
        has_mate::<C>(board)
    }
}

impl Finish for Unchecked {
    const AIM: Aim = Aim::Stalemate;

    #[inline]
    fn is_end_without_move<C: Side>(board: &impl Rules) -> bool {
        !board.is_check::<C>()
    }
}

impl Finish for BothStuck {
    const AIM: Aim = Aim::DoubleStalemate;

    #[inline]
    fn is_end_without_move<C: Side>(board: &impl Rules) -> bool {
        !board.is_check::<C>() && !board.pass::<C>().any::<C::Other>()
    }
}
