//! The eight symmetries of the board.

use shakmaty::{Bitboard, Square};

/// A symmetry of the board: reflection in the main diagonal a1-h8, then exchange of left and right,
/// then of top and bottom, each optional.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Symmetry(u8);

const DIAGONAL: u8 = 1;
const SIDES: u8 = 2;
const RANKS: u8 = 4;

impl Symmetry {
    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(Symmetry)
    }

    /// The inverse symmetry.
    pub fn inverse(self) -> Symmetry {
        let Symmetry(parts) = self;
        if parts & DIAGONAL != 0 && (parts & SIDES != 0) != (parts & RANKS != 0) {
            // A quarter turn; all others are their own inverses.
            Symmetry(parts ^ SIDES ^ RANKS)
        } else {
            self
        }
    }

    /// The image of a square.
    pub fn square(self, square: Square) -> Square {
        Square::new(self.set(1 << square.to_u32()).trailing_zeros())
    }

    /// The image of a set of squares.
    #[inline]
    pub fn set(self, set: u64) -> u64 {
        let Symmetry(parts) = self;
        let mut set = Bitboard(set);
        if parts & DIAGONAL != 0 {
            set = set.flip_diagonal();
        }
        if parts & SIDES != 0 {
            set = set.flip_horizontal();
        }
        if parts & RANKS != 0 {
            set = set.flip_vertical();
        }
        set.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_go_where_their_squares_go_and_back() {
        for symmetry in Symmetry::all() {
            for square in Square::ALL {
                let image = symmetry.square(square);
                assert_eq!(symmetry.set(1 << square.to_u32()), 1 << image.to_u32());
                assert_eq!(symmetry.inverse().square(image), square);
            }
        }
    }

    #[test]
    fn the_eight_are_different() {
        let images: std::collections::HashSet<_> = Symmetry::all()
            .map(|symmetry| (symmetry.square(Square::A1), symmetry.square(Square::B1)))
            .collect();
        assert_eq!(images.len(), 8);
    }
}
