//! The men of a picture: the final square of each, and the least number of moves to it.

use std::mem;

use super::PictureLimits;
use crate::attacks::{self, Bits, Sq, bit, pop};
use crate::board::{BISHOP, Board, KING, PAWN, QUEEN, ROOK};
use crate::help::reach::{self, Journey, attacked_from};
use crate::side::{Black, White};

/// The most men of a side; positions with more are not examined.
pub(super) const MOST_MEN: usize = 16;

/// The most captures by one man whose squares are distinguished.
pub(super) const MOST_VISITS: usize = 2;

/// The state of a man.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ManState {
    /// It is on its first square, as long as nothing else is known.
    Undecided,
    /// It is not on its first square: a white man is captured or anywhere else, a black man is
    /// elsewhere.
    Away,
    /// It ends where it is.
    Placed,
    /// Black's: it is captured.
    Taken,
}

/// A man of a picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct PictureMan {
    pub(super) state: ManState,
    /// Its square on the board, and its role there.
    pub(super) from: Sq,
    pub(super) born: u8,
    /// Its square in the picture, and its role there.
    pub(super) at: Sq,
    pub(super) role: u8,
    /// The number of hostile men that it can capture as a pawn.
    pub(super) enemies: u8,
    /// White's: the first squares on which it captures.
    pub(super) visits: [Sq; MOST_VISITS],
    /// White's: the number of its captures.
    pub(super) captures: u8,
    /// The number of its moves that are counted.
    pub(super) moves: u8,
}

/// Men with their places. A change is made in place and undone afterwards: most pictures differ from
/// the one before in one man, and all men are 320 bytes.
#[derive(Debug)]
pub(super) struct Picture {
    pub(super) white: [PictureMan; MOST_MEN],
    pub(super) black: [PictureMan; MOST_MEN],
    pub(super) whites: usize,
    pub(super) blacks: usize,
    /// Whether Black is mated, and the final square of its king.
    pub(super) mate: bool,
    pub(super) king: Sq,
    /// Black's moves that are left.
    pub(super) black_moves: usize,
    /// Men that are captured.
    pub(super) taken: usize,
    /// Squares of men that are placed, with the king.
    pub(super) placed: Bits,
    /// Black men, with the king.
    pub(super) black_men: Bits,
    /// White men.
    pub(super) white_men: Bits,
    /// Black men of which nothing is known.
    pub(super) undecided: Bits,
    /// The men that were changed, each as it was before: whether it is White's, and its number.
    changes: Vec<(bool, usize, PictureMan)>,
}

/// A state of a picture to which it can return.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    changes: usize,
    counts: [usize; 2],
    sets: [Bits; 4],
}

const NOBODY: PictureMan = PictureMan {
    state: ManState::Taken,
    from: 0,
    born: PAWN as u8,
    at: 0,
    role: PAWN as u8,
    enemies: 0,
    visits: [0; MOST_VISITS],
    captures: 0,
    moves: 0,
};

/// Whether a white man attacks a king on `king` with nothing between, wherever the others are.
fn is_next(role: usize, sq: Sq, king: Sq) -> bool {
    if sq == king {
        return true;
    }
    let attacked = attacked_from(role, sq);
    match role {
        BISHOP | ROOK | QUEEN => attacked & attacks::king(sq) & bit(king) != 0,
        _ => attacked & bit(king) != 0,
    }
}

/// The squares that a white man attacks on a board with these men.
pub(super) fn seen(role: usize, sq: Sq, occupied: Bits) -> Bits {
    match role {
        BISHOP => attacks::bishop(sq, occupied),
        ROOK => attacks::rook(sq, occupied),
        QUEEN => attacks::queen(sq, occupied),
        _ => attacked_from(role, sq),
    }
}

/// The number of moves of a journey to one of `squares`, if it is at most `most`.
#[inline]
pub(super) fn moves_to(journey: &Journey, squares: Bits, most: usize) -> Option<usize> {
    if journey[most] & squares == 0 {
        return None;
    }
    journey[..=most].iter().position(|&s| s & squares != 0)
}

/// The number of moves of an officer from square to square.
pub(super) fn way(role: usize, from: Sq, to: Sq) -> usize {
    moves_to(reach::officer(role, from), bit(to), reach::LONGEST).unwrap_or(reach::LONGEST + 1)
}

