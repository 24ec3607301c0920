//! The best play if the win is not certain: it catches as many squares of the black king as
//! possible.
//!
//! A set of squares that is not won contains sets that are. A [`Gamble`] is such a set, as large as
//! a plan of one turn allows, and White plays as if the king were there. If it is, it is mated for
//! certain in a known number of moves; if not, an answer of the umpire reveals that sooner or
//! later, and White gambles anew. The possible size of the set follows from the table alone: each
//! answer to a try is a separate case, and in each case the largest part of a stored set is caught,
//! so only the order of the king's tries, the only ones that can be refused, has to be searched.
//!
//! The number of squares from which the king captures a man or is stalemated is kept as small as
//! possible: a lost man is lost for good, while a square that is not caught now may be caught
//! later.

use std::collections::HashMap;

use shakmaty::Bitboard;

use super::WhitePlacement;
use super::geometry::{WhiteTry, tries};
use super::table::EndingTable;

/// A part of the king's squares that is certainly won.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Gamble {
    /// The squares; empty if nothing can be caught.
    pub caught: Bitboard,
    /// The number of moves to mate from them.
    pub moves: u16,
    /// The squares from which the king could capture a man or would be stalemated immediately.
    pub risked: Bitboard,
}

impl EndingTable {
    /// The best gamble with White to move and the king on any square of `king`; `None` for a
    /// placement of another ending or without any square.
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
    /// The squares for which the try is legal and from which the king can then capture a man, or is
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
    /// The best gamble for a set; empty for the empty set.
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
        // White always has a move that is legal for some square: a move of a man, or the king's
        // away.
        let best = best.unwrap_or_default();
        self.known.insert(king, best);
        best
    }

    /// The squares caught if this try is made first.
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
    /// The rank of the gamble; lower is better.
    fn rank(&self) -> (usize, usize, u16) {
        (self.risked.count(), 64 - self.caught.count(), self.moves)
    }
}
