//! Solving one problem: [`solve`] takes a [`Problem`] and gives a [`Verdict`]. Start reading here.
//!
//! Every verdict is a proof: a key was followed through all replies, a refutation through all first
//! moves. A search that was stopped proves nothing and says so.

mod attacks;
mod board;
pub mod brute;
mod budget;
mod certificate;
mod certify;
mod decide;
mod ending;
mod facts;
mod force;
mod goal;
mod help;
mod house;
mod keys;
mod length;
mod limit;
mod line;
mod mate_in_one;
mod mated;
mod movegen;
mod problem;
mod prove;
mod refute;
mod rules;
mod search;
mod side;
mod sieve;
mod slot;
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
use crate::stop::Stop;
pub use certificate::{Certificate, Edge, Gap, Graph, Run, Shortfall, Statement, Uci};
pub use ending::Endings;
pub use length::Length;
pub use limit::{LimitKind, Limits};
pub use problem::{Extent, Problem, Wanted};
pub use stipulation::{Aim, Kind, PlayKind, Stipulation};
pub use tree::{Continuation, Tree, TryMove, Variation};
pub use verdict::{Counters, Help, Lines, Loss, Outcome, Solution, Verdict};

/// The tables of one worker. One job after another uses them; each finds them as if new.
#[derive(Debug)]
pub struct Tables {
    table: Table,
    endings: Endings,
}

impl Tables {
    /// Tables that hold at most `megabytes` (of 2^20 bytes, at least 1) of memory, and as much for
    /// bare endings if any come up.
    pub fn new(megabytes: usize) -> Tables {
        Tables::sharing(megabytes, &Endings::new(megabytes))
    }

    /// Tables that hold at most `megabytes` (of 2^20 bytes, at least 1) of memory, and share those
    /// of bare endings with others. What these hold does not change an answer; how much they may
    /// hold does.
    pub fn sharing(megabytes: usize, endings: &Endings) -> Tables {
        Tables {
            table: Table::new(megabytes),
            endings: endings.clone(),
        }
    }

    /// Forgets everything, as [`solve()`] does at the beginning of each job.
    pub fn begin(&mut self) {
        self.table.begin_job();
    }

    /// How full they are, in thousandths.
    pub fn permille(&self) -> u16 {
        self.table.permille()
    }
}

/// Solves `problem` within its limits; ends early, as [`LimitKind::Stopped`], when `stop` is
/// raised.
///
/// Depths beyond [`Length::LONGEST`] moves are searched to that.
///
/// # Errors
///
/// [`Unsupported`] for another goal than mate in bughouse or crazyhouse, and for what
/// [`Stipulation::is_solved`] says there is no search for.
pub fn solve(problem: &Problem, tables: &mut Tables, stop: &Stop) -> Result<Verdict, Unsupported> {
    tables.begin();
    solve_further(problem, tables, stop)
}

/// Solves `problem` as [`solve()`] does, with what the tables know: one question after the other
/// about the same play, none of them asked from the beginning.
///
/// What they know since [`Tables::begin`] must be of the same goal (those of [`Kind::MATE`] and
/// [`Kind::MATED`] are one), game and mate rule; which position it was does not matter, nor who
/// attacked: the tables see every attacker as White.
///
/// # Errors
///
/// As [`solve()`].
pub fn solve_further(
    problem: &Problem,
    tables: &mut Tables,
    stop: &Stop,
) -> Result<Verdict, Unsupported> {
    let problem = &problem.settled();
    let Problem {
        position,
        stipulation,
        ..
    } = problem;
    let attacker = match stipulation.kind {
        Kind::MATED => !position.turn(),
        _ => position.turn(),
    };
    let orientation = Orientation::new(attacker);
    let board = orientation.board(position.chess());
    if let Some(house) = position.house() {
        return match stipulation.kind {
            Kind::MATE | Kind::MATED => {
                let board = HouseBoard::new(orientation, board, house);
                Ok(force::<HouseMate>(
                    problem,
                    orientation,
                    board,
                    tables,
                    stop,
                ))
            }
            _ => Err(Unsupported {
                stipulation: *stipulation,
                variant: Some(house.variant),
            }),
        };
    }
    if !stipulation.is_solved() {
        return Err(Unsupported {
            stipulation: *stipulation,
            variant: None,
        });
    }
    match stipulation.kind {
        Kind::MATE | Kind::MATED => Ok(force::<Mate>(problem, orientation, board, tables, stop)),
        Kind::STALEMATE => Ok(force::<Stalemate>(
            problem,
            orientation,
            board,
            tables,
            stop,
        )),
        Kind::SELFMATE => Ok(force::<Selfmate>(problem, orientation, board, tables, stop)),
        Kind::SELFSTALEMATE => Ok(force::<Selfstalemate>(
            problem,
            orientation,
            board,
            tables,
            stop,
        )),
        Kind::HELPMATE => Ok(help::<Mate>(problem, &mut tables.table, stop)),
        Kind::HELPSTALEMATE => Ok(help::<Stalemate>(problem, &mut tables.table, stop)),
        _ => Err(Unsupported {
            stipulation: *stipulation,
            variant: None,
        }),
    }
}

/// There is no search for the stipulation, or none by these rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsupported {
    /// What was asked for.
    pub stipulation: Stipulation,
    /// Where only mate is a goal; `None` where the stipulation is solved nowhere.
    pub variant: Option<Variant>,
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "stipulation {} is not supported", self.stipulation)?;
        match self.variant {
            Some(variant) => write!(f, " in {variant}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Unsupported {}
