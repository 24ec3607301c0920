//! Pictures: whether there is a final position, a stalemate or a mate, with a place for every man
//! that it reaches in the moves that are left, for all men together.
//!
//! The search for a stalemate starts from the picture of a board on which only the black king still
//! moves, to its final square. If it is not a stalemate, one fault is mended in every possible way:
//! a flight is guarded by a white man or blocked by a black one; a black man that can move is shut
//! in, pinned, captured or goes elsewhere. Each of these fixes the place (or the end) of some men
//! and costs some of their moves on a board without obstacles ([`super::reach`]); then the next
//! fault is mended. A picture without a fault fits; if the moves do not suffice to mend all faults
//! in any way, there is no picture.
//!
//! For a mate the faults are different ([`mates`]): there is no check, a flight is free, or a black
//! man can answer the check.
//!
//! No solution is lost: take the final position of a true solution. A man without a place yet is on
//! its first square there, or somewhere else, or is captured. The final position does not have the
//! picture's fault, so a man without a place makes the difference: it is one of the men that the
//! ways to mend the fault try, and its moves are no more than those it made.
//!
//! An example: white Kf1, Be8, black Kh1, pawns h2 and a7; White and Black have one move each, and
//! the black king ends on h1. The white king guards g1 and g2, and the pawn on h2 has its king
//! before it, so the picture without moves has one fault: the pawn on a7 can go to a6.
//!
//! - A man on a6? The bishop needs two moves, the white king five. No picture.
//! - The pawn captured on a7? The bishop never gets to a dark square, the king is too far. No
//!   picture.
//! - The pawn on a6, with one move: now it can go to a5, which no man reaches. No picture; nor can
//!   it be captured on a6 with one move.
//! - The pawn on a5, with one move: the fault is a4, and the bishop gets there with one move. No
//!   fault is left: 1.a5 Ba4.
//!
//! Without a move for Black, or for White, or with the bishop on h8, no picture fits.
//!
//! Placed officers that nothing will pin need other black men on all squares next to them. Those
//! men, and the least number of moves that they take, are counted for all such squares together,
//! and a man is not placed on a square with too many open squares next to it: three h=8 and an h=4
//! take 8.9 s instead of 10.3 s, the slowest 2.9 s instead of 3.7 s. Flights that no white man
//! without a place can guard need black men as well, and are counted with them: four h=8 take 0.85
//! times the time and 0.91 times the nodes, two h=5 and an h=6 0.96 times the instructions.
//!
//! If all pictures are found, they are carried along the line: [`fitting`].

mod budget;
mod fitting;
pub mod mates;
mod men;
mod step;

use super::reach::{self, Journey, attacked_from, exits};
use super::self_blocks::SelfBlocks;
use crate::attacks::{self, Bits, Sq, bit, lowest, pop};
use crate::board::{BISHOP, Board, KNIGHT, PAWN, QUEEN, ROOK};
use crate::side::{Black, White};
pub use budget::PictureBudget;
pub use fitting::FittingPictures;
use fitting::MOST_FITTING;
use men::{MOST_MEN, ManState, Picture, PictureMan, moves_to, seen};

/// The limits that a picture has to keep.
#[derive(Debug, Clone, Copy)]
pub struct PictureLimits {
    /// Whether Black is mated; otherwise it is stalemated.
    pub mate: bool,
    /// Where the black king ends.
    pub king: Sq,
    pub white_moves: usize,
    /// Black's moves except the king's.
    pub black_moves: usize,
    /// The squares on which White can capture.
    pub captures: Bits,
    /// The squares on which White's men can end.
    pub stands: Bits,
    /// Whether White can pin.
    pub pins: bool,
    /// Black's men except the king, and the squares on which each of them can be shut in if it is
    /// not pinned.
    pub men: Bits,
    pub cells: SelfBlocks,
}

/// A search for one picture.
#[derive(Debug)]
pub struct Pictures {
    limits: PictureLimits,
    /// The number of pictures that may still be examined.
    room: usize,
    /// Pictures that fit, for this and for other final squares of the king.
    found: Vec<Picture>,
    /// In a stalemate's picture that is being mended, the open squares next to placed black
    /// officers that are not pinned and will not be, and the flights that White will not guard:
    /// black men have to fill all of them.
    gaps: Bits,
}

