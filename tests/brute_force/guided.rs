//! Lines that guide the search change no verdict: the records of the suites that take long enough
//! for the search to use a line, with good lines, damaged ones and arbitrary ones.
//!
//! The walk along a line itself is judged by exhaustion in `src/solve/guide/tests.rs`.

use keymove::Epd;
use keymove::job::{Defaults, Job};
use keymove::position::Position;
use keymove::solve::{Extent, Kind, Limits, Problem, Stipulation, Tables, Verdict};
use shakmaty::{Move, Role, Square};

use crate::brute_force::positions::Random;
use crate::brute_force::verdict;
use crate::brute_force::verdicts::name;
use crate::support::long::{least, step};

/// With fewer nodes than this the search uses no line.
const FIRST_SLICE: u64 = 1 << 14;

/// Records that take this many nodes are left to longer tests.
const LONG: u64 = 60_000;

/// The problems of the suites that take more than the first slice, with their answers.
fn problems(tables: &mut Tables) -> Vec<(Problem, Verdict)> {
    let mut problems = Vec::new();
    for suite in ["mates-5", "mates-6"] {
        let path = format!("{}/suites/{suite}.epd", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read(path).expect("a suite");
        for line in text.split(|&b| b == b'\n').step_by(step()) {
            let Ok(record) = Epd::from_ascii(line) else {
                continue;
            };
            let job = Job::select(&record, &Defaults::default());
            let Some(problem) = job.ok().and_then(|(job, _)| job.single().cloned()) else {
                continue;
            };
            let alone = verdict(&problem, tables);
            if (FIRST_SLICE + 1..LONG).contains(&alone.counters.nodes) {
                assert!(alone.bounds.reached.is_some(), "{}", name(&problem));
                problems.push((problem, alone));
            }
        }
    }
    problems
}

/// Random legal moves.
fn by_chance(random: &mut Random, position: &Position, plies: usize) -> Vec<Move> {
    let mut position = position.clone();
    let mut line = Vec::new();
    while line.len() < plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let m = moves[random.below(moves.len())];
        position.play(m);
        line.push(m);
    }
    line
}

/// The beginning of a line, as far as it is legal, at random another move, and moves that may
/// follow it.
fn spoilt(random: &mut Random, position: &Position, line: &[Move]) -> Vec<Move> {
    let kept = random.below(line.len().max(1));
    let (mut spoilt, mut there) = (Vec::new(), position.clone());
    for &m in &line[..kept] {
        if !there.is_legal(m) {
            break;
        }
        there.play(m);
        spoilt.push(m);
    }
    spoilt.extend(by_chance(random, &there, line.len() - spoilt.len()));
    spoilt
}

/// A move of a queen or another officer that captures nothing.
fn quiet(role: Role, from: Square, to: Square) -> Move {
    Move::Normal {
        role,
        from,
        capture: None,
        to,
        promotion: None,
    }
}

/// Moves to and fro, ten thousand of them, as long as they are legal.
fn to_and_fro(position: &Position) -> Vec<Move> {
    let pair = |position: &Position| {
        let moves = position.legal_moves().into_iter();
        let mut officers =
            moves.filter(|m| m.role() != Role::Pawn && !m.is_capture() && !m.is_castle());
        let m = officers.next()?;
        Some((m, quiet(m.role(), m.to(), m.from()?)))
    };
    let round = pair(position).and_then(|(there, back)| {
        let (other_there, other_back) = pair(&position.after(there))?;
        Some([there, other_there, back, other_back])
    });
    round.into_iter().flatten().cycle().take(10_000).collect()
}

/// Lines for the side to move of a record, including its own one.
fn lines(random: &mut Random, position: &Position, own: &[Move], number: usize) -> Vec<Vec<Move>> {
    // A move that is legal in no position.
    let nowhere = quiet(Role::Queen, Square::A1, Square::B3);
    match number % 6 {
        0 => vec![own.to_vec()],
        1 => vec![own[..own.len() / 2].to_vec(), Vec::new()],
        2 => vec![spoilt(random, position, own)],
        3 => vec![by_chance(random, position, 30), own.to_vec()],
        4 => vec![[&own[..1], &[nowhere]].concat(), vec![nowhere]],
        _ => vec![to_and_fro(position)],
    }
}

/// An answer that does not contradict the complete answer to a question about the same position,
/// which differs from it in the length at most; and the nodes that it took.
fn ask(problem: &Problem, truth: &Verdict, tables: &mut Tables) -> (Verdict, u64) {
    let found = verdict(problem, tables);
    let name = format!("{}: {:?}", name(problem), found.outcome());
    let bound = problem.stipulation.length;
    assert!(
        problem.limits.nodes.is_some() || found.limit.is_none(),
        "{name}"
    );
    let both = found.bounds.join(&truth.bounds);
    assert_eq!(both.contradiction(), None, "{name}: {:?}", truth.bounds);
    if let Some(reached) = &found.bounds.reached {
        let kind = problem.stipulation.kind;
        assert!(reached.length <= bound, "{name}");
        let sooner = &truth
            .bounds
            .reached
            .as_ref()
            .expect("no contradiction")
            .keys
            .others;
        assert!(
            reached.keys.others.iter().all(|m| sooner.contains(m)),
            "{name}"
        );
        // Replies hold out for a length only if it is known, and then at least one does.
        let is_shortest = found.bounds.shortest().is_some();
        let names_moves = !reached.keys.moves.is_empty();
        assert!(
            kind == Kind::MATE && names_moves || is_shortest == names_moves,
            "{name}"
        );
        assert_eq!(
            reached.line.len(),
            reached.length.plies(kind) as usize,
            "{name}"
        );
        let end = reached.line.iter().fold(problem.position.clone(), |p, &m| {
            assert!(p.is_legal(m), "{name}");
            p.after(m)
        });
        assert!(end.is_checkmate(), "{name}");
    } else if found.limit.is_none() {
        assert_eq!(found.bounds.refuted, bound, "{name}");
        assert!(problem.stipulation.kind == Kind::MATE || !found.bounds.escapes.moves.is_empty());
    }
    if found.limit.is_none() && problem.extent == Extent::AllKeys {
        assert_eq!(found.bounds, truth.bounds.within(bound), "{name}");
    }
    let nodes = found.counters.nodes;
    (found, nodes)
}

