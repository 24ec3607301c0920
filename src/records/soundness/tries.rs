//! Judges whether the tries of a solution fail, and to the replies that are claimed to refute them.

use shakmaty::Move;

use super::{Defect, Examined, Soundness};
use crate::epd::moves::MoveError;
use crate::record::san_set;
use crate::record::stated::ClaimedTry;
use keymove_solve::{TryMove, Verdict};

/// A move that is not a try, or not in the way claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongTry {
    /// The move in SAN; unchanged if it is not a legal move.
    pub first: String,
    /// The fault of the try.
    pub reason: TryReason,
}

/// Why a move is not a try, or not in the way claimed. Replies are in SAN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TryReason {
    /// It is not a legal move.
    Illegal(MoveError),
    /// It is a key.
    IsKey,
    /// A reply claimed to refute it is not a legal move.
    IllegalReply(MoveError),
    /// More replies than these refute it.
    FailsToMore(Vec<String>),
    /// These replies refute it as well.
    RefutedToo(Vec<String>),
    /// These replies do not refute it.
    NotRefuted(Vec<String>),
}

impl Examined<'_> {
    /// Compares the claimed tries with the keys and with the tries of the tree, which are the moves
    /// that fail to at most as many replies as claimed.
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

    /// Why a try that is not a key does not fail to the claimed replies; `None` if it does, or if
    /// `known` does not contain all tries.
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
        // If one promotion of a pawn refutes, the others need not be named.
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