/// A fault of a picture.
#[derive(Debug, Clone, Copy)]
enum PictureFault {
    /// A black man is on the final square of another one.
    Crowded(usize),
    /// A white line piece gives check.
    Check(usize),
    /// A flight is neither guarded nor blocked.
    Flight(Sq),
    /// A black man can move: an officer to this square, a pawn one step.
    Mobile(usize, Sq),
    /// There is no check.
    NoCheck,
    /// A man without a place is between the king and the only man that gives check.
    Shut(Sq),
    /// A black man can answer the only check by going to a square.
    Answer(usize, Sq),
}

/// No moves that are left can mend the faults.
#[derive(Debug)]
struct Hopeless;

impl Pictures {
    /// Whether the men and the moves are few enough for pictures to distinguish them.
    fn can_be_told(board: &Board, limits: &PictureLimits) -> bool {
        let most = MOST_MEN as u32;
        board.us::<Black>().count_ones() <= most
            && board.us::<White>().count_ones() <= most
            && limits.black_moves <= reach::LONGEST
            && limits.white_moves <= reach::LONGEST
    }

    /// Keeps a picture without a fault. Returns whether there are too many to keep them all.
    fn keep(&mut self, picture: &Picture) -> bool {
        self.found.push(picture.copy());
        self.found.len() > MOST_FITTING
    }

    /// Finds all pictures that fit, with the faults of this one mended. Returns whether the search
    /// ends before that.
    fn fits(&mut self, picture: &mut Picture) -> bool {
        if self.room == 0 {
            return true;
        }
        self.room -= 1;
        let gaps = self.gaps;
        let fault = if self.limits.mate {
            self.mate_fault(picture)
        } else {
            self.fault(picture)
        };
        let ended = match fault {
            Ok(None) => self.keep(picture),
            Ok(Some(fault)) => self.mended(picture, fault),
            Err(Hopeless) => false,
        };
        self.gaps = gaps;
        ended
    }

    /// The same after a change of the picture, if the change is possible; it is undone afterwards.
    fn fits_after(
        &mut self,
        picture: &mut Picture,
        change: impl FnOnce(&mut Picture) -> bool,
    ) -> bool {
        let mark = picture.mark();
        let ended = change(picture) && self.fits(picture);
        picture.undo(mark);
        ended
    }

    /// Whether White has moves left, or a man without a place that has made some.
    fn may_place_white(&self, picture: &Picture) -> bool {
        let white = &picture.white[..picture.whites];
        picture.white_moves_sum() < self.limits.white_moves
            || white
                .iter()
                .any(|man| man.state == ManState::Away && man.moves > 0)
    }

    /// The fault that is mended first; `Err` if there are too many for the moves that are left.
    fn fault(&mut self, picture: &Picture) -> Result<Option<PictureFault>, Hopeless> {
        let king = self.limits.king;
        let black_moves = picture.black_moves;
        let captures = self.limits.white_moves - picture.taken;
        let white_left = self.may_place_white(picture);
        let men = picture.men();
        let (mut loose, mut most) = (None, 0);
        // Men that have to go elsewhere or be captured.
        let mut leaving = 0;
        let mut gaps = 0;
        for (i, man) in picture.black[..picture.blacks].iter().enumerate() {
            if man.state == ManState::Taken {
                continue;
            }
            let placed = man.state == ManState::Placed;
            if !placed && picture.placed & bit(man.at) != 0 {
                return Ok(Some(PictureFault::Crowded(i)));
            }
            let open = if man.role() == PAWN {
                (bit(man.at) >> 8) & !men
            } else {
                exits(man.role(), man.at) & !picture.black_men
            };
            if open == 0 {
                continue;
            }
            let line = self.pin_line(man.role(), man.at);
            if line.is_some_and(|line| self.is_pinned_on(picture, man, line)) {
                continue;
            }
            let mut weight = open.count_ones();
            let fillable = if man.role() == PAWN {
                white_left || black_moves > 0
            } else {
                weight as usize <= black_moves
            };
            let may_be_pinned = line.is_some() && white_left;
            if placed && man.role() != PAWN && !may_be_pinned {
                gaps |= open;
            }
            if !fillable && !may_be_pinned {
                if placed {
                    return Err(Hopeless);
                }
                leaving += 1;
                weight += 20;
            } else if placed {
                weight += 40;
            }
            if weight > most {
                most = weight;
                loose = Some(PictureFault::Mobile(i, lowest(open)));
            }
        }
        let flights = self.flights(picture);
        if flights != 0 {
            gaps |= flights & !self.attackable(picture);
        }
        let filling = picture.moves_to_fill(gaps);
        // Men that fill gaps may be men that leave. Only in mates are black men sent elsewhere for a
        // move that is counted already.
        let others = usize::saturating_sub(leaving, gaps.count_ones() as usize);
        if filling > black_moves || filling + others > black_moves + captures {
            return Err(Hopeless);
        }
        self.gaps = gaps;
        for (j, man) in picture.white[..picture.whites].iter().enumerate() {
            if matches!(man.role(), BISHOP | ROOK | QUEEN)
                && matches!(man.state, ManState::Undecided | ManState::Placed)
                && seen(man.role(), man.at, men) & bit(king) != 0
            {
                return Ok(Some(PictureFault::Check(j)));
            }
        }
        if most > 20 {
            return Ok(loose);
        }
        if flights != 0 {
            return Ok(Some(PictureFault::Flight(lowest(flights))));
        }
        Ok(loose)
    }

