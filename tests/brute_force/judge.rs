//! The slow judge of `solver verify`, used without limits: exhaustion with a memory, by the rules
//! of shakmaty alone.

use std::collections::HashMap;

use keymove::position::Position;
use keymove::rules::exhaust::{ExactExhaustion, Exhaustion, HelpCount};
use keymove::rules::forced::PlayRules;
use keymove::rules::joint::JointRules;
use keymove::solve::{Kind, Length, Lines, PlayKind, Stipulation};
use keymove::stop::Stop;
use shakmaty::Move;

/// Every line of every kind.
#[derive(Debug, Default)]
pub struct Judge {
    forced: HashMap<Kind, Exhaustion>,
    exact: HashMap<Kind, ExactExhaustion>,
    counts: HashMap<Kind, HelpCount>,
    solutions: HashMap<(Kind, Position, Length), Lines>,
}

const UNLIMITED: &str = "nothing is too hard without a limit";

impl Judge {
    /// The shortest length within which the goal is reached.
    pub fn shortest(&mut self, asked: Stipulation, position: &Position) -> Option<Length> {
        lengths(asked).find(|&length| self.reaches(asked, position, length))
    }

    /// Whether the goal is reached within this length; in exact play and in play with lines, with
    /// exactly this length.
    pub fn reaches(&mut self, asked: Stipulation, position: &Position, length: Length) -> bool {
        let moves = || position.legal_moves().into_iter();
        match asked.kind {
            Kind::MATED => moves().all(|m| self.is_key(asked, position, m, length)),
            kind if kind.has_lines() => self.count(kind, position, length.half_moves()) > 0,
            _ if asked.exact => moves().any(|m| self.is_key(asked, position, m, length)),
            kind => self.wins(kind, position, length.moves()),
        }
    }

    /// Whether the goal is reached after this move, the first one of a length; for the side that is
    /// mated, whether it is mated all the same.
    pub fn is_key(
        &mut self,
        asked: Stipulation,
        position: &Position,
        m: Move,
        length: Length,
    ) -> bool {
        let moves = length.moves();
        match asked.kind {
            Kind::MATED => self.wins(Kind::MATE, &position.after(m), moves),
            kind if kind.has_lines() => {
                let next = step(kind, position, m, whole(kind, length.half_moves()));
                next.is_some_and(|(next, left)| self.rest(kind, &next, left) > 0)
            }
            kind if asked.exact => {
                let exact = self.exact(kind);
                let answer = exact.wins_by(position, m, moves, &mut u64::MAX.clone());
                answer.expect(UNLIMITED)
            }
            kind => self.loses(kind, &position.after(m), moves - 1),
        }
    }

    /// Whether the side to move, the attacker, reaches the goal within `n`.
    pub fn wins(&mut self, kind: Kind, position: &Position, n: u16) -> bool {
        let answer = self.forced(kind).wins(position, n, &mut u64::MAX.clone());
        answer.expect(UNLIMITED)
    }

    /// Whether the side to move can't keep the other from the goal with `n` more moves of the other
    /// side after the reply.
    pub fn loses(&mut self, kind: Kind, position: &Position, n: u16) -> bool {
        let forced = self.forced(kind);
        let answer = forced.loses(position, n + 1, &mut u64::MAX.clone());
        answer.expect(UNLIMITED)
    }

    /// Whether the side to move can't keep the other from the goal in exactly `n` more moves.
    pub fn loses_exactly(&mut self, kind: Kind, position: &Position, n: u16) -> bool {
        let exact = self.exact(kind);
        let answer = exact.loses(position, n, &mut u64::MAX.clone());
        answer.expect(UNLIMITED)
    }

    fn forced(&mut self, kind: Kind) -> &mut Exhaustion {
        let fresh = || Exhaustion::new(rules(kind), Stop::new());
        self.forced.entry(kind).or_insert_with(fresh)
    }

