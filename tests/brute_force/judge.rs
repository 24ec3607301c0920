//! The slow judge of `solver verify`, used without limits: exhaustion with a memory, by the rules
//! of shakmaty alone.

use std::collections::HashMap;

use keymove::position::Position;
use keymove::rules::exhaust::{ExactExhaustion, Exhaustion, HelpCount};
use keymove::rules::forced::PlayRules;
use keymove::rules::joint::JointRules;
use keymove::solve::Kind;
use keymove::stop::Stop;
use shakmaty::Move;

/// Every line of every kind.
#[derive(Debug, Default)]
pub struct Judge {
    forced: HashMap<Kind, Exhaustion>,
    exact: HashMap<Kind, ExactExhaustion>,
    counts: HashMap<Kind, HelpCount>,
}

const UNLIMITED: &str = "nothing is too hard without a limit";

impl Judge {
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

    fn forced(&mut self, kind: Kind) -> &mut Exhaustion {
        let fresh = || Exhaustion::new(rules(kind), Stop::new());
        self.forced.entry(kind).or_insert_with(fresh)
    }

    /// Whether the side to move can't keep the other from the goal in exactly `n` more moves.
    pub fn loses_exactly(&mut self, kind: Kind, position: &Position, n: u16) -> bool {
        let fresh = || ExactExhaustion::new(rules(kind), Stop::new());
        let exact = self.exact.entry(kind).or_insert_with(fresh);
        let answer = exact.loses(position, n, &mut u64::MAX.clone());
        answer.expect(UNLIMITED)
    }

    /// The number of lines of help or series play with exactly this many half-moves, including
    /// those that a series omits.
    pub fn count(&mut self, kind: Kind, position: &Position, half_moves: u32) -> u64 {
        self.rest(kind, position, whole(kind, half_moves))
    }

    /// The number of these lines that begin with `m`.
    pub fn count_after(
        &mut self,
        kind: Kind,
        position: &Position,
        m: Move,
        half_moves: u32,
    ) -> u64 {
        let left = whole(kind, half_moves);
        match lines(kind).may_go_on(position, left) {
            true => lines(kind)
                .after(position, m, left)
                .map_or(0, |(next, left)| self.rest(kind, &next, left)),
            false => 0,
        }
    }

    /// These lines, the first `most` of them in the order of their moves in UCI.
    pub fn lines(
        &mut self,
        kind: Kind,
        position: &Position,
        half_moves: u32,
        most: usize,
    ) -> Vec<Vec<Move>> {
        let mut found = Vec::new();
        self.extend(
            kind,
            position,
            whole(kind, half_moves),
            &mut Vec::new(),
            most,
            &mut found,
        );
        found
    }

    fn extend(
        &mut self,
        kind: Kind,
        position: &Position,
        left: u16,
        begun: &mut Vec<Move>,
        most: usize,
        found: &mut Vec<Vec<Move>>,
    ) {
        if found.len() >= most || self.rest(kind, position, left) == 0 {
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
            if let Some((next, left)) = lines(kind).after(position, m, left) {
                begun.push(m);
                self.extend(kind, &next, left, begun, most, found);
                begun.pop();
            }
        }
    }

    fn rest(&mut self, kind: Kind, position: &Position, left: u16) -> u64 {
        let answer = self
            .counts(kind)
            .rest(position, left, &mut u64::MAX.clone());
        answer.expect(UNLIMITED)
    }

    fn counts(&mut self, kind: Kind) -> &mut HelpCount {
        let fresh = || HelpCount::new(lines(kind), Stop::new());
        self.counts.entry(kind).or_insert_with(fresh)
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

/// Whether a reply has reached the goal of self play.
pub fn is_over(kind: Kind, attacker: &Position) -> bool {
    kind.is_self_play() && kind.aim.is_reached(attacker)
}

/// The position after a legal move.
pub fn after(position: &Position, m: Move) -> Position {
    position.after(m)
}
