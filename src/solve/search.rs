//! What every technique shares: the table, the counters and the limits.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use super::board::Move;
use super::goal::Goal;
use super::limit::{LimitKind, Limits};
use super::table::{Depth, Table};
use crate::stop::Stop;

/// Nodes between two looks at the clock and the stop flag.
const PULSE: u64 = 1 << 10;

/// Why a search ended without an answer. Whoever gets this has proved nothing and stores nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Abort {
    /// The slice of nodes given to this call is used up.
    Slice,
    /// A limit of the job was met.
    Limit(LimitKind),
}

impl Abort {
    /// The limit of the job that was met, if it was that.
    pub fn limit(self) -> Option<LimitKind> {
        match self {
            Abort::Slice => None,
            Abort::Limit(limit) => Some(limit),
        }
    }
}

/// An answer, or the reason why there is none.
pub type Proof<T> = Result<T, Abort>;

/// The search of one job, in which the attacker is after `G`.
#[derive(Debug)]
pub struct Search<'a, G> {
    pub table: &'a mut Table,
    /// Moves of all nodes on the way down, one behind the other.
    pub moves: Vec<Move>,
    /// Replies of all nodes on the way down that are still to be searched, with their rank.
    pub ranked: Vec<(u32, Move)>,
    /// The replies that last refuted a mate in two, newest first.
    pub refuters: [Move; 2],
    /// Nodes so far.
    pub nodes: u64,
    /// The node count at which to look up: the next pulse, the slice's end or the limit.
    alarm: u64,
    pulse: u64,
    slice: u64,
    node_limit: u64,
    started: Instant,
    deadline: Option<Instant>,
    stop: &'a Stop,
    goal: PhantomData<G>,
}

impl<'a, G: Goal> Search<'a, G> {
    /// A search within `limits`.
    pub fn new(table: &'a mut Table, limits: Limits, stop: &'a Stop) -> Search<'a, G> {
        let started = Instant::now();
        let mut search = Search {
            table,
            moves: Vec::with_capacity(4096),
            ranked: Vec::with_capacity(1024),
            refuters: [Move(0); 2],
            nodes: 0,
            alarm: 0,
            pulse: PULSE,
            slice: u64::MAX,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            started,
            // A time too long for the clock is no limit.
            deadline: limits.time.and_then(|time| started.checked_add(time)),
            stop,
            goal: PhantomData,
        };
        search.set_alarm();
        search
    }

    /// Tells whoever watches that the job has no solution within `n`.
    pub fn note_refuted(&self, n: Depth) {
        self.stop.note_refuted(n);
    }

    /// Wall-clock time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Gives the next call `nodes` nodes; beyond them it ends as [`Abort::Slice`].
    pub fn set_slice(&mut self, nodes: u64) {
        self.slice = self.nodes.saturating_add(nodes);
        self.set_alarm();
    }

    /// A job that has met its limit, but holds a proof, may go on for as long again (and a million
    /// nodes) to write its line out. Without a limit nothing changes.
    pub fn allow_overtime(&mut self) {
        if self.node_limit != u64::MAX || self.deadline.is_some() {
            self.node_limit = self.nodes.saturating_mul(2).saturating_add(1 << 20);
            self.deadline = None;
        }
        self.clear_stacks();
        self.set_slice(u64::MAX);
    }

    /// Forgets the moves of the nodes on the way down, after an abort from the middle of a line.
    pub fn clear_stacks(&mut self) {
        self.moves.clear();
        self.ranked.clear();
    }

    /// Ends at `nodes` nodes in all, if not before. Gives back the limit that was there.
    pub fn lower_node_limit(&mut self, nodes: u64) -> u64 {
        let limit = self.node_limit;
        self.restore_node_limit(limit.min(nodes));
        limit
    }

    /// Undoes [`Search::lower_node_limit`].
    pub fn restore_node_limit(&mut self, limit: u64) {
        self.node_limit = limit;
        self.set_alarm();
    }

    /// Gives a job that has its answer `nodes` more nodes for what it is to write beside, whatever
    /// its limits were.
    pub fn allow(&mut self, nodes: u64) {
        self.node_limit = self.nodes.saturating_add(nodes);
        self.deadline = None;
        self.moves.clear();
        self.ranked.clear();
        self.set_slice(u64::MAX);
    }

    fn set_alarm(&mut self) {
        self.alarm = self.pulse.min(self.slice).min(self.node_limit);
    }

    /// Keeps that the node of `key` is won within `n`, by `best` at an attacker's node (0 at a
    /// defender's); `start` is the node count when work on it began.
    #[inline]
    pub fn learn_proof(&mut self, key: u64, n: Depth, best: u16, start: u64) {
        let mut known = self.table.bounds(key);
        // The position may have come up again below itself and have been proved at a smaller depth
        // there; then the move kept with that depth is the one that keeps its promise.
        if n <= known.proved {
            known.proved = n;
            if best != 0 {
                known.best = best;
            }
        }
        self.table.store_bounds(key, known, self.nodes - start);
    }

    /// Keeps that the node of `key` is not won within `n`, refuted by `best` at a defender's node
    /// (0 at an attacker's).
    #[inline]
    pub fn learn_refutation(&mut self, key: u64, n: Depth, best: u16, start: u64) {
        let mut known = self.table.bounds(key);
        if n >= known.refuted {
            known.refuted = n;
            if best != 0 {
                known.best = best;
            }
        }
        self.table.store_bounds(key, known, self.nodes - start);
    }

    /// Counts one node.
    #[inline(always)]
    pub fn count(&mut self) -> Proof<()> {
        if self.nodes >= self.alarm {
            self.look_up()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn look_up(&mut self) -> Proof<()> {
        if self.nodes >= self.pulse {
            self.pulse = self.nodes + PULSE;
            if self.stop.is_raised() {
                return Err(Abort::Limit(LimitKind::Stopped));
            }
            if self.deadline.is_some_and(|end| Instant::now() >= end) {
                return Err(Abort::Limit(LimitKind::Time));
            }
        }
        if self.nodes >= self.node_limit {
            return Err(Abort::Limit(LimitKind::Nodes));
        }
        if self.nodes >= self.slice {
            return Err(Abort::Slice);
        }
        self.set_alarm();
        Ok(())
    }
}