impl PictureMan {
    /// A man on its square, of which nothing else is known.
    fn on(sq: Sq, role: usize, enemies: u32) -> PictureMan {
        PictureMan {
            state: ManState::Undecided,
            from: sq,
            born: role as u8,
            at: sq,
            role: role as u8,
            enemies: enemies as u8,
            ..NOBODY
        }
    }

    pub(super) fn born(&self) -> usize {
        usize::from(self.born)
    }

    pub(super) fn role(&self) -> usize {
        usize::from(self.role)
    }

    /// Its squares as pawn, knight and queen (or rook or bishop), if it is born a pawn; otherwise
    /// in its own role.
    #[inline(always)]
    fn squares(&self, white: bool) -> [&'static Journey; 3] {
        match self.born() {
            PAWN => reach::pawn(white, u32::from(self.enemies), self.from),
            officer => [reach::officer(officer, self.from); 3],
        }
    }

    /// The roles that the man may have in the end, with its squares in each.
    #[inline(always)]
    pub(super) fn journeys(self, white: bool) -> impl Iterator<Item = (usize, &'static Journey)> {
        let roles = match self.born() {
            PAWN if white => PAWN..KING,
            // A black queen that is shut in would also be shut in as a rook.
            PAWN => PAWN..QUEEN,
            officer => officer..officer + 1,
        };
        let squares = self.squares(white);
        roles.map(move |role| (role, squares[role.min(2)]))
    }

    /// Its squares in its own role, or as pawn, knight and queen.
    #[inline(always)]
    pub(super) fn lives(&self, white: bool) -> impl Iterator<Item = (usize, &'static Journey)> {
        reach::journeys(white, u32::from(self.enemies), self.born(), self.from)
    }

    /// The least number of moves to a square in its final role.
    pub(super) fn way(&self, white: bool, to: Sq) -> usize {
        let squares = self.squares(white)[self.role().min(2)];
        moves_to(squares, bit(to), reach::LONGEST).unwrap_or(reach::LONGEST + 1)
    }

    /// The least number of moves to one of `squares` in any role that it may take, if it is at most
    /// `most`.
    pub(super) fn way_to(&self, white: bool, squares: Bits, most: usize) -> Option<usize> {
        self.lives(white)
            .filter_map(|(_, journey)| moves_to(journey, squares, most))
            .min()
    }

    /// White's: the man captures on a square in addition to its other tasks.
    pub(super) fn capturing(mut self, sq: Sq) -> PictureMan {
        if self.state == ManState::Undecided {
            self.state = ManState::Away;
        }
        if let Some(visit) = self.visits.get_mut(usize::from(self.captures)) {
            *visit = sq;
        }
        self.captures += 1;
        self.moves = self.least() as u8;
        self
    }

    /// White's: the least number of moves for its tasks.
    pub(super) fn least(&self) -> usize {
        let placed = self.state == ManState::Placed;
        let visits = &self.visits[..usize::from(self.captures).min(MOST_VISITS)];
        let captures = usize::from(self.captures);
        if self.born() == PAWN {
            let end = if placed { self.way(true, self.at) } else { 0 };
            let visit = |&sq: &Sq| self.way_to(true, bit(sq), reach::LONGEST);
            let visit = visits
                .iter()
                .map(|sq| visit(sq).unwrap_or(reach::LONGEST + 1));
            return visit.max().unwrap_or(0).max(end).max(captures);
        }
        let role = self.born();
        let end = |from: Sq| if placed { way(role, from, self.at) } else { 0 };
        let least = match *visits {
            [] => end(self.from),
            [one] => way(role, self.from, one).max(1) + end(one),
            [one, other, ..] => {
                let between = way(role, one, other);
                let there = way(role, self.from, one) + between + end(other);
                let back = way(role, self.from, other) + between + end(one);
                there.min(back)
            }
        };
        let away = usize::from(role == KING && self.state == ManState::Away);
        least.max(captures).max(away)
    }
}

