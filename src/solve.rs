//! Solving one problem: [`solve`] takes a [`Problem`] and gives a [`Verdict`]. Start reading here.
//!
//! Every verdict is a proof: a key was followed through all replies, a refutation through all first
//! moves. A search that was stopped proves nothing and says so.

mod brute;
pub mod limit;
pub mod stipulation;

use std::time::Duration;

use shakmaty::{Chess, Move};

pub use limit::{LimitKind, Limits, Stop};
pub use stipulation::{Kind, Stipulation};

/// How much of the answer is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Extent {
    /// The shortest length, proved, and every key of that length.
    #[default]
    AllKeys,
    /// The shortest length, proved, and one key.
    First,
    /// Any proved solution within the depth.
    Any,
}

/// One problem: a position, what is asked of it, and how much that may cost.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The position; its side to move begins.
    pub position: Chess,
    /// What is to be reached, and the depth within which.
    pub stipulation: Stipulation,
    /// Whether the depth is somebody's claim (a `dm`, a `bm #N`, ...) and so probably the solution's
    /// length, rather than a bound picked in advance. It changes the order of work, never the answer.
    pub claimed: bool,
    /// How much of the answer is asked for.
    pub extent: Extent,
    /// What the search may cost.
    pub limits: Limits,
}

/// The answer to a [`Problem`].
#[derive(Debug, Clone)]
pub struct Verdict {
    /// What was proved.
    pub outcome: Outcome,
    /// What it cost.
    pub counters: Counters,
}

/// What was proved. Lengths are full moves of the side that mates.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// The side to move is checkmated already.
    Checkmate,
    /// The side to move is stalemated already.
    Stalemate,
    /// The side to move reaches the goal (`Kind::Mate`).
    Solved(Solution),
    /// The side to move is mated, whatever it does (`Kind::Mated`).
    Lost(Loss),
    /// Proved: not within `moves`.
    Refuted {
        /// The refuted depth.
        moves: u16,
        /// `Kind::Mated`: the replies after which there is no mate within `moves`; they are all of
        /// them with [`Extent::AllKeys`], at least one otherwise. Empty for `Kind::Mate`.
        escapes: Vec<Move>,
        /// The limit that was met before every reply was decided; the refutation holds all the same.
        limit: Option<LimitKind>,
    },
    /// Nothing was decided but the absence of solutions within `refuted` moves.
    GaveUp {
        /// The largest refuted depth, 0 if none.
        refuted: u16,
        /// The limit that was met.
        limit: LimitKind,
    },
}

/// A proved way to the goal.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The length of the proof in hand; the shortest one when `refuted + 1 == moves`.
    pub moves: u16,
    /// The largest depth for which the absence of a solution is proved.
    pub refuted: u16,
    /// First moves proved to reach the goal in `moves`; never empty, no order promised.
    pub keys: Vec<Move>,
    /// First moves of which it is not decided whether they are keys.
    pub open: usize,
    /// `2 * moves - 1` plies; the defender always holds out as long as possible. It begins with a key.
    pub line: Vec<Move>,
    /// The limit that was met, if one was.
    pub limit: Option<LimitKind>,
}

/// A proof that the side to move is mated.
#[derive(Debug, Clone)]
pub struct Loss {
    /// The mate comes within that many moves of the other side.
    pub moves: u16,
    /// The largest depth for which it is proved that some reply escapes; `moves - 1` when the length is proved.
    pub safe: u16,
    /// The replies that hold out for `moves`.
    pub longest: Vec<Move>,
    /// The replies that lose sooner.
    pub sooner: Vec<Move>,
    /// `2 * moves` plies, beginning with one of `longest`.
    pub line: Vec<Move>,
    /// The limit that was met, if one was.
    pub limit: Option<LimitKind>,
}

/// What a search cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes: positions entered by the search.
    pub nodes: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// The tables of one worker. One job after another uses them; each finds them as if new.
#[derive(Debug)]
pub struct Tables {}

impl Tables {
    /// Tables that hold at most `megabytes` (of 2^20 bytes) of memory.
    pub fn new(megabytes: usize) -> Tables {
        let _ = megabytes;
        Tables {}
    }
}

/// Solves `problem` within its limits; ends early, as [`LimitKind::Stopped`], when `stop` is raised.
///
/// Supported are [`Kind::Mate`] and [`Kind::Mated`].
///
/// # Errors
///
/// [`Unsupported`] for every other kind.
pub fn solve(problem: &Problem, tables: &mut Tables, stop: &Stop) -> Result<Verdict, Unsupported> {
    let _ = (tables, stop);
    match problem.stipulation.kind {
        Kind::Mate | Kind::Mated => Ok(brute::solve(problem)),
        _ => Err(Unsupported(problem.stipulation)),
    }
}

/// The stipulation is known, but not solved by this version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsupported(pub Stipulation);

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "stipulation {} is not supported", self.0)
    }
}

impl std::error::Error for Unsupported {}
