//! Stalemates: whether all of Black's men can be stopped in the moves that are left.
//!
//! In the end each of them is captured, pinned, shut in by its own side, or a pawn with a man
//! before it. Counted are the moves that this takes at least, on a board without obstacles
//! ([`super::reach`]):
//!
//! - An officer is *at large* if Black's moves don't suffice to shut it in: other men on all the
//!   squares next to it, in its directions. White has to capture or pin it. A white move captures
//!   one man, a line piece (of those there are, and those there may be by promotion) pins one man.
//! - To be captured, a man has to come to a square on which White can capture in its moves; a pawn
//!   may instead come to a square before which there may be a man. So most men have to make some
//!   moves of their own, and the sum of these and of the king's way to where it may be stalemated
//!   must not be more than Black has. As many men as there may be pins are left out, those with the
//!   most moves.

use super::course::MovesLeft;
use super::net::Sides;
use super::reach::{self, Journey, exits};
use crate::solve::attacks::{self, Bits, Sq, bit, pop};
use crate::solve::board::{Board, KING, NO_SQUARE, PAWN};
use crate::solve::side::{Black, White};

/// Entries of each cache: 256 KB and 384 KB.
const ENTRIES: usize = 1 << 14;

/// What was found of positions of one side's men.
#[derive(Debug)]
pub struct Mobility {
    /// Which of Black's officers are at large.
    at_large: Vec<(u64, Bits)>,
    /// Where White's men may capture, and where they may stand.
    reach: Vec<(u64, Bits, Bits)>,
}

impl Mobility {
    /// Nothing is known yet.
    pub fn new() -> Mobility {
        Mobility {
            at_large: vec![(0, 0); ENTRIES],
            reach: vec![(0, 0, 0); ENTRIES],
        }
    }

    /// Whether Black can still be without a move when `left` moves have been made, its king being
    /// on one of `kings`.
    pub fn can_end(&mut self, board: &Board, sides: Sides, kings: Bits, left: MovesLeft) -> bool {
        // Castling and a capture en passant would have to be reckoned with; they are not worth it.
        if board.may_castle || board.ep != NO_SQUARE {
            return true;
        }
        let MovesLeft {
            white: white_moves,
            black: black_moves,
        } = left;
        let pins = pins(board, white_moves);
        let at_large = self.officers_at_large(board, sides, black_moves);
        if at_large.count_ones() as usize > white_moves + pins {
            return false;
        }
        let (taken, stood) = self.white_reach(board, sides, white_moves);
        let stops = Stops {
            taken,
            stood,
            black_moves,
        };
        stops.are_enough(board, at_large, kings, pins)
    }

    fn officers_at_large(&mut self, board: &Board, sides: Sides, moves: usize) -> Bits {
        let moves = moves.min(reach::LONGEST);
        let key = sides.black_with_king(board.king::<Black>(), moves);
        let at = key as usize % ENTRIES;
        if self.at_large[at].0 != key {
            self.at_large[at] = (key, officers_at_large(board, moves));
        }
        self.at_large[at].1
    }

    /// The squares on which White's men may capture within `moves`, and those on which they may
    /// stand.
    fn white_reach(&mut self, board: &Board, sides: Sides, moves: usize) -> (Bits, Bits) {
        let moves = moves.min(reach::LONGEST);
        let key = sides.white_with(moves);
        let at = key as usize % ENTRIES;
        if self.reach[at].0 != key {
            let (taken, stood) = white_reach(board, moves);
            self.reach[at] = (key, taken, stood);
        }
        (self.reach[at].1, self.reach[at].2)
    }
}

/// Pins that there may be in the end: one for each line piece, and for each pawn that may promote.
fn pins(board: &Board, white_moves: usize) -> usize {
    // A pawn on its first square saves a move.
    let ranks = if white_moves < 5 { 7 - white_moves } else { 0 };
    let pawns = board.roles[PAWN] & (!0 << (8 * ranks));
    let line_pieces = board.straight_sliders() | board.diagonal_sliders();
    (board.us::<White>() & (line_pieces | pawns)).count_ones() as usize
}

fn white_reach(board: &Board, moves: usize) -> (Bits, Bits) {
    let (mut taken, mut stood) = (0, 0);
    let men = board.them::<White>().count_ones() - 1;
    for (role, of_role) in board.roles.iter().enumerate() {
        let mut of_role = of_role & board.us::<White>();
        while let Some(from) = pop(&mut of_role) {
            if role != PAWN {
                let within = reach::officer(role, from)[moves];
                taken |= within;
                stood |= within;
                continue;
            }
            for (role, journey) in reach::pawn(true, men, from) {
                stood |= journey[moves];
                if role != PAWN {
                    taken |= journey[moves];
                } else if moves > 0 && men > 0 {
                    taken |= attacks::pawns::<White>(journey[moves - 1]);
                }
            }
        }
    }
    (taken, stood)
}

/// The means to stop Black's men.
struct Stops {
    /// Where White may capture.
    taken: Bits,
    /// Where a white man may stand.
    stood: Bits,
    black_moves: usize,
}

