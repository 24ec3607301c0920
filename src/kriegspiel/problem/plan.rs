//! A conditional plan: tries in order, and under each announcement what follows.

use super::super::announcement::Announcement;
use super::super::own_board::Try;

/// What to do in one turn: the tries in order, until one is legal. One of them is, in every
/// position of the belief.
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
    /// The number of positions in which it is legal, and those before it are not.
    pub legal: usize,
    /// What may be announced if it is legal, and what follows.
    pub after: Vec<(Announcement, Then)>,
}

/// What follows a legal move of the player's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    /// It is checkmate.
    Mate,
    /// It is an ending that counts as mate.
    Ending,
    /// The other side moves; each announcement has its plan.
    Replies(Vec<Reply>),
}

/// What the other side's move may be announced as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The announcement.
    pub announcement: Announcement,
    /// The number of positions that fit then.
    pub belief: usize,
    /// What to do.
    pub plan: TryPlan,
}

impl TryPlan {
    /// The number of tries in it, at all depths.
    pub fn size(&self) -> usize {
        let after = self.steps.iter().flat_map(|step| &step.after);
        let replies = after.flat_map(|(_, then)| match then {
            Then::Mate | Then::Ending => &[],
            Then::Replies(replies) => &replies[..],
        });
        self.steps.len() + replies.map(|reply| reply.plan.size()).sum::<usize>()
    }
}
