//! The table of an ending, and what it says of a placement and a set of king squares.

use shakmaty::Bitboard;

use super::folding::Folding;
use super::geometry::{WhiteTry, possible, tries};
use super::turn::WhiteTurn;
use super::{Ending, WhitePlacement};

/// What there is for one folded placement: V(p, n) of [`build`](super::build) for every n.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TableEntry {
    pub(super) placement: WhitePlacement,
    /// Moves to mate from full uncertainty.
    pub(super) full: Option<u16>,
    /// The number of maximal sets won, White to move.
    pub(super) maximal: u32,
    /// The squares of the largest of them.
    pub(super) largest: u8,
    /// Sets from which White wins when Black is to move, those won sooner first.
    sets: Vec<u64>,
    /// For each of them: in how many moves.
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

    /// Adds sets won in `moves`, which is not less than for those there are.
    pub(super) fn push(&mut self, moves: u16, sets: &[u64]) {
        self.sets.extend_from_slice(sets);
        self.moves.resize(self.sets.len(), moves);
    }

    /// The sets with their moves, those won sooner first.
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

/// The exact table of an ending: from which sets of king squares White mates for sure, and in how
/// many moves.
///
/// Numbers of moves are White's moves up to and with the mate, against the best (or luckiest) play
/// of the black king. Tries that are refused cost nothing.
#[derive(Debug, Clone)]
pub struct EndingTable {
    pub(super) ending: Ending,
    pub(super) folding: Folding,
    pub(super) entries: Vec<TableEntry>,
    /// The most moves that any won set takes.
    pub(super) longest: u16,
    /// How many sets are maximal at one level or more, White to move, over all folded placements.
    pub(super) maximal_ever: u64,
}

impl EndingTable {
    /// The ending.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The placements that stand for all others by the symmetries of the board.
    pub fn placements(&self) -> &[WhitePlacement] {
        self.folding.placements()
    }

    /// The most moves that any won set takes.
    pub fn longest(&self) -> u16 {
        self.longest
    }

    /// The squares on which the black king can be when White is to move: free and not attacked.
    /// Full uncertainty is all of them.
    pub fn possible(placement: WhitePlacement) -> Bitboard {
        Bitboard(possible(placement))
    }

    /// The moves to mate when White is to move and the black king may be on any square of `king`;
    /// none if the win is not sure, or for a placement of another ending. Squares that are not
    /// [`possible`](EndingTable::possible) don't count; without a square left there is nothing to
    /// do, in 0 moves.
    pub fn moves_to_mate(&self, placement: WhitePlacement, king: Bitboard) -> Option<u16> {
        self.folding.find(placement)?;
        let tries = tries(placement);
        let (mut left, mut most) = (king.0 & possible(placement), 0);
        while left != 0 {
            // Within the length of the shortest order any try that is good for its legal squares
            // will do: what is left is a subset. So the quickest one is never wrong.
            let good = self.keeping(&tries, left, u16::MAX);
            let (quickest, moves) = good.min_by_key(|(_, moves)| *moves)?;
            left &= quickest.refused;
            most = most.max(moves);
        }
        Some(most)
    }

    /// The tries that keep the win of the squares `king` within so many moves, each legal on one of
    /// them, with the moves up to mate where it is legal, this one counted.
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

    /// The moves to mate when Black is to move, its king on any square of `king`: 0 if it is mated
    /// on all of them. None if the win is not sure: a man can be taken, Black is stalemated on some
    /// square where no check is given (that is not told apart from mate here: ask only for squares
    /// that are not stalemate), or White can't mate.
    pub(super) fn moves_after(&self, placement: WhitePlacement, king: u64) -> Option<u16> {
        let (id, symmetry) = self.folding.find(placement)?;
        self.entries[id].moves_to_mate(symmetry.set(king))
    }

    /// The most of the squares `king` that White mates from when Black is to move, and in how many
    /// moves; of equal parts the one mated soonest.
    pub(super) fn most_after(&self, placement: WhitePlacement, king: u64) -> (u64, u16) {
        let Some((id, symmetry)) = self.folding.find(placement) else {
            return (0, 0);
        };
        let (king, mut most) = (symmetry.set(king), (0, 0));
        // Those won sooner come first.
        for (moves, set) in self.entries[id].sets() {
            if (set & king).count_ones() > u64::count_ones(most.0) {
                most = (set & king, moves);
            }
        }
        (symmetry.inverse().set(most.0), most.1)
    }

    /// The maximal sets from which White, to move, mates in at most `moves`; the empty set alone if
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
