//! Direct, self and reflex play in exactly n moves: shorter play is not a solution.

use keymove::position::Position;
use keymove::solve::{
    Aim, Extent, Kind, Limits, Outcome, PlayKind, Problem, Solution, Stipulation, Tables,
};

use crate::brute_force::forced::problems;
use crate::brute_force::judge::Judge;
use crate::brute_force::plain;
use crate::brute_force::positions::Random;
use crate::brute_force::truth::truth;
use crate::brute_force::verdicts::name;
use crate::brute_force::{EXTENTS, asked_for, assert_same, verdict};

/// The number of problems of each kind. (Of 40 mates none has only a short solution; of 80 one, of
/// 200 eight.)
fn count() -> usize {
    asked_for(120)
}

/// The same problems, each asked for exactly its length, or for one move more than the shortest
/// solution: then there is one that is too short.
fn exact_problems(kind: Kind, deepest: u16, seed: u64) -> Vec<Problem> {
    let mut random = Random::new(seed);
    problems(kind, deepest, seed, count())
        .into_iter()
        .map(|problem| {
            let shortest = (1..=deepest).find(|&n| plain::wins(kind, &problem.position, n));
            let moves = match shortest {
                Some(n) if random.chance(60) => (n + 1).min(deepest),
                _ => problem.stipulation.length.moves(),
            };
            Problem {
                stipulation: Stipulation {
                    exact: true,
                    ..Stipulation::new(kind, moves)
                },
                ..problem
            }
        })
        .collect()
}

/// The features of a set of problems.
#[derive(Debug, Default)]
struct Seen {
    solved: usize,
    refuted: usize,
    /// There is a solution that is too short.
    short: usize,
    /// In addition to it there is one of the whole length, or there is none.
    short_and_exact: usize,
    short_only: usize,
    /// The shorter solution leads to the goal in every line, but some of the lines are too short,
    /// and the attacker can't waste time in them.
    uneven: usize,
}

impl Seen {
    fn count(&mut self, problem: &Problem, truth: &Outcome) {
        let Stipulation { kind, length, .. } = problem.stipulation;
        let n = length.moves();
        let is_solved = matches!(truth, Outcome::Solved(_));
        self.solved += usize::from(is_solved);
        self.refuted += usize::from(matches!(truth, Outcome::Refuted { .. }));
        let within = plain::wins(kind, &problem.position, n);
        let short = n > 1 && plain::wins(kind, &problem.position, n - 1);
        self.short += usize::from(short);
        self.short_and_exact += usize::from(short && is_solved);
        self.short_only += usize::from(short && !is_solved);
        self.uneven += usize::from(within && !short && !is_solved);
    }
}

/// A line takes the whole length and leaves the attacker a solution after each of its moves.
fn is_exact(problem: &Problem, solution: &Solution) {
    let kind = problem.stipulation.kind;
    let n = problem.stipulation.length.moves();
    let name = name(problem);
    assert_eq!((solution.moves, solution.refuted), (n, n - 1), "{name}");
    assert!(solution.keys.contains(&solution.line[0]), "{name}");
    assert_eq!(
        solution.line.len(),
        problem.stipulation.length.plies(kind) as usize,
        "{name}"
    );
    let judge = &mut Judge::default();
    let mut position: Position = problem.position.clone();
    for (ply, &m) in solution.line.iter().enumerate() {
        assert!(position.legal_moves().contains(&m), "{name}: ply {ply}");
        position.play(m);
        let left = n - 1 - (ply / 2) as u16;
        if ply % 2 == 0 {
            assert!(judge.loses_exactly(kind, &position, left), "{name}: {ply}");
        }
    }
    assert!(kind.aim.is_reached(&position), "{name}");
}

/// The whole answer is that of exhaustion, a part of it is true, and no limit makes it false.
pub fn agree(problem: &Problem, tables: &mut Tables) -> Outcome {
    let truth = truth(problem);
    let limits = [None, Some(1), Some(7), Some(40), Some(300)];
    for (extent, nodes) in EXTENTS
        .into_iter()
        .flat_map(|extent| limits.map(|nodes| (extent, nodes)))
    {
        let problem = Problem {
            extent,
            limits: Limits { nodes, time: None },
            ..problem.clone()
        };
        let found = verdict(&problem, tables).outcome();
        if extent == Extent::AllKeys && nodes.is_none() {
            assert_same(&problem, &found, &truth);
        }
        match (&found, &truth) {
            (Outcome::Solved(found), Outcome::Solved(truth)) => {
                is_exact(&problem, found);
                let is_key = |m| truth.keys.contains(m);
                assert!(found.keys.iter().all(is_key), "{}", name(&problem));
                assert!(
                    found.keys.len() + found.open >= truth.keys.len(),
                    "{}",
                    name(&problem)
                );
            }
            (Outcome::GaveUp { refuted, .. }, _) => {
                assert!(
                    nodes.is_some() && refuted.moves() == 0,
                    "{}",
                    name(&problem)
                );
            }
            _ => assert_same(&problem, &found, &truth),
        }
    }
    truth
}

fn every_verdict(play: PlayKind, deepest: [u16; 3], seed: u64) {
    let mut tables = Tables::new(1);
    for (aim, deepest) in [Aim::Mate, Aim::Stalemate, Aim::DoubleStalemate]
        .into_iter()
        .zip(deepest)
    {
        let kind = Kind { play, aim };
        let mut seen = Seen::default();
        for problem in exact_problems(kind, deepest, seed) {
            seen.count(&problem, &agree(&problem, &mut tables));
        }
        eprintln!("exact-{}: {seen:?}", kind.sign());
        let share = |of_hundred: usize| count() * of_hundred / 100;
        assert!(
            seen.solved >= share(10) && seen.refuted >= share(10) && seen.short >= share(10),
            "exact-{}: {seen:?}",
            kind.sign()
        );
        assert!(seen.short_only > 0, "exact-{}: {seen:?}", kind.sign());
    }
}

#[test]
fn every_exact_goal_is_that_of_exhaustion() {
    every_verdict(PlayKind::Direct, [3, 3, 2], 81);
}

#[test]
fn every_exact_selfmate_is_that_of_exhaustion() {
    every_verdict(PlayKind::SelfPlay, [2, 2, 2], 82);
}

#[test]
fn every_exact_reflexmate_is_that_of_exhaustion() {
    every_verdict(PlayKind::Reflex, [2, 2, 2], 83);
}

#[test]
fn every_exact_semireflexmate_is_that_of_exhaustion() {
    every_verdict(PlayKind::SemiReflex, [2, 2, 2], 84);
}

#[test]
fn the_judge_of_exact_play_agrees_with_plain_exhaustion() {
    for play in [
        PlayKind::Direct,
        PlayKind::SelfPlay,
        PlayKind::Reflex,
        PlayKind::SemiReflex,
    ] {
        let kind = Kind {
            play,
            aim: Aim::Mate,
        };
        let mut won = 0;
        for problem in problems(kind, 2, 85, 60) {
            let judge = &mut Judge::default();
            for n in (0..problem.stipulation.length.moves()).rev() {
                for m in problem.position.legal_moves() {
                    let next = problem.position.after(m);
                    let truth = plain::loses_exactly(kind, &next, n);
                    assert_eq!(
                        judge.loses_exactly(kind, &next, n),
                        truth,
                        "{}",
                        name(&problem)
                    );
                    won += usize::from(truth);
                }
            }
        }
        assert!(won >= 10, "{}: {won}", kind.sign());
    }
}
