//! The features of judged problems, so that a test that passes is meaningful.

use std::collections::BTreeMap;

use keymove::bounds::{Bounds, Reached};
use keymove::position::Position;
use keymove::solve::{Kind, Lines, Outcome, PlayKind, Problem, Verdict};
use shakmaty::{Move, Role};

use crate::brute_force::judge::Judge;
use crate::brute_force::plain;

/// The number of problems with each feature.
#[derive(Debug, Default)]
pub struct Seen(BTreeMap<String, usize>);

impl Seen {
    pub fn add(&mut self, feature: &str, has_it: bool) {
        if has_it {
            *self.0.entry(feature.to_owned()).or_default() += 1;
        }
    }

    /// Each feature of `needs` has been seen at least as often as it says (`20 refuted, 10 castling`)
    /// if `all` cases were judged; if fewer were, half of their share is enough, but at least one.
    pub fn expect(&self, needs: &str, cases: usize, all: usize, name: &str) {
        eprintln!("{name}: {self:?}");
        for need in needs.split(", ").filter(|need| !need.is_empty()) {
            let (number, feature) = need.split_once(' ').expect("a number and a feature");
            let number: usize = number.parse().expect("a number");
            let least = match cases >= all {
                true => number,
                false => (number * cases).div_ceil(2 * all),
            };
            let seen = self.0.get(feature).copied().unwrap_or(0);
            assert!(
                seen >= least,
                "{name}: {seen} of {least} {feature}: {self:?}"
            );
        }
    }

    /// A complete and true answer.
    pub fn answer(&mut self, problem: &Problem, verdict: &Verdict, judge: &mut Judge) {
        let bounds = &verdict.bounds;
        let (mut firsts, mut shown) = (&bounds.escapes.moves, bounds.escapes.moves.clone());
        let is_mated = problem.stipulation.kind == Kind::MATED;
        if let Some(reached) = &bounds.reached {
            self.add(if is_mated { "lost" } else { "solved" }, true);
            self.add(&format!("in {}", reached.length), true);
            self.add("several keys", reached.keys.moves.len() > 1);
            firsts = &reached.keys.moves;
            shown.clone_from(&reached.line);
        } else if bounds.over.is_none() {
            self.add(if is_mated { "escapes" } else { "refuted" }, true);
        }
        let solutions = &verdict.solutions;
        shown.extend(solutions.iter().flat_map(|lines| lines.lines.concat()));
        self.add("longer lines", solutions.len() > 1);
        let listed = Some(Lines::LISTED as u64);
        self.add(
            "unlisted lines",
            solutions.iter().any(|lines| lines.count > listed),
        );
        let set_play = verdict.set_play.as_ref();
        self.add("set play", set_play.is_some_and(|all| !all.is_empty()));
        self.add("drop", firsts.iter().any(|m| m.from().is_none()));
        let is_minor = |m: &Move| m.promotion().is_some_and(|role| role != Role::Queen);
        self.add("underpromotion", shown.iter().any(is_minor));
        for (more, moves) in [("", shown), (" possible", problem.position.legal_moves())] {
            let mut add = |feature: &str, is_one: fn(&Move) -> bool| {
                self.add(&format!("{feature}{more}"), moves.iter().any(is_one));
            };
            add("en passant", |m| m.is_en_passant());
            add("castling", |m| m.is_castle());
            add("promotion", |m| m.is_promotion());
        }
        self.rules(problem, verdict, judge);
    }

    /// The effects of the rules of reflex play, exact play and hands.
    fn rules(&mut self, problem: &Problem, verdict: &Verdict, judge: &mut Judge) {
        let asked = problem.stipulation;
        let (kind, position) = (asked.kind, &problem.position);
        let is_solved = verdict.bounds.reached.is_some();
        // A side that could reach the goal at once, if it were its turn, could not decline.
        let reflex = Kind {
            play: PlayKind::Reflex,
            ..kind
        };
        let here = plain::attacker_must(reflex, position);
        let must = |passed| plain::attacker_must(reflex, &passed);
        let there = position.passed().is_some_and(must);
        self.add("bound", here || there);
        self.add("both bound", here && there);
        if asked.exact && !kind.has_lines() {
            let n = asked.length.moves();
            let is_short = n > 1 && judge.wins(kind, position, n - 1);
            self.add("too short", is_short);
            self.add("only too short", is_short && !is_solved);
        }
        if position.house().is_some() && !is_solved {
            let orthodox = Position::from(position.chess().clone());
            let is_spoilt = judge.shortest(asked, &orthodox).is_some();
            self.add("spoilt by hands", is_spoilt);
        }
    }

    /// A true answer of a smaller extent.
    pub fn partial(&mut self, problem: &Problem, bounds: &Bounds, judge: &mut Judge) {
        let is_longer = |reached: &Reached| {
            let shortest = judge.shortest(problem.stipulation, &problem.position);
            Some(reached.length) > shortest
        };
        let reached = bounds.reached.as_ref();
        self.add("longer than the shortest", reached.is_some_and(is_longer));
    }

    /// A true answer within a limit.
    pub fn limited(&mut self, outcome: &Outcome) {
        self.add("given up", matches!(outcome, Outcome::GaveUp { .. }));
        let is_open =
            matches!(outcome, Outcome::Solved(_) | Outcome::Helped(_)) && outcome.limit().is_some();
        self.add("left open", is_open);
        self.add("decided", outcome.limit().is_none());
    }
}
