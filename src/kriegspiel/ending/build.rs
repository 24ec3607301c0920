//! Builds the exact table of an ending, level by level.
//!
//! Let W(p, n) be the maximal sets of king squares from which White, to move in placement p, mates
//! in at most n moves, and V(p, n) the maximal sets from which White does so when *Black* is to
//! move: the squares from which every reply leads into one member of W(p, n), no man is captured
//! and there is no stalemate. V is much smaller than W (a fifth or less, because the king's step
//! blurs the sets), and W(p, n) follows from the V(q, n - 1) of the placements q after White's
//! tries, by one [`WhiteTurn`]. So the table stores only V.
//!
//! A level considers only placements for which the previous level changed V after some try, and
//! only the new sets there. If a level changes no V, all later ones are the same: sets that are not
//! won then are not won at all.

use std::fmt;

use super::Ending;
use super::WhitePlacement;
use super::folding::Folding;
use super::geometry::{kept_within, possible, possible_after, replies};
use super::maximal::Maximal;
use super::table::{EndingTable, TableEntry};
use super::turn::WhiteTurn;

/// The state after a complete level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// The number of moves.
    pub moves: u16,
    /// The number of sets that became maximal with this level, over all folded placements.
    pub fresh: u64,
    /// The number of maximal sets so far.
    pub maximal: u64,
    /// The number of folded placements that are won from full uncertainty in at most this number of
    /// moves.
    pub won: usize,
}

/// A build was stopped after this number of levels.
#[derive(Debug)]
pub struct BuildStopped(u16);

impl fmt::Display for BuildStopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("stopped before the first level was complete; there is no table"),
            last => write!(
                f,
                "stopped: levels 1 to {last} are complete, later ones are not; there is no table"
            ),
        }
    }
}

struct BuildNode {
    turn: WhiteTurn,
    /// V(p, n) of the last complete level.
    kept: Maximal,
    entry: TableEntry,
}

impl EndingTable {
    /// Builds the table. `is_stopped` is called many times a second; `report` is called for every
    /// complete level.
    ///
    /// # Errors
    ///
    /// `is_stopped` returned true.
    pub fn build(
        ending: Ending,
        is_stopped: impl Fn() -> bool,
        mut report: impl FnMut(&Level),
    ) -> Result<EndingTable, BuildStopped> {
        let folding = Folding::new(ending);
        let mut nodes = Vec::with_capacity(folding.placements().len());
        for &placement in folding.placements() {
            if nodes.len() % 64 == 0 && is_stopped() {
                return Err(BuildStopped(0));
            }
            nodes.push(BuildNode::new(placement, &folding));
        }
        let (mut longest, mut maximal_ever) = (0, 0);
        // Level 0: only the empty set is won, and after White's move the squares without a reply.
        let mut fresh: Vec<Vec<u64>> = nodes.iter_mut().map(|node| node.take_fresh(0)).collect();
        for moves in 1.. {
            let mut level = Level {
                moves,
                fresh: 0,
                maximal: 0,
                won: 0,
            };
            let mut next = vec![Vec::new(); nodes.len()];
            for (id, node) in nodes.iter_mut().enumerate() {
                if id % 64 == 0 && is_stopped() {
                    return Err(BuildStopped(moves - 1));
                }
                if node.turn.learn(|after| &fresh[after]) {
                    level.fresh += node.rise(moves);
                    next[id] = node.take_fresh(moves);
                }
                level.maximal += node.maximal();
                level.won += usize::from(node.entry.full.is_some());
            }
            if level.fresh == 0 {
                break;
            }
            longest = moves;
            maximal_ever += level.fresh;
            report(&level);
            fresh = next;
        }
        Ok(EndingTable {
            ending,
            folding,
            entries: nodes.into_iter().map(BuildNode::into_entry).collect(),
            longest,
            maximal_ever,
        })
    }
}

impl BuildNode {
    fn new(placement: WhitePlacement, folding: &Folding) -> BuildNode {
        let mut turn = WhiteTurn::new(placement, folding);
        turn.settle();
        let mut node = BuildNode {
            turn,
            kept: Maximal::default(),
            entry: TableEntry::new(placement),
        };
        node.keep(0);
        node
    }

    /// Goes up one level, to `moves`; returns the number of fresh maximal sets.
    fn rise(&mut self, moves: u16) -> u64 {
        self.turn.complete();
        let fresh = self.turn.won().fresh().to_vec();
        for &set in &fresh {
            self.keep(set);
        }
        let full = possible(self.entry.placement);
        if self.entry.full.is_none() && self.turn.won().covers(full) {
            self.entry.full = Some(moves);
        }
        self.turn.settle();
        fresh.len() as u64
    }

    /// Adds the squares from which every reply leads into `won`.
    fn keep(&mut self, won: u64) {
        let placement = self.entry.placement;
        let kept = kept_within(replies(placement), won) & possible_after(placement);
        self.kept.insert(kept);
    }

    /// The sets added since the last call; they are entered into the table as won in `moves` moves.
    fn take_fresh(&mut self, moves: u16) -> Vec<u64> {
        let fresh = self.kept.fresh().to_vec();
        self.kept.settle();
        self.entry.push(moves, &fresh);
        fresh
    }

    /// The number of maximal sets, without the empty set.
    fn maximal(&self) -> u64 {
        let sets = self.turn.won().all();
        sets.iter().filter(|set| **set != 0).count() as u64
    }

    fn into_entry(mut self) -> TableEntry {
        let sizes = self.turn.won().all().iter().map(|set| set.count_ones());
        self.entry.largest = sizes.max().unwrap_or(0) as u8;
        self.entry.maximal = self.maximal() as u32;
        self.entry
    }
}
