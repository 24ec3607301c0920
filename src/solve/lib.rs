//! Solves one problem: [`solve`] takes a [`Problem`] and returns a [`Verdict`]. Start reading here.
//!
//! Every verdict is a proof: a key was followed through all replies, a refutation through all first
//! moves. A search that was stopped proves nothing and says so.
//!
//! The header of each file says what it does and what it gains. Attempts without gain are on one
//! page, `measured.md` in this folder.

mod attacks;
mod board;
mod budget;
mod certificate;
mod certify;
mod decide;
mod ending;
mod facts;
mod finish;
mod force;
mod goal;
mod guide;
mod help;
mod house;
mod keys;
mod limit;
mod line;
mod mate_in_one;
mod mated;
mod movegen;
mod near;
mod numbers;
mod outlook;
mod problem;
mod prove;
mod rare;
mod refute;
mod refuters;
mod round;
mod rules;
mod search;
mod side;
mod sieve;
mod slot;
#[cfg(test)]
mod small;
mod split;
mod table;
mod team;
mod tree;
mod unbounded;
mod verdict;

// Some of the judges of the search are unit tests.
#[cfg(test)]
#[path = "../../tests/support/asked.rs"]
mod asked;
#[cfg(test)]
#[path = "../../tests/support/long.rs"]
mod long;

use board::Orientation;
use force::force;
use goal::{DoubleStalemate, Goal, Mate, Stalemate};
use help::help;
use house::{HouseBoard, HousePlay};
use rare::{Rare, RareBoard};
use table::Table;

pub use certificate::{Certificate, Edge, Gap, Graph, Run, Shortfall, Statement};
pub use ending::Endings;
use keymove_base::reason::Reason;
use keymove_base::stop::Stop;
pub use keymove_rules::bounds::Length;
use keymove_rules::house::Variant;
pub use keymove_rules::stipulation::{Aim, Kind, PlayKind, Stipulation};
pub use keymove_rules::uci::Uci;
pub use limit::{LimitKind, Limits};
pub use problem::{Extent, Problem, Wanted};
pub use tree::{Continuation, Tree, TryMove, Variation};
pub use verdict::{Counters, Help, Lines, Loss, Outcome, RefutedLine, Solution, Verdict};

/// The tables of one worker. One job after another uses them; each finds them like new.
#[derive(Debug)]
pub struct Tables {
    table: Table,
    endings: Endings,
}

impl Tables {
    /// Tables that hold at most `megabytes` (of 2^20 bytes, at least 1) of memory, and as much
    /// again for bare endings if there are any.
    pub fn new(megabytes: usize) -> Tables {
        Tables::sharing(megabytes, &Endings::new(megabytes))
    }

    /// Tables that hold at most `megabytes` (of 2^20 bytes, at least 1) of memory, and share the
    /// tables of bare endings with others. The content of these shared tables does not change an
    /// answer; their capacity does.
    pub fn sharing(megabytes: usize, endings: &Endings) -> Tables {
        Tables {
            table: Table::new(megabytes),
            endings: endings.clone(),
        }
    }

    /// Lets `threads` threads (at least 1, which is the default) work on each job, with the same
    /// tables. Help play is solved by one thread.
    ///
    /// Complete proofs are the same with any number: the length, the keys, the absence of
    /// solutions. Nodes and lines may differ from run to run, and so may the results of a job that
    /// asks for any one key or that met a limit.
    pub fn set_threads(&mut self, threads: usize) {
        self.table.set_threads(threads);
    }

    /// Forgets everything, as [`solve()`] does at the beginning of each job.
    pub fn begin(&mut self) {
        self.table.begin_job();
    }

    /// The used part of the tables, in thousandths.
    pub fn permille(&self) -> u16 {
        self.table.permille()
    }
}

/// Solves `problem` within its limits; ends early, as [`LimitKind::Stopped`], when `stop` is
/// raised.
///
/// Depths beyond [`Length::LONGEST`] moves are searched up to that length.
///
/// # Errors
///
/// [`Unsupported`] for goals other than mate and selfmate in bughouse or crazyhouse, and stalemate
/// and selfstalemate in crazyhouse, and for stipulations for which [`Stipulation::is_solved`] says
/// there is no search.
pub fn solve(problem: &Problem, tables: &mut Tables, stop: &Stop) -> Result<Verdict, Unsupported> {
    tables.begin();
    solve_further(problem, tables, stop)
}

