//! Cells: the squares on which a black man can be shut in by its own side.
//!
//! An officer that isn't pinned has no move if its own men stand on all the squares next to it, in
//! its directions. The way there and the ways of those men are counted on a board without obstacles
//! ([`super::reach`]): each of them has to be another man, and a man fills one square, so the sum is
//! never more than what Black really needs. A pawn can be shut in so after its promotion; how it is
//! stopped as a pawn is another matter.

use super::reach::{self, Journey, exits};
use crate::solve::attacks::{Bits, Sq, bit, pop};
use crate::solve::board::{BISHOP, Board, KING, KNIGHT, PAWN, ROOK};
use crate::solve::side::{Black, White};

/// Black men but the king, more than which are not looked at.
const MOST_MEN: usize = 16;

/// Where each of Black's men but the king, in the order of their squares, can be shut in, pawns as
/// what they become.
pub type Cells = [Bits; MOST_MEN];

/// No man can be shut in.
pub const NO_CELLS: Cells = [0; MOST_MEN];

/// The men that can't be shut in anywhere.
pub fn at_large(board: &Board, cells: &Cells) -> Bits {
    let mut left = board.us::<Black>() & !board.roles[KING];
    let mut at_large = 0;
    for cell in cells {
        match pop(&mut left) {
            Some(sq) if *cell == 0 => at_large |= bit(sq),
            Some(_) => (),
            None => break,
        }
    }
    at_large
}

/// The squares on which the men can be shut in by their own side within `moves` of its moves, the
/// king being on `king`.
pub fn cells(board: &Board, king: Sq, moves: usize) -> Cells {
    let mut left = board.us::<Black>() & !board.roles[KING];
    if left.count_ones() as usize > MOST_MEN {
        return [!0; MOST_MEN];
    }
    let men = board.us::<White>().count_ones() - 1;
    let fill = Fill::new(board, king, moves);
    let mut cells = NO_CELLS;
    for cell in &mut cells {
        let Some(sq) = pop(&mut left) else {
            break;
        };
        let role = board.role_at(sq);
        if role == PAWN {
            let [_, (_, as_knight), (_, as_queen)] = reach::pawn(false, men, sq);
            *cell |= fill.cell(KNIGHT, sq, as_knight, moves);
            // A queen that is shut in would be so as a rook.
            for role in [BISHOP, ROOK] {
                *cell |= fill.cell(role, sq, as_queen, moves);
            }
        } else {
            *cell = fill.cell(role, sq, reach::officer(role, sq), moves);
        }
    }
    cells
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
    fn new(board: &Board, king: Sq, moves: usize) -> Fill {
        let mut fill = Fill {
            nearest: [(NEVER, 0); 64],
            second: [NEVER; 64],
        };
        let men = board.us::<White>().count_ones() - 1;
        for (role, of_role) in board.roles.iter().enumerate() {
            let mut of_role = of_role & board.us::<Black>();
            while let Some(from) = pop(&mut of_role) {
                if role == KING {
                    fill.nearest[usize::from(king)] = (0, from);
                } else if role == PAWN {
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

    fn add(&mut self, from: Sq, journey: &Journey, moves: usize) {
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

    /// The squares to which the man from `from` can get as an officer of `role`, and all of whose
    /// exits are filled by other men.
    fn cell(&self, role: usize, from: Sq, journey: &Journey, moves: usize) -> Bits {
        let mut cell = 0;
        let mut before = 0;
        for (way, &within) in journey[..=moves].iter().enumerate() {
            let mut squares = within & !before;
            before = within;
            while let Some(at) = pop(&mut squares) {
                let mut exits = exits(role, at);
                let mut cost = way;
                while cost <= moves
                    && let Some(exit) = pop(&mut exits)
                {
                    let exit = usize::from(exit);
                    let (least, man) = self.nearest[exit];
                    cost += usize::from(if man == from {
                        self.second[exit]
                    } else {
                        least
                    });
                }
                if cost <= moves {
                    cell |= bit(at);
                }
            }
        }
        cell
    }
}
