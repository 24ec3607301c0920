//! Both techniques take turns until one of them has the answer.
//!
//! Depth-first search refutes fast, df-pn finds fast, and the search cannot know in advance which
//! of the two a node needs. So they get slices of nodes in turn, each slice twice as long as the
//! previous one; their proofs meet in the table. Slices are nodes, never time: the answer's bytes
//! depend on the job alone.

use super::goal::Goal;
use super::round::{ALONE, FIRST_LOOK, Task};
use super::search::{Abort, Proof, Search};
use super::table::Depth;

/// Up to this depth depth-first search alone is faster, whatever the answer.
///
/// Measured on every 40th mate in 8 to 20 of matetrack (`--any`, 1 million nodes each; below: the
/// long mates), solved of 46: 36 with 4, 35 with 3, 33 with 5. On every 20th mate in 5 to 7
/// (`--first`, 2 million; below: the short mates), decided of 57: 49 with each of them.
pub const SHALLOW: Depth = 4;

/// Nodes of the first slice. Long mates solved: 36 with 2^14 and 2^15, 35 with 2^13; short mates
/// decided: 49 with each of them.
pub const FIRST_SLICE: u64 = 1 << 14;

/// A node of the tree with its side to move.
#[derive(Debug, Clone, Copy)]
pub enum Question<'a, R> {
    /// The attacker is to move.
    Attack(&'a R),
    /// The defender is to move.
    Defence(&'a R),
}

/// How the nodes of a turn are divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// Most likely there is nothing to find: df-pn gets one node in 64, which is about a fifteenth
    /// of the time. (One in 32 or in 128: every key of the short mates takes the same number of
    /// nodes within 0.1 %.)
    Refute,
    /// The goal was proved once, or is claimed: most nodes go to finding it.
    Find,
}

impl<G: Goal> Search<'_, G> {
    /// Whether the node is won within `n`.
    pub fn decide(&mut self, node: Question<G::Rules>, n: Depth, share: Share) -> Proof<bool> {
        let mut slice = FIRST_SLICE;
        loop {
            if let Some(answer) = self.take_turn(node, n, share, slice)? {
                return Ok(answer);
            }
            slice = slice.saturating_mul(2);
        }
    }

    /// One turn of about `slice` nodes; `None` if they were not enough.
    pub fn take_turn(
        &mut self,
        node: Question<G::Rules>,
        n: Depth,
        share: Share,
        slice: u64,
    ) -> Proof<Option<bool>> {
        if n <= SHALLOW {
            return self.refute_within(node, n, u64::MAX);
        }
        let (refuting, finding) = match share {
            Share::Refute => (slice, slice / 64),
            Share::Find => (slice / 4, slice),
        };
        if share == Share::Find
            && let Some(answer) = self.find_within(node, n, finding)?
        {
            return Ok(Some(answer));
        }
        if let Some(answer) = self.refute_within(node, n, refuting)? {
            return Ok(Some(answer));
        }
        if share == Share::Refute {
            return self.find_within(node, n, finding);
        }
        Ok(None)
    }

    /// Depth-first search of at most `slice` nodes.
    pub fn refute_within(
        &mut self,
        node: Question<G::Rules>,
        n: Depth,
        slice: u64,
    ) -> Proof<Option<bool>> {
        if let Some(answer) = self.read_off(node, n)? {
            return Ok(Some(answer));
        }
        let finding = false;
        self.within_slice(slice, Task { node, n, finding })
    }

    /// Proof-number search of at most `slice` nodes.
    pub fn find_within(
        &mut self,
        node: Question<G::Rules>,
        n: Depth,
        slice: u64,
    ) -> Proof<Option<bool>> {
        if let Some(answer) = self.read_off(node, n)? {
            return Ok(Some(answer));
        }
        let finding = true;
        self.within_slice(slice, Task { node, n, finding })
    }

    fn within_slice(&mut self, slice: u64, task: Task<G::Rules>) -> Proof<Option<bool>> {
        let alone = ALONE.saturating_sub(self.nodes()).max(FIRST_LOOK);
        let rest = slice.saturating_sub(alone);
        let Some(team) = self.team.filter(|_| rest > FIRST_LOOK) else {
            return self.within_slice_alone(slice, task);
        };
        match self.within_slice_alone(alone, task)? {
            None => self.ask_all(team, rest, task),
            answer => Ok(answer),
        }
    }

    fn within_slice_alone(&mut self, slice: u64, task: Task<G::Rules>) -> Proof<Option<bool>> {
        self.budget.begin_slice(slice);
        let result = self.ask(task);
        self.budget.end_slice();
        match result {
            Ok(answer) => Ok(Some(answer)),
            Err(limit @ Abort::Limit(_)) => Err(limit),
            Err(Abort::Slice | Abort::Overtaken) => {
                // The abort came in the middle of a line: the moves of its nodes are still on the
                // stack.
                self.clear_stacks();
                Ok(None)
            }
        }
    }
}