/// Solves `problem` as [`solve()`] does, but begins where another search ended: the caller claims
/// that there is no solution within `refuted`. This is believed. If it is false, the solution that
/// is found may be no longer than `refuted` itself, which reveals the error; or nothing reveals it.
///
/// In help play, refuted lengths of whole moves say nothing about lengths with half a move, and
/// vice versa.
///
/// # Errors
///
/// As [`solve()`].
pub fn solve_from(
    problem: &Problem,
    refuted: Length,
    tables: &mut Tables,
    stop: &Stop,
) -> Result<Verdict, Unsupported> {
    tables.begin();
    search(problem, refuted, tables, stop)
}

/// Solves `problem` as [`solve()`] does, with the content of the tables: one question after another
/// about the same play, none of them searched from the beginning.
///
/// Their content since [`Tables::begin`] must be of the same goal ([`Kind::MATE`] and
/// [`Kind::MATED`] count as one), game and mate rule; the position does not matter, nor the
/// attacking side: the tables see every attacker as White.
///
/// # Errors
///
/// As [`solve()`].
pub fn solve_further(
    problem: &Problem,
    tables: &mut Tables,
    stop: &Stop,
) -> Result<Verdict, Unsupported> {
    search(problem, Length::NONE, tables, stop)
}

/// Solves `problem` with the content of the tables and the refuted lengths.
fn search(
    problem: &Problem,
    refuted: Length,
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
    let mut on = Forced {
        problem,
        refuted,
        orientation,
        tables,
        stop,
    };
    let unsupported = |variant| Unsupported {
        stipulation: *stipulation,
        variant,
    };
    let Kind { play, aim } = stipulation.kind;
    if let Some(house) = position.house() {
        let board = HouseBoard::new(orientation, board, house, stipulation.kind);
        let ends = house.variant == Variant::Crazyhouse;
        return match (play, aim) {
            _ if stipulation.exact => Err(unsupported(Some(house.variant))),
            (PlayKind::Direct | PlayKind::Mated | PlayKind::SelfPlay, Aim::Mate) => {
                Ok(on.board::<HousePlay>(board))
            }
            (PlayKind::Direct | PlayKind::SelfPlay, Aim::Stalemate) if ends => {
                Ok(on.board::<HousePlay>(board))
            }
            _ => Err(unsupported(Some(house.variant))),
        };
    }
    if !stipulation.is_solved() {
        return Err(unsupported(None));
    }
    let is_mate = matches!(
        (play, aim),
        (PlayKind::Direct, Aim::Mate) | (PlayKind::Mated, _)
    );
    if is_mate && !stipulation.exact {
        return Ok(on.board::<Mate>(board));
    }
    if !stipulation.kind.has_lines() {
        let left = stipulation.length.moves().min(Length::LONGEST);
        let left = stipulation.exact.then_some(left);
        let board = RareBoard::new(board, stipulation.kind, left);
        return Ok(on.board::<Rare>(board));
    }
    Ok(match aim {
        Aim::Mate => help::<Mate>(problem, refuted, &mut on.tables.table, stop),
        Aim::Stalemate => help::<Stalemate>(problem, refuted, &mut on.tables.table, stop),
        Aim::DoubleStalemate => {
            help::<DoubleStalemate>(problem, refuted, &mut on.tables.table, stop)
        }
    })
}

/// A problem of forced play, and the tools to solve it.
struct Forced<'a> {
    problem: &'a Problem,
    refuted: Length,
    orientation: Orientation,
    tables: &'a mut Tables,
    stop: &'a Stop,
}

impl Forced<'_> {
    /// With the goal `G`.
    fn board<G: Goal>(&mut self, board: G::Rules) -> Verdict {
        force::<G>(
            self.problem,
            self.refuted,
            self.orientation,
            board,
            self.tables,
            self.stop,
        )
    }
}

/// There is no search for the stipulation, or none by these rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsupported {
    /// The stipulation that was asked for.
    pub stipulation: Stipulation,
    /// The variant in which it is not a goal; `None` if the stipulation is not solved at all.
    pub variant: Option<Variant>,
}

impl Unsupported {
    /// The error in words.
    pub fn reason(&self) -> Reason {
        let asked = self.stipulation.to_string();
        match self.variant {
            Some(variant) => format!("stipulation {asked} is not supported in {variant}").into(),
            None => Reason::new("stipulation {} is not supported", [asked]),
        }
    }
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.reason().fmt(f)
    }
}

impl std::error::Error for Unsupported {}