    /// A stalemate's flights that no man blocks or guards from its square.
    fn flights(&self, picture: &Picture) -> Bits {
        let mut flights = attacks::king(self.limits.king) & !picture.black_men;
        for man in &picture.white[..picture.whites] {
            if flights == 0 {
                break;
            }
            if matches!(man.state, ManState::Undecided | ManState::Placed) {
                flights &= !seen(man.role(), man.at, picture.placed);
            }
        }
        flights
    }

    /// Whether a man is on a diagonal of the king, and the squares on which a pinner may be; `None`
    /// if a pin does not stop the man.
    fn pin_line(&self, role: usize, at: Sq) -> Option<(bool, Bits)> {
        let king = self.limits.king;
        if !self.limits.pins {
            return None;
        }
        let line = attacks::ray(king, at);
        if line == 0 {
            return None;
        }
        let diagonal = king / 8 != at / 8 && king % 8 != at % 8;
        let stops = match role {
            // A move along the line of a pin does not answer a check.
            _ if self.limits.mate => true,
            PAWN => diagonal || king / 8 == at / 8,
            KNIGHT => true,
            BISHOP => !diagonal,
            ROOK => diagonal,
            _ => false,
        };
        if !stops {
            return None;
        }
        let beyond = match at > king {
            true => line & !(bit(at) - 1) & !bit(at),
            false => line & (bit(at) - 1),
        };
        Some((diagonal, beyond))
    }

    fn is_pinned(&self, picture: &Picture, man: &PictureMan) -> bool {
        let line = self.pin_line(man.role(), man.at);
        line.is_some_and(|line| self.is_pinned_on(picture, man, line))
    }

    /// The same if the man's line is known.
    fn is_pinned_on(
        &self,
        picture: &Picture,
        man: &PictureMan,
        (diagonal, beyond): (bool, Bits),
    ) -> bool {
        let pinners = picture.white_men & beyond;
        pinners != 0
            && picture.white[..picture.whites].iter().any(|pinner| {
                matches!(pinner.state, ManState::Undecided | ManState::Placed)
                    && bit(pinner.at) & pinners != 0
                    && pins(pinner.role(), diagonal)
                    && self.is_clear(picture, pinner.at, man.at)
            })
    }

    /// Whether the pinned man is the only placed man between the king and a pinner.
    fn is_clear(&self, picture: &Picture, pinner: Sq, man: Sq) -> bool {
        attacks::between(self.limits.king, pinner) & picture.placed & !bit(man) == 0
    }

