//! Whether the tries of a solution fail, and to the replies that are said to refute them.

use shakmaty::Move;

use super::{Defect, Examined, Soundness};
use crate::epd::moves::MoveError;
use crate::record::claims::ClaimedTry;
use crate::record::san_set;
use keymove_solve::{TryMove, Verdict};

/// A move that is no try, or not as it is claimed to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongTry {
    /// The move, in SAN; what is no legal move as it is written.
    pub first: String,
    /// What is wrong with it.
    pub reason: TryReason,
}

/// Why a move is no try as it is claimed to be. Replies are in SAN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TryReason {
    /// It is no legal move.
    Illegal(MoveError),
    /// It is a key.
    IsKey,
    /// What is said to refute it is no legal move.
    IllegalReply(MoveError),
    /// More replies than these refute it.
    FailsToMore(Vec<String>),
    /// These refute it as well.
    RefutedToo(Vec<String>),
    /// These do not refute it.
    NotRefuted(Vec<String>),
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
                    .map(|(_, error)| TryReason::Illegal(error.clone())),
                Some(_) if soundness.keys.contains(&first) => Some(TryReason::IsKey),
                Some(&m) => self.refuted(m, claimed, known.filter(|_| is_whole)),
            };
            let wrong = reason.map(|reason| WrongTry { first, reason });
            soundness.defects.extend(wrong.map(Defect::Try));
        }
    }

    /// Why a try, no key, does not fail to the replies claimed; nothing if it does, or if `known`
    /// tries are not all there are.
    fn refuted(
        &self,
        m: Move,
        claimed: &ClaimedTry,
        known: Option<&[TryMove]>,
    ) -> Option<TryReason> {
        if claimed.refutations.is_empty() {
            return None;
        }
        let after = self.position.after(m);
        if let Some((_, error)) = claimed.refutations.wrong.first() {
            return Some(TryReason::IllegalReply(error.clone()));
        }
        let replies = &claimed.refutations.moves;
        let Some(found) = known?.iter().find(|found| found.play.m == m) else {
            return Some(TryReason::FailsToMore(san_set(&after, replies)));
        };
        let san = |moves: Vec<Move>| san_set(&after, &moves);
        let all = found.refutations.iter().copied();
        let is_wrong = |m: &Move| !found.refutations.contains(m);
        let wrong = san(replies.iter().copied().filter(is_wrong).collect());
        // One promotion of a pawn that refutes speaks for the others.
        let is_same =
            |one: &Move, other: &Move| (one.from(), one.to()) == (other.from(), other.to());
        let is_claimed = |m: &Move| replies.iter().any(|reply| is_same(reply, m));
        let lacking = san(all.filter(|m| !is_claimed(m)).collect());
        match (wrong.is_empty(), lacking.is_empty()) {
            (true, true) => None,
            (true, false) => Some(TryReason::RefutedToo(lacking)),
            (false, _) => Some(TryReason::NotRefuted(wrong)),
        }
    }
}
