//! Both methods against exhaustion, in turns so short that neither of them does all the work: the
//! bounds of every reply and of the whole position, and the line.

use shakmaty::{Move as ChessMove, Position as _};

use super::*;
use crate::board::{Board, Orientation};
use crate::goal::Mate;
use crate::limit::Limits;
use crate::problem::Problem;
use crate::small::position;
use crate::table::Table;
use keymove_base::mix::SplitMix64;
use keymove_base::stop::Stop;
use keymove_rules::exhaust::Exhaustion;
use keymove_rules::forced::PlayRules;
use keymove_rules::position::Position;
use keymove_rules::stipulation::{Kind, Stipulation};

/// Counts of a test: positions that are lost and not lost, losses of unknown length, and turns at
/// the bound.
#[derive(Debug, Default)]
struct Seen {
    lost: usize,
    safe: usize,
    inexact: usize,
    turns: usize,
}

/// The number of moves in which the attacker wins after each reply, if exhaustion decides it within
/// its effort: 0 if he does not win within `n`.
fn truth(position: &Position, n: Depth) -> Option<Vec<(ChessMove, Depth)>> {
    let rules = PlayRules::of(Kind::MATE)?;
    let mut judge = Exhaustion::new(rules, Stop::new());
    let mut effort = 30_000;
    let mut time = |m: ChessMove| {
        for length in 1..=n {
            if judge.wins(&position.after(m), length, &mut effort).ok()? {
                return Some((m, length));
            }
        }
        Some((m, 0))
    };
    position.legal_moves().into_iter().map(&mut time).collect()
}

/// Legal moves at random, now and then beginning with a reply that is not legal there.
fn line(random: &mut SplitMix64, position: &Position, plies: usize) -> Vec<ChessMove> {
    let mut line = Vec::new();
    let mut position = position.clone();
    while line.len() < plies && !position.legal_moves().is_empty() {
        let moves = position.legal_moves();
        let m = moves[random.below(moves.len())];
        position.play(m);
        line.push(m);
    }
    if random.chance(10) && !line.is_empty() {
        line.remove(0);
    }
    line
}

/// One job in turns of `slice` nodes; returns a line if the position is lost.
fn judge(
    problem: &Problem,
    truth: &[(ChessMove, Depth)],
    slice: u64,
    seen: &mut Seen,
) -> Vec<ChessMove> {
    let position = &problem.position;
    let n = problem.stipulation.length.moves();
    let stop = Stop::new();
    let mut table = Table::new(1);
    table.begin_job();
    let mut search = Search::<Mate>::new(&mut table, Limits::default(), &stop);
    let orientation = Orientation::new(!position.turn());
    let board: Board = orientation.board(position.chess());
    let mut guides = Guide::of_problem::<Mate>(problem, orientation, &board);
    let mut trial = Trial::new(&board, n, true, problem.extent, &mut guides);
    trial.slice = slice;
    trial.due = slice;
    let ended = match problem.extent {
        Extent::Any => search.any_losses(&mut trial),
        _ => search.time_replies(&mut trial),
    };
    ended.expect("there is no limit");
    seen.turns += usize::from(trial.slice > slice);
    let moves_of = |m: Move| orientation.chess_move(m, board.men());
    let mut found = Replies {
        replies: trial.replies,
        line: Vec::new(),
        limit: None,
    };
    let is_true = |found: &Replies<Board>| {
        for reply in &found.replies {
            let (m, due) = truth
                .iter()
                .find(|t| t.0 == moves_of(reply.m))
                .expect("one");
            let Interval { refuted, proved } = reply.length;
            let what = format!("{position:?} {m:?}: {:?}, in truth {due}", reply.length);
            assert!(*due == 0 || refuted < *due, "{what}");
            assert!(
                proved.is_none_or(|p| *due > 0 && p >= *due && p <= n),
                "{what}"
            );
        }
    };
    is_true(&found);
    let due = truth.iter().map(|t| t.1).max().expect("there are replies");
    if truth.iter().any(|t| t.1 == 0) {
        assert!(found.safe() >= n && found.moves().is_none(), "{position:?}");
        seen.safe += 1;
        return Vec::new();
    }
    let line = search.longest_line(&mut found.replies).expect("no limit");
    is_true(&found);
    let moves = found.moves().expect("it is lost");
    assert!(
        found.safe() < due && due <= moves && moves <= n,
        "{position:?}"
    );
    assert!(problem.extent == Extent::Any || moves == due && found.safe() + 1 == due);
    assert_eq!(line.len(), 2 * usize::from(moves), "{position:?}");
    seen.lost += 1;
    seen.inexact += usize::from(found.safe() + 1 < moves);
    let (mut at, mut board, mut played) = (position.clone(), board, Vec::new());
    for (ply, m) in line.into_iter().enumerate() {
        let m = {
            let written = orientation.chess_move(m, board.men());
            board = if ply % 2 == 0 {
                board.play::<Black>(m)
            } else {
                board.play::<crate::side::White>(m)
            };
            written
        };
        assert!(at.is_legal(m), "{position:?} {m:?} at ply {ply}");
        at.play(m);
        played.push(m);
    }
    assert!(at.chess().is_checkmate(), "{position:?}");
    played
}

