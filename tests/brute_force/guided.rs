//! Lines that guide the search change no verdict: the records of the suites that take long enough for
//! a line to be looked at, with good lines, spoilt ones and any others.
//!
//! The walk along a line itself is judged by exhaustion beside its code (`src/solve/guide/tests.rs`).

use keymove::Epd;
use keymove::job::{Defaults, Job};
use keymove::position::Position;
use keymove::solve::{Extent, Limits, Outcome, Problem, Tables};
use shakmaty::{Move, Role, Square};

use crate::brute_force::positions::Random;
use crate::brute_force::verdicts::name;
use crate::brute_force::{answer, assert_same, verdict};
use crate::support::long::{least, step};

/// Below so many nodes the search looks at no line.
const FIRST_SLICE: u64 = 1 << 14;

/// What takes so many is left to whoever has time.
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

/// Legal moves by chance.
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

/// The beginning of a line, by chance another move, and what may follow that.
fn spoilt(random: &mut Random, position: &Position, line: &[Move]) -> Vec<Move> {
    let kept = random.below(line.len().max(1));
    let mut spoilt = line[..kept].to_vec();
    let there = spoilt.iter().fold(position.clone(), |p, &m| p.after(m));
    spoilt.extend(by_chance(random, &there, line.len() - kept));
    spoilt
}

/// Moves to and fro, ten thousand of them, as far as they are legal.
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

/// A move that is legal nowhere.
const NOWHERE: Move = Move::Normal {
    role: Role::Queen,
    from: Square::A1,
    capture: None,
    to: Square::B3,
    promotion: None,
};

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
            let lines = [
                vec![own.clone()],
                vec![own[..own.len() / 2].to_vec(), Vec::new()],
                vec![spoilt(&mut random, position, own)],
                vec![by_chance(&mut random, position, 30), own.clone()],
                vec![[&own[..1], &[NOWHERE]].concat(), vec![NOWHERE]],
                vec![to_and_fro(position)],
            ];
            let lines = &lines[judged % lines.len()];
            let guided = Problem {
                claimed: random.chance(50),
                lines: lines.clone(),
                ..problem.clone()
            };
            let found = verdict(&guided, &mut tables);
            assert_same(&guided, &found.outcome(), &alone);
            nodes.push(found.counters.nodes);
            // A longer bound is tightened to the same.
            let longer = Problem {
                stipulation: problem.stipulation.with_moves(solution.moves + 2),
                claimed: true,
                ..guided.clone()
            };
            let tightened = answer(&longer, &mut tables);
            assert_same(&longer, &tightened, &alone);
            // Some solution, and never one that is shorter than the shortest.
            let any = Problem {
                extent: Extent::Any,
                ..guided.clone()
            };
            let Outcome::Solved(any) = answer(&any, &mut tables) else {
                panic!("{}: no solution", name(&guided));
            };
            let lengths = solution.moves..=problem.stipulation.length.moves();
            assert!(lengths.contains(&any.moves), "{}", name(&guided));
            // One move less is refuted, whatever lines say.
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
            // Limits hold: whatever was met, what is said is true.
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
