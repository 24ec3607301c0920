//! Problems: can a player who knows only a filtered record mate within a number of half-moves for
//! sure?
//!
//! - [`Inquiry`]: what is asked; [`Conclusion`]: what was found out.
//! - [`search`]: the search; start reading there. [`goal`]: what counts as mate.
//! - [`certain`]: the shortest mate that is certain in a moment of a game.
//! - [`plan`]: the conditional plan that answers yes; [`replay`]: the judge of plans, who knows
//!   nothing of the search.
//! - [`answer`]: the problem of a record, answered; [`show`]: plans as text and JSON.

pub mod answer;
pub mod certain;
pub mod goal;
pub mod plan;
pub mod replay;
pub mod search;
mod seeing;
pub mod show;
mod turn;

use std::time::Instant;

use self::goal::MateEndings;
use self::plan::TryPlan;
use super::belief::Belief;
use super::belief::board::CompactBoard;
use super::own_board::Try;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Inquiry {
    /// The positions that fit what the player knows; the player is to move.
    pub belief: Belief,
    /// The most half-moves until mate: 1 is mate with this move, 3 with the next one.
    pub depth: u32,
    /// What counts as mate.
    pub goal: MateEndings,
    /// Whether every first move that solves is wanted.
    pub keys: bool,
    /// Whether the belief is all that the player knows, and the announcements of Berkeley's rules
    /// all that the umpire will tell. If not, a plan is one nevertheless, as nobody needs to make
    /// use of more; but that there is no plan follows only where a player who sees everything has
    /// none.
    pub is_whole: bool,
}

/// How much a search may cost.
#[derive(Debug, Clone, Copy)]
pub struct Allowance {
    /// The most positions of a belief on the way.
    pub positions: usize,
    /// When it is to end.
    pub until: Option<Instant>,
}

/// What was found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conclusion {
    /// There is a plan.
    Yes {
        /// The plan, replayed by the judge.
        plan: TryPlan,
        /// Every first move that solves, if they were asked for.
        keys: Vec<Try>,
        /// First moves of which it is not known.
        open: Vec<Try>,
    },
    /// There is no plan.
    No {
        /// The positions that are left when every try that is sure to win was made.
        left: Vec<CompactBoard>,
        /// How many of them could be won by a player who sees everything, if there was time to find
        /// out.
        winnable: Option<usize>,
    },
    /// It is not known.
    Undecided(Reason),
}

/// Why an answer is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// A belief had more positions than are kept.
    Positions,
    /// There is no plan for a player who knows just this and is told as by Berkeley's rules, but
    /// the umpire tells more.
    Untold,
    /// Time was up.
    Time,
    /// A signal ended it.
    Stopped,
    /// The plan did not pass its replay: an error in this program.
    Unproved(String),
}
