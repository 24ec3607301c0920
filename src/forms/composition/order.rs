//! The order in which Popeye writes moves.
//!
//! It is that of its move generation, and the 416 outputs of the collection follow it without an
//! exception (`tests/popeye` counts):
//!
//! - men from a1 over h1 to h8; where the attacker has one move left to mate, from h8 to a1;
//! - a queen's and a king's moves on diagonals first, each direction from the far end: down left,
//!   down right, up right, up left; then down, left, up, right;
//! - a knight's counter-clockwise, from two files left and one rank down on;
//! - a pawn's double step, its single step, captures to the right, to the left, seen from White;
//!   with one move left to mate, captures first;
//! - promotions to queen, knight, rook, bishop.
//!
//! Castling before the king's other moves is in Popeye's examples (`tests/popeye/known.txt`). That
//! the last move of help and series play is sorted as a mating move, too, and so are the mates that
//! reflex play forces (`?!?`), is what 348 other outputs have (`tests/popeye/recorded.rs`); that
//! the queen's side castles first is a guess.

use shakmaty::{Move, Role, Square};

use keymove_solve::Aim;

/// Which generator Popeye takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Generator {
    /// For all moves but those below.
    Every,
    /// Where one move is left to mate.
    Mating,
}

impl Generator {
    /// The generator of a move which reaches `aim`: the last of a line, or one that must be made.
    pub fn last_of(aim: Aim) -> Generator {
        match aim {
            Aim::Mate => Generator::Mating,
            Aim::Stalemate | Aim::DoubleStalemate => Generator::Every,
        }
    }
}

/// Sorts what has a move.
pub fn sort<T>(list: &mut [T], generator: Generator, m: impl Fn(&T) -> Move) {
    list.sort_by_key(|item| rank(m(item), generator));
}

/// The place of a move among all of a position: moves with a lower one come first.
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
        // The other moves of a king begin at 8.
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
