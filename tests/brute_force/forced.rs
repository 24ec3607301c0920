//! Direct and self play with every goal except the mates of `mates`.

use keymove::position::Position;
use keymove::solve::{Aim, Kind, Outcome, PlayKind, Problem, Tables};
use shakmaty::Color;

use crate::brute_force::huddles;
use crate::brute_force::judge::Judge;
use crate::brute_force::plain;
use crate::brute_force::positions::{self, Random, SHAPES};
use crate::brute_force::truth::truth;
use crate::brute_force::{EXTENTS, Under, check_extents, compare, problem};
use crate::support::long::{least, share};

/// The number of problems of each kind.
const COUNT: usize = 1200;

/// Positions by the length of their solution, from 1 on.
///
/// In self play a random position hardly ever has a solution; but moves taken back from a position
/// with a solution in one move may lead to one with a solution in two.
#[derive(Debug)]
struct Stock {
    kind: Kind,
    solved: Vec<Vec<Position>>,
}

impl Stock {
    fn new(kind: Kind) -> Stock {
        Stock {
            kind,
            solved: Vec::new(),
        }
    }

    /// A position in which the side to move reaches the goal in `moves`, not sooner.
    fn position(&mut self, moves: u16, random: &mut Random) -> Position {
        let kind = self.kind;
        let length = usize::from(moves);
        loop {
            let tried = if moves == 1 {
                in_one(kind, random)
            } else {
                // From many positions, so that not all come from the same one.
                while self.solved.get(length - 2).map_or(0, Vec::len) < 30 {
                    self.position(moves - 1, random);
                }
                let later = &self.solved[length - 2];
                let later = &later[random.below(later.len())];
                huddles::retract(random, later)
            };
            if let Some(position) = tried
                && !plain::wins(kind, &position, moves - 1)
                && plain::wins(kind, &position, moves)
            {
                self.solved
                    .resize(self.solved.len().max(length), Vec::new());
                self.solved[length - 1].push(position.clone());
                return position;
            }
        }
    }
}

/// A position that may well have a solution in one move.
fn in_one(kind: Kind, random: &mut Random) -> Option<Position> {
    let any = |random: &mut Random, strong_moves| {
        SHAPES[random.below(SHAPES.len())].position(random, strong_moves)
    };
    match (kind.play, kind.aim) {
        (PlayKind::Direct, Aim::DoubleStalemate) => {
            let turn = Color::from_white(random.chance(50));
            let end = huddles::stuck(random, turn);
            huddles::retract_one(random, &end)
        }
        (_, Aim::DoubleStalemate) => {
            let turn = Color::from_white(random.chance(50));
            let end = huddles::stuck(random, turn);
            huddles::retract(random, &end)
        }
        (PlayKind::Direct, _) => any(random, true),
        (PlayKind::SelfPlay, aim) => huddles::huddle(random, aim == Aim::Stalemate),
        // Both sides may be able to reach the goal.
        (_, aim) => match random.below(4) {
            0 => huddles::huddle(random, aim == Aim::Stalemate),
            1 => any(random, true),
            _ => any(random, false),
        },
    }
}

/// Positions of 3 to 8 men, some of them made to have a solution, with the depth of the solution
/// or one that is off by one.
pub fn problems(kind: Kind, deepest: u16, seed: u64, count: usize) -> Vec<Problem> {
    let mut random = Random::new(seed);
    let mut stock = Stock::new(kind);
    let mut problems = Vec::new();
    while problems.len() < count {
        let i = problems.len();
        let length = 1 + random.below(usize::from(deepest)) as u16;
        let (position, moves) = if i % 2 == 0 {
            let position = stock.position(length, &mut random);
            let moves = match random.below(10) {
                0 | 1 => (length + 1).min(deepest),
                2 => (length - 1).max(1),
                _ => length,
            };
            (position, moves)
        } else {
            let position = match random.below(3) {
                0 => huddles::huddle(&mut random, kind.aim == Aim::Stalemate),
                _ => {
                    let strong_moves = random.chance(75);
                    SHAPES[i / 2 % SHAPES.len()].position(&mut random, strong_moves)
                }
            };
            let Some(position) = position else {
                continue;
            };
            let moves = length.min(within_reach(&position));
            (position, moves)
        };
        problems.push(Problem {
            claimed: random.chance(50),
            lines: Vec::new(),
            ..problem(&position, kind, moves)
        });
    }
    problems
}

