//! Lines that guide the search change no verdict: the records of the suites that take long enough
//! for the search to use a line, with good lines, damaged ones and arbitrary ones.
//!
//! The walk along a line itself is judged by exhaustion in `src/solve/guide/tests.rs`.

use keymove::Epd;
use keymove::job::{Defaults, Job};
use keymove::position::Position;
use keymove::solve::{Extent, Kind, Limits, Loss, Outcome, Problem, Stipulation, Tables};
use shakmaty::{Move, Role, Square};

use crate::brute_force::positions::Random;
use crate::brute_force::verdicts::name;
use crate::brute_force::{answer, assert_same, verdict};
use crate::support::long::{least, step};

/// With fewer nodes than this the search uses no line.
const FIRST_SLICE: u64 = 1 << 14;

/// Records that take this many nodes are left to longer tests.
const LONG: u64 = 60_000;

/// The problems of a suite that take more than the first slice.
fn problems(suite: &str, tables: &mut Tables) -> Vec<(Problem, Outcome)> {
    let path = format!("{}/suites/{suite}.epd", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read(path).expect("a suite");
    let mut problems = Vec::new();
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
            problems.push((problem, alone.outcome()));
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

/// The beginning of a line, at random another move, and moves that may follow it.
fn spoilt(random: &mut Random, position: &Position, line: &[Move]) -> Vec<Move> {
    let kept = random.below(line.len().max(1));
    let mut spoilt = line[..kept].to_vec();
    let there = spoilt.iter().fold(position.clone(), |p, &m| p.after(m));
    spoilt.extend(by_chance(random, &there, line.len() - kept));
    spoilt
}

/// Moves to and fro, ten thousand of them, as long as they are legal.
fn to_and_fro(position: &Position) -> Vec<Move> {
    let quiet = |position: &Position| {
        position.legal_moves().into_iter().find_map(|m| match m {
            Move::Normal {
                role,
                from,
                capture: None,
                to,
                promotion: None,
            } if role != Role::Pawn => Some((
                m,
                Move::Normal {
                    role,
                    from: to,
                    capture: None,
                    to: from,
                    promotion: None,
                },
            )),
            _ => None,
        })
    };
    let Some((there, back)) = quiet(position) else {
        return Vec::new();
    };
    let Some((other_there, other_back)) = quiet(&position.after(there)) else {
        return Vec::new();
    };
    let round = [there, other_there, back, other_back];
    round.into_iter().cycle().take(10_000).collect()
}

/// A move that is legal in no position.
const NOWHERE: Move = Move::Normal {
    role: Role::Queen,
    from: Square::A1,
    capture: None,
    to: Square::B3,
    promotion: None,
};

/// Lines for the side to move of a record, including its own one.
fn lines(random: &mut Random, position: &Position, own: &[Move], number: usize) -> Vec<Vec<Move>> {
    match number % 6 {
        0 => vec![own.to_vec()],
        1 => vec![own[..own.len() / 2].to_vec(), Vec::new()],
        2 => vec![spoilt(random, position, own)],
        3 => vec![by_chance(random, position, 30), own.to_vec()],
        4 => vec![[&own[..1], &[NOWHERE]].concat(), vec![NOWHERE]],
        _ => vec![to_and_fro(position)],
    }
}

#[test]
fn no_line_changes_a_verdict() {
    let mut tables = Tables::new(64);
    let mut random = Random::new(26);
    let (mut judged, mut nodes) = (0, Vec::new());
    for suite in ["mates-5", "mates-6"] {
        for (problem, alone) in problems(suite, &mut tables) {
            let Outcome::Solved(solution) = &alone else {
                panic!("{}: {alone:?}", name(&problem));
            };
            let position = &problem.position;
            let own = &solution.line;
            let guided = Problem {
                claimed: random.chance(50),
                lines: lines(&mut random, position, own, judged),
                ..problem.clone()
            };
            let found = verdict(&guided, &mut tables);
            assert_same(&guided, &found.outcome(), &alone);
            nodes.push(found.counters.nodes);
            // A longer bound is tightened to the same length.
            let longer = Problem {
                stipulation: problem.stipulation.with_moves(solution.moves + 2),
                claimed: true,
                ..guided.clone()
            };
            let tightened = answer(&longer, &mut tables);
            assert_same(&longer, &tightened, &alone);
            // Some solution, but never one that is shorter than the shortest.
            let any = Problem {
                extent: Extent::Any,
                ..guided.clone()
            };
            let Outcome::Solved(any) = answer(&any, &mut tables) else {
                panic!("{}: no solution", name(&guided));
            };
            let lengths = solution.moves..=problem.stipulation.length.moves();
            assert!(lengths.contains(&any.moves), "{}", name(&guided));
            // One move less is refuted, whatever the lines are.
            let less = Problem {
                stipulation: problem.stipulation.with_moves(solution.moves - 1),
                ..guided.clone()
            };
            match answer(&less, &mut tables) {
                Outcome::Refuted { length, .. } => {
                    assert_eq!(length.moves(), solution.moves - 1, "{}", name(&less));
                }
                other => panic!("{}: {other:?}", name(&less)),
            }
            // Limits hold: even if one is reached, the answer is true.
            let limited = Problem {
                limits: Limits {
                    nodes: Some(FIRST_SLICE + random.below(60_000) as u64),
                    time: None,
                },
                ..guided.clone()
            };
            match answer(&limited, &mut tables) {
                Outcome::Solved(found) => {
                    assert!(found.moves >= solution.moves, "{}", name(&limited));
                    assert!(found.refuted < solution.moves, "{}", name(&limited));
                }
                Outcome::GaveUp { refuted, .. } => {
                    assert!(refuted.moves() < solution.moves, "{}", name(&limited));
                }
                other => panic!("{}: {other:?}", name(&limited)),
            }
            judged += 1;
        }
    }
    assert!(judged > least(15), "only {judged} records are long enough");
    let again = nodes.iter().filter(|&&n| n > FIRST_SLICE).count();
    assert!(again > least(10), "lines were looked at {again} times");
}

/// The possible true statements about a loss in `truth` moves.
fn assert_is_loss(problem: &Problem, found: &Loss, truth: &Loss) {
    let name = name(problem);
    let bound = problem.stipulation.length.moves();
    assert!(
        (truth.moves..=bound).contains(&found.moves),
        "{name}: {found:?}"
    );
    assert!(found.safe < truth.moves, "{name}: {found:?}");
    assert_eq!(found.line.len(), 2 * usize::from(found.moves), "{name}");
    let end = found.line.iter().fold(problem.position.clone(), |p, &m| {
        assert!(p.is_legal(m), "{name}: {:?}", found.line);
        p.after(m)
    });
    assert!(end.is_checkmate(), "{name}: {:?}", found.line);
    let is_exact = found.safe + 1 == found.moves;
    assert_eq!(found.longest.is_empty(), !is_exact, "{name}: {found:?}");
    assert!(
        found.longest.iter().all(|m| truth.longest.contains(m)),
        "{name}: {found:?}"
    );
    assert!(
        found.sooner.iter().all(|m| truth.sooner.contains(m)),
        "{name}: {found:?}"
    );
    let missing = truth.longest.len() - found.longest.len();
    assert!(!is_exact || missing <= found.open, "{name}: {found:?}");
}

/// Positions of the side that is mated, and their exact answers: lost after a key, and mostly not
/// lost after another move.
fn defences(problem: &Problem, key: Move, tables: &mut Tables) -> Vec<(Problem, Outcome)> {
    let moves = problem.position.legal_moves();
    let another = moves.into_iter().find(|&m| m != key);
    let firsts = [Some(key), another].into_iter().flatten();
    let asked = |m: Move| Problem {
        stipulation: Stipulation::new(Kind::MATED, problem.stipulation.length.moves() - 1),
        ..Problem::new(problem.position.after(m), problem.stipulation)
    };
    let judged = firsts.map(asked).map(|asked| {
        let truth = answer(&asked, tables);
        (asked, truth)
    });
    judged.collect()
}

#[test]
fn no_line_changes_a_verdict_on_the_side_that_is_mated() {
    let mut tables = Tables::new(64);
    let mut random = Random::new(27);
    let [mut lost, mut safe, mut inexact, mut given_up] = [0; 4];
    let suites = ["mates-5", "mates-6"].map(|suite| problems(suite, &mut tables));
    for (problem, alone) in suites.into_iter().flatten() {
        let Outcome::Solved(solution) = &alone else {
            panic!("{}: {alone:?}", name(&problem));
        };
        for (alone, truth) in defences(&problem, solution.line[0], &mut tables) {
            let position = &alone.position;
            let guided = Problem {
                claimed: random.chance(50),
                lines: lines(&mut random, position, &solution.line[1..], lost),
                ..alone.clone()
            };
            assert_same(&guided, &answer(&guided, &mut tables), &truth);
            let any = |more: u16, nodes| Problem {
                extent: Extent::Any,
                stipulation: alone.stipulation.with_moves(5 + more),
                limits: Limits { nodes, time: None },
                ..guided.clone()
            };
            let Outcome::Lost(loss) = &truth else {
                // One escape is enough, and it is a true one.
                let whole = Problem {
                    extent: Extent::AllKeys,
                    lines: Vec::new(),
                    ..any(1, Some(LONG))
                };
                let all = answer(&whole, &mut tables);
                let one = answer(&any(1, None), &mut tables);
                if let (
                    Outcome::Refuted {
                        escapes,
                        limit: None,
                        ..
                    },
                    Outcome::Refuted { escapes: found, .. },
                ) = (&all, &one)
                {
                    assert!(!found.is_empty(), "{}", name(&whole));
                    assert!(
                        found.iter().all(|m| escapes.contains(m)),
                        "{}",
                        name(&whole)
                    );
                    safe += 1;
                }
                continue;
            };
            lost += 1;
            for more in 1..4 {
                let whole = any(more, None);
                let Outcome::Lost(found) = answer(&whole, &mut tables) else {
                    panic!("{}: no loss", name(&whole));
                };
                assert_is_loss(&whole, &found, loss);
                inexact += usize::from(found.safe + 1 < found.moves);
            }
            // Limits hold: for every question the answer is true.
            for extent in [Extent::AllKeys, Extent::Any] {
                let limited = Problem {
                    extent,
                    ..any(2, Some(FIRST_SLICE / 2 + random.below(60_000) as u64))
                };
                match answer(&limited, &mut tables) {
                    Outcome::Lost(found) => assert_is_loss(&limited, &found, loss),
                    Outcome::GaveUp { refuted, .. } => {
                        assert!(refuted.moves() < loss.moves, "{}", name(&limited));
                        given_up += 1;
                    }
                    other => panic!("{}: {other:?}", name(&limited)),
                }
            }
        }
    }
    eprintln!("{lost} lost, {safe} safe, {inexact} inexact, {given_up} given up");
    assert!(
        lost > least(8) && safe > 0 && inexact > 0,
        "{lost} {safe} {inexact}"
    );
}
