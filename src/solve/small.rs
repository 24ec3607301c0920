//! Positions for the judges of the search: small random ones, and the positions of records.

use std::path::Path;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, FromSetup, Piece, Role, Setup, Square};

use keymove_base::mix::SplitMix64;
use keymove_rules::position::Position;

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
        // The black king near a corner, the white one usually near it.
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

/// The position of a record that has a legal one; only its first four fields are read.
fn read(line: &str) -> Option<Chess> {
    let fields: Vec<&str> = line.split_whitespace().take(4).collect();
    let fen: Fen = fields.join(" ").parse().ok()?;
    fen.into_position(CastlingMode::Chess960).ok()
}

/// The position of a record.
pub fn recorded(line: &str) -> Chess {
    read(line).expect("a legal position")
}

/// The positions of the records in a file.
pub fn records(path: &Path) -> Vec<Chess> {
    let text = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = String::from_utf8_lossy(&text);
    text.lines().filter_map(read).collect()
}

/// The positions of a suite of the project.
pub fn suite(name: &str) -> Vec<Chess> {
    records(&root().join("suites").join(name).with_extension("epd"))
}

/// The root of the project.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