/// The depth that exhaustion reaches quickly.
fn within_reach(position: &Position) -> u16 {
    let ours = position.legal_moves().len();
    let theirs = position
        .passed()
        .map_or(ours, |p| p.legal_moves().len())
        .max(4);
    if ours * theirs * ours * theirs * ours < 1_000_000 {
        3
    } else {
        2
    }
}

/// The features of a set of problems.
#[derive(Debug, Default)]
struct Seen {
    solved: [usize; 4],
    refuted: usize,
    several_keys: usize,
    promotion: usize,
    en_passant: usize,
    castling: usize,
    /// A side could reach the goal at once if it were its turn: reflex play forbids it to decline.
    bound: usize,
}

impl Seen {
    fn count(&mut self, problem: &Problem, outcome: &Outcome) {
        match outcome {
            Outcome::Solved(s) => {
                self.solved[usize::from(s.moves)] += 1;
                self.several_keys += usize::from(s.keys.len() > 1);
            }
            Outcome::Refuted { .. } => self.refuted += 1,
            _ => return,
        }
        // Features that the search must handle, whether it solves the problem or not.
        let moves = problem.position.legal_moves();
        self.promotion += usize::from(moves.iter().any(|m| m.is_promotion()));
        self.en_passant += usize::from(moves.iter().any(|m| m.is_en_passant()));
        self.castling += usize::from(moves.iter().any(|m| m.is_castle()));
        let reflex = Kind {
            play: PlayKind::Reflex,
            ..problem.stipulation.kind
        };
        let passed = problem.position.passed();
        self.bound += usize::from(
            plain::attacker_must(reflex, &problem.position)
                || passed.is_some_and(|passed| plain::defender_must(reflex, &passed)),
        );
    }

    fn is_worth_something(&self, kind: Kind, deepest: u16) -> bool {
        eprintln!("{self:?}");
        let lengths = &self.solved[1..=usize::from(deepest)];
        let mut rest = vec![self.promotion, self.en_passant, self.castling];
        // Hardly ever do two moves lead to a double stalemate.
        if kind.aim != Aim::DoubleStalemate {
            rest.push(self.several_keys);
            if kind.play == PlayKind::Reflex {
                rest.push(self.bound);
            }
        }
        lengths.iter().all(|&count| count >= least(80))
            && self.refuted >= least(200)
            && rest.iter().all(|&count| count >= least(30))
    }
}

fn every_verdict(kind: Kind, deepest: u16, seed: u64) {
    let mut tables = Tables::new(4);
    let mut seen = Seen::default();
    for problem in problems(kind, deepest, seed, share(COUNT)) {
        let truth = truth(&problem);
        seen.count(&problem, &truth);
        compare(&problem, &truth, &mut tables, &mut Judge::default());
    }
    assert!(seen.is_worth_something(kind, deepest), "{seen:?}");
}

fn kind(play: PlayKind, aim: Aim) -> Kind {
    Kind { play, aim }
}

#[test]
fn every_stalemate_is_that_of_exhaustion() {
    every_verdict(Kind::STALEMATE, 3, 11);
}

#[test]
fn every_selfmate_is_that_of_exhaustion() {
    every_verdict(Kind::SELFMATE, 3, 12);
}

#[test]
fn every_selfstalemate_is_that_of_exhaustion() {
    every_verdict(Kind::SELFSTALEMATE, 2, 13);
}

#[test]
fn every_reflexmate_is_that_of_exhaustion() {
    every_verdict(kind(PlayKind::Reflex, Aim::Mate), 2, 21);
}

#[test]
fn every_reflexstalemate_is_that_of_exhaustion() {
    every_verdict(kind(PlayKind::Reflex, Aim::Stalemate), 2, 22);
}

#[test]
fn every_semireflexmate_is_that_of_exhaustion() {
    every_verdict(kind(PlayKind::SemiReflex, Aim::Mate), 2, 23);
}

