//! The permitted verdicts of every kind of play: [`check`].

use std::fmt;

use keymove::epd::Epd;
use keymove::position::Position;
use keymove::solve::{
    Extent, Help, Kind, Length, LimitKind, Lines, Loss, Outcome, PlayKind, Problem, Solution,
    Stipulation, Verdict,
};
use shakmaty::Move;

use crate::brute_force::judge::{Judge, is_line, lengths};

/// The position and the question, for messages.
pub fn name(problem: &Problem) -> String {
    let fields = Epd::new(problem.position.clone()).fields();
    let house = problem.position.house();
    format!(
        "{fields} {} {:?} claimed {} nodes {:?} {house:?}",
        problem.stipulation, problem.extent, problem.claimed, problem.limits.nodes
    )
}

/// Everything that `verdict` claims is true, and it claims everything that was requested, unless a
/// limit was reached.
pub fn check(problem: &Problem, verdict: &Verdict, judge: &mut Judge) {
    let outcome = verdict.outcome();
    let mut checker = Checker {
        problem,
        name: Claim(problem, &outcome),
        limit: outcome.limit(),
        judge,
    };
    checker.check(&outcome);
    if problem.stipulation.kind.has_lines() {
        // Forced play may exceed the limit to write its line.
        let nodes = verdict.counters.nodes;
        let most = problem.limits.nodes.unwrap_or(u64::MAX);
        assert!(nodes <= most, "{}: {nodes} nodes", checker.name);
        checker.set_play(verdict);
    }
}

/// The question and the answer, for messages: written only if one is wrong.
#[derive(Clone, Copy)]
struct Claim<'a>(&'a Problem, &'a Outcome);

impl fmt::Display for Claim<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", name(self.0), self.1)
    }
}

struct Checker<'a> {
    problem: &'a Problem,
    name: Claim<'a>,
    limit: Option<LimitKind>,
    judge: &'a mut Judge,
}

