//! Solving one problem: [`solve`] takes a [`Problem`] and gives a [`Verdict`]. Start reading here.
//!
//! Every verdict is a proof: a key was followed through all replies, a refutation through all first
//! moves. A search that was stopped proves nothing and says so.

mod attacks;
mod board;
pub mod brute;
mod certificate;
mod certify;
mod decide;
mod goal;
mod keys;
mod limit;
mod line;
mod mate_in_one;
mod mated;
mod movegen;
mod prove;
mod refute;
mod search;
mod stipulation;
mod table;
mod tree;
mod verdict;

use shakmaty::{Chess, Move, Position};

use board::{Board, Orientation};
use certify::certify;
use goal::{Goal, Mate, Selfmate, Selfstalemate, Stalemate};
use keys::solve_attack;
use mated::{Replies, Reply, solve_mated};
use search::Search;
use table::Table;

pub use certificate::{Certificate, Gap, Graph, Item, Reason, Statement, Uci};
pub use limit::{LimitKind, Limits, Stop};
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
    /// The variations as a [`Tree`]; in help play every solution of every length up to the stipulated one.
    pub tree: bool,
    /// With the tree: first moves that fail to exactly one reply. Help play has none.
    pub tries: bool,
    /// With the tree: what happens if the other side begins.
    pub set_play: bool,
    /// The whole proof as a [`Certificate`] of at most so many nodes.
    pub certificate: Option<usize>,
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

/// Solves `problem` within its limits; ends early, as [`LimitKind::Stopped`], when `stop` is raised.
///
/// Depths beyond [`MAX_MOVES`] moves are searched to that.
///
/// # Errors
///
/// [`Unsupported`] for help play.
pub fn solve(problem: &Problem, tables: &mut Tables, stop: &Stop) -> Result<Verdict, Unsupported> {
    tables.table.begin_job();
    let table = &mut tables.table;
    match problem.stipulation.kind {
        Kind::Mate | Kind::Mated => Ok(force::<Mate>(problem, table, stop)),
        Kind::Stalemate => Ok(force::<Stalemate>(problem, table, stop)),
        Kind::Selfmate => Ok(force::<Selfmate>(problem, table, stop)),
        Kind::Selfstalemate => Ok(force::<Selfstalemate>(problem, table, stop)),
        Kind::Helpmate | Kind::Helpstalemate => Err(Unsupported(problem.stipulation)),
    }
}

/// Solves a problem of forced play.
fn force<G: Goal>(problem: &Problem, table: &mut Table, stop: &Stop) -> Verdict {
    let position = &problem.position;
    let is_mated = problem.stipulation.kind == Kind::Mated;
    let attacker = if is_mated {
        !position.turn()
    } else {
        position.turn()
    };
    let mut search = Search::<G>::new(table, problem.limits, stop);
    let orientation = Orientation::new(attacker);
    let board = orientation.board(position);
    let bound = problem.stipulation.moves.min(MAX_MOVES);
    let outcome = if !is_mated {
        if movegen::any::<true>(&board) {
            attack(&mut search, problem, orientation, &board, bound)
        } else {
            ended(board.checkers::<true>() != 0)
        }
    } else if movegen::any::<false>(&board) {
        mated(&mut search, problem, orientation, &board, bound)
    } else {
        ended(board.checkers::<false>() != 0)
    };
    let counters = Counters {
        nodes: search.nodes,
        elapsed: search.elapsed(),
    };
    let certificate = problem.wanted.certificate.map(|limit| {
        let certificate = certify(
            &mut search,
            orientation,
            position,
            &outcome,
            is_mated,
            limit,
        );
        Box::new(certificate)
    });
    Verdict {
        outcome,
        tree: None,
        certificate,
        counters,
    }
}

fn ended(check: bool) -> Outcome {
    if check {
        Outcome::Checkmate
    } else {
        Outcome::Stalemate
    }
}

fn attack<G: Goal>(
    search: &mut Search<G>,
    problem: &Problem,
    orientation: Orientation,
    board: &Board,
    bound: u16,
) -> Outcome {
    let keys = solve_attack(search, board, bound, problem.claimed, problem.extent);
    match (keys.found, keys.limit) {
        (Some(found), limit) => Outcome::Solved(Solution {
            moves: found.moves,
            refuted: keys.refuted,
            keys: found
                .keys
                .iter()
                .map(|&m| orientation.chess_move(m, board))
                .collect(),
            open: found.open,
            line: chess_line::<true>(orientation, board, &found.line),
            limit,
        }),
        (None, Some(limit)) if keys.refuted < bound => Outcome::GaveUp {
            refuted: keys.refuted,
            limit,
        },
        (None, _) => Outcome::Refuted {
            moves: keys.refuted,
            escapes: Vec::new(),
            open: 0,
            limit: None,
        },
    }
}

fn mated<G: Goal>(
    search: &mut Search<G>,
    problem: &Problem,
    orientation: Orientation,
    board: &Board,
    bound: u16,
) -> Outcome {
    let Replies {
        replies,
        line,
        limit,
    } = solve_mated(search, board, bound, problem.extent);
    let chosen = |which: &dyn Fn(&Reply) -> bool| -> Vec<Move> {
        replies
            .iter()
            .filter(|r| which(r))
            .map(|r| orientation.chess_move(r.m, board))
            .collect()
    };
    let safe = replies.iter().map(|r| r.refuted).max().unwrap_or(0);
    let escapes = chosen(&|r| r.refuted >= bound);
    if !escapes.is_empty() {
        return Outcome::Refuted {
            moves: bound,
            escapes,
            open: replies
                .iter()
                .filter(|r| r.proved.is_none() && r.refuted < bound)
                .count(),
            limit,
        };
    }
    let longest = replies.iter().filter_map(|r| r.proved).max().unwrap_or(0);
    match limit {
        Some(limit) if line.is_empty() => Outcome::GaveUp {
            refuted: safe,
            limit,
        },
        _ => Outcome::Lost(Loss {
            moves: longest,
            safe,
            longest: chosen(&|r| r.proved == Some(longest)),
            sooner: chosen(&|r| r.proved != Some(longest)),
            line: chess_line::<false>(orientation, board, &line),
            limit,
        }),
    }
}

/// A line in the words of shakmaty; `WHITE` is the side that begins, the attacker being White.
fn chess_line<const WHITE: bool>(
    orientation: Orientation,
    board: &Board,
    line: &[board::Move],
) -> Vec<Move> {
    let mut board = *board;
    let mut white = WHITE;
    line.iter()
        .map(|&m| {
            let written = orientation.chess_move(m, &board);
            board = if white {
                board.play::<true>(m)
            } else {
                board.play::<false>(m)
            };
            white = !white;
            written
        })
        .collect()
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
