//! The players of Black.

use serde::Serialize;
use shakmaty::{Bitboard, Square, attacks};

use crate::ending::WhitePlacement;
use crate::ending::chance::Chance;
use crate::ending::distance::Distances;
use crate::ending::geometry::WhiteTry;

/// The kinds of opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Opponent {
    /// A king on a real square that makes a random legal move, including captures, with equal
    /// probabilities.
    Random,
    /// A king on a real square that sees White's men and resists as long as possible in ordinary
    /// chess: it captures a man if possible, otherwise moves to where White can no longer win,
    /// otherwise to where mate is farthest away; ties are broken at random. It does not know
    /// White's next moves.
    Best,
}

/// A king on a real square.
#[derive(Debug)]
pub enum King<'a> {
    /// [`Opponent::Random`].
    Random(Chance),
    /// [`Opponent::Best`].
    Best(&'a Distances, Chance),
}

impl King<'_> {
    /// The king's reply from `square` after White's legal move; `None` if it cannot move.
    pub fn reply(&mut self, tried: &WhiteTry, square: Square) -> Option<Square> {
        let replies = attacks::king_attacks(square) & Bitboard(tried.free);
        match self {
            King::Random(random) => random.square_of(replies),
            King::Best(distances, random) => {
                random.square_of(longest_resistance(distances, tried.after, replies))
            }
        }
    }
}

/// The best of the king's replies, in the sense of [`Opponent::Best`].
pub fn longest_resistance(
    distances: &Distances,
    placement: WhitePlacement,
    replies: Bitboard,
) -> Bitboard {
    let captures = replies & placement.takeable();
    if captures.any() {
        return captures;
    }
    // Without a distance, White cannot win.
    let length = |to| distances.before(placement, to).unwrap_or(u8::MAX);
    let most = replies.into_iter().map(length).max();
    replies
        .into_iter()
        .filter(|&to| Some(length(to)) == most)
        .collect()
}
