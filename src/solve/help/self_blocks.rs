//! SelfBlocks: the squares on which a black man can be shut in by its own side.
//!
//! An officer that isn't pinned has no move if its own men are on all the squares next to it, in
//! its directions. Its way there and the ways of those men are counted on a board without obstacles
//! ([`super::reach`]): each of them has to be a different man, and a man fills one square, so the
//! sum is never more than Black really needs. The sums of all squares are computed at once, a bit
//! for each: of the h=8 of 26 million nodes that takes 4 of 16 seconds less than square by square.
//! A pawn can be shut in like this after its promotion; it is stopped as a pawn in other ways.
//!
//! Pictures that place an officer elsewhere, where nothing may pin it, are not examined: three h=8
//! take 6.5 s instead of 8.2 s.

use super::reach::{self, Journey};
use crate::attacks::{Bits, Sq, bit, pop};
use crate::board::{BISHOP, Board, KING, KNIGHT, PAWN, ROOK};
use crate::side::{Black, White};

/// The most black men except the king; positions with more are not examined.
const MOST_MEN: usize = 16;

/// The squares on which each of Black's men except the king, in the order of their squares, can be
/// shut in; pawns count in their promoted roles.
pub type SelfBlocks = [Bits; MOST_MEN];

/// No man can be shut in.
pub const NO_CELLS: SelfBlocks = [0; MOST_MEN];

/// The squares on which the men can be shut in by their own side within `moves` of its moves, with
/// the king on `king`; all squares if `moves` is more than [`reach::LONGEST`], since sums of moves
/// of several men are not distinguished beyond that.
pub fn cells(board: &Board, king: Sq, moves: usize) -> SelfBlocks {
    let mut left = board.us::<Black>() & !board.roles[KING];
    if left.count_ones() as usize > MOST_MEN || moves > reach::LONGEST {
        return [!0; MOST_MEN];
    }
    let men = board.us::<White>().count_ones() - 1;
    let fill = Fill::new(board, king, moves);
    let mut cells = NO_CELLS;
    for (cell, others) in cells.iter_mut().zip(&fill.others) {
        let Some(sq) = pop(&mut left) else {
            break;
        };
        let role = board.role_at(sq);
        if role == PAWN {
            let [_, as_knight, as_queen] = reach::pawn(false, men, sq);
            *cell |= Fill::cell(others, KNIGHT, as_knight, moves);
            // A queen that is shut in would also be shut in as a rook.
            for role in [BISHOP, ROOK] {
                *cell |= Fill::cell(others, role, as_queen, moves);
            }
        } else {
            *cell = Fill::cell(others, role, reach::officer(role, sq), moves);
        }
    }
    cells
}

/// The squares that can be filled within 0, 1, 2, ... moves of one man.
type Layers = Journey;

/// The squares that the other men can fill, for each of Black's men except the king in the order of
/// their squares.
struct Fill {
    others: [Layers; MOST_MEN],
}

impl Fill {
    fn new(board: &Board, king: Sq, moves: usize) -> Fill {
        let men = board.us::<White>().count_ones() - 1;
        let mut own = [[0; reach::LONGEST + 1]; MOST_MEN];
        let mut count = 0;
        let mut left = board.us::<Black>() & !board.roles[KING];
        while let Some(from) = pop(&mut left) {
            for (_, journey) in reach::journeys(false, men, board.role_at(from), from) {
                for (layer, squares) in own[count].iter_mut().zip(journey) {
                    *layer |= squares;
                }
            }
            count += 1;
        }
        let mut others = [[0; reach::LONGEST + 1]; MOST_MEN];
        for layer in 0..=moves {
            let mut before = bit(king);
            for (others, own) in others[..count].iter_mut().zip(&own) {
                others[layer] = before;
                before |= own[layer];
            }
            let mut behind = 0;
            for (others, own) in others[..count].iter_mut().zip(&own).rev() {
                others[layer] |= behind;
                behind |= own[layer];
            }
        }
        Fill { others }
    }

