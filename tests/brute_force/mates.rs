//! Mates: the side to move mates, or is mated.

use keymove::position::Position;
use keymove::solve::{Kind, LimitKind, Outcome, Problem, Tables, solve};
use keymove::stop::Stop;
use shakmaty::Position as _;

use crate::brute_force::judge::Judge;
use crate::brute_force::plain;
use crate::brute_force::positions::{self, Random, SHAPES, Shape};
use crate::brute_force::truth::truth;
use crate::brute_force::verdicts::{check, name};
use crate::brute_force::{EXTENTS, Under, compare, problem};
use crate::support::long::{least, share};

/// Random positions with questions: 3 to 8 men, mates in up to 3 moves and mated in up to 2;
/// `count` of them.
fn problems(seed: u64, count: usize) -> Vec<Problem> {
    let mut random = Random::new(seed);
    let mut problems = Vec::new();
    while problems.len() < count {
        let shape = SHAPES[problems.len() % SHAPES.len()];
        let mated = random.chance(25);
        let Some(position) = shape.position(&mut random, !mated) else {
            continue;
        };
        let deepest = deepest(&position, mated);
        let moves = if random.chance(70) {
            deepest
        } else {
            1 + random.below(deepest)
        };
        let kind = if mated { Kind::MATED } else { Kind::MATE };
        problems.push(Problem {
            claimed: random.chance(50),
            lines: Vec::new(),
            ..problem(&position, kind, moves as u16)
        });
    }
    problems
}

/// The depth that exhaustion reaches within a fraction of a second.
fn deepest(position: &Position, mated: bool) -> usize {
    let ours = position.legal_moves().len();
    let theirs = position
        .passed()
        .map_or(ours, |p| p.legal_moves().len())
        .max(4);
    let two = ours * theirs * ours * theirs;
    if mated {
        1 + usize::from(two < 200_000)
    } else {
        2 + usize::from(two * ours < 1_000_000)
    }
}

/// The features of a set of problems, so that a test that passes is meaningful.
#[derive(Debug, Default)]
struct Seen {
    mates: [usize; 3],
    lost: usize,
    refuted: usize,
    escapes: usize,
    en_passant: usize,
    castling: usize,
    promotion: usize,
}

impl Seen {
    fn count(&mut self, outcome: &Outcome) {
        let moves = match outcome {
            Outcome::Solved(s) => {
                self.mates[usize::from(s.moves) - 1] += 1;
                &s.line
            }
            Outcome::Lost(l) => {
                self.lost += 1;
                &l.line
            }
            Outcome::Refuted { escapes, .. } => {
                self.refuted += usize::from(escapes.is_empty());
                self.escapes += usize::from(!escapes.is_empty());
                escapes
            }
            _ => return,
        };
        self.en_passant += usize::from(moves.iter().any(|m| m.is_en_passant()));
        self.castling += usize::from(moves.iter().any(|m| m.is_castle()));
        self.promotion += usize::from(moves.iter().any(|m| m.is_promotion()));
    }
}

#[test]
fn every_verdict_is_that_of_exhaustion() {
    let mut tables = Tables::new(4);
    let mut seen = Seen::default();
    for problem in problems(1, share(2400)) {
        let truth = truth(&problem);
        seen.count(&truth);
        let mut judge = Judge::default();
        compare(&problem, &truth, &mut tables, &mut judge);
    }
    eprintln!("{seen:?}");
    let counts = [
        seen.mates[0],
        seen.mates[1],
        seen.mates[2],
        seen.lost,
        seen.refuted,
        seen.escapes,
        seen.en_passant,
        seen.castling,
        seen.promotion,
    ];
    assert!(counts.iter().all(|&count| count >= least(20)), "{seen:?}");
}

/// Deep enough for proof-number search and for slices, with men for the defender, too.
const ENDINGS: [(&str, u16); 14] = [
    ("KQk", 7),
    ("KRk", 7),
    ("KPk", 7),
    ("KBBk", 6),
    ("KQkr", 5),
    ("KQkp", 6),
    ("KRkp", 5),
    ("KPkp", 6),
    ("KPPk", 6),
    ("KBNk", 5),
    ("KRRkr", 5),
    ("KRPk", 5),
    ("KQkq", 5),
    ("KNNkp", 5),
];

fn endings(seed: u64, of_each: usize) -> Vec<Vec<Problem>> {
    let mut random = Random::new(seed);
    ENDINGS
        .iter()
        .map(|&(men, depth)| {
            (0..of_each)
                .map(|i| {
                    let kind = if i % 4 == 3 { Kind::MATED } else { Kind::MATE };
                    let position = positions::ending(&mut random, men, kind == Kind::MATED);
                    Problem {
                        claimed: random.chance(50),
                        lines: Vec::new(),
                        ..problem(&position, kind, depth - u16::from(kind == Kind::MATED))
                    }
                })
                .collect()
        })
        .collect()
}

