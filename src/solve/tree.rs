//! The variations of a problem, as problem literature writes them.
//!
//! The play of a problem is defined in this one place: the threats, the replies that are shown, the
//! duals, the refutations of a try. Text, JSON and all other output only write it down.
//!
//! A reply is shown unless *every* threat still works after it: a reply that parries one of two
//! threats separates them, which is the theme of many problems. A threat works if the same man can
//! go to the same square, whatever it captures there, and the goal is still reached in as many
//! moves as threatened. A reply that lets the attacker reach the goal sooner than threatened is not
//! a defence, and neither is a reply that reaches the goal itself before it must (self play). The
//! output of Popeye 4.104 follows this rule; `tests/report/popeye.rs` compares the trees with it.

mod growth;

use shakmaty::Move;

use super::limit::LimitKind;

pub(super) use growth::{Forest, Root};

/// The play of a problem.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    /// Every key with the play after it; empty for a problem that is not solved. Longer keys, if
    /// wanted, have more `moves`.
    pub keys: Vec<Continuation>,
    /// `Kind::MATED`: every move of the side to move that loses, with the play after it.
    pub defences: Vec<Variation>,
    /// First moves that fail to few replies, if wanted.
    pub tries: Option<Vec<TryMove>>,
    /// The play if the defender begins, if it was wanted and is legal: every move of the defender
    /// with the continuations that reach the goal one move sooner than the solution (or, without a
    /// solution, than stipulated). Moves without a continuation are included, but not `shown`.
    pub set_play: Option<Vec<Variation>>,
    /// The limit of the job that was met before all of this was complete: variations may be cut,
    /// tries may be missing.
    pub limit: Option<LimitKind>,
}

/// A move of the attacker that reaches the goal in `moves`, and the play after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Continuation {
    /// The move.
    pub m: Move,
    /// Moves of the attacker to the goal, including this one, against the best defence; not fewer.
    pub moves: u16,
    /// The attacker's next moves if the defender could pass: every continuation of the shortest
    /// length. Empty if the goal is reached, if there is a check, if the defender could not lose in
    /// this way (zugzwang), and in self play with the goal one ply away.
    pub threats: Vec<Continuation>,
    /// The defender has to move, is not in check, and would not lose as soon if it could pass.
    /// Never set for the attacker's last move.
    pub zugzwang: bool,
    /// Every legal reply except the refutations of a try; empty if the goal is reached by `m`.
    pub variations: Vec<Variation>,
    /// The threats and variations are left out: the tree is large enough, or a limit was met.
    pub cut: bool,
}

/// A move of the defender and the attacker's continuations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// The defender's move.
    pub reply: Move,
    /// The reply reaches the goal (self play only).
    pub ends: bool,
    /// The reply is a variation that is written down: it parries a threat, or there is no threat;
    /// in set play, it has a continuation; if it `ends` the play, it is the last move.
    pub shown: bool,
    /// Every continuation of the shortest length; more than one is a dual. Empty if the reply ends
    /// the play, and in set play if nothing reaches the goal in time.
    pub continuations: Vec<Continuation>,
}

/// A first move after which all replies but a few lose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TryMove {
    /// The move and the play after the replies that lose; its `moves` are those of the solution (or
    /// those stipulated, without a solution or if longer keys were wanted).
    pub play: Continuation,
    /// Every reply that refutes it: at least one, at most the number that was
    /// [wanted](super::Wanted::tries).
    pub refutations: Vec<Move>,
}

impl Variation {
    /// Whether the reply answers `threats`, all of the same length: if the defender is to move at
    /// the root, the tree does not know the threats.
    pub fn parries(&self, threats: &[Continuation]) -> bool {
        let lengths = |list: &[Continuation]| -> Vec<(Move, u16)> {
            list.iter().map(|c| (c.m, c.moves)).collect()
        };
        parries(&lengths(threats), &lengths(&self.continuations))
    }
}

/// Whether a reply with these continuations answers the threats, which are given with their
/// lengths: at least one threat no longer works, and the attacker is not faster instead.
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

/// Whether two moves take the same man to the same square; a capture there does not matter.
fn is_same(one: Move, other: Move) -> bool {
    match (one, other) {
        (Move::Normal { .. }, Move::Normal { .. }) => {
            let way = |m: Move| (m.from(), m.to(), m.promotion());
            way(one) == way(other)
        }
        _ => one == other,
    }
}
