//! The pictures that fit, carried down the line: the pictures of a position are the pictures of the
//! position before it that still fit after the move between them.
//!
//! If all pictures with a final square of the king were found, a move changes each of them a
//! little: the man that moved is nearer to its place, or farther, and its side has one move less.
//! Pictures that no longer fit are removed, the search for the others continues from their present
//! state, and the net is not needed. No solution is lost: with the move before it, it is a solution
//! of the position before, and one of the pictures there is its own.
//!
//! - A man that is captured is not in the picture from then on. It had no place, and no moves to
//!   make: a black one was to be captured, by this man or by any, or nothing was known of it.
//! - A pawn that promotes is a man of its new role, with the place of the picture only if that is
//!   one for this role: a white queen's place is also that of a rook or a bishop, since a picture
//!   tries the queen for them, and a black rook's or bishop's place is also that of a queen.
//!
//! After castling and after a capture en passant the search begins again, and in every position in
//! which a side may still castle.
//!
//! Compared with a new search in each position eight h=5 take 1.3 s instead of 3.6 s, four h=6 1.1
//! s instead of 1.7 s, an h=7 11 s instead of 16 s, four h=8 19 s as before, eleven h#5 and h#6 0.8
//! s instead of 1.3 s. With at most 32 pictures of a square the latter take 1.7 s, with 3,000 0.8
//! s.
//!
//! Where all pictures are known, they also choose the moves, and since they go on over captures and
//! promotions, it pays to find more of them and to keep more. All this together: 114 composed
//! problems take 0.59 times the user time and 8.3 million nodes instead of 27.7 million; the only
//! h=7 takes 0.5 times the time and 0.8 million nodes instead of 14.5 million.

use std::mem;

use super::men::Picture;
use super::step::Step;
use super::{PictureLimits, Pictures};
use crate::attacks::{Bits, Sq, bit};
use crate::board::{Board, Move};

/// The most pictures that are kept of one position: 900 kB.
pub(super) const MOST_FITTING: usize = 2000;

/// The pictures of the positions of one line.
#[derive(Debug, Default)]
pub struct FittingPictures {
    positions: Vec<Fitting>,
    /// The number of moves before the current position.
    depth: usize,
    /// The last of these moves, if pictures are carried over it.
    step: Option<Step>,
}

/// The pictures of one position.
#[derive(Debug, Default)]
struct Fitting {
    pictures: Vec<Picture>,
    /// The final squares of the king for which these are all pictures.
    complete: Bits,
}

impl FittingPictures {
    /// Begins with the position after `line`, the last move of which is White's or Black's.
    pub fn begin(&mut self, line: &[Move], white: bool) {
        self.depth = line.len();
        self.step = Step::last(line, white);
        if self.positions.len() <= self.depth {
            self.positions.resize_with(self.depth + 1, Fitting::default);
        }
        let position = &mut self.positions[self.depth];
        position.pictures.clear();
        position.complete = 0;
    }

    /// Forgets the pictures of this position, which has rights to castle: they are of other boards.
    pub fn forget(&mut self) {
        let position = &mut self.positions[self.depth];
        position.pictures.clear();
        position.complete = 0;
    }

    /// The squares of `kings` for which all pictures were found before the last move of `line`, and
    /// the ones among them with a picture that still fits after it, with this many moves left for
    /// White.
    pub fn carried(
        &self,
        line: &[Move],
        white: bool,
        kings: Bits,
        white_moves: usize,
    ) -> [Bits; 2] {
        let before = line.len().wrapping_sub(1);
        let (Some(position), Some(step)) = (self.positions.get(before), Step::last(line, white))
        else {
            return [0, 0];
        };
        let known = position.complete & kings;
        let mut fitting = 0;
        for picture in &position.pictures {
            if bit(picture.king) & known & !fitting != 0
                && picture.after(step, white_moves).is_some()
            {
                fitting |= bit(picture.king);
            }
        }
        [known, fitting]
    }

    /// Whether all pictures of this final square were found before the last move.
    pub fn is_carried(&self, king: Sq) -> bool {
        let before = self
            .depth
            .checked_sub(1)
            .map(|before| &self.positions[before]);
        self.step.is_some() && before.is_some_and(|before| before.complete & bit(king) != 0)
    }

    /// The targets of the quiet moves after which one of the pictures may still fit, by the square
    /// on which they begin; `None` if not all pictures of these final squares are known. The black
    /// king is on `king`.
    pub fn targets(
        &self,
        kings: Bits,
        white: bool,
        white_moves: usize,
        king: Sq,
    ) -> Option<[Bits; 64]> {
        let position = &self.positions[self.depth];
        if kings & !position.complete != 0 {
            return None;
        }
        let mut targets = [0; 64];
        for picture in &position.pictures {
            if kings & bit(picture.king) == 0 {
                continue;
            }
            if white {
                picture.white_targets(white_moves - 1, &mut targets);
            } else {
                picture.black_targets(king, &mut targets);
            }
        }
        Some(targets)
    }

    /// Whether one of the pictures of these final squares may still fit after a move, with this many
    /// moves left for White before it. Without this question about captures and promotions,
    /// an h=4 and four h=8 take 1.06 to 1.13 times the time, other problems the same.
    pub fn may_go_on(&self, kings: Bits, m: Move, white: bool, white_moves: usize) -> bool {
        let Some(step) = Step::last(&[m], white) else {
            return true;
        };
        let left = white_moves - usize::from(white);
        let mut pictures = self.positions[self.depth].pictures.iter();
        pictures
            .any(|picture| kings & bit(picture.king) != 0 && picture.after(step, left).is_some())
    }

    /// Whether there may be a picture within the limits; at most `room` are examined, and `room`
    /// becomes the rest. A black pawn may capture `enemies` men.
    pub fn exist(
        &mut self,
        board: &Board,
        limits: PictureLimits,
        room: &mut usize,
        enemies: u32,
    ) -> bool {
        if !Pictures::can_be_told(board, &limits) {
            return true;
        }
        let (before, now) = self.positions.split_at_mut(self.depth);
        let Fitting { pictures, complete } = &mut now[0];
        let others = pictures.len();
        let mut search = Pictures {
            limits,
            room: *room,
            found: mem::take(pictures),
            gaps: 0,
        };
        let before = before.last();
        let before = before.filter(|before| before.complete & bit(limits.king) != 0);
        let stopped = match (before, self.step) {
            (Some(before), Some(step)) => before
                .pictures
                .iter()
                .filter(|picture| picture.king == limits.king)
                .filter_map(|picture| picture.after(step, limits.white_moves))
                .any(|mut picture| {
                    (limits.mate || picture.can_be_taken(limits.captures))
                        && search.fits(&mut picture)
                }),
            _ => search.fits(&mut Picture::still(board, &limits, enemies)),
        };
        *room = search.room;
        *pictures = search.found;
        if stopped {
            pictures.truncate(others);
        } else if self.depth > 0 {
            // Lines begin at other positions, too.
            *complete |= bit(limits.king);
        }
        stopped || pictures.len() > others
    }
}
