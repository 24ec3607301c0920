//! Solving one problem: [`solve`] takes a [`Problem`] and gives a [`Verdict`]. Start reading here.
//!
//! Every verdict is a proof: a key was followed through all replies, a refutation through all first
//! moves. A search that was stopped proves nothing and says so.

mod attacks;
mod board;
pub mod brute;
mod certificate;
mod certify;
mod claims;
mod decide;
mod force;
mod goal;
mod help;
mod house;
mod keys;
mod limit;
mod line;
mod mate_in_one;
mod mated;
mod movegen;
mod prove;
mod refute;
mod rules;
mod search;
mod stipulation;
mod table;
mod tree;
mod verdict;

use board::Orientation;
use force::force;
use goal::{Mate, Selfmate, Selfstalemate, Stalemate};
use help::help;
use house::{HouseBoard, HouseMate};
use table::Table;

use crate::house::Variant;
use crate::position::Position;
use crate::stop::Stop;
pub use certificate::{Certificate, Gap, Graph, Item, Reason, Run, Statement, Uci};
pub use limit::{LimitKind, Limits};
pub use stipulation::{Kind, Stipulation};
pub use tree::{Continuation, Tree, TryMove, Variation};
pub use verdict::{Counters, Help, Lines, Loss, Outcome, Solution, Verdict};

/// The greatest depth, in full moves, that is searched.
pub const MAX_MOVES: u16 = table::MAX_DEPTH;

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

/// What else is asked for, beside the verdict. Each costs a search of its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Wanted {
    /// The variations as a [`Tree`]; in help play every solution of every length up to the
    /// stipulated one.
    pub tree: bool,
    /// With the tree: first moves that fail to exactly one reply. Help play has none.
    pub tries: bool,
    /// With the tree: what happens if the other side begins.
    pub set_play: bool,
    /// The whole proof as a [`Certificate`] of at most so many nodes. It may cost as many nodes of
    /// the search again as the verdict did, and four million; they are not counted, and [`Limits`]
    /// don't hold for them.
    pub certificate: Option<usize>,
}

/// One problem: a position, what is asked of it, and how much that may cost.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The position; its side to move begins.
    pub position: Position,
    /// What is to be reached, and the depth within which.
    pub stipulation: Stipulation,
    /// Whether the depth is somebody's claim (a `dm`, a `bm #N`, ...) and so probably the
    /// solution's length, rather than a bound picked in advance. It changes the order of work,
    /// never the answer.
    pub claimed: bool,
    /// How much of the answer is asked for.
    pub extent: Extent,
    /// What the search may cost.
    pub limits: Limits,
    /// What is asked for beside the verdict.
    pub wanted: Wanted,
}

/// The tables of one worker. One job after another uses them; each finds them as if new.
#[derive(Debug)]
pub struct Tables {
    table: Table,
}

impl Tables {
    /// Tables that hold at most `megabytes` (of 2^20 bytes, at least 1) of memory.
    pub fn new(megabytes: usize) -> Tables {
        Tables {
            table: Table::new(megabytes),
        }
    }
}

/// Solves `problem` within its limits; ends early, as [`LimitKind::Stopped`], when `stop` is
/// raised.
///
/// Depths beyond [`MAX_MOVES`] moves are searched to that.
///
/// # Errors
///
/// [`Unsupported`] for another goal than mate in bughouse or crazyhouse.
pub fn solve(problem: &Problem, tables: &mut Tables, stop: &Stop) -> Result<Verdict, Unsupported> {
    let Problem {
        position,
        stipulation,
        ..
    } = problem;
    tables.table.begin_job();
    let table = &mut tables.table;
    let attacker = match stipulation.kind {
        Kind::Mated => !position.turn(),
        _ => position.turn(),
    };
    let orientation = Orientation::new(attacker);
    let board = orientation.board(position.chess());
    if let Some(house) = position.house() {
        return match stipulation.kind {
            Kind::Mate | Kind::Mated => {
                let board = HouseBoard::new(orientation, board, house);
                Ok(force::<HouseMate>(problem, orientation, board, table, stop))
            }
            _ => Err(Unsupported {
                stipulation: *stipulation,
                variant: house.variant,
            }),
        };
    }
    match stipulation.kind {
        Kind::Mate | Kind::Mated => Ok(force::<Mate>(problem, orientation, board, table, stop)),
        Kind::Stalemate => Ok(force::<Stalemate>(problem, orientation, board, table, stop)),
        Kind::Selfmate => Ok(force::<Selfmate>(problem, orientation, board, table, stop)),
        Kind::Selfstalemate => Ok(force::<Selfstalemate>(
            problem,
            orientation,
            board,
            table,
            stop,
        )),
        Kind::Helpmate => Ok(help::<Mate>(problem, table, stop)),
        Kind::Helpstalemate => Ok(help::<Stalemate>(problem, table, stop)),
    }
}

/// The stipulation is not solved by these rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsupported {
    /// What was asked for.
    pub stipulation: Stipulation,
    /// Where only mate is a goal.
    pub variant: Variant,
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "stipulation {} is not supported in {}",
            self.stipulation, self.variant
        )
    }
}

impl std::error::Error for Unsupported {}