    /// Whether a fault can be mended.
    fn mended(&mut self, picture: &mut Picture, fault: PictureFault) -> bool {
        match fault {
            PictureFault::Crowded(i) => self.changed(picture, i),
            PictureFault::Check(j) => {
                let man = picture.white[j];
                let between = attacks::between(self.limits.king, man.at);
                if man.state == ManState::Undecided {
                    let away = PictureMan {
                        state: ManState::Away,
                        ..man
                    };
                    if self.fits_after(picture, |next| {
                        next.replace_white(j, away);
                        true
                    }) {
                        return true;
                    }
                }
                self.filled(picture, between, true)
            }
            PictureFault::Flight(sq) => {
                self.filled(picture, bit(sq), false) || self.guarded(picture, sq)
            }
            PictureFault::NoCheck => self.checked(picture),
            PictureFault::Shut(sq) => self.opened(picture, sq),
            PictureFault::Answer(i, to) => self.prevented(picture, i, to),
            PictureFault::Mobile(i, sq) => {
                let man = picture.black[i];
                self.pinned(picture, &man)
                    || self.filled(picture, bit(sq), man.role() == PAWN)
                    || man.state == ManState::Undecided && self.changed(picture, i)
            }
        }
    }

    /// The squares on which a black man may be stopped as a man of `role`.
    fn stopping(&self, man: &PictureMan, role: usize) -> Bits {
        if self.limits.mate || role == PAWN {
            return !0;
        }
        let pinned = match self.limits.pins {
            true => attacks::queen(self.limits.king, 0),
            false => 0,
        };
        let before = self.limits.men & (bit(man.from) - 1);
        self.limits.cells[before.count_ones() as usize] | pinned
    }

    /// Whether a black man may be stopped on a square as a man of `role`, with this many moves
    /// left: it is shut in or may be pinned, and no gap is left open.
    fn may_stop(&self, picture: &Picture, from: Sq, role: usize, sq: Sq, moves: usize) -> bool {
        if self.limits.mate {
            return true;
        }
        let mut gaps = self.gaps & !bit(sq);
        let may_be_pinned = || {
            self.pin_line(role, sq).is_some()
                && (picture.white_men != 0 || self.may_place_white(picture))
        };
        if role != PAWN && !may_be_pinned() {
            // Another man may be placed on its old square.
            let men = picture.black_men & (picture.placed | !bit(from));
            gaps |= exits(role, sq) & !men;
        }
        gaps.count_ones() as usize <= moves
    }

    /// A man that has no place yet goes elsewhere or is captured.
    fn changed(&mut self, picture: &mut Picture, i: usize) -> bool {
        let man = picture.black[i];
        // Captured on its first square.
        if self.limits.captures & bit(man.from) != 0 {
            let spent = picture.white_moves_sum();
            for j in 0..picture.whites {
                let before = picture.white[j];
                let captor = before.capturing(man.from);
                let sum = spent - usize::from(before.moves) + usize::from(captor.moves);
                if sum.max(picture.taken + 1) > self.limits.white_moves {
                    continue;
                }
                if self.fits_after(picture, |next| {
                    next.take(i, 0);
                    next.replace_white(j, captor);
                    true
                }) {
                    return true;
                }
            }
        }
        if self.limits.mate {
            return picture.black_moves > 0
                && self.fits_after(picture, |next| {
                    next.send(i);
                    true
                });
        }
        // Captured after it has moved.
        let elsewhere = self.limits.captures & !bit(man.from);
        let back = self.limits.captures & bit(man.from) != 0;
        let taken = match man.way_to(false, elsewhere, picture.black_moves) {
            _ if picture.taken >= self.limits.white_moves => None,
            Some(moves) if back => Some(moves.min(2)),
            None if back && picture.black_moves >= 2 => Some(2),
            taken => taken,
        };
        if let Some(moves) = taken {
            let most = self.limits.white_moves;
            if self.fits_after(picture, |next| {
                next.take(i, moves);
                next.white_moves() <= most
            }) {
                return true;
            }
        }
        for (role, journey) in man.journeys(false) {
            let within = journey[picture.black_moves];
            let mut squares = within & self.stopping(&man, role) & !picture.placed;
            if role == man.born() {
                squares &= !bit(man.from);
            }
            while let Some(sq) = pop(&mut squares) {
                if self.black_fits(picture, i, role, journey, sq) {
                    return true;
                }
            }
        }
        false
    }