#[test]
fn every_reply_is_as_exhaustion_says_whatever_the_line() {
    let mut random = SplitMix64(7);
    let (mut any, mut all) = (Seen::default(), Seen::default());
    let mut judged = 0;
    while judged < 250 {
        let Some(mut position) = position(&mut random) else {
            continue;
        };
        // The defender is to move, in half of the positions after the best of some moves.
        let moves = position.legal_moves();
        let Some(&m) = moves.iter().min_by_key(|&&m| {
            let replies = position.after(m).legal_moves().len();
            (replies == 0, replies * random.below(8))
        }) else {
            continue;
        };
        position.play(m);
        let n = 5 + random.below(2) as Depth;
        let replies = position.legal_moves().len();
        if replies == 0 || replies > 6 {
            continue;
        }
        let Some(truth) = truth(&position, n) else {
            continue;
        };
        if truth.iter().all(|t| t.1 > 0 && t.1 < 3) {
            continue;
        }
        judged += 1;
        let plies = random.below(12);
        let mut problem = Problem {
            extent: Extent::Any,
            lines: vec![line(&mut random, &position, plies)],
            ..Problem::new(position, Stipulation::new(Kind::MATED, n))
        };
        let own = judge(&problem, &truth, 1 << random.below(10), &mut any);
        if !own.is_empty() {
            problem.lines.push(own);
        }
        judge(&problem, &truth, 1 << random.below(10), &mut any);
        problem.extent = Extent::AllKeys;
        judge(&problem, &truth, 1 << random.below(10), &mut all);
    }
    eprintln!("{any:?} {all:?}");
    assert!(
        any.lost > 60 && any.safe > 60 && any.inexact > 10,
        "{any:?}"
    );
    assert!(all.lost > 30 && all.safe > 30 && all.turns > 30, "{all:?}");
}

#[test]
fn the_play_of_a_loss_that_may_be_shorter_takes_no_longer_than_a_tree_may() {
    let fen: shakmaty::fen::Fen = "8/R7/8/7k/1K5N/8/p5p1/2R5 b - - 0 1"
        .parse()
        .expect("a FEN");
    let position: shakmaty::Chess = fen
        .into_position(shakmaty::CastlingMode::Standard)
        .expect("a legal position");
    let mut problem = Problem {
        extent: Extent::Any,
        ..Problem::new(position.into(), Stipulation::new(Kind::MATED, 14))
    };
    problem.wanted.tree = true;
    let mut tables = crate::Tables::new(16);
    let verdict = crate::solve(&problem, &mut tables, &Stop::new()).expect("a mated job");
    let crate::Outcome::Lost(loss) = verdict.outcome() else {
        panic!("{:?}", verdict.outcome());
    };
    // The answer takes 60,000 nodes, and all replies with the shortest play take more than ten
    // million.
    assert!(loss.safe + 1 < loss.moves && !loss.line.is_empty() && loss.limit.is_none());
    assert!(verdict.tree.is_none() && verdict.counters.nodes < 6_000_000);
}