#[test]
fn every_semireflexstalemate_is_that_of_exhaustion() {
    every_verdict(kind(PlayKind::SemiReflex, Aim::Stalemate), 2, 24);
}

#[test]
fn every_double_stalemate_is_that_of_exhaustion() {
    every_verdict(kind(PlayKind::Direct, Aim::DoubleStalemate), 2, 25);
    every_verdict(kind(PlayKind::SelfPlay, Aim::DoubleStalemate), 2, 26);
}

#[test]
fn every_double_stalemate_of_reflex_play_is_that_of_exhaustion() {
    every_verdict(kind(PlayKind::Reflex, Aim::DoubleStalemate), 2, 27);
    every_verdict(kind(PlayKind::SemiReflex, Aim::DoubleStalemate), 2, 28);
}

/// Deep enough for proof-number search and for slices.
const ENDINGS: [(Kind, &str, u16); 12] = [
    (Kind::STALEMATE, "KQk", 5),
    (Kind::STALEMATE, "KRk", 5),
    (Kind::STALEMATE, "KPk", 6),
    (Kind::STALEMATE, "KPkp", 5),
    (Kind::STALEMATE, "KRkp", 4),
    (Kind::SELFMATE, "KQkr", 3),
    (Kind::SELFMATE, "KPkp", 5),
    (Kind::SELFMATE, "KRPkq", 3),
    (Kind::SELFSTALEMATE, "KPkr", 4),
    (Kind::SELFSTALEMATE, "KQkq", 3),
    (Kind::SELFSTALEMATE, "KPkp", 5),
    (Kind::SELFSTALEMATE, "KRk", 4),
];

fn endings(seed: u64, of_each: usize) -> Vec<Vec<Problem>> {
    let mut random = Random::new(seed);
    ENDINGS
        .iter()
        .map(|&(kind, men, depth)| {
            (0..of_each)
                .map(|_| Problem {
                    claimed: random.chance(50),
                    lines: Vec::new(),
                    ..problem(&positions::ending(&mut random, men, false), kind, depth)
                })
                .collect()
        })
        .collect()
}

#[test]
fn deeper_play_is_that_of_exhaustion() {
    let (solved, refuted) = check_extents(endings(14, 6), &mut Tables::new(4));
    assert!(solved >= 20 && refuted >= 20, "{solved}, {refuted}");
}

#[test]
fn no_limit_makes_play_wrong() {
    let mut tables = Tables::new(1);
    let mut under = Under::default();
    let kinds = [
        (Kind::STALEMATE, 3),
        (Kind::SELFMATE, 3),
        (Kind::SELFSTALEMATE, 2),
    ];
    for (kind, deepest) in kinds {
        for (i, problem) in problems(kind, deepest, 15, share(200))
            .into_iter()
            .enumerate()
        {
            let problem = Problem {
                extent: EXTENTS[i % 3],
                ..problem
            };
            let mut judge = Judge::default();
            for nodes in [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] {
                under.nodes(&problem, nodes, &mut tables, &mut judge);
            }
        }
    }
    for problems in endings(16, 3) {
        let mut judge = Judge::default();
        for (i, problem) in problems.into_iter().enumerate() {
            let problem = Problem {
                extent: EXTENTS[i % 3],
                ..problem
            };
            for nodes in [1_000, 5_000, 20_000, 50_000] {
                under.nodes(&problem, nodes, &mut tables, &mut judge);
            }
        }
    }
    assert!(under.is_worth_something());
}

#[test]
fn the_judge_of_play_agrees_with_plain_exhaustion() {
    let kinds = [
        (Kind::STALEMATE, 3),
        (Kind::SELFMATE, 2),
        (Kind::SELFSTALEMATE, 2),
    ];
    for (kind, deepest) in kinds {
        for problem in problems(kind, deepest, 17, 100) {
            let mut judge = Judge::default();
            let position = &problem.position;
            // The deep question comes first, so that its results in the tables answer the others.
            for moves in (0..=problem.stipulation.length.moves()).rev() {
                assert_eq!(
                    judge.wins(kind, position, moves),
                    plain::wins(kind, position, moves)
                );
                assert_eq!(
                    judge.loses(kind, position, moves.min(1)),
                    plain::loses(kind, position, moves.min(1))
                );
            }
        }
    }
}
