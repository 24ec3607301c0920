//! The variations of a problem, as problem literature writes them.

mod growth;

use shakmaty::Move;

use super::limit::LimitKind;

pub(super) use growth::{Forest, Root};

/// The play of a problem.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    /// Every key with what follows; for a problem that is not solved, empty.
    pub keys: Vec<Continuation>,
    /// `Kind::Mated`: every move of the side to move that loses, with what follows.
    pub defences: Vec<Variation>,
    /// First moves that fail to exactly one reply, if they were wanted.
    pub tries: Option<Vec<TryMove>>,
    /// What follows if the defender begins, if that was wanted and is legal: every move of its with
    /// the continuations that reach the goal one move sooner than the solution (without a solution,
    /// than stipulated). Moves after which there is none are listed, too, without continuations.
    pub set_play: Option<Vec<Variation>>,
    /// The limit of the job that was met before all of this was there: variations may be cut, tries
    /// missing.
    pub limit: Option<LimitKind>,
}

/// A move of the attacker that reaches the goal in `moves`, and what follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Continuation {
    /// The move.
    pub m: Move,
    /// Moves of the attacker to the goal, this one counted: against best defence, and no fewer.
    pub moves: u16,
    /// What the attacker would play next if the defender could pass: every continuation of the
    /// shortest length. Empty if the goal is reached, if there is a check, if the defender could
    /// not lose so (zugzwang), and in self play with the goal one ply away.
    pub threats: Vec<Continuation>,
    /// Every legal reply; none if the goal is reached by `m`.
    pub variations: Vec<Variation>,
    /// The threats and variations are left out: the tree is large enough, or a limit was met.
    pub cut: bool,
}

/// A move of the defender and what the attacker plays then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// The defender's move.
    pub reply: Move,
    /// The reply reaches the goal (self play only).
    pub ends: bool,
    /// Every continuation of the shortest length; more than one is a dual. None if the reply ends
    /// the play, and in set play where nothing reaches the goal in time.
    pub continuations: Vec<Continuation>,
}

/// A first move that all replies but one lose against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TryMove {
    /// The move and what follows the replies that lose; its `moves` are those of the solution
    /// (without one, those stipulated).
    pub play: Continuation,
    /// The one reply that refutes it.
    pub refutation: Move,
}
