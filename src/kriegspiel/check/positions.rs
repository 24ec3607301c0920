//! All positions on the full board that fit what a player knows, up to a number: enough to say that
//! a record cannot be, without saying what to do about it.

use std::collections::HashSet;

use shakmaty::{Chess, Color, Position as _, Role, Square};

use super::super::announcement::{Announcement, Checks, End, captured_square};
use super::super::own_board::{OwnBoard, Try};
use super::super::umpire::legal;

/// What a record says of a half-move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heard {
    /// The square of the capture.
    pub capture: Option<Square>,
    /// The check; `None` if the record does not tell all of it.
    pub checks: Option<Checks>,
    /// Whether the record says that this is mate.
    pub mate: bool,
}

impl Heard {
    fn fits(self, announcement: Announcement) -> bool {
        announcement.capture == self.capture
            && self
                .checks
                .is_none_or(|checks| announcement.checks == checks)
            && (!self.mate || announcement.end == Some(End::Mate))
    }
}

/// The positions that fit; none if they are more than are kept.
#[derive(Debug, Clone)]
pub struct Positions {
    known: Option<Vec<Chess>>,
    most: usize,
}

/// What became of the positions after a half-move of the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// There are some left, or it is not known.
    Fits,
    /// There is no such move.
    NoMove,
    /// There are such moves, but at most so many tries before them.
    TooManyTries(usize),
}

impl Positions {
    /// Begins with one position; `most` are kept.
    pub fn new(start: Chess, most: usize) -> Positions {
        Positions {
            known: (most > 0).then(|| vec![start]),
            most,
        }
    }

    /// Tells whether `test` holds for at least one position; true if they are not known.
    pub fn any(&self, test: impl Fn(&Chess) -> bool) -> bool {
        self.known
            .as_ref()
            .is_none_or(|known| known.iter().any(test))
    }

    /// Tells whether the game is over in every position, and they are known.
    pub fn all_mate(&self) -> bool {
        self.known
            .as_ref()
            .is_some_and(|known| known.iter().all(|position| position.is_checkmate()))
    }

    /// Forgets them all: from now on everything fits.
    pub fn forget(&mut self) {
        self.known = None;
    }

    /// The own side made `made` after the illegal `tries`. False if that fits no position; then
    /// they are forgotten.
    pub fn own_move(&mut self, tries: &[Try], made: Try, heard: Heard) -> bool {
        let Some(known) = self.known.take() else {
            return true;
        };
        let mut next = HashSet::with_capacity(known.len());
        for mut position in known {
            if tries.iter().any(|tried| legal(&position, *tried).is_some()) {
                continue;
            }
            let Some(played) = legal(&position, made) else {
                continue;
            };
            if captured_square(played) != heard.capture {
                continue;
            }
            position.play_unchecked(played);
            if heard.fits(Announcement::of(played, &position)) {
                next.insert(position);
            }
        }
        if next.is_empty() {
            return false;
        }
        self.known = Some(next.into_iter().collect());
        true
    }

    /// The other side made a move after `count` tries. If that fits no position, they are
    /// forgotten.
    pub fn hidden_move(&mut self, heard: Heard, count: usize) -> Reply {
        let Some(known) = self.known.take() else {
            return Reply::Fits;
        };
        let mut next = HashSet::new();
        let mut most_tries = None;
        for position in known {
            let moves = position.legal_moves();
            let tries = OwnBoard::of(&position, position.turn())
                .count_tries()
                .saturating_sub(moves.len());
            if tries < count && most_tries.is_some_and(|most| most >= tries) {
                continue;
            }
            for played in moves {
                if captured_square(played) != heard.capture {
                    continue;
                }
                let mut after = position.clone();
                after.play_unchecked(played);
                if heard
                    .checks
                    .is_some_and(|checks| Checks::of(&after) != checks)
                {
                    continue;
                }
                most_tries = most_tries.max(Some(tries));
                if tries >= count {
                    next.insert(after);
                }
            }
            if next.len() > self.most {
                return Reply::Fits;
            }
        }
        match most_tries {
            None => Reply::NoMove,
            Some(most) if next.is_empty() => Reply::TooManyTries(most),
            Some(_) => {
                self.known = Some(next.into_iter().collect());
                Reply::Fits
            }
        }
    }
}

/// What is known of the other side's men without looking at positions: enough for a bound on its
/// tries.
#[derive(Debug, Clone)]
pub struct Material {
    pieces: Vec<usize>,
    pawns: usize,
    captured: usize,
    moves: usize,
    from_start: bool,
}

impl Material {
    /// The men of `color` in `position`.
    pub fn of(position: &Chess, color: Color) -> Material {
        let side = position.board().by_color(color);
        let count = |role| (position.board().by_role(role) & side).count();
        let mut pieces = Vec::new();
        for (role, most) in [
            (Role::Queen, MOST_QUEEN),
            (Role::Rook, 14),
            (Role::Bishop, 13),
            (Role::Knight, 8),
            // Two ways to castle.
            (Role::King, 10),
        ] {
            pieces.extend(std::iter::repeat_n(most, count(role)));
        }
        Material {
            pieces,
            pawns: count(Role::Pawn),
            captured: 0,
            moves: 0,
            from_start: *position == Chess::default(),
        }
    }

    /// One of the men was captured.
    pub fn lose(&mut self) {
        self.captured += 1;
    }

    /// One more move was made.
    pub fn moved(&mut self) {
        self.moves += 1;
    }

    /// No more tries than this are possible.
    pub fn most_tries(&self) -> usize {
        // From its second rank a pawn stands before promotion after four moves and promotes with
        // the fifth.
        let (before, promoted) = if self.from_start {
            (
                (self.moves / 4).min(self.pawns),
                (self.moves / 5).min(self.pawns),
            )
        } else {
            (self.pawns, self.pawns)
        };
        let pawns = (0..self.pawns).map(|index| {
            if index < promoted {
                MOST_QUEEN
            } else if index < before {
                12
            } else {
                4
            }
        });
        let mut most: Vec<usize> = self.pieces.iter().copied().chain(pawns).collect();
        most.sort_unstable();
        most.iter().skip(self.captured).sum()
    }
}

const MOST_QUEEN: usize = 27;
