//! Problems: can a player who knows only a filtered record certainly mate within a number of
//! half-moves?
//!
//! - [`Inquiry`]: the question; [`Conclusion`]: the result.
//! - [`search`]: the search; start reading there. [`goal`]: what counts as mate.
//! - [`plan`]: the conditional plan that proves a yes; [`replay`]: the judge of plans, which does
//!   not depend on the search.
//! - [`answer`]: the answer to the problem of a record; [`show`]: plans as text and JSON.

pub mod answer;
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
use super::rules::RuleSet;

/// The question of a problem.
#[derive(Debug, Clone)]
pub struct Inquiry {
    /// The positions that are consistent with the player's knowledge; the player is to move.
    pub belief: Belief,
    /// The maximum number of half-moves until mate: 1 for mate with this move, 3 with the next one.
    pub depth: u32,
    /// The endings that count as mate.
    pub goal: MateEndings,
    /// Whether every solving first move is wanted.
    pub keys: bool,
    /// The rules by which the umpire ends the game.
    pub rules: RuleSet,
    /// Whether the belief is everything that the player knows, and the umpire announces no more
    /// than Berkeley's rules require. If not, a plan is still valid, because additional information
    /// need not be used; but that there is no plan follows only if even a player who sees
    /// everything has none.
    pub is_whole: bool,
}

/// The limits for the cost of a search.
#[derive(Debug, Clone, Copy)]
pub struct Allowance {
    /// The maximum number of positions of a belief during the search.
    pub positions: usize,
    /// The time at which it must end.
    pub until: Option<Instant>,
}

/// The result of a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conclusion {
    /// There is a plan.
    Yes {
        /// The plan, which the judge has replayed.
        plan: TryPlan,
        /// Every solving first move, if wanted.
        keys: Vec<Try>,
        /// First moves for which this is unknown.
        open: Vec<Try>,
    },
    /// There is no plan.
    No {
        /// The positions left after all tries that certainly win.
        left: Vec<CompactBoard>,
        /// The number of these that a player who sees everything could win, if there was time to
        /// find out.
        winnable: Option<usize>,
    },
    /// It is unknown.
    Undecided(Reason),
}

/// Why a result is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// A belief had more positions than the limit.
    Positions,
    /// There is no plan for a player with just this knowledge and the announcements of Berkeley's
    /// rules, but the umpire announces more.
    Unannounced,
    /// The time limit was met.
    Time,
    /// A signal ended the search.
    Stopped,
    /// The plan did not pass its replay: an error in this program.
    Unproved(String),
}
