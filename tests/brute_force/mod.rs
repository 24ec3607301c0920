//! The search against exhaustion, on random positions: every outcome, length, set of keys and line,
//! for every extent; and neither a limit nor a lack of memory makes an answer false.
//!
//! There is a file for each kind of play: `mates`, `forced` (direct and self play with every goal),
//! `exact` (the same in exactly n moves), `help`, `house` (men in hand), `joint` (helpself,
//! helpreflex and series play; `recorded` has Popeye's answers to it); `duels` has positions in
//! which both sides can mate, `crowds` some of each, `evolved` self play with solutions. `verdicts` defines the permitted verdicts,
//! `truth` the expected ones. Both ask `judge`, the slow judge of `solver verify`, which is
//! compared with the definition in `plain`.

mod crowds;
mod duels;
mod evolved;
mod exact;
mod forced;
mod guided;
mod help;
mod house;
pub mod huddles;
mod joint;
pub mod judge;
mod mates;
pub mod plain;
pub mod positions;
mod recorded;
mod truth;
mod verdicts;

use keymove::position::Position;
use keymove::solve::{
    Extent, Kind, Limits, Outcome, Problem, Stipulation, Tables, Verdict, Wanted, solve,
};
use keymove::stop::Stop;
use shakmaty::Move;

use crate::support::asked::number;
use crate::support::data;
use crate::support::long::least;
use judge::Judge;
use verdicts::{check, name};

const EXTENTS: [Extent; 3] = [Extent::AllKeys, Extent::First, Extent::Any];

/// The number of problems of a test: `KEYMOVE_POSITIONS=1000` judges this many instead of the
/// number of an ordinary run.
fn asked_for(common: usize) -> usize {
    number("KEYMOVE_POSITIONS").unwrap_or(common)
}

fn problem(position: &Position, kind: Kind, moves: u16) -> Problem {
    Problem {
        position: position.clone(),
        stipulation: Stipulation::new(kind, moves),
        claimed: false,
        lines: Vec::new(),
        extent: Extent::AllKeys,
        limits: Limits::default(),
        wanted: Wanted::default(),
    }
}

fn verdict(problem: &Problem, tables: &mut Tables) -> Verdict {
    solve(problem, tables, &Stop::new())
        .unwrap_or_else(|error| panic!("{}: {error}", name(problem)))
}

/// The search's answer.
fn answer(problem: &Problem, tables: &mut Tables) -> Outcome {
    verdict(problem, tables).outcome()
}

/// The search's answers for every extent are true, and the complete one is that of exhaustion.
fn compare(problem: &Problem, truth: &Outcome, tables: &mut Tables, judge: &mut Judge) {
    check(problem, truth, judge);
    for extent in EXTENTS {
        let problem = Problem {
            extent,
            ..problem.clone()
        };
        let verdict = verdict(&problem, tables);
        let found = verdict.outcome();
        check(&problem, &found, judge);
        if extent == Extent::AllKeys {
            assert_same(&problem, &found, truth);
            let set_play = truth::set_play(&problem, judge);
            assert_eq!(verdict.set_play, set_play, "{}", name(&problem));
        }
    }
}

/// The search's answers to `groups` of problems are true for every extent; gives the numbers of
/// solved and of other answers.
fn check_extents(
    groups: impl IntoIterator<Item = Vec<Problem>>,
    tables: &mut Tables,
) -> (u32, u32) {
    let (mut solved, mut others) = (0, 0);
    for problems in groups {
        let mut judge = Judge::default();
        for problem in problems {
            for extent in EXTENTS {
                let problem = Problem {
                    extent,
                    ..problem.clone()
                };
                let found = answer(&problem, tables);
                check(&problem, &found, &mut judge);
                match found {
                    Outcome::Solved(_) | Outcome::Helped(_) => solved += 1,
                    _ => others += 1,
                }
            }
        }
    }
    eprintln!("{solved} solved, {others} not");
    (solved, others)
}

/// The results of answers under limits.
#[derive(Debug, Default)]
struct Under {
    gave_up: usize,
    open: usize,
    decided: usize,
}

impl Under {
    /// The answer within `nodes` is true.
    fn nodes(&mut self, problem: &Problem, nodes: u64, tables: &mut Tables, judge: &mut Judge) {
        let problem = Problem {
            limits: Limits {
                nodes: Some(nodes),
                time: None,
            },
            ..problem.clone()
        };
        let verdict = verdict(&problem, tables);
        let found = verdict.outcome();
        check(&problem, &found, judge);
        // Forced play may exceed the limit to write its line.
        if problem.stipulation.kind.is_help() {
            assert!(verdict.counters.nodes <= nodes, "{}", name(&problem));
            help::check_set_play(&problem, &verdict, judge);
        }
        match &found {
            Outcome::GaveUp { .. } => self.gave_up += 1,
            Outcome::Solved(s) if s.limit.is_some() => self.open += 1,
            Outcome::Helped(h) if h.limit.is_some() => self.open += 1,
            _ => self.decided += 1,
        }
    }

    fn is_worth_something(&self) -> bool {
        eprintln!("{self:?}");
        self.gave_up > least(100) && self.open > least(20) && self.decided > least(100)
    }
}

fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|m| format!("{m:?}"));
    moves
}

/// Complete answers are compared field by field; lines may differ.
fn assert_same(problem: &Problem, found: &Outcome, truth: &Outcome) {
    let name = name(problem);
    match (found, truth) {
        (Outcome::Checkmate, Outcome::Checkmate) | (Outcome::Stalemate, Outcome::Stalemate) => (),
        (Outcome::Solved(found), Outcome::Solved(truth)) => {
            assert_eq!(
                (found.moves, found.refuted),
                (truth.moves, truth.refuted),
                "{name}"
            );
            assert_eq!(sorted(&found.keys), sorted(&truth.keys), "{name}");
        }
        (Outcome::Lost(found), Outcome::Lost(truth)) => {
            assert_eq!(
                (found.moves, found.safe),
                (truth.moves, truth.safe),
                "{name}"
            );
            assert_eq!(sorted(&found.longest), sorted(&truth.longest), "{name}");
            assert_eq!(sorted(&found.sooner), sorted(&truth.sooner), "{name}");
        }
        (
            Outcome::Refuted {
                length: found,
                escapes: found_escapes,
                ..
            },
            Outcome::Refuted {
                length: truth,
                escapes: true_escapes,
                ..
            },
        ) => {
            assert_eq!(found, truth, "{name}");
            assert_eq!(sorted(found_escapes), sorted(true_escapes), "{name}");
        }
        (Outcome::Helped(found), Outcome::Helped(truth)) => {
            assert_eq!(found.length, truth.length, "{name}");
            assert_eq!(sorted(&found.keys), sorted(&truth.keys), "{name}");
            assert_eq!(found.solutions, truth.solutions, "{name}");
        }
        _ => panic!("{name}: found {found:?}, exhaustion says {truth:?}"),
    }
}
