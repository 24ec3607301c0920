//! Random numbers and positions, the same in every run.

use keymove_base::mix::SplitMix64;
use shakmaty::{Board, Chess, Color, FromSetup, Piece, Position as _, Role, Setup, Square};

/// The generator.
pub struct Random(SplitMix64);

impl Random {
    pub fn seeded(seed: u64) -> Random {
        Random(SplitMix64(seed))
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit)
    }

    pub fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// A legal position with the kings and these men.
    pub fn position(&mut self, white: &[Role], black: &[Role], turn: Color) -> Chess {
        loop {
            let mut board = Board::empty();
            let kings = [(Color::White, Role::King), (Color::Black, Role::King)];
            let men = kings
                .into_iter()
                .chain(white.iter().map(|role| (Color::White, *role)))
                .chain(black.iter().map(|role| (Color::Black, *role)));
            for (color, role) in men {
                let square = Square::new(self.below(64) as u32);
                board.set_piece_at(square, Piece { color, role });
            }
            if board.occupied().count() != 2 + white.len() + black.len() {
                continue;
            }
            let mut setup = Setup::empty();
            setup.board = board;
            setup.turn = turn;
            if let Ok(position) = Chess::from_setup(setup, shakmaty::CastlingMode::Standard)
                && !position.legal_moves().is_empty()
            {
                return position;
            }
        }
    }

    /// Some men, including pawns.
    pub fn men(&mut self, most: usize) -> Vec<Role> {
        let kinds = [
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
            Role::Pawn,
            Role::Pawn,
        ];
        (0..self.below(most + 1))
            .map(|_| self.one_of(&kinds))
            .collect()
    }
}
