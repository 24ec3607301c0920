//! Forced play: an attacker, a defender, and the [`Bounds`] that follow from the proofs.

use super::side::{Black, Side, White};
use shakmaty::Move as ChessMove;

use super::Tables;
use super::board::{Move, Orientation};
use super::certificate::Certificate;
use super::certify::certify;
use super::goal::Goal;
use super::guide::Guide;
use super::keys::{Interval, solve_attack};
use super::limit::LimitKind;
use super::mated::solve_mated;
use super::problem::Problem;
use super::prove::Easier;
use super::rules::Rules;
use super::search::Search;
use super::team::Team;
use super::tree::{Forest, Root, Tree};
use super::verdict::{Counters, Outcome, Verdict};
use keymove_base::stop::Stop;
use keymove_rules::bounds::Length;
use keymove_rules::bounds::{Bounds, MoveRange, Reached};
use keymove_rules::stipulation::Kind;

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
    // In exact play there is nothing shorter, by its rules.
    search.begun = if exact {
        refuted.max(bound.saturating_sub(1))
    } else {
        refuted
    };
    search.allow_endings(&tables.endings, bound);
    search.table.add_up(Easier::of::<G>(&board, bound));
    let mut guides = Guide::of_problem::<G>(problem, orientation, &board);
    let (bounds, limit) = if !is_mated {
        if board.any::<White>() {
            let guides = &mut guides;
            attack(&mut search, problem, orientation, &board, bound, guides)
        } else {
            (over::<White, _>(&board, bound), None)
        }
    } else if board.any::<Black>() {
        let guides = &mut guides;
        mated(&mut search, problem, orientation, &board, bound, guides)
    } else {
        (over::<Black, _>(&board, bound), None)
    };
    let position = problem.position.clone();
    let mut verdict = Verdict::new(problem.stipulation, position, bounds);
    verdict.limit = limit;
    verdict.refuted_lines = guides
        .iter()
        .filter_map(|guide| search.refuted_line(guide, orientation))
        .collect();
    if problem.wanted.tree {
        if limit == Some(LimitKind::Time) {
            search.budget.hurry();
        }
        let outcome = verdict.outcome();
        let tree = tree(&mut search, problem, orientation, &board, &outcome);
        if tree.as_ref().and_then(|tree| tree.limit) == Some(LimitKind::Stopped) {
            // The answer is incomplete: a resumed run repeats the job.
            verdict.limit = Some(LimitKind::Stopped);
        }
        verdict.tree = tree.map(Box::new);
    }
    verdict.counters = Counters {
        nodes: search.nodes(),
        elapsed: search.elapsed(),
    };
    verdict.certificate = problem.wanted.certificate.map(|limit| {
        let outcome = verdict.outcome();
        Box::new(match exact {
            true => Certificate::left_to_exhaustion(&outcome, bound),
            false => certify(&mut search, problem, orientation, &board, &outcome, limit),
        })
    });
    verdict
}

/// The variations of the solution; none if nothing is decided, if no play is left or if a side that
/// is mated has replies that would take too long.
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
        // The side waits for a man to drop: there is no reply to show, and the other side is not to
        // move.
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
        let known = match outcome {
            Outcome::Lost(loss) => loss.safe.saturating_add(1) >= loss.moves,
            Outcome::Refuted { open, .. } => *open == 0,
            _ => true,
        };
        // Without all replies the play cannot be shown; the line replaces it.
        return forest.add_defences(known).then(|| forest.grow());
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

/// The result if the side to move, colour `C`, has no move; the goal may take `bound` moves.
fn over<C: Side, R: Rules>(board: &R, bound: u16) -> Bounds {
    match board.is_over::<C>() {
        true => Bounds::over(board.is_check::<C>()),
        false => Bounds::refuted(Length::of_moves(bound)),
    }
}

fn attack<G: Goal>(
    search: &mut Search<G>,
    problem: &Problem,
    orientation: Orientation,
    board: &G::Rules,
    bound: u16,
    guides: &mut [Guide<G::Rules>],
) -> (Bounds, Option<LimitKind>) {
    let Problem {
        claimed, extent, ..
    } = *problem;
    let (stop, mode) = (search.budget.stop(), problem.position.mode());
    let told = |m: Move| {
        let key = || orientation.chess_move(m, board.men());
        stop.note_key(|| key().to_uci(mode).to_string());
    };
    let keys = solve_attack(search, board, bound, claimed, extent, guides, &told);
    let Some(found) = keys.found else {
        let is_open = keys.limit.is_some() && keys.refuted < bound;
        let refuted = match is_open && problem.stipulation.exact {
            true => Length::NONE,
            false => Length::of_moves(keys.refuted),
        };
        return (Bounds::refuted(refuted), keys.limit.filter(|_| is_open));
    };
    let first_moves = found.keys.iter();
    let first_moves = first_moves.map(|&m| orientation.chess_move(m, board.men()));
    let bounds = Bounds {
        reached: Some(Reached {
            length: Length::of_moves(found.moves),
            keys: MoveRange::new(first_moves.collect(), found.open),
            counts: None,
            line: chess_line::<White, _>(orientation, board, &found.line),
        }),
        ..Bounds::refuted(Length::of_moves(keys.refuted))
    };
    (bounds, keys.limit)
}

fn mated<G: Goal>(
    search: &mut Search<G>,
    problem: &Problem,
    orientation: Orientation,
    board: &G::Rules,
    bound: u16,
    guides: &mut [Guide<G::Rules>],
) -> (Bounds, Option<LimitKind>) {
    let Problem {
        claimed, extent, ..
    } = *problem;
    let found = solve_mated(search, board, bound, claimed, extent, guides);
    let chosen = |which: &dyn Fn(&Interval) -> bool| -> Vec<ChessMove> {
        let chosen = found.replies.iter().filter(|r| which(&r.length));
        let written = chosen.map(|r| orientation.chess_move(r.m, board.men()));
        written.collect()
    };
    let limit = found.limit;
    let escapes = chosen(&|length| length.refuted >= bound);
    if !escapes.is_empty() {
        let open = chosen(&|length| !length.is_decided(bound)).len();
        let bounds = Bounds {
            escapes: MoveRange::new(escapes, open),
            ..Bounds::refuted(Length::of_moves(bound))
        };
        return (bounds, limit);
    }
    let refuted = Bounds::refuted(Length::of_moves(found.safe()));
    if limit.is_some() && found.line.is_empty() {
        return (refuted, limit);
    }
    let moves = found.moves().unwrap_or(0);
    let bounds = Bounds {
        reached: Some(Reached {
            length: Length::of_moves(moves),
            // The reply that holds out longest is known if the length is known.
            keys: if found.safe() + 1 == moves {
                let longest = chosen(&|length| length.refuted + 1 == moves);
                let open = chosen(&|length| !length.is_decided(moves - 1)).len();
                MoveRange {
                    others: chosen(&|length| length.proved.is_some_and(|proved| proved < moves)),
                    ..MoveRange::new(longest, open)
                }
            } else {
                MoveRange::UNKNOWN
            },
            counts: None,
            line: chess_line::<Black, _>(orientation, board, &found.line),
        }),
        ..refuted
    };
    (bounds, limit)
}

/// Whether `m` is a legal move, according to the generator.
fn is_listed<R: Rules>(board: &R, white: bool, m: Move) -> bool {
    let mut moves = Vec::new();
    if white {
        board.list::<White>(&mut moves);
    } else {
        board.list::<Black>(&mut moves);
    }
    moves.contains(&m)
}

/// A line as moves of shakmaty; `WHITE` says whether White begins, and the attacker is White.
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
