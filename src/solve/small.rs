//! Small random positions for the judges of the search.

use shakmaty::{CastlingMode, Chess, Color, FromSetup, Piece, Role, Setup, Square};

use crate::mix::SplitMix64;
use crate::position::Position;

/// A legal position of two kings and a few men.
pub fn position(random: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup::empty();
    let kings = [Color::Black, Color::White].map(|color| Piece {
        color,
        role: Role::King,
    });
    let roles = [
        Role::Queen,
        Role::Rook,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ];
    let men = (0..2 + random.below(3)).map(|_| Piece {
        color: Color::from_white(random.chance(75)),
        role: roles[random.below(roles.len())],
    });
    let men: Vec<Piece> = kings.into_iter().chain(men).collect();
    for (place, piece) in men.into_iter().enumerate() {
        // The black king in a corner's neighbourhood, the white one near it more often than not.
        let square = match place {
            0 if random.chance(80) => {
                [Square::G8, Square::H8, Square::H7, Square::G7][random.below(4)]
            }
            1 if random.chance(70) => {
                [Square::F6, Square::G6, Square::H6, Square::F7][random.below(4)]
            }
            _ => Square::new(random.below(64) as u32),
        };
        setup.board.set_piece_at(square, piece);
    }
    let chess = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    Some(chess.into())
}