impl Picture {
    /// The picture of a board on which only the black king still moves, to its final square; a
    /// black pawn may capture `enemies` men.
    pub(super) fn still(board: &Board, limits: &PictureLimits, enemies: u32) -> Picture {
        let black = board.us::<Black>() & !board.roles[KING];
        let mut picture = Picture {
            white: [NOBODY; MOST_MEN],
            black: [NOBODY; MOST_MEN],
            whites: 0,
            blacks: 0,
            mate: limits.mate,
            king: limits.king,
            black_moves: limits.black_moves,
            taken: 0,
            placed: bit(limits.king),
            black_men: black | bit(limits.king),
            white_men: 0,
            undecided: black,
            changes: Vec::new(),
        };
        let mut left = black;
        while let Some(sq) = pop(&mut left) {
            let role = board.role_at(sq);
            let captures = if role == PAWN { enemies } else { 0 };
            picture.black[picture.blacks] = PictureMan::on(sq, role, captures);
            picture.blacks += 1;
        }
        let mut left = board.us::<White>();
        while let Some(sq) = pop(&mut left) {
            let role = board.role_at(sq);
            let mut man = PictureMan::on(sq, role, black.count_ones());
            if picture.is_barred(role, sq) {
                man.state = ManState::Away;
                man.moves = u8::from(role == KING);
            } else {
                picture.white_men |= bit(sq);
            }
            picture.white[picture.whites] = man;
            picture.whites += 1;
        }
        picture
    }

    /// The same picture, without a way back.
    pub(super) fn copy(&self) -> Picture {
        Picture {
            changes: Vec::new(),
            ..*self
        }
    }

