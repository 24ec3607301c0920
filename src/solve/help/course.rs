//! Who moves when, and what the last move has to be: the kinds of play in which nothing is fought
//! over until the end, as types.
//!
//! White makes the last move in all of them, and Black is mated or stalemated by it. What differs
//! is told by a [`Course`], so that one search serves them all at no cost.
//!
//! | course | play | moves before the last one | the last one |
//! |---|---|---|---|
//! | [`InTurn<Free>`] | `h` | in turn | any that does |
//! | [`InTurn<Forced>`] | `hs` | in turn | every legal move has to do |
//! | [`InTurn<Bound>`] | `hr` | in turn | any that does, and nobody could before |
//! | [`WhiteSeries`] | `ser-` | White's | any that does |
//! | [`BlackSeries<Free>`] | `ser-h` | Black's | any that does |
//! | [`BlackSeries<Forced>`] | `ser-s` | Black's | every legal move has to do |
//! | [`BlackSeries<Bound>`] | `ser-r` | Black's | any that does, and nobody could before |
//!
//! In a series the side that waits is not in check but by the last move of the series, and a right
//! to capture en passant is gone with the first move.

use std::marker::PhantomData;

use crate::solve::length::Length;

/// What the last move has to be.
pub trait LastMove {
    /// Whether there may be no legal move that misses the aim.
    const FORCED: bool = false;

    /// Whether either side has to reach the aim when it can: before the last move nobody may have
    /// been able to, with a move it had or would have had if it had not waited.
    const BOUND: bool = false;
}

/// One that reaches the aim.
#[derive(Debug)]
pub struct Free;

/// One that reaches the aim, there being no other.
#[derive(Debug)]
pub struct Forced;

/// One that reaches the aim, as either side must when it can.
#[derive(Debug)]
pub struct Bound;

impl LastMove for Free {}

impl LastMove for Forced {
    const FORCED: bool = true;
}

impl LastMove for Bound {
    const BOUND: bool = true;
}

/// Moves that are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MovesLeft {
    /// White's.
    pub white: usize,
    /// Black's.
    pub black: usize,
}

/// A kind of play without a fight.
pub trait Course {
    /// What the last move has to be.
    type LastMove: LastMove;

    /// Whether one side makes every move but the last one, or all.
    const SERIES: bool;

    /// Whether White is to move with `plies` left, at least one.
    fn is_white(plies: u16) -> bool;

    /// The moves of either side with `plies` left.
    fn moves_left(plies: u16) -> MovesLeft;

    /// The plies of a line of `length`.
    fn plies(length: Length) -> u16;

    /// The length of a line of so many plies.
    fn length(plies: u16) -> Length;

    /// Whether the side that moves with `plies` left, at least two, moves again after that.
    #[inline(always)]
    fn goes_on(plies: u16) -> bool {
        Self::SERIES && Self::is_white(plies) == Self::is_white(plies - 1)
    }
}

/// Both sides move in turn: `h`, `hs`, `hr`.
#[derive(Debug)]
pub struct InTurn<E>(PhantomData<E>);

impl<E: LastMove> Course for InTurn<E> {
    type LastMove = E;

    const SERIES: bool = false;

    #[inline(always)]
    fn is_white(plies: u16) -> bool {
        plies % 2 == 1
    }

    #[inline(always)]
    fn moves_left(plies: u16) -> MovesLeft {
        MovesLeft {
            white: usize::from(plies.div_ceil(2)),
            black: usize::from(plies / 2),
        }
    }

    fn plies(length: Length) -> u16 {
        2 * length.moves() + u16::from(length.has_half())
    }

    fn length(plies: u16) -> Length {
        Length::of_half_moves(plies.into())
    }
}

/// White makes every move: `ser-`.
#[derive(Debug)]
pub struct WhiteSeries;

impl Course for WhiteSeries {
    type LastMove = Free;

    const SERIES: bool = true;

    #[inline(always)]
    fn is_white(_plies: u16) -> bool {
        true
    }

    #[inline(always)]
    fn moves_left(plies: u16) -> MovesLeft {
        MovesLeft {
            white: usize::from(plies),
            black: 0,
        }
    }

    fn plies(length: Length) -> u16 {
        length.moves()
    }

    fn length(plies: u16) -> Length {
        Length::of_moves(plies)
    }
}

/// Black makes every move but the last one: `ser-h`, `ser-s`, `ser-r`.
#[derive(Debug)]
pub struct BlackSeries<E>(PhantomData<E>);

impl<E: LastMove> Course for BlackSeries<E> {
    type LastMove = E;

    const SERIES: bool = true;

    #[inline(always)]
    fn is_white(plies: u16) -> bool {
        plies == 1
    }

    #[inline(always)]
    fn moves_left(plies: u16) -> MovesLeft {
        MovesLeft {
            white: 1,
            black: usize::from(plies - 1),
        }
    }

    fn plies(length: Length) -> u16 {
        length.moves() + 1
    }

    fn length(plies: u16) -> Length {
        Length::of_moves(plies - 1)
    }
}