/// The same question with another extent, more moves, and a limit of nodes.
fn asked(problem: &Problem, extent: Extent, moves: u16, nodes: Option<u64>) -> Problem {
    Problem {
        extent,
        stipulation: problem.stipulation.with_moves(moves),
        limits: Limits { nodes, time: None },
        ..problem.clone()
    }
}

#[test]
fn no_line_changes_a_verdict() {
    let mut tables = Tables::new(64);
    let mut random = Random::new(26);
    let (mut judged, mut again) = (0, 0);
    for (problem, truth) in problems(&mut tables) {
        let n = truth.bounds.moves();
        let guided = Problem {
            claimed: random.chance(50),
            lines: lines(&mut random, &problem.position, truth.bounds.line(), judged),
            ..problem
        };
        let bound = guided.stipulation.length.moves();
        let (_, nodes) = ask(&guided, &truth, &mut tables);
        again += usize::from(nodes > FIRST_SLICE);
        let limit = Some(FIRST_SLICE + random.below(60_000) as u64);
        let longer = asked(&guided, Extent::AllKeys, n + 2, None);
        for question in [
            // A longer bound is tightened to the same length.
            Problem {
                claimed: true,
                ..longer
            },
            // Some solution, but never one that is shorter than the shortest.
            asked(&guided, Extent::Any, bound, None),
            // One move less is refuted, whatever the lines are.
            asked(&guided, Extent::AllKeys, n - 1, None),
            // Limits hold: even if one is reached, the answer is true.
            asked(&guided, Extent::AllKeys, bound, limit),
        ] {
            ask(&question, &truth, &mut tables);
        }
        judged += 1;
    }
    assert!(judged > least(15), "only {judged} records are long enough");
    assert!(again > least(10), "lines were looked at {again} times");
}

/// Positions of the side that is mated: lost after a key, and mostly not lost after another move.
fn defences(problem: &Problem, key: Move) -> Vec<Problem> {
    let moves = problem.position.legal_moves();
    let another = moves.into_iter().find(|&m| m != key);
    let stipulation = Stipulation::new(Kind::MATED, problem.stipulation.length.moves() - 1);
    let after = |m| Problem::new(problem.position.after(m), stipulation);
    [Some(key), another]
        .into_iter()
        .flatten()
        .map(after)
        .collect()
}

#[test]
fn no_line_changes_a_verdict_on_the_side_that_is_mated() {
    let mut tables = Tables::new(64);
    let mut random = Random::new(27);
    let [mut lost, mut safe, mut inexact] = [0; 3];
    for (problem, solved) in problems(&mut tables) {
        let line = solved.bounds.line();
        for alone in defences(&problem, line[0]) {
            let truth = verdict(&alone, &mut tables);
            let guided = Problem {
                claimed: random.chance(50),
                lines: lines(&mut random, &alone.position, &line[1..], lost),
                ..alone.clone()
            };
            ask(&guided, &truth, &mut tables);
            if truth.is_refuted() {
                // One escape is enough, and it is a true one.
                let whole = asked(&alone, Extent::AllKeys, 6, Some(LONG));
                let all = verdict(&whole, &mut tables);
                if all.is_refuted() && all.limit.is_none() {
                    ask(&asked(&guided, Extent::Any, 6, None), &all, &mut tables);
                    safe += 1;
                }
                continue;
            }
            lost += 1;
            let mut limit = || Some(FIRST_SLICE / 2 + random.below(60_000) as u64);
            for question in [
                asked(&guided, Extent::Any, 6, None),
                asked(&guided, Extent::Any, 7, None),
                asked(&guided, Extent::Any, 8, None),
                // Limits hold: for every question the answer is true.
                asked(&guided, Extent::AllKeys, 7, limit()),
                asked(&guided, Extent::Any, 7, limit()),
            ] {
                let (found, _) = ask(&question, &truth, &mut tables);
                let is_lost = found.bounds.reached.is_some();
                assert!(is_lost || found.limit.is_some(), "{}", name(&question));
                inexact += usize::from(is_lost && found.bounds.shortest().is_none());
            }
        }
    }
    eprintln!("{lost} lost, {safe} safe, {inexact} inexact");
    let is_enough = lost > least(8) && safe > 0 && inexact > 0;
    assert!(is_enough, "{lost} lost, {safe} safe, {inexact} inexact");
}