    fn exact(&mut self, kind: Kind) -> &mut ExactExhaustion {
        let fresh = || ExactExhaustion::new(rules(kind), Stop::new());
        self.exact.entry(kind).or_insert_with(fresh)
    }

    /// The number of lines of help or series play with exactly this many half-moves, including
    /// those that a series omits.
    pub fn count(&mut self, kind: Kind, position: &Position, half_moves: u32) -> u64 {
        self.rest(kind, position, whole(kind, half_moves))
    }

    /// The number of these lines, and as many of them as an answer lists, in the order of their moves
    /// in UCI.
    pub fn solutions(&mut self, kind: Kind, position: &Position, length: Length) -> Lines {
        let key = (kind, position.clone(), length);
        if let Some(known) = self.solutions.get(&key) {
            return known.clone();
        }
        let left = whole(kind, length.half_moves());
        let mut lines = Vec::new();
        self.extend(kind, position, left, &mut Vec::new(), &mut lines);
        let solutions = Lines {
            length,
            count: Some(self.rest(kind, position, left)),
            lines,
        };
        self.solutions.insert(key, solutions.clone());
        solutions
    }

    fn extend(
        &mut self,
        kind: Kind,
        position: &Position,
        left: u16,
        begun: &mut Vec<Move>,
        found: &mut Vec<Vec<Move>>,
    ) {
        if found.len() >= Lines::LISTED || self.rest(kind, position, left) == 0 {
            return;
        }
        if left == 0 {
            found.push(begun.clone());
            return;
        }
        let mode = position.mode();
        let mut moves = position.legal_moves();
        moves.sort_by_cached_key(|m| m.to_uci(mode).to_string());
        for m in moves {
            if let Some((next, left)) = step(kind, position, m, left) {
                begun.push(m);
                self.extend(kind, &next, left, begun, found);
                begun.pop();
            }
        }
    }

    fn rest(&mut self, kind: Kind, position: &Position, left: u16) -> u64 {
        let fresh = || HelpCount::new(lines(kind), Stop::new());
        let counts = self.counts.entry(kind).or_insert_with(fresh);
        let answer = counts.rest(position, left, &mut u64::MAX.clone());
        answer.expect(UNLIMITED)
    }
}

/// The lengths that may be the shortest one of a stipulation. The shortest play with lines is a
/// single move, h#0.5, or one of each side, h#1; in a series, the other side's move.
pub fn lengths(asked: Stipulation) -> impl Iterator<Item = Length> {
    let bound = asked.length;
    let may_be_half = asked.kind.play == PlayKind::Help || asked.kind.is_series();
    let shortest = match asked.exact {
        true => bound.moves(),
        false => u16::from(!(may_be_half && bound.has_half())),
    };
    (shortest..=bound.moves()).map(move |moves| bound.with_moves(moves))
}

/// Whether these moves are a whole line of play of this kind.
pub fn is_line(kind: Kind, position: &Position, line: &[Move], length: Length) -> bool {
    let mut here = (position.clone(), whole(kind, length.half_moves()));
    for &m in line {
        let (position, left) = &here;
        let next = (*left > 0 && position.is_legal(m)).then(|| step(kind, position, m, *left));
        let Some(next) = next.flatten() else {
            return false;
        };
        here = next;
    }
    here.1 == 0 && kind.aim.is_reached(&here.0)
}

/// The position after a move with `left` half-moves to go, if that is play of this kind.
fn step(kind: Kind, position: &Position, m: Move, left: u16) -> Option<(Position, u16)> {
    let rules = lines(kind);
    match rules.may_go_on(position, left) {
        true => rules.after(position, m, left),
        false => None,
    }
}

fn rules(kind: Kind) -> PlayRules {
    PlayRules::of(kind).expect("forced play")
}

fn lines(kind: Kind) -> JointRules {
    JointRules::of(kind).expect("help or series play")
}

/// The number of half-moves of a line of this many moves.
fn whole(kind: Kind, half_moves: u32) -> u16 {
    lines(kind).line(u16::try_from(half_moves).expect("a short line"))
}