#[test]
fn deeper_verdicts_are_those_of_exhaustion() {
    let mut tables = Tables::new(4);
    let stop = Stop::new();
    let mut lengths = [0; 8];
    for problems in endings(2, share(8)) {
        let mut judge = Judge::default();
        for problem in problems {
            for extent in EXTENTS {
                let problem = Problem {
                    extent,
                    ..problem.clone()
                };
                let found = solve(&problem, &mut tables, &stop).expect("mate is supported");
                check(&problem, &found.outcome(), &mut judge);
                if let Outcome::Solved(s) = &found.outcome() {
                    lengths[usize::from(s.moves)] += 1;
                }
            }
        }
    }
    eprintln!("mates by length: {lengths:?}");
    assert!(
        lengths[5..].iter().sum::<usize>() >= least(20),
        "{lengths:?}"
    );
}

#[test]
fn no_limit_makes_a_verdict_wrong() {
    let mut tables = Tables::new(1);
    let mut under = Under::default();
    for (i, problem) in problems(3, share(600)).into_iter().enumerate() {
        let problem = Problem {
            extent: EXTENTS[i % 3],
            ..problem
        };
        let mut judge = Judge::default();
        for nodes in [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] {
            under.nodes(&problem, nodes, &mut tables, &mut judge);
        }
    }
    for problems in endings(4, share(4)) {
        let mut judge = Judge::default();
        for (i, problem) in problems.into_iter().enumerate() {
            let problem = Problem {
                extent: EXTENTS[i % 3],
                ..problem
            };
            for nodes in [1_000, 5_000, 20_000, 50_000, 100_000] {
                under.nodes(&problem, nodes, &mut tables, &mut judge);
            }
        }
    }
    assert!(under.is_worth_something());
}

#[test]
fn a_raised_stop_proves_nothing() {
    let stop = Stop::new();
    stop.raise();
    let mut tables = Tables::new(1);
    for problem in endings(5, 1).into_iter().flatten() {
        let found = solve(&problem, &mut tables, &stop).expect("mate is supported");
        match found.outcome() {
            Outcome::GaveUp { limit, .. } => assert_eq!(limit, LimitKind::Stopped),
            // A result that is found before the search first checks the flag.
            outcome => check(&problem, &outcome, &mut Judge::default()),
        }
    }
}

#[test]
fn a_job_finds_the_tables_as_if_new() {
    let mut used = Tables::new(1);
    let stop = Stop::new();
    let problems = endings(6, 3).into_iter().flatten();
    for (i, problem) in problems.enumerate() {
        let problem = Problem {
            extent: EXTENTS[i % 3],
            ..problem
        };
        let again = solve(&problem, &mut used, &stop).expect("mate is supported");
        let new = solve(&problem, &mut Tables::new(1), &stop).expect("mate is supported");
        let name = name(&problem);
        assert_eq!(again.counters.nodes, new.counters.nodes, "{name}");
        assert_eq!(
            format!("{:?}", again.outcome()),
            format!("{:?}", new.outcome()),
            "{name}"
        );
    }
}

#[test]
fn the_judge_agrees_with_plain_exhaustion() {
    for problem in problems(7, 150) {
        let mut judge = Judge::default();
        let position = &problem.position;
        // The deep question comes first, so that its results in the tables answer the others.
        for moves in (0..=problem.stipulation.length.moves()).rev() {
            assert_eq!(
                judge.wins(Kind::MATE, position, moves),
                plain::wins(Kind::MATE, position, moves),
                "{}",
                name(&problem)
            );
            assert_eq!(
                judge.loses(Kind::MATE, position, moves.min(1)),
                plain::loses(Kind::MATE, position, moves.min(1)),
                "{}",
                name(&problem)
            );
        }
    }
}

#[test]
fn every_shape_matches_its_name() {
    let mut random = Random::new(8);
    for shape in SHAPES {
        let mut found = 0;
        for _ in 0..400 {
            let Some(position) = shape.position(&mut random, true) else {
                continue;
            };
            let moves = position.legal_moves();
            found += usize::from(match shape {
                Shape::EnPassant => moves.iter().any(|m| m.is_en_passant()),
                Shape::Castling | Shape::Chess960 => position.chess().castles().any(),
                Shape::Promotion => moves.iter().any(|m| m.is_promotion()),
                Shape::Plain | Shape::Edge | Shape::Box => true,
            });
        }
        assert!(found >= 40, "{shape:?}: {found}");
    }
}
