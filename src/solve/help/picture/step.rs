//! The moves on the board that a picture foresees, and the picture after each of them.

use super::men::{MOST_VISITS, ManState, Picture, PictureMan, way};
use crate::attacks::{Bits, Sq, bit};
use crate::board::{BISHOP, KING, Move, PAWN, QUEEN, ROOK};
use crate::help::net::distance;
use crate::help::reach;

/// A move on the board over which pictures are carried: any but castling and a capture en passant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    from: Sq,
    to: Sq,
    white: bool,
    /// Whether a man is captured on `to`.
    capture: bool,
    /// The role that a pawn takes, or `PAWN`.
    promoted: usize,
}

impl Step {
    /// The last move of a line, White's or Black's.
    pub(super) fn last(line: &[Move], white: bool) -> Option<Step> {
        let plain = line.last().filter(|m| !m.is_castle() && !m.is_en_passant());
        plain.map(|m| Step {
            from: m.from(),
            to: m.to(),
            white,
            capture: m.is_capture(),
            promoted: m.promoted(),
        })
    }
}

impl PictureMan {
    /// The squares from which a placed man has at most this many moves to its place, for a pawn
    /// only those before it.
    fn nearer(&self, white: bool, most: usize) -> Bits {
        if self.born() != PAWN {
            return reach::officer(self.born(), self.at)[most.min(reach::LONGEST)];
        }
        self.steps(white, |man| man.way(white, man.at) <= most)
    }

    /// A pawn's squares of one step and two from which it does what is required.
    fn steps(&self, white: bool, does: impl Fn(&PictureMan) -> bool) -> Bits {
        let mut squares = 0;
        for step in [8, 16] {
            let to = if white {
                self.from + step
            } else {
                self.from.wrapping_sub(step)
            };
            if to < 64 && does(&PictureMan { from: to, ..*self }) {
                squares |= bit(to);
            }
        }
        squares
    }

    /// White's: the squares from which the man has at most this many moves for its tasks.
    fn white_targets(&self, most: usize) -> Bits {
        let placed = self.state == ManState::Placed;
        let captures = usize::from(self.captures);
        if !placed && captures == 0 {
            return !0;
        }
        if most < captures {
            return 0;
        }
        if self.born() == PAWN {
            return self.steps(true, |man| man.least() <= most);
        }
        let role = self.born();
        let end = |from: Sq| if placed { way(role, from, self.at) } else { 0 };
        let to = |sq: Sq, rest: usize| match most.checked_sub(rest) {
            Some(moves) => reach::officer(role, sq)[moves.min(reach::LONGEST)],
            None => 0,
        };
        match self.visits[..captures.min(MOST_VISITS)] {
            [] => to(self.at, 0),
            [one] => to(one, end(one)),
            [one, other, ..] => {
                let between = way(role, one, other);
                to(one, between + end(other)) | to(other, between + end(one))
            }
        }
    }

    /// Promotes a pawn on the board; returns whether its place is one for this role, or for one of
    /// `others`.
    fn promotes(&mut self, role: usize, others: &[usize]) -> bool {
        self.born = role as u8;
        if self.state != ManState::Placed {
            self.role = role as u8;
            return true;
        }
        self.role() == role || others.contains(&self.role())
    }
}

impl Picture {
    /// The picture after a move on the board, with this many moves left for White; `None` if it no
    /// longer fits.
    pub(super) fn after(&self, step: Step, white_moves: usize) -> Option<Picture> {
        let mut next = self.copy();
        let fits = match step.white {
            true => (!step.capture || next.loses_black(step)) && next.white_goes(step),
            false => (!step.capture || next.loses_white(step.to)) && next.black_goes(step),
        };
        (fits && next.white_moves() <= white_moves).then_some(next)
    }

    /// Adds the targets of White's quiet moves after which the picture may still fit, by the square
    /// on which they begin, with this many moves left for White after the move. Some may be too many.
    pub(super) fn white_targets(&self, white_moves: usize, targets: &mut [Bits; 64]) {
        if self.taken > white_moves {
            return;
        }
        let sum = self.white_moves_sum();
        for man in &self.white[..self.whites] {
            let others = sum - usize::from(man.moves);
            if let Some(most) = white_moves.checked_sub(others) {
                targets[usize::from(man.from)] |= man.white_targets(most);
            }
        }
    }

    /// The same for Black's quiet moves.
    pub(super) fn black_targets(&self, king: Sq, targets: &mut [Bits; 64]) {
        let spare = self.black_moves;
        for man in &self.black[..self.blacks] {
            let moves = spare + usize::from(man.moves);
            if moves == 0 {
                continue;
            }
            let most = moves - 1;
            targets[usize::from(man.from)] |= match man.state {
                ManState::Undecided | ManState::Away => !0,
                ManState::Placed => man.nearer(false, most),
                ManState::Taken if usize::from(man.moves).saturating_sub(1) <= most => !0,
                ManState::Taken => 0,
            };
        }
        let moves = spare + distance(king, self.king);
        if moves > 0 {
            let within = reach::officer(KING, self.king);
            targets[usize::from(king)] |= within[(moves - 1).min(reach::LONGEST)];
        }
    }

