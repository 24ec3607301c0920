//! The state that every technique shares: the table, the stacks of moves and the [`Budget`].

use std::marker::PhantomData;
use std::time::Duration;

use super::board::Move;
use super::budget::Budget;
pub use super::budget::{Abort, Proof};
use super::ending::{EndingSource, Endings};
use super::goal::Goal;
use super::limit::Limits;
use super::refuters::Refuters;
use super::rules::Rules;
use super::side::Side;
use super::sieve::Sieve;
use super::split::Station;
use super::table::{Depth, Table, key_of};
use super::team::Team;
use keymove_base::stop::Stop;

/// Nodes, in addition to as many again, that a job gets to write its line out after it has met its
/// limit.
const OVERTIME: u64 = 1 << 20;

/// The search of one job, in which the attacker is after `G`.
#[derive(Debug)]
pub struct Search<'a, G> {
    pub table: &'a mut Table,
    /// Moves of all nodes on the way down, one node after another.
    pub moves: Vec<Move>,
    /// Replies of all nodes on the way down that are still to be searched, with their ranks.
    pub ranked: Vec<(u32, Move)>,
    /// Keys of the positions after the moves of one node, while they are looked up.
    pub keys: Vec<u64>,
    /// The replies that refuted the first moves of mates in two.
    pub refuters: Refuters,
    /// The move that most recently won in two.
    pub winner: Move,
    /// The most recent reply that refuted a mate in three.
    pub killer: Move,
    /// The moves that were refuted before the most recent mate in two was found, and the key of the
    /// position.
    pub tries: Vec<Move>,
    pub tries_key: u64,
    /// The moves that one reply refutes.
    pub sieve: Sieve,
    /// Moves cut by the sieve that were played out.
    #[cfg(any(test, debug_assertions))]
    pub judged_cuts: u64,
    /// Tables of bare endings, if they may be used, and the source of the current one.
    pub endings: Option<Endings>,
    pub ending: Option<EndingSource>,
    pub budget: Budget<'a>,
    /// According to the caller there is no solution within this length.
    pub begun: Depth,
    /// The data shared by its threads, if it may have several.
    pub team: Option<&'a Team>,
    /// With other threads, the nodes of the line, which the others may decide.
    pub path: Vec<Station>,
    /// The number of the node on the line that they decided.
    pub overtaken: usize,
    /// Lookups in the table so far, to see whether a node was decided.
    pub looks: u32,
    goal: PhantomData<G>,
}

impl<'a, G: Goal> Search<'a, G> {
    /// A search within `limits`.
    pub fn new(table: &'a mut Table, limits: Limits, stop: &'a Stop) -> Search<'a, G> {
        Search::within(table, Budget::new(limits, stop))
    }

    /// A search that may start the helpers that the table allows.
    pub fn with_team(
        table: &'a mut Table,
        limits: Limits,
        stop: &'a Stop,
        team: &'a Team,
    ) -> Search<'a, G> {
        Search {
            team: Some(team),
            ..Search::new(table, limits, stop)
        }
    }

    /// A search with a budget.
    pub fn within(table: &'a mut Table, budget: Budget<'a>) -> Search<'a, G> {
        Search {
            table,
            // Enough for mates in one and two. More than 1,032 bytes are slow to get from glibc.
            moves: Vec::with_capacity(200),
            ranked: Vec::new(),
            keys: Vec::new(),
            refuters: Refuters::new(),
            winner: Move(0),
            killer: Move(0),
            tries: Vec::new(),
            tries_key: 0,
            sieve: Sieve::new(),
            #[cfg(any(test, debug_assertions))]
            judged_cuts: 0,
            endings: None,
            ending: None,
            begun: 0,
            budget,
            team: None,
            path: Vec::new(),
            overtaken: 0,
            looks: 0,
            goal: PhantomData,
        }
    }

    /// Nodes so far.
    #[inline(always)]
    pub fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    /// Notifies the observer that the job has no solution within `n`.
    pub fn note_refuted(&self, n: Depth) {
        self.budget.stop().note_refuted(n);
    }

    /// Notifies the observer that the job has a solution within `n`.
    pub fn note_proved(&self, n: Depth) {
        self.budget.stop().note_proved(n);
    }

    /// Wall-clock time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.budget.elapsed()
    }

    /// Counts one node.
    #[inline(always)]
    pub fn count(&mut self) -> Proof<()> {
        self.budget.count()
    }

    /// A job that has met its limit, but has a proof, may continue for as long again (and a million
    /// nodes) to write its line out. Without a limit nothing changes.
    pub fn allow_overtime(&mut self) {
        if self.budget.is_limited() {
            self.allow(self.nodes().saturating_add(OVERTIME));
        } else {
            self.clear_stacks();
        }
    }

    /// Gives a job that has its answer `nodes` more nodes for additional output, whatever its
    /// limits were.
    pub fn allow(&mut self, nodes: u64) {
        self.budget.allow(nodes);
        self.clear_stacks();
    }

    /// Forgets the moves of the nodes on the way down, after an abort from the middle of a line.
    pub fn clear_stacks(&mut self) {
        self.moves.clear();
        self.ranked.clear();
    }

    /// Lists the keys of the positions after the moves from `base` on, which are colour `C`'s.
    #[inline(always)]
    pub fn list_keys<C: Side>(&mut self, board: &G::Rules, base: usize) {
        self.keys.clear();
        self.keys.extend(self.moves[base..].iter().map(|&m| {
            let hash = board.hash_after::<C>(m);
            key_of::<C::Other>(hash.unwrap_or_else(|| board.play::<C>(m).hash()))
        }));
    }

    /// Stores that the node of `key` is won within `n`, by `best` at an attacker's node (0 at a
    /// defender's); `start` is the node count when work on it began.
    #[inline]
    pub fn learn_proof(&mut self, key: u64, n: Depth, best: u16, start: u64) {
        let mut known = self.table.bounds(key);
        debug_assert!(n > known.refuted, "{n} proved, but {known:?}");
        // The position may have occurred again below itself and have been proved at a smaller depth
        // there; then the move stored with that depth is the one that keeps its promise.
        if n <= known.proved {
            known.proved = n;
            if best != 0 {
                known.best = best;
            }
        }
        self.table.store_bounds(key, known, self.nodes() - start);
    }

    /// Stores that the node of `key` is not won within `n`, refuted by `best` at a defender's node
    /// (0 at an attacker's).
    #[inline]
    pub fn learn_refutation(&mut self, key: u64, n: Depth, best: u16, start: u64) {
        let mut known = self.table.bounds(key);
        debug_assert!(n < known.proved, "{n} refuted, but {known:?}");
        if n >= known.refuted {
            known.refuted = n;
            if best != 0 {
                known.best = best;
            }
        }
        self.table.store_bounds(key, known, self.nodes() - start);
    }
}
