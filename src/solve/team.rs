//! The data that the threads of one search share besides the table: the nodes they may still use,
//! the flag that the round is over, and the nodes on which they work.
//!
//! There is no lock and no message. A thread takes nodes in leases, so that all threads together
//! never use more than was allowed, and checks the flag when its lease is used up. The marks are
//! counters in a small table without keys: two nodes may share one, which costs a better order of
//! work and never an answer. `split` describes how they are used, `round` how threads begin and
//! end.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

use super::table::Depth;

/// Nodes taken at once: half a millisecond, so that a thread learns soon enough that it is over.
const LEASE: u64 = 1 << 9;

/// The number of marks. A thread holds one for each level of its line, so that a collision is rare
/// with dozens of threads.
const MARKS: usize = 1 << 13;

/// The data that the threads of one search share.
#[derive(Debug)]
pub struct Team {
    /// Nodes that no thread has taken yet.
    left: AtomicU64,
    over: AtomicBool,
    marks: Box<[AtomicU32]>,
}

/// The mark that shows the other threads that one of them is working on a node at one depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TeamMark(usize);

impl TeamMark {
    /// The mark of the node with this key.
    #[inline]
    pub fn new(key: u64, n: Depth) -> TeamMark {
        let mixed = (key ^ u64::from(n)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        TeamMark((mixed >> 40) as usize % MARKS)
    }
}

impl Team {
    /// A team that has nothing to do yet.
    pub fn new() -> Team {
        Team {
            left: AtomicU64::new(0),
            over: AtomicBool::new(true),
            marks: (0..MARKS).map(|_| AtomicU32::new(0)).collect(),
        }
    }

    /// Begins a round of `nodes` nodes, before any thread of it runs.
    pub fn begin(&self, nodes: u64) {
        self.left.store(nodes, Relaxed);
        self.over.store(false, Relaxed);
    }

    /// Ends the round: a thread has the answer, or a limit was met.
    pub fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// Takes nodes to search; 0 if the round is over or all nodes are taken.
    pub fn lease(&self) -> u64 {
        if self.over.load(Relaxed) {
            return 0;
        }
        let taken = self
            .left
            .fetch_update(Relaxed, Relaxed, |left| Some(left - left.min(LEASE)));
        taken.map_or(0, |left| left.min(LEASE))
    }

    /// Marks that this thread is working on a node.
    pub fn enter(&self, mark: TeamMark) {
        self.marks[mark.0].fetch_add(1, Relaxed);
    }

    /// Removes the mark.
    pub fn leave(&self, mark: TeamMark) {
        self.marks[mark.0].fetch_sub(1, Relaxed);
    }

    /// Whether some thread is working on a node.
    #[inline]
    pub fn is_at(&self, mark: TeamMark) -> bool {
        self.marks[mark.0].load(Relaxed) != 0
    }

    /// Whether no thread is working on any node.
    #[cfg(test)]
    pub fn is_deserted(&self) -> bool {
        self.marks.iter().all(|mark| mark.load(Relaxed) == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threads_together_take_what_there_is_and_no_node_more() {
        let team = Team::new();
        assert_eq!(team.lease(), 0, "before it begins");
        let nodes = 1_000_003;
        team.begin(nodes);
        let taken: u64 = std::thread::scope(|scope| {
            let take = || std::iter::from_fn(|| Some(team.lease()).filter(|&n| n > 0)).sum::<u64>();
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(take)).collect();
            threads
                .into_iter()
                .map(|t| t.join().expect("no panic"))
                .sum()
        });
        assert_eq!(taken, nodes);
        team.begin(nodes);
        assert_eq!(team.lease(), LEASE);
        team.end();
        assert_eq!(team.lease(), 0, "after its end");
    }

    #[test]
    fn a_mark_is_there_until_the_last_thread_has_left() {
        let team = Team::new();
        let (here, there) = (TeamMark::new(5, 3), TeamMark::new(5, 4));
        team.enter(here);
        team.enter(here);
        team.leave(here);
        assert!(team.is_at(here) && !team.is_at(there));
        team.leave(here);
        assert!(!team.is_at(here));
    }
}
