//! What the table says where the win is not sure: the most squares of the black king that White can
//! catch.
//!
//! A set of squares that is not won contains sets that are. A [`Gamble`] is such a set, as large as
//! a plan of one turn makes it, and White plays as if the king stood there: if it does, it is mated
//! for sure, in a number of moves that is known; if it does not, an answer of the umpire's tells so
//! sooner or later, and White gambles anew. How large the set can be follows from the table alone:
//! each answer to a try is a case of its own, and of each the largest part that lies in one of the
//! sets kept is caught, so nothing has to be searched but the order of the king's tries, which
//! alone can be refused.
//!
//! As few squares as can be are risked, from which the king takes a man or is stalemated: a man that
//! is lost is lost for good, and a square that is not caught now may be caught later.

use std::collections::HashMap;

use shakmaty::Bitboard;

use super::WhitePlacement;
use super::geometry::{WhiteTry, tries};
use super::table::EndingTable;

/// A part of the king's squares that is won for sure.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Gamble {
    /// The squares. Empty: nothing can be caught.
    pub caught: Bitboard,
    /// The moves to mate from them.
    pub moves: u16,
    /// The squares from which the king could take a man or would be stalemated, at once.
    pub risked: Bitboard,
}

impl EndingTable {
    /// The best gamble, White to move and the king on any square of `king`; none for a placement of
    /// another ending or without a square.
    pub fn gamble(&self, placement: WhitePlacement, king: Bitboard) -> Option<Gamble> {
        let king = king & EndingTable::possible(placement);
        if placement.ending() != self.ending() || king.is_empty() {
            return None;
        }
        let mut gambling = Gambling {
            table: self,
            tries: tries(placement),
            known: HashMap::new(),
        };
        Some(gambling.best(king.0))
    }
}

impl WhiteTry {
    /// Of the squares where the try is legal those from which the king can take a man then, or is
    /// stalemated.
    pub fn risked(&self) -> u64 {
        self.takers() | self.stalemates
    }
}

struct Gambling<'a> {
    table: &'a EndingTable,
    tries: Vec<WhiteTry>,
    known: HashMap<u64, Gamble>,
}

impl Gambling<'_> {
    /// The best gamble on a set; none is caught of the empty one.
    fn best(&mut self, king: u64) -> Gamble {
        if let Some(&known) = self.known.get(&king) {
            return known;
        }
        let mut best: Option<Gamble> = None;
        for tried in self.tries.clone() {
            if king & !tried.refused == 0 {
                continue;
            }
            let gamble = self.by(&tried, king);
            if best.is_none_or(|best| gamble.rank() < best.rank()) {
                best = Some(gamble);
            }
        }
        // White has always a move that is legal somewhere: the men's, or the king's away.
        let best = best.unwrap_or_default();
        self.known.insert(king, best);
        best
    }

    /// What is caught when this try is made first.
    fn by(&mut self, tried: &WhiteTry, king: u64) -> Gamble {
        let legal = king & !tried.refused;
        let mut all = self.best(king & tried.refused);
        all.risked |= Bitboard(legal & tried.risked());
        for (_, squares) in tried.announced() {
            let (caught, moves) = self.table.most_after(tried.after, legal & squares);
            if caught != 0 {
                all.caught |= Bitboard(caught);
                all.moves = all.moves.max(moves + 1);
            }
        }
        all
    }
}

impl Gamble {
    /// The lower, the better.
    fn rank(&self) -> (usize, usize, u16) {
        (self.risked.count(), 64 - self.caught.count(), self.moves)
    }
}