    /// The squares that a man can reach as an officer of `role`, and all of whose exits the other
    /// men, `others`, can fill.
    fn cell(others: &Layers, role: usize, journey: &Journey, moves: usize) -> Bits {
        // The squares whose exits cost more than this many moves: an exit costs a move for each
        // layer that it is not in.
        let mut dearer = [0; reach::LONGEST + 1];
        for &step in steps(role) {
            for layer in &others[..=moves] {
                let open = step.towards(!layer);
                for cost in (1..=moves).rev() {
                    dearer[cost] |= dearer[cost - 1] & open;
                }
                dearer[0] |= open;
            }
        }
        (0..=moves).fold(0, |cell, way| cell | (journey[way] & !dearer[moves - way]))
    }
}

/// A step to the next square in a direction.
#[derive(Clone, Copy)]
struct Step {
    /// The difference between the numbers of the two squares.
    by: i8,
    /// The files from which the step stays on the board.
    files: Bits,
}

impl Step {
    const fn new(east: i8, north: i8) -> Step {
        const FILE: Bits = 0x0101_0101_0101_0101;
        let mut files = 0;
        let mut file = 0;
        while file < 8 {
            if 0 <= file + east && file + east < 8 {
                files |= FILE << file;
            }
            file += 1;
        }
        Step {
            by: 8 * north + east,
            files,
        }
    }

    /// The squares from which the step leads to one of `squares`.
    fn towards(self, squares: Bits) -> Bits {
        let from = if self.by > 0 {
            squares >> self.by
        } else {
            squares << -self.by
        };
        from & self.files
    }
}

/// The steps of an officer in whose role a man can be shut in.
fn steps(role: usize) -> &'static [Step] {
    const STRAIGHT: [Step; 4] = [
        Step::new(0, 1),
        Step::new(0, -1),
        Step::new(1, 0),
        Step::new(-1, 0),
    ];
    const DIAGONAL: [Step; 4] = [
        Step::new(1, 1),
        Step::new(1, -1),
        Step::new(-1, 1),
        Step::new(-1, -1),
    ];
    const QUEEN: [Step; 8] = [
        STRAIGHT[0],
        STRAIGHT[1],
        STRAIGHT[2],
        STRAIGHT[3],
        DIAGONAL[0],
        DIAGONAL[1],
        DIAGONAL[2],
        DIAGONAL[3],
    ];
    const KNIGHT_LEAPS: [Step; 8] = [
        Step::new(1, 2),
        Step::new(1, -2),
        Step::new(-1, 2),
        Step::new(-1, -2),
        Step::new(2, 1),
        Step::new(2, -1),
        Step::new(-2, 1),
        Step::new(-2, -1),
    ];
    match role {
        KNIGHT => &KNIGHT_LEAPS,
        BISHOP => &DIAGONAL,
        ROOK => &STRAIGHT,
        _ => &QUEEN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Orientation, QUEEN};
    use crate::small::recorded;

    #[test]
    fn steps_are_those_of_the_officers() {
        for role in [KNIGHT, BISHOP, ROOK, QUEEN] {
            for sq in 0..64 {
                let to = (0..64).filter(|&to| {
                    steps(role)
                        .iter()
                        .any(|step| step.towards(bit(to)) == bit(sq))
                });
                let squares = to.fold(0, |all, to| all | bit(to));
                assert_eq!(squares, reach::exits(role, sq), "{role} {sq}");
            }
        }
    }

    /// The knight goes to b1 with four moves, and three pawns go to a3, c3 and d2 with ten.
    #[test]
    fn a_man_can_be_shut_in_with_more_moves_than_any_journey_takes() {
        let position = recorded("n6k/p1pp4/6KP/8/8/8/P1P5/3N4 b - -");
        let orientation = Orientation::new(shakmaty::Color::White);
        let board = orientation.board(&position);
        let knight = (board.us::<Black>() & !board.roles[KING]).count_ones() as usize - 1;
        for moves in [14, 20] {
            let cells = cells(&board, board.king::<Black>(), moves);
            assert_ne!(cells[knight] & bit(1), 0, "{moves} moves");
        }
        let cells = cells(&board, board.king::<Black>(), 12);
        assert_eq!(cells[knight] & bit(1), 0);
    }
}
