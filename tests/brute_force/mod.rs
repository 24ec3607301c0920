//! The search against exhaustion: every outcome, length, set of keys and line, for every extent; and
//! neither a limit nor a lack of memory makes an answer false.
//!
//! `kinds` has the table of the kinds of play and their tests, all of which run [`judge`] on
//! problems of one of the `sources`. `verdicts` defines the permitted verdicts of every kind, by
//! asking `judge`, the slow judge of `solver verify`, which is compared with the definition in
//! `plain`; `seen` counts the features of the problems, of each of which a test needs some.
//! `particular` has single positions, tables and limits, `guided` lines that guide the search.

mod guided;
pub mod huddles;
pub mod judge;
mod kinds;
mod particular;
pub mod plain;
pub mod positions;
mod seen;
mod sources;
mod verdicts;

use keymove::solve::{Extent, Limits, Outcome, Problem, Tables, Verdict, solve};
use keymove::stop::Stop;

use crate::support::asked::number;
use crate::support::long;
use judge::Judge;
use seen::Seen;
use sources::{Problems, Source};
use verdicts::{check, name};

const EXTENTS: [Extent; 3] = [Extent::AllKeys, Extent::First, Extent::Any];

fn verdict(problem: &Problem, tables: &mut Tables) -> Verdict {
    solve(problem, tables, &Stop::new())
        .unwrap_or_else(|error| panic!("{}: {error}", name(problem)))
}

/// The search's answer.
fn answer(problem: &Problem, tables: &mut Tables) -> Outcome {
    verdict(problem, tables).outcome()
}

/// Kinds of play that are judged alike.
#[derive(Debug, Clone, Copy)]
struct Group<'a> {
    source: Source<'a>,
    /// Whether there are men in hand.
    hands: bool,
    /// The number of lines that exhaustion may search for one problem.
    effort: usize,
    /// The number of problems of each kind in an ordinary run, and with `KEYMOVE_LONG`;
    /// `KEYMOVE_POSITIONS=1000` judges this many instead.
    cases: [usize; 2],
    /// One problem in this many is also judged within each of these numbers of nodes.
    limited: usize,
    limits: &'static [u64],
    /// The features of which this many have to be seen among the problems of each kind.
    needs: &'static str,
}

impl Group<'_> {
    fn cases(&self) -> usize {
        let [ordinary, long] = self.cases;
        let cases = if long::step() == 1 { long } else { ordinary };
        number("KEYMOVE_POSITIONS").unwrap_or(cases)
    }

    /// The problems of a kind, each judged for every extent and within limits.
    fn judge(&self, asked: &str, seed: u64, seen: &mut Seen) {
        let problems = Problems::new(*self, asked, seed);
        let mut tables = [Tables::new(1), Tables::new(4)];
        let mut judge = Judge::default();
        for (i, asked) in problems.take(self.cases()).enumerate() {
            // Endings of the same men lead to the same positions.
            if !matches!(self.source, Source::Ending(_)) {
                judge = Judge::default();
            }
            let limits = match i % self.limited {
                0 => self.limits,
                _ => &[],
            };
            let within = |(at, &nodes)| (EXTENTS[(i / self.limited + at) % 3], Some(nodes));
            let limited = limits.iter().enumerate().map(within);
            let whole = EXTENTS.map(|extent| (extent, None)).into_iter();
            for (at, (extent, nodes)) in whole.chain(limited).enumerate() {
                let problem = Problem {
                    extent,
                    limits: Limits { nodes, time: None },
                    ..asked.clone()
                };
                // Limits go with little memory.
                let memory = if nodes.is_none() { (i + at) % 2 } else { 0 };
                let verdict = verdict(&problem, &mut tables[memory]);
                check(&problem, &verdict, &mut judge);
                if nodes.is_some() {
                    seen.limited(&verdict.outcome());
                } else if extent == Extent::AllKeys {
                    seen.answer(&problem, &verdict, &mut judge);
                } else {
                    seen.partial(&problem, &verdict.bounds, &mut judge);
                }
            }
        }
    }

    /// Kinds of play, the first one with this seed: `s#2, s#3: 80 in 2` with the features that they
    /// need in addition.
    fn judge_all(&self, seed: u64, kinds: &str) {
        let [_, all] = self.cases;
        let (kinds, more) = kinds.split_once(": ").unwrap_or((kinds, ""));
        for (seed, asked) in (seed..).zip(kinds.split(", ")) {
            let mut seen = Seen::default();
            self.judge(asked, seed, &mut seen);
            for needs in [self.needs, more] {
                seen.expect(needs, self.cases(), all, asked);
            }
        }
    }
}
