//! The variations of a problem, as problem literature writes them.
//!
//! This is the one place where it is decided what the play of a problem is: what threatens, which
//! replies are shown, what is a dual, what refutes a try. Text, JSON and whatever else is printed
//! only write it down.
//!
//! A reply is shown unless *every* threat still works after it: a reply that parries one of two
//! threats separates them, and that is what many problems are about. A threat works if the same man
//! can go to the same square, whatever it captures there, and the goal is still reached in as many
//! moves as threatened. A reply that lets the attacker reach the goal sooner than threatened is no
//! defence either, nor is one that reaches the goal itself before it must (self play). This is the
//! rule that the output of Popeye 4.104 follows; `tests/report/popeye.rs` holds the trees beside
//! it.

mod growth;

use shakmaty::Move;

use super::limit::LimitKind;

pub(super) use growth::{Forest, Root};

/// The play of a problem.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    /// Every key with what follows; for a problem that is not solved, empty. Longer keys, if they
    /// were wanted, have more `moves`.
    pub keys: Vec<Continuation>,
    /// `Kind::MATED`: every move of the side to move that loses, with what follows.
    pub defences: Vec<Variation>,
    /// First moves that fail to few replies, if they were wanted.
    pub tries: Option<Vec<TryMove>>,
    /// What follows if the defender begins, if that was wanted and is legal: every move of its with
    /// the continuations that reach the goal one move sooner than the solution (without a solution,
    /// than stipulated). Moves after which there is none are there, too, but not `shown`.
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
    /// The defender has to move, is not in check, and would not lose so soon if it could pass. The
    /// attacker's last move is not called so.
    pub zugzwang: bool,
    /// Every legal reply but the refutations of a try; none if the goal is reached by `m`.
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
    /// The reply is a variation that is written down: it parries a threat, or there is none; in
    /// set play, something answers it; where it `ends` the play, it is the last move.
    pub shown: bool,
    /// Every continuation of the shortest length; more than one is a dual. None if the reply ends
    /// the play, and in set play where nothing reaches the goal in time.
    pub continuations: Vec<Continuation>,
}

/// A first move that all replies but a few lose against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TryMove {
    /// The move and what follows the replies that lose; its `moves` are those of the solution
    /// (without one, or if longer keys were wanted, those stipulated).
    pub play: Continuation,
    /// Every reply that refutes it: at least one, at most as many as were
    /// [wanted](super::Wanted::tries).
    pub refutations: Vec<Move>,
}

impl Variation {
    /// Whether the reply answers `threats`, all of the same length: where the defender is to move
    /// at the root, the tree does not know what threatens.
    pub fn parries(&self, threats: &[Continuation]) -> bool {
        let lengths = |list: &[Continuation]| -> Vec<(Move, u16)> {
            list.iter().map(|c| (c.m, c.moves)).collect()
        };
        parries(&lengths(threats), &lengths(&self.continuations))
    }
}

/// Whether a reply with these continuations answers the threats, all of them with their lengths:
/// one works no more, and the attacker is not even faster.
fn parries(threats: &[(Move, u16)], continuations: &[(Move, u16)]) -> bool {
    let Some(&(_, threatened)) = threats.first() else {
        return true;
    };
    let works = |threat: &(Move, u16)| continuations.iter().any(|c| is_same(c.0, threat.0));
    match continuations.first() {
        Some(&(_, fastest)) if fastest < threatened => false,
        Some(&(_, fastest)) if fastest == threatened => !threats.iter().all(works),
        _ => true,
    }
}

/// Whether two moves are the same man's to the same square; what stands there does not matter.
fn is_same(one: Move, other: Move) -> bool {
    match (one, other) {
        (Move::Normal { .. }, Move::Normal { .. }) => {
            let way = |m: Move| (m.from(), m.to(), m.promotion());
            way(one) == way(other)
        }
        _ => one == other,
    }
}
