//! The order in which Popeye writes moves.
//!
//! It is the order of Popeye's move generation. The 416 outputs of the collection follow it without
//! exception (`tests/popeye` counts them):
//!
//! - men from a1 over h1 to h8; if the attacker has one move left to mate, from h8 to a1;
//! - for queen and king, the moves on diagonals first, each direction from the far end: down left,
//!   down right, up right, up left; then down, left, up, right;
//! - for a knight, counter-clockwise, beginning with two files left and one rank down;
//! - for a pawn, the double step, the single step, captures to the right, then to the left, from
//!   White's view; with one move left to mate, captures first;
//! - promotions to queen, knight, rook, bishop.
//!
//! Castling comes before the king's other moves in Popeye's examples (`tests/popeye/known.txt`).
//! According to 348 other outputs (`tests/popeye/recorded.rs`), the last move of help and series
//! play is sorted as a mating move, and so are the mates forced by reflex play (`?!?`). It is a
//! guess that castling on the queen's side comes first.

use shakmaty::{Move, Role, Square};

use keymove_solve::Aim;

/// The move generators of Popeye.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Generator {
    /// For all moves except the following.
    Every,
    /// For moves when one move is left to mate.
    Mating,
}

impl Generator {
    /// The generator of a move that reaches `aim`: the last move of a line, or a forced one.
    pub fn last_of(aim: Aim) -> Generator {
        match aim {
            Aim::Mate => Generator::Mating,
            _ => Generator::Every,
        }
    }
}

/// Sorts items by their moves.
pub fn sort<T>(list: &mut [T], generator: Generator, m: impl Fn(&T) -> Move) {
    list.sort_by_key(|item| rank(m(item), generator));
}

/// The rank of a move among all moves of a position: lower ranks come first.
pub fn rank(m: Move, generator: Generator) -> (u32, u32) {
    let (from, to) = match m {
        Move::Castle { king, rook } => (king, rook),
        _ => (m.from().unwrap_or(m.to()), m.to()),
    };
    let square = match generator {
        Generator::Every => u32::from(from),
        Generator::Mating => 63 - u32::from(from),
    };
    (square, among_those_of_a_man(m, from, to, generator))
}

fn among_those_of_a_man(m: Move, from: Square, to: Square, generator: Generator) -> u32 {
    let files = to.file() as i32 - from.file() as i32;
    let ranks = to.rank() as i32 - from.rank() as i32;
    match m {
        // The other moves of a king have ranks from 8.
        Move::Castle { .. } => u32::from(files > 0),
        _ => match m.role() {
            Role::Pawn => {
                let captures_first = generator == Generator::Mating;
                let step = match (files, ranks.abs()) {
                    (0, 2) => 2,
                    (0, _) => 3,
                    (1.., _) => 4 - 4 * u32::from(captures_first),
                    _ => 5 - 4 * u32::from(captures_first),
                };
                let promotion = match m.promotion() {
                    None | Some(Role::Queen) => 0,
                    Some(Role::Knight) => 1,
                    Some(Role::Rook) => 2,
                    Some(_) => 3,
                };
                4 * step + promotion
            }
            Role::Knight => {
                const JUMPS: [(i32, i32); 8] = [
                    (-2, -1),
                    (-1, -2),
                    (1, -2),
                    (2, -1),
                    (2, 1),
                    (1, 2),
                    (-1, 2),
                    (-2, 1),
                ];
                place_in(&JUMPS, (files, ranks))
            }
            _ => {
                const DIRECTIONS: [(i32, i32); 8] = [
                    (-1, -1),
                    (1, -1),
                    (1, 1),
                    (-1, 1),
                    (0, -1),
                    (-1, 0),
                    (0, 1),
                    (1, 0),
                ];
                let direction = place_in(&DIRECTIONS, (files.signum(), ranks.signum()));
                let distance = files.unsigned_abs().max(ranks.unsigned_abs());
                8 * (direction + 1) + 7 - distance.min(7)
            }
        },
    }
}

fn place_in(list: &[(i32, i32); 8], way: (i32, i32)) -> u32 {
    let place = list.iter().position(|&other| other == way);
    u32::try_from(place.unwrap_or(list.len())).expect("at most 8")
}
