//! A conditional plan: tries in order, and the continuation after each announcement.

use super::super::announcement::Announcement;
use super::super::own_board::Try;

/// The tries of one turn, in order, until one is legal. In every position of the belief, one of
/// them is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TryPlan {
    /// The tries.
    pub steps: Vec<PlanStep>,
}

/// One try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanStep {
    /// The try.
    pub tried: Try,
    /// The number of positions in which it is legal and the tries before it are not.
    pub legal: usize,
    /// The possible announcements if it is legal, each with the continuation.
    pub after: Vec<(Announcement, MoveResult)>,
}

/// The continuation after a legal move of the player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveResult {
    /// It is checkmate.
    Mate,
    /// It is an ending that counts as mate.
    Ending,
    /// The other side moves; each announcement has its plan.
    Replies(Vec<Reply>),
}

/// A possible announcement after the other side's move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The announcement.
    pub announcement: Announcement,
    /// The number of positions consistent with it.
    pub belief: usize,
    /// The plan that follows.
    pub plan: TryPlan,
}

impl TryPlan {
    /// The number of tries in it, at all depths.
    pub fn size(&self) -> usize {
        let after = self.steps.iter().flat_map(|step| &step.after);
        let replies = after.flat_map(|(_, then)| match then {
            MoveResult::Mate | MoveResult::Ending => &[],
            MoveResult::Replies(replies) => &replies[..],
        });
        self.steps.len() + replies.map(|reply| reply.plan.size()).sum::<usize>()
    }
}
