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
//! Two tries that catch are not equally good where one leaves a man to be taken: [`Caution`] says
//! which of both comes first.

use std::collections::HashMap;

use shakmaty::Bitboard;

use super::WhitePlacement;
use super::geometry::{WhiteTry, around, replies, tries};
use super::table::EndingTable;

/// What comes first where a try that catches more offers a man.
///
/// [`Caution::Men`] is the rule of play: a man that is lost is lost for good, and a square that is
/// not caught now may be caught later. `tests/play` plays both against the king that knows best,
/// and holds that no more men are lost with caution than without.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Caution {
    /// As few squares as can be from which the king takes a man or is stalemated; of such tries
    /// those that catch most.
    #[default]
    Men,
    /// As many squares caught as can be; of such tries those that risk least.
    Catch,
}

/// A part of the king's squares that is won for sure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gamble {
    /// The squares. Empty: nothing can be caught.
    pub caught: Bitboard,
    /// The moves to mate from them.
    pub moves: u16,
    /// The squares from which the king could take a man or would be stalemated, at once.
    pub risked: Bitboard,
}

/// A try that keeps the win of some squares.
#[derive(Debug, Clone)]
pub struct KeepingTry {
    /// The try.
    pub try_move: WhiteTry,
    /// The moves up to mate from these squares if it is legal, this one counted.
    pub moves: u16,
}

impl EndingTable {
    /// The best gamble, White to move and the king on any square of `king`; none for a placement of
    /// another ending or without a square.
    pub fn gamble(
        &self,
        placement: WhitePlacement,
        king: Bitboard,
        caution: Caution,
    ) -> Option<Gamble> {
        let king = king & EndingTable::possible(placement);
        if placement.ending() != self.ending() || king.is_empty() {
            return None;
        }
        let mut gambling = Gambling {
            table: self,
            tries: tries(placement),
            caution,
            known: HashMap::new(),
        };
        Some(gambling.best(king.0))
    }

    /// The tries that keep the win of the squares `king` within the moves it takes, each legal on
    /// one of them; none if the win is not sure.
    pub fn keeping(&self, placement: WhitePlacement, king: Bitboard) -> Option<Vec<KeepingTry>> {
        let within = self.moves_to_mate(placement, king)?;
        let king = king.0 & EndingTable::possible(placement).0;
        let keeps = |try_move: WhiteTry| {
            let legal = king & !try_move.refused;
            let moves = self.moves_by(&try_move, legal)?;
            (legal != 0 && moves <= within).then_some(KeepingTry { try_move, moves })
        };
        Some(tries(placement).into_iter().filter_map(keeps).collect())
    }
}

impl WhiteTry {
    /// Of the squares where the try is legal those from which the king can take a man then, or is
    /// stalemated.
    pub fn risked(&self) -> u64 {
        let takeable = self.after.takeable().0 & replies(self.after);
        let legal = self
            .announced
            .iter()
            .fold(0, |all, (_, squares)| all | squares);
        (legal & around(takeable)) | self.stalemates
    }
}

struct Gambling<'a> {
    table: &'a EndingTable,
    tries: Vec<WhiteTry>,
    caution: Caution,
    known: HashMap<u64, Gamble>,
}

impl Gambling<'_> {
    /// The best gamble on a set that is not empty.
    fn best(&mut self, king: u64) -> Gamble {
        if let Some(&known) = self.known.get(&king) {
            return known;
        }
        let mut best: Option<Gamble> = None;
        for index in 0..self.tries.len() {
            if king & !self.tries[index].refused == 0 {
                continue;
            }
            let gamble = self.by(index, king);
            if best.is_none_or(|best| self.rank(gamble) < self.rank(best)) {
                best = Some(gamble);
            }
        }
        // White has always a move that is legal somewhere: the men's, or the king's away.
        let best = best.unwrap_or(Gamble {
            caught: Bitboard::EMPTY,
            moves: 0,
            risked: Bitboard::EMPTY,
        });
        self.known.insert(king, best);
        best
    }

    /// What is caught when this try is made first.
    fn by(&mut self, index: usize, king: u64) -> Gamble {
        let (legal, refused) = {
            let try_move = &self.tries[index];
            (king & !try_move.refused, king & try_move.refused)
        };
        let mut all = if refused == 0 {
            Gamble {
                caught: Bitboard::EMPTY,
                moves: 0,
                risked: Bitboard::EMPTY,
            }
        } else {
            self.best(refused)
        };
        let try_move = &self.tries[index];
        all.risked |= Bitboard(legal & try_move.risked());
        for &(_, squares) in &try_move.announced {
            let (caught, moves) = self.table.most_after(try_move.after, legal & squares);
            if caught != 0 {
                all.caught |= Bitboard(caught);
                all.moves = all.moves.max(moves + 1);
            }
        }
        all
    }

    /// The lower, the better.
    fn rank(&self, gamble: Gamble) -> (usize, usize, u16) {
        let free = 64 - gamble.caught.count();
        let risked = gamble.risked.count();
        match self.caution {
            Caution::Men => (risked, free, gamble.moves),
            Caution::Catch => (free, risked, gamble.moves),
        }
    }
}
