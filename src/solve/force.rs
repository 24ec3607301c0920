//! Forced play: an attacker, a defender, and from what was proved between them an [`Outcome`].

use super::side::{Black, Side, White};
use shakmaty::Move as ChessMove;

use super::Tables;
use super::board::{Move, Orientation};
use super::certificate::Certificate;
use super::certify::certify;
use super::goal::Goal;
use super::guide::Guide;
use super::keys::solve_attack;
use super::length::Length;
use super::limit::LimitKind;
use super::mated::{Replies, Resistance, solve_mated};
use super::problem::Problem;
use super::rules::Rules;
use super::search::Search;
use super::stipulation::Kind;
use super::team::Team;
use super::tree::{Forest, Root, Tree};
use super::verdict::{Counters, Loss, Outcome, Solution, Verdict};
use crate::stop::Stop;

/// Solves a problem of forced play on `board`, its position as `orientation` shows it, beyond the
/// depth `refuted`.
pub fn force<G: Goal>(
    problem: &Problem,
    refuted: Length,
    orientation: Orientation,
    board: G::Rules,
    tables: &mut Tables,
    stop: &Stop,
) -> Verdict {
    let is_mated = problem.stipulation.kind == Kind::MATED;
    let table = &mut tables.table;
    let team = (table.threads() > 1).then(Team::new);
    let mut search = match &team {
        Some(team) => Search::<G>::with_team(table, problem.limits, stop, team),
        None => Search::new(table, problem.limits, stop),
    };
    let bound = problem.stipulation.length.moves().min(Length::LONGEST);
    let exact = problem.stipulation.exact;
    let refuted = refuted.moves().min(bound);
    // In exact play nothing is shorter, by its rules.
    search.begun = if exact {
        refuted.max(bound.saturating_sub(1))
    } else {
        refuted
    };
    search.allow_endings(&tables.endings, bound);
    let mut guides = Guide::of_problem::<G>(problem, orientation, &board);
    let mut outcome = if !is_mated {
        if board.any::<White>() {
            let guides = &mut guides;
            attack(&mut search, problem, orientation, &board, bound, guides)
        } else {
            over::<White, _>(&board, bound)
        }
    } else if board.any::<Black>() {
        let guides = &mut guides;
        mated(&mut search, problem, orientation, &board, bound, guides)
    } else {
        over::<Black, _>(&board, bound)
    };
    let refuted_lines = guides
        .iter()
        .filter_map(|guide| search.refuted_line(guide, orientation))
        .collect();
    let tree = problem
        .wanted
        .tree
        .then(|| tree(&mut search, problem, orientation, &board, &outcome))
        .flatten();
    if tree.as_ref().and_then(|tree| tree.limit) == Some(LimitKind::Stopped) {
        stop_at(&mut outcome);
    }
    let counters = Counters {
        nodes: search.nodes(),
        elapsed: search.elapsed(),
    };
    let certificate = problem.wanted.certificate.map(|limit| match exact {
        true => Certificate::left_to_exhaustion(&outcome, bound),
        false => certify(&mut search, problem, orientation, &board, &outcome, limit),
    });
    Verdict {
        position: Box::new(problem.position.clone()),
        outcome,
        tree: tree.map(Box::new),
        certificate: certificate.map(Box::new),
        refuted_lines,
        counters,
    }
}

/// The variations of what was found; none where nothing is decided or nothing is left to play.
fn tree<G: Goal>(
    search: &mut Search<G>,
    problem: &Problem,
    orientation: Orientation,
    board: &G::Rules,
    outcome: &Outcome,
) -> Option<Tree> {
    let wanted = problem.wanted;
    let is_mated = problem.stipulation.kind == Kind::MATED;
    let (moves, solution, is_mated) = match outcome {
        Outcome::Solved(solution) => (solution.moves, Some(solution), false),
        Outcome::Lost(loss) => (loss.moves, None, true),
        // It waits for a man to drop: there is no reply to show, and the other side is not to move.
        Outcome::Refuted { escapes, .. } if is_mated && escapes.is_empty() => return None,
        Outcome::Refuted { length, .. } => (length.moves(), None, is_mated),
        Outcome::Checkmate | Outcome::Stalemate | Outcome::Helped(_) | Outcome::GaveUp { .. } => {
            return None;
        }
    };
    let longer = wanted.longer_keys && solution.is_some();
    let root = Root {
        board,
        orientation,
        moves: if longer {
            problem.stipulation.length.moves().min(Length::LONGEST)
        } else {
            moves
        },
    };
    let mut forest = Forest::new(search, root);
    if is_mated {
        forest.add_defences();
        return Some(forest.grow());
    }
    let mut keys = Vec::new();
    board.list::<White>(&mut keys);
    keys.retain(|&m| {
        solution.is_some_and(|s| s.keys.contains(&orientation.chess_move(m, board.men())))
    });
    forest.add_keys(&keys, moves);
    if longer {
        keys.extend(forest.add_longer_keys(&keys, moves));
    }
    if wanted.tries > 0 {
        forest.add_tries(&keys, wanted.tries);
    }
    if wanted.set_play {
        forest.add_set_play();
    }
    Some(forest.grow())
}

