//! The parts of the board as a man sees them: precomputed for every square.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Square};

static QUADRANTS: LazyLock<Vec<[Bitboard; 4]>> = LazyLock::new(|| areas(quadrant));
static DIAGONAL_AREAS: LazyLock<Vec<[Bitboard; 4]>> = LazyLock::new(|| areas(diagonal_area));
static INSIDE: LazyLock<Vec<Bitboard>> = LazyLock::new(|| {
    let strictly = |a: usize, b: usize, x: usize| a.min(b) < x && x < a.max(b);
    let mut all = Vec::with_capacity(64 * 64);
    for one in Square::ALL {
        for other in Square::ALL {
            let inside = Square::ALL.into_iter().filter(|square| {
                strictly(file(one), file(other), file(*square))
                    && strictly(rank(one), rank(other), rank(*square))
            });
            all.push(inside.collect());
        }
    }
    all
});
static FARTHER: LazyLock<Vec<[Bitboard; 7]>> = LazyLock::new(|| {
    let farther = |square: Square| {
        [0, 1, 2, 3, 4, 5, 6].map(|steps| {
            let squares = Square::ALL.into_iter();
            squares
                .filter(|other| square.distance(*other) > steps)
                .collect()
        })
    };
    Square::ALL.into_iter().map(farther).collect()
});

/// The four parts into which the file and the rank of a square cut the board.
pub fn quadrants(square: Square) -> &'static [Bitboard; 4] {
    &QUADRANTS[square.to_usize()]
}

/// The four parts into which the diagonals of a square cut the board.
pub fn diagonal_areas(square: Square) -> &'static [Bitboard; 4] {
    &DIAGONAL_AREAS[square.to_usize()]
}

/// The inside, without the edges, of the rectangle that has two squares for opposite corners.
pub fn inside(one: Square, other: Square) -> Bitboard {
    INSIDE[one.to_usize() * 64 + other.to_usize()]
}

/// The squares more than 0, 1, ... 6 king's steps away.
pub fn farther(square: Square) -> &'static [Bitboard; 7] {
    &FARTHER[square.to_usize()]
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
