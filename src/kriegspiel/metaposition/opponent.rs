//! Who plays Black.

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
    /// A king that stands on a square and makes any legal move, each as likely as the others,
    /// taking a man among them.
    Random,
    /// A king that stands on a square, sees White's men and resists as long as it can in plain
    /// chess: it takes a man where that is possible, else goes to where White can no longer win,
    /// else to where mate is farthest away; chance decides between equals. It does not know what
    /// White will do.
    Best,
}

/// A king on a square.
#[derive(Debug)]
pub enum King<'a> {
    /// [`Opponent::Random`].
    Random(Chance),
    /// [`Opponent::Best`].
    Best(&'a Distances, Chance),
}

impl King<'_> {
    /// Where the king goes from `square` after White's legal move; none if it cannot move.
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

/// Of the king's replies those that are best for it, in the sense of [`Opponent::Best`].
pub fn longest_resistance(
    distances: &Distances,
    placement: WhitePlacement,
    replies: Bitboard,
) -> Bitboard {
    let captures = replies & placement.takeable();
    if captures.any() {
        return captures;
    }
    // No distance: White cannot win.
    let length = |to| distances.before(placement, to).unwrap_or(u8::MAX);
    let most = replies.into_iter().map(length).max();
    replies
        .into_iter()
        .filter(|&to| Some(length(to)) == most)
        .collect()
}