    /// A black man is placed on a square.
    fn black_fits(
        &mut self,
        picture: &mut Picture,
        i: usize,
        role: usize,
        journey: &Journey,
        sq: Sq,
    ) -> bool {
        let man = picture.black[i];
        let paid = usize::from(man.moves);
        let Some(moves) = moves_to(journey, bit(sq), picture.black_moves + paid) else {
            return false;
        };
        let moves = moves.saturating_sub(paid);
        self.may_stop(picture, man.from, role, sq, picture.black_moves - moves)
            && self.fits_after(picture, |next| {
                next.place_black(i, role, sq, moves);
                true
            })
    }

    /// A man without a place gets one on these squares: a black man, or any man.
    fn filled(&mut self, picture: &mut Picture, squares: Bits, any: bool) -> bool {
        let squares = squares & !picture.placed;
        for i in 0..picture.blacks {
            let man = picture.black[i];
            let most = picture.black_moves + usize::from(man.moves);
            if most == 0 || !matches!(man.state, ManState::Undecided | ManState::Away) {
                continue;
            }
            for (role, journey) in man.journeys(false) {
                let mut to = squares & journey[most];
                if to == 0 {
                    continue;
                }
                to &= self.stopping(&man, role);
                if role == man.born() {
                    to &= !bit(man.from);
                }
                while let Some(sq) = pop(&mut to) {
                    if self.black_fits(picture, i, role, journey, sq) {
                        return true;
                    }
                }
            }
        }
        any && self.white_on(picture, self.limits.stands & squares, |_, _, _| true)
    }

    /// A white man without a place gets one on these squares, if it `does` there what is required.
    fn white_on(
        &mut self,
        picture: &mut Picture,
        squares: Bits,
        does: impl Fn(usize, Sq, Bits) -> bool,
    ) -> bool {
        let king = self.limits.king;
        let most = self.limits.white_moves;
        let spent = picture.white_moves_sum();
        for j in 0..picture.whites {
            let man = picture.white[j];
            if man.state == ManState::Placed {
                continue;
            }
            let left = (most + usize::from(man.moves)).saturating_sub(spent);
            if left == 0 {
                continue;
            }
            for (role, journey) in man.journeys(true) {
                let mut to = squares & journey[left.min(most)] & !picture.placed;
                if role == man.born() && man.state == ManState::Undecided {
                    to &= !bit(man.from);
                }
                while let Some(sq) = pop(&mut to) {
                    // As a queen a pawn does everything that it does as rook or bishop, except that
                    // it may give check.
                    let lesser = man.born() == PAWN
                        && matches!(role, BISHOP | ROOK)
                        && (self.limits.mate || attacked_from(QUEEN, sq) & bit(king) == 0);
                    if lesser || picture.is_barred(role, sq) || !does(role, sq, picture.placed) {
                        continue;
                    }
                    if self.fits_after(picture, |next| next.place_white(j, role, sq, most)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// A white man without a place guards a flight.
    fn guarded(&mut self, picture: &mut Picture, flight: Sq) -> bool {
        let squares = attacks::queen(flight, 0) | attacks::knight(flight);
        let through = if self.limits.mate {
            bit(self.limits.king)
        } else {
            0
        };
        self.white_on(picture, squares, |role, sq, placed| {
            attacked_from(role, sq) & bit(flight) != 0
                && seen(role, sq, placed & !through) & bit(flight) != 0
        })
    }

    /// A white man without a place pins a black one.
    fn pinned(&mut self, picture: &mut Picture, man: &PictureMan) -> bool {
        let Some((diagonal, beyond)) = self.pin_line(man.role(), man.at) else {
            return false;
        };
        let mut squares = beyond;
        let mut clear = 0;
        while let Some(sq) = pop(&mut squares) {
            if self.is_clear(picture, sq, man.at) {
                clear |= bit(sq);
            }
        }
        self.white_on(picture, clear, |role, _, _| pins(role, diagonal))
    }
}

/// Whether a white man pins on this kind of line.
fn pins(role: usize, diagonal: bool) -> bool {
    role == QUEEN || role == if diagonal { BISHOP } else { ROOK }
}

#[cfg(test)]
mod tests;
