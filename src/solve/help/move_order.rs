//! The order of moves, and the condition on the last move, in the kinds of play without a fight
//! before the end.
//!
//! White makes the last move in all of them, and Black is mated or stalemated by it. A
//! [`MoveOrder`] holds the differences, so that one search serves them all. Help play is the most
//! frequent, and its move order is a type without fields ([`InTurn`]), so that the search of
//! helpmates pays nothing for the others; the six others are one type that knows at run time which
//! of them it is ([`OtherPlay`]).
//!
//! | play | moves before the last one | the last one |
//! |---|---|---|
//! | `h` | in turn | any that reaches the aim |
//! | `hs` | in turn | every legal move has to reach the aim |
//! | `hr` | in turn | any that reaches the aim, if neither side could before |
//! | `ser-` | White's | any that reaches the aim |
//! | `ser-h` | Black's | any that reaches the aim |
//! | `ser-s` | Black's | every legal move has to reach the aim |
//! | `ser-r` | Black's | any that reaches the aim, if neither side could before |
//!
//! In a series the side that waits is not in check except by the last move of the series, and a
//! right to capture en passant is gone with the first move.

use keymove_rules::bounds::Length;
use keymove_rules::stipulation::PlayKind;

/// The number of moves left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MovesLeft {
    /// White's.
    pub white: usize,
    /// Black's.
    pub black: usize,
}

/// A kind of play without a fight.
pub trait MoveOrder: Copy + std::fmt::Debug {
    /// Whether every last move has to reach the aim.
    fn is_forced(self) -> bool;

    /// Whether either side has to reach the aim when it can: so before the last move neither side
    /// could reach it, with a move it had or would have had if it had not waited.
    fn is_bound(self) -> bool;

    /// Whether one side makes every move but the last one, or all.
    fn is_series(self) -> bool;

    /// Whether White is to move with `plies` left, at least one.
    fn is_white(self, plies: u16) -> bool;

    /// The moves of either side with `plies` left.
    fn moves_left(self, plies: u16) -> MovesLeft;

    /// The plies of a line of `length`.
    fn plies(self, length: Length) -> u16;

    /// The length of a line of this many plies.
    fn length(self, plies: u16) -> Length;

    /// Whether the side that moves with `plies` left, at least two, moves again after that.
    #[inline(always)]
    fn goes_on(self, plies: u16) -> bool {
        self.is_series() && self.is_white(plies) == self.is_white(plies - 1)
    }
}

/// Both sides move in turn, and any last move that reaches the aim is allowed: `h`.
#[derive(Debug, Clone, Copy)]
pub struct InTurn;

impl MoveOrder for InTurn {
    #[inline(always)]
    fn is_forced(self) -> bool {
        false
    }

    #[inline(always)]
    fn is_bound(self) -> bool {
        false
    }

    #[inline(always)]
    fn is_series(self) -> bool {
        false
    }

    #[inline(always)]
    fn is_white(self, plies: u16) -> bool {
        plies % 2 == 1
    }

    #[inline(always)]
    fn moves_left(self, plies: u16) -> MovesLeft {
        MovesLeft {
            white: usize::from(plies.div_ceil(2)),
            black: usize::from(plies / 2),
        }
    }

    fn plies(self, length: Length) -> u16 {
        2 * length.moves() + u16::from(length.has_half())
    }

    fn length(self, plies: u16) -> Length {
        Length::of_half_moves(plies.into())
    }
}

/// `hs`, `hr`, `ser-`, `ser-h`, `ser-s` or `ser-r`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherPlay {
    /// The side that makes the moves before the last one.
    mover: Mover,
    is_forced: bool,
    is_bound: bool,
}

/// The side that makes the moves before the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mover {
    Both,
    White,
    Black,
}

impl OtherPlay {
    /// The move order of a kind of play; `None` for forced play and for [`InTurn`].
    pub fn of(play: PlayKind) -> Option<OtherPlay> {
        let (mover, is_forced, is_bound) = match play {
            PlayKind::HelpSelf => (Mover::Both, true, false),
            PlayKind::HelpReflex => (Mover::Both, false, true),
            PlayKind::Series => (Mover::White, false, false),
            PlayKind::SeriesHelp => (Mover::Black, false, false),
            PlayKind::SeriesSelf => (Mover::Black, true, false),
            PlayKind::SeriesReflex => (Mover::Black, false, true),
            PlayKind::Help
            | PlayKind::Direct
            | PlayKind::Mated
            | PlayKind::SelfPlay
            | PlayKind::Reflex
            | PlayKind::SemiReflex => return None,
        };
        Some(OtherPlay {
            mover,
            is_forced,
            is_bound,
        })
    }
}

impl MoveOrder for OtherPlay {
    #[inline(always)]
    fn is_forced(self) -> bool {
        self.is_forced
    }

    #[inline(always)]
    fn is_bound(self) -> bool {
        self.is_bound
    }

    #[inline(always)]
    fn is_series(self) -> bool {
        self.mover != Mover::Both
    }

    #[inline(always)]
    fn is_white(self, plies: u16) -> bool {
        match self.mover {
            Mover::Both => InTurn.is_white(plies),
            Mover::White => true,
            Mover::Black => plies == 1,
        }
    }

    #[inline(always)]
    fn moves_left(self, plies: u16) -> MovesLeft {
        match self.mover {
            Mover::Both => InTurn.moves_left(plies),
            Mover::White => MovesLeft {
                white: usize::from(plies),
                black: 0,
            },
            Mover::Black => MovesLeft {
                white: 1,
                black: usize::from(plies - 1),
            },
        }
    }

    fn plies(self, length: Length) -> u16 {
        match self.mover {
            Mover::Both => InTurn.plies(length),
            Mover::White => length.moves(),
            Mover::Black => length.moves() + 1,
        }
    }

    fn length(self, plies: u16) -> Length {
        match self.mover {
            Mover::Both => InTurn.length(plies),
            Mover::White => Length::of_moves(plies),
            Mover::Black => Length::of_moves(plies - 1),
        }
    }
}
