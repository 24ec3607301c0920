//! The table of an ending, with its answers for a placement and a set of king squares.

use shakmaty::Bitboard;

use super::folding::Folding;
use super::geometry::{WhiteTry, possible, tries};
use super::turn::WhiteTurn;
use super::{Ending, WhitePlacement};

/// The entry of a folded placement: V(p, n) of [`build`](super::build) for every n.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TableEntry {
    pub(super) placement: WhitePlacement,
    /// The number of moves to mate from full uncertainty.
    pub(super) full: Option<u16>,
    /// The number of maximal won sets with White to move.
    pub(super) maximal: u32,
    /// The number of squares of the largest of them.
    pub(super) largest: u8,
    /// Sets from which White wins with Black to move, in ascending order of their number of moves.
    sets: Vec<u64>,
    /// The number of moves of each set.
    moves: Vec<u16>,
}

impl TableEntry {
    pub(super) fn new(placement: WhitePlacement) -> TableEntry {
        TableEntry {
            placement,
            full: None,
            maximal: 0,
            largest: 0,
            sets: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Adds sets won in `moves`, which is not less than for the existing ones.
    pub(super) fn push(&mut self, moves: u16, sets: &[u64]) {
        self.sets.extend_from_slice(sets);
        self.moves.resize(self.sets.len(), moves);
    }

    /// The sets with their numbers of moves, in ascending order of these.
    pub(super) fn sets(&self) -> impl Iterator<Item = (u16, u64)> {
        self.moves.iter().copied().zip(self.sets.iter().copied())
    }

    fn moves_to_mate(&self, set: u64) -> Option<u16> {
        let first = self.sets.iter().position(|kept| set & !kept == 0)?;
        Some(self.moves[first])
    }

    /// The sets won in at most `moves`.
    fn sets_within(&self, moves: u16) -> &[u64] {
        let end = self.moves.partition_point(|&needed| needed <= moves);
        &self.sets[..end]
    }
}

/// The exact table of an ending: the sets of king squares from which White certainly mates, with
/// the number of moves.
///
/// The number of moves counts White's moves up to and including the mate, against the best (or
/// luckiest) play of the black king. Refused tries are not counted.
#[derive(Debug, Clone)]
pub struct EndingTable {
    pub(super) ending: Ending,
    pub(super) folding: Folding,
    pub(super) entries: Vec<TableEntry>,
    /// The largest number of moves of any won set.
    pub(super) longest: u16,
    /// The number of sets that are maximal at one level or more, with White to move, over all
    /// folded placements.
    pub(super) maximal_ever: u64,
}

impl EndingTable {
    /// The ending.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The placements that represent all others by the symmetries of the board.
    pub fn placements(&self) -> &[WhitePlacement] {
        self.folding.placements()
    }

    /// The largest number of moves of any won set.
    pub fn longest(&self) -> u16 {
        self.longest
    }

    /// The possible squares of the black king with White to move: empty and not attacked. Full
    /// uncertainty is the set of all of them.
    pub fn possible(placement: WhitePlacement) -> Bitboard {
        Bitboard(possible(placement))
    }

    /// The number of moves to mate with White to move and the black king on any square of `king`;
    /// `None` if the win is not certain, or for a placement of another ending. Squares that are not
    /// [`possible`](EndingTable::possible) are ignored; if no square is left, the number is 0.
    pub fn moves_to_mate(&self, placement: WhitePlacement, king: Bitboard) -> Option<u16> {
        self.folding.find(placement)?;
        let tries = tries(placement);
        let (mut left, mut most) = (king.0 & possible(placement), 0);
        while left != 0 {
            // Within the length of the shortest order, any try that works for its legal squares
            // will do, because a subset is left. So taking the quickest one is always right.
            let good = self.keeping(&tries, left, u16::MAX);
            let (quickest, moves) = good.min_by_key(|(_, moves)| *moves)?;
            left &= quickest.refused;
            most = most.max(moves);
        }
        Some(most)
    }

    /// The tries that keep the win from the squares `king` within this number of moves and are
    /// legal for at least one of them, each with the number of moves to mate if it is legal,
    /// including this one.
    pub(crate) fn keeping<'a>(
        &'a self,
        tries: &'a [WhiteTry],
        king: u64,
        within: u16,
    ) -> impl Iterator<Item = (&'a WhiteTry, u16)> {
        tries.iter().filter_map(move |tried| {
            let legal = king & !tried.refused;
            if legal == 0 || legal & tried.stalemates != 0 {
                return None;
            }
            let mut moves = 0;
            for (_, squares) in tried.announced() {
                moves = moves.max(self.moves_after(tried.after, legal & squares)?);
            }
            (moves < within).then_some((tried, moves + 1))
        })
    }

    /// The number of moves to mate with Black to move and its king on any square of `king`: 0 if it
    /// is mated on all of them. `None` if the win is not certain: a man can be captured, Black is
    /// stalemated on some square without a check (which is not distinguished from mate here, so
    /// pass only squares that are not stalemate), or White cannot mate.
    pub(super) fn moves_after(&self, placement: WhitePlacement, king: u64) -> Option<u16> {
        let (id, symmetry) = self.folding.find(placement)?;
        self.entries[id].moves_to_mate(symmetry.set(king))
    }

    /// The largest part of the squares `king` from which White mates with Black to move, and the
    /// number of moves; among equal parts, the one mated soonest.
    pub(super) fn most_after(&self, placement: WhitePlacement, king: u64) -> (u64, u16) {
        let Some((id, symmetry)) = self.folding.find(placement) else {
            return (0, 0);
        };
        let (king, mut most) = (symmetry.set(king), (0, 0));
        // Sets with fewer moves come first.
        for (moves, set) in self.entries[id].sets() {
            if (set & king).count_ones() > u64::count_ones(most.0) {
                most = (set & king, moves);
            }
        }
        (symmetry.inverse().set(most.0), most.1)
    }

    /// The maximal sets from which White, to move, mates in at most `moves`; only the empty set if
    /// there are no others.
    pub fn maximal_sets(&self, placement: WhitePlacement, moves: u16) -> Vec<Bitboard> {
        let mut turn = WhiteTurn::new(placement, &self.folding);
        if let Some(before) = moves.checked_sub(1) {
            turn.learn(|after| self.entries[after].sets_within(before));
            turn.complete();
        }
        turn.won().all().iter().copied().map(Bitboard).collect()
    }
}