    /// Removes a black man that is captured on its square; returns whether the picture agrees.
    fn loses_black(&mut self, Step { from, to, .. }: Step) -> bool {
        let mut men = self.black[..self.blacks].iter();
        let Some(i) = men.position(|man| man.from == to) else {
            return false;
        };
        let man = self.black[i];
        // A man with moves to make would have made them.
        if man.state == ManState::Placed || man.moves > 0 {
            return false;
        }
        for captor in &mut self.white[..self.whites] {
            captor.enemies = captor.enemies.saturating_sub(1);
            let captures = usize::from(captor.captures);
            let visit = captor.visits[..captures.min(MOST_VISITS)]
                .iter()
                .position(|&sq| sq == to);
            match visit {
                None => {}
                // Another man was to capture it there.
                Some(_) if captor.from != from => return false,
                // What it captures besides is known only up to the number.
                Some(visit) => {
                    captor.visits[0] = captor.visits[1 - visit];
                    captor.captures = captures.min(MOST_VISITS) as u8 - 1;
                }
            }
            if captor.from == from && visit.is_none() && captures > MOST_VISITS {
                captor.captures -= 1;
            }
        }
        match man.state {
            ManState::Taken => self.taken -= 1,
            _ => self.leave(to),
        }
        self.black.copy_within(i + 1..self.blacks, i);
        self.blacks -= 1;
        true
    }

    /// Removes a white man that is captured on its square; returns whether the picture agrees.
    fn loses_white(&mut self, sq: Sq) -> bool {
        let mut men = self.white[..self.whites].iter();
        let Some(j) = men.position(|man| man.from == sq) else {
            return false;
        };
        let man = self.white[j];
        if man.state == ManState::Placed || man.moves > 0 {
            return false;
        }
        if man.state == ManState::Undecided {
            self.white_men &= !bit(sq);
        }
        self.white.copy_within(j + 1..self.whites, j);
        self.whites -= 1;
        for man in &mut self.black[..self.blacks] {
            man.enemies = man.enemies.saturating_sub(1);
        }
        true
    }

    /// Moves a white man, which is then nearer to its place, or farther.
    fn white_goes(&mut self, step: Step) -> bool {
        let Step { from, to, .. } = step;
        let mut men = self.white[..self.whites].iter();
        let Some(j) = men.position(|man| man.from == from) else {
            return false;
        };
        // In a picture a queen stands for a rook or a bishop as well.
        if step.promoted != PAWN && !self.white[j].promotes(step.promoted, &[QUEEN]) {
            return false;
        }
        let stays = self.placed & bit(to) == 0 && !self.is_barred(self.white[j].born(), to);
        let man = &mut self.white[j];
        man.from = to;
        if man.state == ManState::Undecided {
            self.white_men &= !bit(from);
        }
        man.state = match man.state {
            ManState::Undecided | ManState::Away if stays && man.captures == 0 => {
                ManState::Undecided
            }
            ManState::Undecided => ManState::Away,
            state => state,
        };
        if man.state == ManState::Undecided {
            man.at = to;
            self.white_men |= bit(to);
        }
        man.moves = man.least() as u8;
        true
    }

    /// Moves a black man or the king, which is then nearer to its place, or farther; returns
    /// whether the moves suffice.
    fn black_goes(&mut self, step: Step) -> bool {
        let Step { from, to, .. } = step;
        let (before, now);
        let mut men = self.black[..self.blacks].iter_mut();
        if let Some(man) = men.find(|man| man.from == from) {
            // In a picture a rook or a bishop stands for a queen as well.
            let others: &[usize] = match step.promoted {
                QUEEN => &[BISHOP, ROOK],
                _ => &[],
            };
            if step.promoted != PAWN && !man.promotes(step.promoted, others) {
                return false;
            }
            man.from = to;
            before = usize::from(man.moves);
            now = match man.state {
                ManState::Undecided | ManState::Away => 0,
                ManState::Placed => man.way(false, man.at),
                ManState::Taken => before.saturating_sub(1),
            };
            man.moves = now as u8;
            if matches!(man.state, ManState::Undecided | ManState::Away) {
                man.state = ManState::Undecided;
                man.at = to;
                self.leave(from);
                self.undecided |= bit(to);
                self.black_men |= bit(to);
            }
        } else {
            before = distance(from, self.king);
            now = distance(to, self.king);
        }
        // One move has been made.
        let left = (self.black_moves + before).checked_sub(now + 1);
        self.black_moves = left.unwrap_or(0);
        left.is_some()
    }
}
