//! Whether the tries of a solution fail, and to the replies that are said to refute them.

use shakmaty::Move;

use super::{Defect, Examined, Soundness};
use crate::record::claims::ClaimedTry;
use crate::record::san_set;
use crate::solve::{TryMove, Verdict};

/// A move that is no try, or not as it is claimed to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongTry {
    /// The move, in SAN; what is no legal move as it is written.
    pub first: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Examined<'_> {
    /// Holds the tries claimed against the keys, and against the tries of the tree: those that fail
    /// to as many replies as are claimed at most.
    pub(super) fn tries(&self, verdict: &Verdict, soundness: &mut Soundness) {
        let tree = verdict.tree.as_deref();
        let known = tree.and_then(|tree| tree.tries.as_deref());
        let is_whole = tree.is_some_and(|tree| tree.limit.is_none());
        for claimed in &self.claims.tries {
            let Some(first) = claimed.first.written(self.position).next() else {
                continue;
            };
            let reason = match claimed.first.moves.first() {
                None => claimed
                    .first
                    .wrong
                    .first()
                    .map(|(_, error)| error.to_string()),
                Some(_) if soundness.keys.contains(&first) => Some(format!("{first} is a key")),
                Some(&m) => self.refuted(m, claimed, known.filter(|_| is_whole)),
            };
            let wrong = reason.map(|reason| WrongTry { first, reason });
            soundness.defects.extend(wrong.map(Defect::Try));
        }
    }

    /// Why a try, no key, does not fail to the replies claimed; nothing if it does, or if `known`
    /// tries are not all there are.
    fn refuted(&self, m: Move, claimed: &ClaimedTry, known: Option<&[TryMove]>) -> Option<String> {
        if claimed.refutations.is_empty() {
            return None;
        }
        let after = self.position.after(m);
        let san = self.position.san(m);
        if let Some((_, error)) = claimed.refutations.wrong.first() {
            return Some(format!("{san}: {error}"));
        }
        let replies = &claimed.refutations.moves;
        let Some(found) = known?.iter().find(|found| found.play.m == m) else {
            let named = san_set(&after, replies).join(", ");
            return Some(format!("{san} fails to more than {named}"));
        };
        let without = |some: &[Move], others: &[Move]| {
            let left = some.iter().copied().filter(|m| !others.contains(m));
            san_set(&after, &left.collect::<Vec<Move>>())
        };
        let wrong = without(replies, &found.refutations);
        let lacking = without(&found.refutations, replies);
        match (wrong.as_slice(), lacking.as_slice()) {
            ([], []) => None,
            ([], lacking) => Some(format!("{} refutes {san}, too", lacking.join(", "))),
            (wrong, _) => Some(format!("{} does not refute {san}", wrong.join(", "))),
        }
    }
}
