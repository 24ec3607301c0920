//! Positions in which self play may succeed: the hunted king among its own men, and moves taken
//! back from such positions.

use keymove::position::Position;
use shakmaty::{
    Bitboard, CastlingMode, Color, EnPassantMode, Piece, Position as _, Rank, Role, Setup, Square,
    attacks,
};

use crate::brute_force::positions::{EDGE, PAWNS, Random, legal, put};

const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// A position of 4 to 8 men in which the side to move may well force the other side to mate or
/// stalemate it: its king is at the edge, for mate with its own men next to it, and the other king
/// has few moves.
pub fn huddle(random: &mut Random, stalemate: bool) -> Option<Position> {
    let mut setup = Setup::empty();
    let us = Color::from_white(random.chance(50));
    setup.turn = us;
    let home = if random.chance(60) { CORNERS } else { EDGE };
    put(&mut setup, random, us, Role::King, home);
    let king = setup.board.king_of(us)?;
    let beside = attacks::king_attacks(king);
    if !stalemate {
        for _ in 0..1 + random.below(3) {
            let role = random.role([5, 2, 2, 2, 1]);
            put(&mut setup, random, us, role, beside);
        }
    }
    let near = |squares: Bitboard, low: u32, high: u32| -> Bitboard {
        squares
            .into_iter()
            .filter(|s| s.distance(king) >= low && s.distance(king) <= high)
            .collect()
    };
    let squares = if random.chance(70) {
        near(EDGE, 2, 4)
    } else {
        near(Bitboard::FULL, 2, 3)
    };
    put(&mut setup, random, !us, Role::King, squares);
    let other = setup.board.king_of(!us)?;
    for _ in 0..1 + random.below(2) {
        let role = random.role([3, 2, 3, 3, 2]);
        let squares = if random.chance(50) {
            near(Bitboard::FULL, 1, 3)
        } else {
            attacks::king_attacks(other)
        };
        put(&mut setup, random, !us, role, squares);
    }
    for _ in 0..1 + random.below(2) {
        let role = random.role([1, 1, 1, 3, 5]);
        put(&mut setup, random, us, role, Bitboard::FULL);
    }
    legal(setup, CastlingMode::Standard)
}

/// A double stalemate of 8 to 14 men, `turn` to move: each king in a corner behind men that block
/// one another.
pub fn stuck(random: &mut Random, turn: Color) -> Position {
    // For a white king: the men of both colours around it.
    const CELLS: [&str; 2] = ["Ka1 Bb1 Pa2 Pc2 pa3 pc3", "Ka1 Pb2 pa2 pb3"];
    let mut setup = Setup::empty();
    setup.turn = turn;
    for color in Color::ALL {
        let mirrored = random.chance(50);
        for man in CELLS[random.below(CELLS.len())].split(' ') {
            let (letter, square) = man.split_at(1);
            let mut man =
                Piece::from_char(letter.chars().next().expect("a letter")).expect("a man");
            let mut square: Square = square.parse().expect("a square");
            if mirrored {
                square = square.flip_horizontal();
            }
            if color.is_black() {
                square = square.flip_vertical();
                man.color = !man.color;
            }
            setup.board.set_piece_at(square, man);
        }
    }
    legal(setup, CastlingMode::Standard).expect("kings in their corners, and nobody in check")
}

/// A position from which a reply and, before it, a move of the side to move may have led to
/// `position`: a man of each side is put back to a square from which it may have come, sometimes as
/// a pawn before its promotion, or as if it had captured a man.
pub fn retract(random: &mut Random, position: &Position) -> Option<Position> {
    taken_back(random, position, &[!position.turn(), position.turn()])
}

/// A position from which the side that is not to move may have reached `position`.
pub fn retract_one(random: &mut Random, position: &Position) -> Option<Position> {
    taken_back(random, position, &[!position.turn()])
}

fn taken_back(random: &mut Random, position: &Position, colors: &[Color]) -> Option<Position> {
    let mut setup = position.chess().to_setup(EnPassantMode::Legal);
    setup.castling_rights = Bitboard::EMPTY;
    setup.ep_square = None;
    for &color in colors {
        setup.turn = color;
        let to = random.square(setup.board.by_color(color))?;
        let mut man = setup.board.remove_piece_at(to)?;
        let back = color.fold_wb(-8, 8);
        let last = to.rank() == color.fold_wb(Rank::Eighth, Rank::First);
        let squares =
            if man.role == Role::Pawn || (last && man.role != Role::King && random.chance(30)) {
                man.role = Role::Pawn;
                to.offset(back).into_iter().collect()
            } else {
                attacks::attacks(to, man, setup.board.occupied())
            };
        let free = squares & !setup.board.occupied();
        let from = random.square(if man.role == Role::Pawn {
            free & PAWNS
        } else {
            free
        })?;
        setup.board.set_piece_at(from, man);
        if from.file() != to.file() && man.role != Role::Pawn && random.chance(15) {
            let role = random.role([2, 2, 2, 2, 1]);
            put(&mut setup, random, !color, role, Bitboard::from(to));
        }
    }
    legal(setup, CastlingMode::Standard)
}