/// Says that the run was stopped before all was there, so that a resumed run does the job again.
fn stop_at(outcome: &mut Outcome) {
    if let Outcome::Solved(Solution { limit, .. })
    | Outcome::Lost(Loss { limit, .. })
    | Outcome::Refuted { limit, .. } = outcome
    {
        *limit = Some(LimitKind::Stopped);
    }
}

/// The outcome where the side to move, colour `C`, has no move; what was asked for may take
/// `bound` moves.
fn over<C: Side, R: Rules>(board: &R, bound: u16) -> Outcome {
    if !board.is_over::<C>() {
        return Outcome::Refuted {
            length: Length::of_moves(bound),
            escapes: Vec::new(),
            open: 0,
            limit: None,
        };
    }
    ended(board.is_check::<C>())
}

/// The outcome where the side to move has no move.
pub fn ended(check: bool) -> Outcome {
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
    board: &G::Rules,
    bound: u16,
    guides: &mut [Guide<G::Rules>],
) -> Outcome {
    let Problem {
        claimed, extent, ..
    } = *problem;
    let keys = solve_attack(search, board, bound, claimed, extent, guides);
    match (keys.found, keys.limit) {
        (Some(found), limit) => Outcome::Solved(Solution {
            moves: found.moves,
            refuted: keys.refuted,
            keys: found
                .keys
                .iter()
                .map(|&m| orientation.chess_move(m, board.men()))
                .collect(),
            open: found.open,
            line: chess_line::<White, _>(orientation, board, &found.line),
            limit,
        }),
        (None, Some(limit)) if keys.refuted < bound => Outcome::GaveUp {
            refuted: if problem.stipulation.exact {
                Length::NONE
            } else {
                Length::of_moves(keys.refuted)
            },
            limit,
        },
        (None, _) => Outcome::Refuted {
            length: Length::of_moves(keys.refuted),
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
    board: &G::Rules,
    bound: u16,
    guides: &mut [Guide<G::Rules>],
) -> Outcome {
    let Replies {
        replies,
        line,
        limit,
    } = solve_mated(search, board, bound, problem.extent, guides);
    let chosen = |which: &dyn Fn(&Resistance<G::Rules>) -> bool| -> Vec<ChessMove> {
        replies
            .iter()
            .filter(|r| which(r))
            .map(|r| orientation.chess_move(r.m, board.men()))
            .collect()
    };
    let safe = replies.iter().map(|r| r.refuted).max().unwrap_or(0);
    let escapes = chosen(&|r| r.refuted >= bound);
    if !escapes.is_empty() {
        return Outcome::Refuted {
            length: Length::of_moves(bound),
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
            refuted: Length::of_moves(safe),
            limit,
        },
        _ => Outcome::Lost(Loss {
            moves: longest,
            safe,
            longest: chosen(&|r| r.proved == Some(longest)),
            sooner: chosen(&|r| r.proved != Some(longest)),
            line: chess_line::<Black, _>(orientation, board, &line),
            limit,
        }),
    }
}

/// Whether `m` is a legal move, asked of the generator.
fn is_listed<R: Rules>(board: &R, white: bool, m: Move) -> bool {
    let mut moves = Vec::new();
    if white {
        board.list::<White>(&mut moves);
    } else {
        board.list::<Black>(&mut moves);
    }
    moves.contains(&m)
}

/// A line in the words of shakmaty; `WHITE` is the side that begins, the attacker being White.
fn chess_line<C: Side, R: Rules>(
    orientation: Orientation,
    board: &R,
    line: &[Move],
) -> Vec<ChessMove> {
    let mut board = *board;
    let mut white = C::WHITE;
    line.iter()
        .map(|&m| {
            debug_assert!(is_listed(&board, white, m), "{m:?}");
            let written = orientation.chess_move(m, board.men());
            board = if white {
                board.play::<White>(m)
            } else {
                board.play::<Black>(m)
            };
            white = !white;
            written
        })
        .collect()
}
