//! Small random positions, with squares chosen so that mates, en passant, castling and promotion
//! are far more frequent than by chance. The same seed gives the same positions.

use keymove::mix::SplitMix64;
use keymove::position::Position;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, File, FromSetup, Piece, PositionError, Rank, Role, Setup,
    Square, attacks,
};

/// The generator.
#[derive(Debug, Clone)]
pub struct Random(SplitMix64);

impl Random {
    pub fn new(seed: u64) -> Random {
        // The seed is mixed; otherwise its numbers would be those of the next seed, shifted by one.
        Random(SplitMix64(SplitMix64(seed).next()))
    }

    /// A number less than `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.below(end)
    }

    /// True with this probability in percent.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.0.chance(percent)
    }

    /// One of the squares, if there are any.
    pub fn square(&mut self, squares: Bitboard) -> Option<Square> {
        match squares.count() {
            0 => None,
            count => squares.into_iter().nth(self.below(count)),
        }
    }

    /// A kind of man drawn by weight: pawn, knight, bishop, rook, queen.
    pub fn role(&mut self, weights: [usize; 5]) -> Role {
        let mut left = self.below(weights.iter().sum());
        for (role, weight) in Role::ALL.into_iter().zip(weights) {
            if left < weight {
                return role;
            }
            left -= weight;
        }
        Role::Queen
    }
}

/// The purpose of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Men anywhere.
    Plain,
    /// The hunted king at the edge.
    Edge,
    /// The same, with its own men next to it.
    Box,
    /// A pawn has just moved two squares to a place next to another.
    EnPassant,
    /// King and rooks on their home squares.
    Castling,
    /// The same with the first rank shuffled.
    Chess960,
    /// Pawns one step from promotion.
    Promotion,
}

/// All shapes.
pub const SHAPES: [Shape; 7] = [
    Shape::Plain,
    Shape::Edge,
    Shape::Box,
    Shape::EnPassant,
    Shape::Castling,
    Shape::Chess960,
    Shape::Promotion,
];

pub const EDGE: Bitboard = Bitboard(0xff81_8181_8181_81ff);
pub const PAWNS: Bitboard = Bitboard(0x00ff_ffff_ffff_ff00);

impl Shape {
    /// One attempt at a position of 3 to 8 men in which the strong or the weak side moves.
    pub fn position(self, random: &mut Random, strong_moves: bool) -> Option<Position> {
        let mut setup = Setup::empty();
        let us = Color::from_white(random.chance(50));
        setup.turn = us;
        let strong = if strong_moves { us } else { !us };
        let mut mode = CastlingMode::Standard;
        match self {
            Shape::Castling => put_castling(&mut setup, random, us, [0, 4, 7])?,
            Shape::Chess960 => {
                mode = CastlingMode::Chess960;
                let files = shuffled(random);
                put_castling(&mut setup, random, us, files)?;
            }
            Shape::Promotion => {
                let seventh = Bitboard::from(us.fold_wb(Rank::Seventh, Rank::Second));
                for _ in 0..1 + random.below(2) {
                    put(&mut setup, random, us, Role::Pawn, seventh);
                }
            }
            Shape::EnPassant => put_en_passant(&mut setup, random, us)?,
            Shape::Plain | Shape::Edge | Shape::Box => (),
        }
        if setup.board.king_of(!strong).is_none() {
            let squares = if self == Shape::Plain {
                Bitboard::FULL
            } else {
                EDGE
            };
            put(&mut setup, random, !strong, Role::King, squares);
        }
        let hunted = setup.board.king_of(!strong)?;
        if setup.board.king_of(strong).is_none() {
            let squares = if random.chance(60) {
                Bitboard::FULL
                    .into_iter()
                    .filter(|s| matches!(s.distance(hunted), 2 | 3))
                    .collect()
            } else {
                Bitboard::FULL
            };
            put(&mut setup, random, strong, Role::King, squares);
        }
        if self == Shape::Box {
            for _ in 0..1 + random.below(2) {
                let role = random.role([4, 2, 2, 1, 0]);
                put(
                    &mut setup,
                    random,
                    !strong,
                    role,
                    attacks::king_attacks(hunted),
                );
            }
        }
        let men = 3 + random.below(6);
        while setup.board.occupied().count() < men {
            if random.chance(if strong_moves { 75 } else { 90 }) {
                let role = random.role([3, 3, 2, 4, 4]);
                put(&mut setup, random, strong, role, Bitboard::FULL);
            } else {
                let role = random.role([4, 2, 2, 2, 1]);
                put(&mut setup, random, !strong, role, Bitboard::FULL);
            }
        }
        legal(setup, mode)
    }
}

