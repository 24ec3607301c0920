//! The table of an ending, and what it says of a placement and a set of king squares.

use shakmaty::Bitboard;

use super::build::{self, Interruption, Level};
use super::folding::Folding;
use super::geometry::{WhiteTry, possible, replies_from, tries};
use super::turn::WhiteTurn;
use super::{Ending, WhitePlacement};
use crate::kriegspiel::announcement::Directions;

/// What there is for one folded placement: V(p, n) of [`build`](mod@build) for every n.
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

/// What is known of a whole table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TableSummary {
    /// The most moves that any won set takes.
    pub(super) longest: u16,
    /// How many sets are maximal at one level or more, White to move, over all folded placements.
    pub(super) maximal_ever: u64,
}

/// The exact table of an ending: from which sets of king squares White mates for sure, and in how
/// many moves.
///
/// Numbers of moves are White's moves up to and with the mate, against the best (or luckiest) play
/// of the black king. Tries that are refused cost nothing.
#[derive(Debug, Clone)]
pub struct EndingTable {
    ending: Ending,
    folding: Folding,
    entries: Vec<TableEntry>,
    summary: TableSummary,
}

/// A try that keeps the win, and what comes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// The try.
    pub try_move: WhiteTry,
    /// The squares of the black king on which it is legal.
    pub legal: Bitboard,
    /// The other squares: White knows that the king is there when the umpire says no, and tries the
    /// next one.
    pub refused: Bitboard,
    /// The moves up to mate if it is legal, this one counted.
    pub moves: u16,
    /// What may be announced then, silent first.
    pub answers: Vec<Prospect>,
}

/// What the umpire may announce after a move, and what White knows then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prospect {
    /// The checks.
    pub announcement: Directions,
    /// The squares on which the black king was and is mated: the game is over.
    pub mates: Bitboard,
    /// The other squares on which the black king may be before its reply.
    pub before: Bitboard,
    /// Those on which it may be after its reply: the set with White to move again.
    pub after: Bitboard,
    /// The moves up to mate from there; 0 if every square is mate.
    pub moves: u16,
}

impl EndingTable {
    pub(super) fn new(
        ending: Ending,
        folding: Folding,
        entries: Vec<TableEntry>,
        summary: TableSummary,
    ) -> EndingTable {
        EndingTable {
            ending,
            folding,
            entries,
            summary,
        }
    }

    /// Builds the table. `is_stopped` is asked many times a second, `report` hears of every
    /// complete level.
    ///
    /// # Errors
    ///
    /// [`Interruption`], when `is_stopped` said yes: nothing is known but which level was complete.
    pub fn build(
        ending: Ending,
        is_stopped: impl Fn() -> bool,
        report: impl FnMut(&Level),
    ) -> Result<EndingTable, Interruption> {
        build::build(ending, is_stopped, report)
    }

    /// The ending.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    pub(super) fn entries(&self) -> &[TableEntry] {
        &self.entries
    }

    pub(super) fn summary(&self) -> TableSummary {
        self.summary
    }

    /// The placements that stand for all others by the symmetries of the board.
    pub fn placements(&self) -> &[WhitePlacement] {
        self.folding.placements()
    }

    /// The most moves that any won set takes.
    pub fn longest(&self) -> u16 {
        self.summary.longest
    }

    /// The number of squares of the largest set won, White to move; none for a placement of another
    /// ending.
    pub fn largest(&self, placement: WhitePlacement) -> Option<usize> {
        let (id, _) = self.folding.find(placement)?;
        Some(usize::from(self.entries[id].largest))
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
        let steps = self.plan(&tries(placement), king.0 & possible(placement))?;
        Some(steps.iter().map(|step| step.moves).max().unwrap_or(0))
    }

    /// The moves to mate when Black is to move, its king on any square of `king`: 0 if it is mated
    /// on all of them. None if the win is not sure: a man can be taken, Black is stalemated on some
    /// square where no check is given (that is not told apart from mate here: ask only for squares
    /// that are not stalemate), or White can't mate.
    fn moves_after(&self, placement: WhitePlacement, king: u64) -> Option<u16> {
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

    /// The moves to mate by one try, if the king is on one of the squares `legal`; none if that is
    /// not sure.
    pub(super) fn moves_by(&self, try_move: &WhiteTry, legal: u64) -> Option<u16> {
        if legal & try_move.stalemates != 0 {
            return None;
        }
        let mut moves = 0;
        for &(_, squares) in &try_move.announced {
            moves = moves.max(self.moves_after(try_move.after, legal & squares)?);
        }
        Some(moves + 1)
    }

    /// A shortest order of tries, by how soon they mate where they are legal.
    fn plan(&self, tries: &[WhiteTry], king: u64) -> Option<Vec<TableStep>> {
        let mut steps = Vec::new();
        let mut left = king;
        while left != 0 {
            // Within the length of the shortest order any try that is good for its legal squares
            // will do: what is left is a subset. So the quickest one is never wrong.
            let step = tries
                .iter()
                .enumerate()
                .filter(|(_, try_move)| left & !try_move.refused != 0)
                .filter_map(|(index, try_move)| {
                    let moves = self.moves_by(try_move, left & !try_move.refused)?;
                    Some(TableStep { index, moves })
                })
                .min_by_key(|step| step.moves)?;
            left &= tries[step.index].refused;
            steps.push(step);
        }
        Some(steps)
    }

    /// The tries in the order in which White should make them, until one is legal; none if the win
    /// is not sure.
    ///
    /// Each keeps the win in [`moves_to_mate`](EndingTable::moves_to_mate). Of such tries those
    /// that are legal on more squares come first, then those that mate sooner, so there are few.
    pub fn best(&self, placement: WhitePlacement, king: Bitboard) -> Option<Vec<Advice>> {
        let tries = tries(placement);
        let mut left = king.0 & possible(placement);
        let steps = self.plan(&tries, left)?;
        let within = steps.iter().map(|step| step.moves).max().unwrap_or(0);
        let mut advice = Vec::new();
        while left != 0 {
            let best = tries
                .iter()
                .filter_map(|try_move| {
                    let legal = left & !try_move.refused;
                    let moves = self.moves_by(try_move, legal)?;
                    (legal != 0 && moves <= within).then_some((try_move, legal, moves))
                })
                .min_by_key(|&(_, legal, moves)| (64 - legal.count_ones(), moves));
            let (try_move, legal, moves) = best?;
            left &= try_move.refused;
            advice.push(self.advice(try_move, legal, left, moves)?);
        }
        Some(advice)
    }

    fn advice(&self, try_move: &WhiteTry, legal: u64, refused: u64, moves: u16) -> Option<Advice> {
        let mut answers = Vec::new();
        for &(announcement, squares) in &try_move.announced {
            let squares = squares & legal;
            if squares == 0 {
                continue;
            }
            let before = squares & !try_move.mates;
            answers.push(Prospect {
                announcement,
                mates: Bitboard(squares & try_move.mates),
                before: Bitboard(before),
                after: Bitboard(replies_from(try_move.after, before)),
                moves: self.moves_after(try_move.after, squares)?,
            });
        }
        Some(Advice {
            try_move: try_move.clone(),
            legal: Bitboard(legal),
            refused: Bitboard(refused),
            moves,
            answers,
        })
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

/// A try by its index, and the moves to mate where it is legal.
struct TableStep {
    index: usize,
    moves: u16,
}
