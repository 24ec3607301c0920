//! Parts of the board relative to a man, precomputed for every square.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Square};

static QUADRANTS: LazyLock<Vec<[Bitboard; 4]>> = LazyLock::new(|| areas(quadrant));
static DIAGONAL_AREAS: LazyLock<Vec<[Bitboard; 4]>> = LazyLock::new(|| areas(diagonal_area));

/// The four parts into which the file and the rank of a square divide the board.
pub fn quadrants(square: Square) -> &'static [Bitboard; 4] {
    &QUADRANTS[square.to_usize()]
}

/// The four parts into which the diagonals of a square divide the board.
pub fn diagonal_areas(square: Square) -> &'static [Bitboard; 4] {
    &DIAGONAL_AREAS[square.to_usize()]
}

/// The interior, without the edges, of the rectangle with these two squares as opposite corners.
pub fn inside(one: Square, other: Square) -> Bitboard {
    // A bit for each line strictly between two lines, which are `apart` bits apart.
    let between = |a: usize, b: usize, apart: usize| {
        let (low, high) = (a.min(b), a.max(b));
        (1_u64 << (apart * high)) - (1 << (apart * (low + 1).min(high)))
    };
    let files = between(file(one), file(other), 1) * 0x0101_0101_0101_0101;
    Bitboard(files & between(rank(one), rank(other), 8))
}

fn areas(of: fn(Square, Square) -> usize) -> Vec<[Bitboard; 4]> {
    let cut = |square: Square| {
        let mut parts = [Bitboard::EMPTY; 4];
        for other in Square::ALL {
            parts[of(square, other)].add(other);
        }
        parts
    };
    Square::ALL.into_iter().map(cut).collect()
}

fn quadrant(square: Square, other: Square) -> usize {
    2 * usize::from(file(other) > file(square)) + usize::from(rank(other) > rank(square))
}

fn diagonal_area(square: Square, other: Square) -> usize {
    let sideways = file(other).abs_diff(file(square)) > rank(other).abs_diff(rank(square));
    if sideways {
        usize::from(file(other) > file(square))
    } else {
        2 + usize::from(rank(other) > rank(square))
    }
}

fn file(square: Square) -> usize {
    square.file().to_usize()
}

fn rank(square: Square) -> usize {
    square.rank().to_usize()
}