/// Legal for a problem: no game has to lead to it, but the en-passant square and the castling
/// rights must be possible.
pub fn legal(setup: Setup, mode: CastlingMode) -> Option<Position> {
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
        .map(Position::from)
}

/// A position of these men (`KQkr`: White's are upper case); White attacks.
pub fn ending(random: &mut Random, men: &str, black_moves: bool) -> Position {
    loop {
        let mut setup = Setup::empty();
        setup.turn = Color::from_white(!black_moves);
        for man in men.chars() {
            if let Some(piece) = Piece::from_char(man) {
                let edge = man == 'k' && random.chance(70);
                let squares = if edge { EDGE } else { Bitboard::FULL };
                put(&mut setup, random, piece.color, piece.role, squares);
            }
        }
        if let Some(position) = legal(setup, CastlingMode::Standard)
            && !position.legal_moves().is_empty()
        {
            return position;
        }
    }
}

/// Puts a man on one of the squares that is free, if there is one.
pub fn put(setup: &mut Setup, random: &mut Random, color: Color, role: Role, squares: Bitboard) {
    let mut free = squares & !setup.board.occupied();
    if role == Role::Pawn {
        free &= PAWNS;
    }
    if let Some(square) = random.square(free) {
        setup.board.set_piece_at(square, Piece { color, role });
    }
}

/// Files of a rook, the king and the other rook for Chess960.
pub fn shuffled(random: &mut Random) -> [u32; 3] {
    let king = 1 + random.below(6) as u32;
    let left = random.below(king as usize) as u32;
    let right = king + 1 + random.below(7 - king as usize) as u32;
    [left, king, right]
}

/// King and one or two rooks on the first rank, on the given files, with their rights.
pub fn put_castling(
    setup: &mut Setup,
    random: &mut Random,
    color: Color,
    [left, king, right]: [u32; 3],
) -> Option<()> {
    let rank = color.fold_wb(Rank::First, Rank::Eighth);
    let square = |file| Some(Square::from_coords(File::try_from(file).ok()?, rank));
    setup.board.set_piece_at(square(king)?, color.king());
    let files: &[u32] = match random.below(3) {
        0 => &[left],
        1 => &[right],
        _ => &[left, right],
    };
    for &file in files {
        setup.board.set_piece_at(square(file)?, color.rook());
        setup.castling_rights.add(square(file)?);
    }
    Some(())
}

/// A pawn of the other side that has just moved two squares, and one next to it.
pub fn put_en_passant(setup: &mut Setup, random: &mut Random, color: Color) -> Option<()> {
    let file = random.below(8) as u32;
    let beside = match (file, random.chance(50)) {
        (0, _) => 1,
        (7, _) => 6,
        (_, true) => file + 1,
        (_, false) => file - 1,
    };
    let square = |file, rank| Some(Square::from_coords(File::try_from(file).ok()?, rank));
    let (fifth, sixth) = color.fold_wb((Rank::Fifth, Rank::Sixth), (Rank::Fourth, Rank::Third));
    setup
        .board
        .set_piece_at(square(file, fifth)?, (!color).pawn());
    setup
        .board
        .set_piece_at(square(beside, fifth)?, color.pawn());
    setup.ep_square = Some(square(file, sixth)?);
    Some(())
}