impl Checker<'_> {
    fn check(&mut self, outcome: &Outcome) {
        let Checker { problem, name, .. } = *self;
        let asked = problem.stipulation;
        let is_limited = problem.limits.nodes.is_some();
        assert!(is_limited || self.limit.is_none(), "{name}: limit");
        if problem.position.legal_moves().is_empty() {
            assert!(is_over(problem, outcome), "{name}");
            return;
        }
        let shortest = self.judge.shortest(asked, &problem.position);
        match outcome {
            Outcome::Refuted {
                length,
                escapes,
                open,
                ..
            } => {
                assert_eq!((shortest, *length), (None, asked.length), "{name}");
                if asked.kind == Kind::MATED {
                    self.moves(escapes, *open, asked.length, false);
                } else {
                    assert!(escapes.is_empty() && *open == 0, "{name}");
                    // The limit may have prevented the search for set play.
                    assert!(self.limit.is_none() || problem.wanted.set_play, "{name}");
                }
            }
            Outcome::GaveUp { refuted, .. } => {
                assert!(*refuted < asked.length, "{name}");
                assert!(!asked.exact || *refuted == Length::NONE, "{name}");
                assert!(
                    shortest.is_none_or(|n| n > *refuted),
                    "{name}: {shortest:?}"
                );
            }
            solved => {
                let n = shortest.unwrap_or_else(|| panic!("{name}: there is no solution"));
                match solved {
                    Outcome::Solved(found) => self.solved(found, n),
                    Outcome::Lost(found) => self.lost(found, n),
                    Outcome::Helped(found) => self.helped(found, n),
                    _ => panic!("{name}"),
                }
            }
        }
    }

    /// Direct, self and reflex play; the shortest length is `n`.
    fn solved(&mut self, found: &Solution, n: Length) {
        let Checker { problem, name, .. } = *self;
        let asked = problem.stipulation;
        let permitted = n.moves()..=asked.length.moves();
        assert!(permitted.contains(&found.moves), "{name}: {n}");
        assert!(found.refuted < n.moves(), "{name}: {n}");
        let is_shortest = found.refuted + 1 == found.moves;
        let is_enough = self.limit.is_some() || problem.extent == Extent::Any;
        assert!(is_shortest || is_enough && !asked.exact, "{name}: {n}");
        assert!(found.keys.contains(&found.line[0]), "{name}");
        let length = Length::of_moves(found.moves);
        self.moves(&found.keys, found.open, length, true);
        self.line(&found.line, length, is_shortest);
    }

    /// The side that is mated, in `n` moves.
    fn lost(&mut self, found: &Loss, n: Length) {
        let name = self.name;
        // Bounds as short as these are decided exactly, for every request.
        let (moves, safe) = (n.moves(), n.moves() - 1);
        assert_eq!(
            (found.moves, found.safe, found.open),
            (moves, safe, 0),
            "{name}"
        );
        assert!(found.longest.contains(&found.line[0]), "{name}");
        for (found, is_sooner) in [(&found.sooner, true), (&found.longest, false)] {
            let all = self.first_moves(n.shorter(), is_sooner);
            assert_eq!(found.len(), all.len(), "{}: {all:?}", self.name);
            assert!(is_part(found, &all), "{}: {all:?}", self.name);
        }
        self.line(&found.line, n, true);
    }

    /// Help and series play; the shortest length is `n`.
    fn helped(&mut self, found: &Help, n: Length) {
        let solutions = &found.solutions;
        self.moves(&found.keys, found.open, n, true);
        for lines in solutions {
            self.lines(&self.problem.position, lines);
        }
        let Checker { problem, name, .. } = *self;
        let asked = problem.stipulation;
        assert_eq!((found.length, solutions[0].length), (n, n), "{name}");
        let mut firsts = solutions[0].lines.iter().map(|line| line[0]);
        assert!(firsts.all(|m| found.keys.contains(&m)), "{name}");
        let mut longer: Vec<Length> = Vec::new();
        if problem.wanted.tree && !asked.is_of_any_length() {
            longer.extend(lengths(asked).filter(|&length| length > n));
            longer.retain(|&length| self.judge.reaches(asked, &problem.position, length));
        }
        let listed: Vec<Length> = solutions[1..].iter().map(|lines| lines.length).collect();
        // A limit ends the list, which is in order.
        assert!(longer.starts_with(&listed), "{name}: {longer:?}");
        if self.limit.is_some() {
            return;
        }
        let counts = solutions.iter().map(|lines| lines.count);
        if problem.extent == Extent::AllKeys {
            assert_eq!(listed, longer, "{name}");
            assert!(!counts.clone().any(|count| count.is_none()), "{name}");
        } else {
            assert!(counts.eq([None]) && solutions[0].lines.len() == 1, "{name}");
            assert_eq!(found.keys.len(), 1, "{name}");
        }
    }

    /// The set play: all of it, if it was requested and no limit was reached.
    fn set_play(&mut self, verdict: &Verdict) {
        let Checker { problem, name, .. } = *self;
        let asked = problem.stipulation;
        // The set play of a series that the other side ends is that move; any other series has none.
        let length = Length::of_half_moves(match asked.kind.is_series() {
            true => 1,
            false => asked.length.half_moves() - 1,
        });
        let is_there = problem.wanted.set_play
            && asked.kind.play != PlayKind::Series
            && !asked.is_of_any_length()
            && length != Length::NONE;
        let Some(other) = problem.position.passed().filter(|_| is_there) else {
            assert_eq!(verdict.set_play, None, "{name}");
            return;
        };
        let of_length = |length| self.judge.solutions(asked.kind, &other, length);
        let all: Vec<Lines> = lengths(Stipulation { length, ..asked })
            .map(of_length)
            .filter(|lines| lines.count != Some(0))
            .collect();
        let found = verdict.set_play.iter().flatten();
        let is_complete = verdict.limit.is_none() && problem.extent == Extent::AllKeys;
        if is_complete {
            assert!(verdict.set_play.is_some(), "{name}: no set play");
            let claims = found.clone().map(|lines| (lines.length, lines.count));
            let true_ones = all.iter().map(|lines| (lines.length, lines.count));
            assert!(claims.eq(true_ones), "{name}: set play {all:?}");
        }
        for lines in found {
            assert!(all.iter().any(|l| l.length == lines.length), "{name}");
            self.lines(&other, lines);
        }
    }

    /// All lines are solutions of that length, sorted, each once; they are all of them if they are
    /// counted, if there are not too many, and if no limit was reached.
    fn lines(&mut self, position: &Position, found: &Lines) {
        let Checker { problem, name, .. } = *self;
        let kind = problem.stipulation.kind;
        let is_one = |line: &Vec<Move>| is_line(kind, position, line, found.length);
        assert!(found.lines.iter().all(is_one), "{name}: {found:?}");
        let uci = |m: &Move| m.to_uci(position.mode()).to_string();
        let written = |line: &Vec<Move>| line.iter().map(uci).collect::<Vec<String>>();
        let is_sorted = found.lines.is_sorted_by(|a, b| written(a) < written(b));
        assert!(is_sorted, "{name}: {found:?}");
        let listed = found.lines.len();
        assert!((1..=Lines::LISTED).contains(&listed), "{name}: {found:?}");
        if let Some(count) = found.count {
            let all = self.judge.solutions(kind, position, found.length);
            assert_eq!(Some(count), all.count, "{name}: {found:?}");
            assert!(listed as u64 <= count, "{name}: {found:?}");
            // A limit may be reached when the lines are counted, but not yet listed.
            let is_cut = problem.limits.nodes.is_some();
            assert!(is_cut || found.lines == all.lines, "{name}: {found:?}");
        }
    }

    /// The first moves that reach the goal within a length, or those that do not.
    fn first_moves(&mut self, length: Length, reach: bool) -> Vec<Move> {
        let Problem {
            position,
            stipulation,
            ..
        } = self.problem;
        let mut moves = position.legal_moves();
        moves.retain(|&m| self.judge.is_key(*stipulation, position, m, length) == reach);
        moves
    }

    /// The first moves found, and the number of undecided ones.
    fn moves(&mut self, found: &[Move], open: usize, length: Length, reach: bool) {
        let all = self.first_moves(length, reach);
        let name = self.name;
        assert!(is_part(found, &all), "{name}: {all:?}");
        let undecided = self.problem.position.legal_moves().len() - found.len();
        let missing = all.len() - found.len();
        assert!((missing..=undecided).contains(&open), "{name}: {all:?}");
        let is_enough = self.limit.is_some() || self.problem.extent != Extent::AllKeys;
        assert!(is_enough || open == 0, "{name}: {all:?}");
    }

    /// The line is legal, as long as it has to be, and ends in the goal; every move of the attacker
    /// keeps to the length; and if that is the shortest, every reply lasts as long as possible.
    fn line(&mut self, line: &[Move], length: Length, is_shortest: bool) {
        let name = self.name;
        let asked = self.problem.stipulation;
        // The attacker of the side that is mated.
        let (kind, mut attacks) = match asked.kind {
            Kind::MATED => (Kind::MATE, false),
            kind => (kind, true),
        };
        assert_eq!(line.len(), length.plies(asked.kind) as usize, "{name}");
        let mut position = self.problem.position.clone();
        for (i, &m) in line.iter().enumerate() {
            assert!(position.is_legal(m), "{name}: {m:?}");
            position.play(m);
            attacks = !attacks;
            // The number of remaining moves of the attacker.
            let left = ((line.len() - i - usize::from(kind.is_self_play())) / 2) as u16;
            if !attacks {
                let keeps = match asked.exact {
                    true => self.judge.loses_exactly(kind, &position, left),
                    false => self.judge.loses(kind, &position, left),
                };
                assert!(keeps, "{name}: move {i} lets go");
            } else if is_shortest && !asked.exact && left > 0 {
                // A goal that is already reached is reached within no move at all.
                let gives_in = self.judge.wins(kind, &position, left - 1);
                assert!(!gives_in, "{name}: reply {i} gives in");
            }
        }
        assert!(kind.aim.is_reached(&position), "{name}");
    }
}

/// Whether this is the answer to a position without a move. The side without one is mated, so a
/// reserve belongs to it.
fn is_over(problem: &Problem, outcome: &Outcome) -> bool {
    let idle = problem.position.defended_by(problem.position.turn());
    match outcome {
        Outcome::Checkmate => idle.is_checkmate(),
        Outcome::Stalemate => idle.is_stalemate(),
        Outcome::Refuted {
            length, escapes, ..
        } => {
            // It waits for a man that could be dropped.
            let waits = !idle.is_checkmate() && !idle.is_stalemate();
            waits && escapes.is_empty() && *length == problem.stipulation.length
        }
        _ => false,
    }
}

/// Whether `some` are moves of `all`, none of them twice, and at least one unless `all` is empty.
fn is_part(some: &[Move], all: &[Move]) -> bool {
    let is_new = |(i, m): (usize, &Move)| all.contains(m) && !some[..i].contains(m);
    (all.is_empty() || !some.is_empty()) && some.iter().enumerate().all(is_new)
}