    /// Its present state.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            changes: self.changes.len(),
            counts: [self.black_moves, self.taken],
            sets: [self.placed, self.black_men, self.white_men, self.undecided],
        }
    }

    /// Undoes all changes since a mark.
    pub(super) fn undo(&mut self, mark: Mark) {
        for (white, i, man) in self.changes.drain(mark.changes..).rev() {
            match white {
                true => self.white[i] = man,
                false => self.black[i] = man,
            }
        }
        [self.black_moves, self.taken] = mark.counts;
        [self.placed, self.black_men, self.white_men, self.undecided] = mark.sets;
    }

    /// A white man that is to be changed.
    pub(super) fn change_white(&mut self, j: usize) -> &mut PictureMan {
        self.changes.push((true, j, self.white[j]));
        &mut self.white[j]
    }

    /// A black man that is to be changed.
    fn change_black(&mut self, i: usize) -> &mut PictureMan {
        self.changes.push((false, i, self.black[i]));
        &mut self.black[i]
    }

    /// Whether no white man can end on a square in this role.
    pub(super) fn is_barred(&self, role: usize, sq: Sq) -> bool {
        if self.mate && role != KING {
            sq == self.king
        } else {
            is_next(role, sq, self.king)
        }
    }

    /// The number of moves that White has to make.
    pub(super) fn white_moves(&self) -> usize {
        let sum: usize = self.white[..self.whites]
            .iter()
            .map(|man| usize::from(man.moves))
            .sum();
        sum.max(self.taken)
    }

    /// Places a black man.
    pub(super) fn place_black(&mut self, i: usize, role: usize, sq: Sq, moves: usize) {
        let man = self.change_black(i);
        let (from, stood) = (man.at, man.state == ManState::Undecided);
        (man.state, man.role, man.at) = (ManState::Placed, role as u8, sq);
        man.moves += moves as u8;
        self.black_moves -= moves;
        self.put(sq);
        self.black_men |= bit(sq);
        if stood {
            self.leave(from);
        }
    }

    /// Lets a black man stay on its square.
    pub(super) fn stay(&mut self, i: usize) {
        let man = self.change_black(i);
        man.state = ManState::Placed;
        let at = bit(man.at);
        self.placed |= at;
        self.undecided &= !at;
    }

    /// The undecided black man on a square.
    pub(super) fn undecided_on(&self, sq: Sq) -> Option<usize> {
        self.black[..self.blacks]
            .iter()
            .position(|man| man.state == ManState::Undecided && man.at == sq)
    }

    /// Sends a black man elsewhere, with at least one move.
    pub(super) fn send(&mut self, i: usize) {
        let man = self.change_black(i);
        let from = man.at;
        (man.state, man.moves) = (ManState::Away, 1);
        self.black_moves -= 1;
        self.leave(from);
    }

    /// Removes a black man from its square, where another one may be placed.
    pub(super) fn leave(&mut self, from: Sq) {
        self.undecided &= !bit(from);
        let placed = |man: &PictureMan| man.state == ManState::Placed && man.at == from;
        if self.king != from && !self.black[..self.blacks].iter().any(placed) {
            self.black_men &= !bit(from);
        }
    }

    /// Marks the final square of a man: a white man that was on it is away.
    pub(super) fn put(&mut self, sq: Sq) {
        self.placed |= bit(sq);
        self.away(sq);
    }

    /// Removes a white man without a place from its square.
    pub(super) fn away(&mut self, sq: Sq) {
        if self.white_men & bit(sq) != 0 {
            self.white_men &= !bit(sq);
            for j in 0..self.whites {
                let man = &self.white[j];
                if man.state == ManState::Undecided && man.at == sq {
                    let man = self.change_white(j);
                    man.state = ManState::Away;
                    man.moves = man.least() as u8;
                }
            }
        }
    }

    /// Places a white man; returns whether the moves suffice.
    pub(super) fn place_white(&mut self, j: usize, role: usize, sq: Sq, most: usize) -> bool {
        let before = self.white[j];
        let mut man = before;
        (man.state, man.role, man.at) = (ManState::Placed, role as u8, sq);
        man.moves = man.least() as u8;
        let sum = self.white_moves_sum() - usize::from(before.moves) + usize::from(man.moves);
        if sum.max(self.taken) > most {
            return false;
        }
        self.replace_white(j, man);
        self.put(sq);
        self.white_men |= bit(sq);
        self.white_moves() <= most
    }

    /// Gives a white man a place or a task, so that it is no longer on its square.
    pub(super) fn replace_white(&mut self, j: usize, man: PictureMan) {
        let before = mem::replace(self.change_white(j), man);
        if before.state == ManState::Undecided {
            self.white_men &= !bit(before.at);
        }
    }

    /// Captures a black man.
    pub(super) fn take(&mut self, i: usize, moves: usize) {
        let man = self.change_black(i);
        let from = man.at;
        man.state = ManState::Taken;
        man.moves = moves as u8;
        self.leave(from);
        self.black_moves -= moves;
        self.taken += 1;
    }

    /// Whether the black men that are captured can get to the squares on which White can still
    /// capture.
    pub(super) fn can_be_taken(&mut self, captures: Bits) -> bool {
        for man in &mut self.black[..self.blacks] {
            if man.state != ManState::Taken {
                continue;
            }
            let paid = usize::from(man.moves);
            let Some(moves) = man.way_to(false, captures, self.black_moves + paid) else {
                return false;
            };
            let more = moves.saturating_sub(paid);
            man.moves += more as u8;
            self.black_moves -= more;
        }
        true
    }

    /// The least number of black moves until men without a place fill all of these squares: more
    /// than are left if there are not enough men. A square that no man reaches counts as all moves.
    pub(super) fn moves_to_fill(&self, squares: Bits) -> usize {
        if squares == 0 {
            return 0;
        }
        let most = self.moves_without_place();
        let mut within = [0; reach::LONGEST + 1];
        let mut men = 0;
        for man in &self.black[..self.blacks] {
            if !matches!(man.state, ManState::Undecided | ManState::Away) {
                continue;
            }
            men += 1;
            for (_, journey) in man.lives(false) {
                for (all, squares) in within.iter_mut().zip(&journey[..=most]) {
                    *all |= squares;
                }
            }
        }
        if squares.count_ones() > men {
            return most + 1;
        }
        let missing = within[..most].iter();
        missing
            .map(|&all| (squares & !all).count_ones() as usize)
            .sum()
    }

    /// The moves that black men without a place can make in all: those that are left, and those that
    /// are already counted for men sent elsewhere.
    pub(super) fn moves_without_place(&self) -> usize {
        let away = self.black[..self.blacks]
            .iter()
            .filter(|man| man.state == ManState::Away);
        self.black_moves + away.map(|man| usize::from(man.moves)).sum::<usize>()
    }

    /// Squares of men that stay or are placed.
    pub(super) fn men(&self) -> Bits {
        self.black_men | self.white_men
    }

    pub(super) fn white_moves_sum(&self) -> usize {
        self.white[..self.whites]
            .iter()
            .map(|man| usize::from(man.moves))
            .sum()
    }
}