impl Stops {
    /// Whether they are enough for all men but those that are pinned.
    fn are_enough(&self, board: &Board, at_large: Bits, kings: Bits, pins: usize) -> bool {
        let king = board.king::<Black>();
        let mut sum = self.moves_to(reach::officer(KING, king), kings);
        // Men that need moves of their own; most of those that may be pinned.
        let mut needs = [0usize; 32];
        let mut needy = 0;
        let mut add = |moves: usize| {
            if moves > 0 && needy < needs.len() {
                needs[needy] = moves;
                needy += 1;
            }
        };
        let mut officers = at_large & !self.taken;
        while let Some(sq) = pop(&mut officers) {
            let role = board.role_at(sq);
            add(self.moves_to(reach::officer(role, sq), self.taken));
        }
        let black = board.us::<Black>();
        let men = board.us::<White>().count_ones() - 1;
        let pawns = black & board.roles[PAWN];
        // A man that stands before a pawn in the end is no man at large, unless it is pinned.
        let fillers = if pins > 0 {
            black & !pawns
        } else {
            black & !pawns & !at_large
        };
        let mut filled = self.stood;
        let mut left = fillers;
        while let Some(sq) = pop(&mut left) {
            filled |= self.within(reach::officer(board.role_at(sq), sq));
        }
        let (mut once, mut twice) = (0, 0);
        let mut left = pawns;
        while let Some(sq) = pop(&mut left) {
            let within = self.within_as_any(sq, men);
            twice |= once & within;
            once |= within;
        }
        let mut left = pawns;
        while let Some(sq) = pop(&mut left) {
            let others = twice | (once & !self.within_as_any(sq, men));
            let stops = self.taken | ((filled | others) << 8);
            add(self.moves_of_pawn(sq, men, stops));
        }
        if needy > pins {
            needs[..needy].sort_unstable();
            sum += needs[..needy - pins].iter().sum::<usize>();
        }
        sum <= self.black_moves
    }

    /// The squares within Black's moves.
    fn within(&self, journey: &Journey) -> Bits {
        journey[self.black_moves.min(reach::LONGEST)]
    }

    /// The squares of a pawn within Black's moves, promoted or not.
    fn within_as_any(&self, sq: Sq, men: u32) -> Bits {
        reach::pawn(false, men, sq)
            .iter()
            .fold(0, |all, (_, journey)| all | self.within(journey))
    }

    /// The moves to one of `squares`, or more than there are.
    fn moves_to(&self, journey: &Journey, squares: Bits) -> usize {
        journey
            .iter()
            .take(self.black_moves + 1)
            .position(|within| within & squares != 0)
            .unwrap_or(self.black_moves + 1)
    }

    /// The moves of a pawn to one of `squares`, or to promotion, if that is nearer.
    fn moves_of_pawn(&self, sq: Sq, men: u32, squares: Bits) -> usize {
        let [(_, as_pawn), _, (_, as_queen)] = reach::pawn(false, men, sq);
        let stopped = self.moves_to(as_pawn, squares);
        stopped.min(self.moves_to(as_queen, !0))
    }
}

/// The officers that can't be shut in by their own side within `moves` of its moves.
fn officers_at_large(board: &Board, moves: usize) -> Bits {
    let mut left = board.us::<Black>() & !board.roles[PAWN] & !board.roles[KING];
    if left == 0 {
        return 0;
    }
    let fill = Fill::new(board, moves);
    let mut at_large = 0;
    while let Some(sq) = pop(&mut left) {
        if !fill.can_shut_in(board.role_at(sq), sq, moves) {
            at_large |= bit(sq);
        }
    }
    at_large
}

/// For each square the least moves with which a black man gets there, on an empty board.
struct Fill {
    /// The nearest man, by the square it comes from, and its moves.
    nearest: [(u8, Sq); 64],
    /// The moves of the nearest other man.
    second: [u8; 64],
}

const NEVER: u8 = u8::MAX;

impl Fill {
    fn new(board: &Board, moves: usize) -> Fill {
        let mut fill = Fill {
            nearest: [(NEVER, 0); 64],
            second: [NEVER; 64],
        };
        let men = board.us::<White>().count_ones() - 1;
        for (role, of_role) in board.roles.iter().enumerate() {
            let mut of_role = of_role & board.us::<Black>();
            while let Some(from) = pop(&mut of_role) {
                if role == PAWN {
                    for (_, journey) in reach::pawn(false, men, from) {
                        fill.add(from, journey, moves);
                    }
                } else {
                    fill.add(from, reach::officer(role, from), moves);
                }
            }
        }
        fill
    }

    fn add(&mut self, from: Sq, journey: &reach::Journey, moves: usize) {
        let mut before = 0;
        for (cost, &within) in journey[..=moves].iter().enumerate() {
            let cost = cost as u8;
            let mut squares = within & !before;
            before = within;
            while let Some(sq) = pop(&mut squares) {
                let sq = usize::from(sq);
                let (least, man) = self.nearest[sq];
                if cost < least {
                    if man != from {
                        self.second[sq] = least;
                    }
                    self.nearest[sq] = (cost, from);
                } else if man != from {
                    self.second[sq] = self.second[sq].min(cost);
                }
            }
        }
    }

    /// Whether the officer on `from` can get to a square all of whose exits are filled by other
    /// men.
    fn can_shut_in(&self, role: usize, from: Sq, moves: usize) -> bool {
        let journey = reach::officer(role, from);
        let mut before = 0;
        for (way, &within) in journey[..=moves].iter().enumerate() {
            let mut squares = within & !before;
            before = within;
            while let Some(at) = pop(&mut squares) {
                let mut exits = exits(role, at);
                let mut cost = way;
                while let Some(exit) = pop(&mut exits) {
                    let exit = usize::from(exit);
                    let (least, man) = self.nearest[exit];
                    cost += usize::from(if man == from {
                        self.second[exit]
                    } else {
                        least
                    });
                    if cost > moves {
                        break;
                    }
                }
                if cost <= moves {
                    return true;
                }
            }
        }
        false
    }
}
