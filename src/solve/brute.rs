//! The slow, plain twin of the search: every line, no table, shakmaty only. The tests' judge.
//!
//! It knows every kind. [`wins`] and [`loses`] define the play of two sides against each other
//! ([`wins_exactly`] and [`loses_exactly`] where every line has to take the whole length),
//! [`count`] the play of two that help each other, [`each_line`] that of which only the end is
//! forced, and of series; [`solve`] asks them as the contract of a [`Verdict`] says.

mod joint;

use std::time::Instant;

use shakmaty::Move;

use super::{
    Aim, Counters, Help, Kind, Length, Lines, Loss, Outcome, PlayKind, Problem, Solution, Verdict,
};
use crate::position::Position;
pub use joint::{count_lines, each_line};

/// Solves a problem by exhaustion, without limits; every key and every solution, whatever the
/// extent.
pub fn solve(problem: &Problem) -> Verdict {
    let start = Instant::now();
    let problem = &problem.settled();
    let position = &problem.position;
    let bound = problem.stipulation.length.moves();
    // Whoever is mated is the defender, and a reserve is the defender's.
    let idle = position.defended_by(position.turn());
    let outcome = if idle.is_checkmate() {
        Outcome::Checkmate
    } else if idle.is_stalemate() {
        Outcome::Stalemate
    } else if position.legal_moves().is_empty() {
        // It waits for some man that could be dropped.
        absent(problem.stipulation.length, Vec::new())
    } else {
        match problem.stipulation.kind {
            Kind::MATED => mated(position, bound),
            kind if kind.play == PlayKind::Help => helped(problem),
            kind if kind.is_help() || kind.is_series() => joint::solve(problem),
            kind if problem.stipulation.exact => forced_exactly(kind, position, bound),
            kind => forced(kind, position, bound),
        }
    };
    Verdict {
        position: Box::new(position.clone()),
        outcome,
        tree: None,
        certificate: None,
        refuted_lines: Vec::new(),
        counters: Counters {
            nodes: 0,
            elapsed: start.elapsed(),
        },
    }
}

/// Direct and self play.
fn forced(kind: Kind, position: &Position, bound: u16) -> Outcome {
    for n in 1..=bound {
        if attacker_must(kind, position) {
            break;
        }
        let keys: Vec<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|&m| loses(kind, &position.after(m), n - 1))
            .collect();
        if let Some(&key) = keys.first() {
            let mut line = vec![key];
            extend(kind, &position.after(key), n - 1, &mut line);
            return Outcome::Solved(Solution {
                moves: n,
                refuted: n - 1,
                keys,
                open: 0,
                line,
                limit: None,
            });
        }
    }
    absent(Length::of_moves(bound), Vec::new())
}

/// Direct and self play in which every line takes `n` moves.
fn forced_exactly(kind: Kind, position: &Position, n: u16) -> Outcome {
    let mut keys: Vec<Move> = Vec::new();
    if !attacker_must(kind, position) {
        keys.extend(position.legal_moves());
        keys.retain(|&m| loses_exactly(kind, &position.after(m), n - 1));
    }
    if keys.is_empty() {
        return absent(Length::of_moves(n), Vec::new());
    }
    let mut line = Vec::new();
    let mut attacker = position.clone();
    for left in (0..n).rev() {
        let m = attacker
            .legal_moves()
            .into_iter()
            .find(|&m| loses_exactly(kind, &attacker.after(m), left))
            .expect("it was won in exactly so many moves");
        line.push(m);
        attacker.play(m);
        if left == 0 && !kind.is_self_play() {
            break;
        }
        // Any reply goes the whole way; one that is bound to reach the goal does.
        let reply = attacker
            .legal_moves()
            .into_iter()
            .find(|&m| left > 0 || ends(kind, &attacker.after(m)))
            .expect("only the goal leaves no reply");
        line.push(reply);
        attacker.play(reply);
    }
    Outcome::Solved(Solution {
        moves: n,
        refuted: n - 1,
        keys,
        open: 0,
        line,
        limit: None,
    })
}

fn absent(length: Length, escapes: Vec<Move>) -> Outcome {
    Outcome::Refuted {
        length,
        escapes,
        open: 0,
        limit: None,
    }
}

fn mated(position: &Position, bound: u16) -> Outcome {
    let lengths: Vec<(Move, Option<u16>)> = position
        .legal_moves()
        .into_iter()
        .map(|m| {
            let attacker = position.after(m);
            (m, (1..=bound).find(|&n| wins(Kind::MATE, &attacker, n)))
        })
        .collect();
    let escapes: Vec<Move> = lengths
        .iter()
        .filter(|l| l.1.is_none())
        .map(|l| l.0)
        .collect();
    if !escapes.is_empty() {
        return absent(Length::of_moves(bound), escapes);
    }
    let n = lengths.iter().filter_map(|l| l.1).max().unwrap_or(0);
    let (longest, sooner): (Vec<_>, Vec<_>) = lengths.into_iter().partition(|l| l.1 == Some(n));
    let mut line = Vec::new();
    extend(Kind::MATE, position, n, &mut line);
    Outcome::Lost(Loss {
        moves: n,
        safe: n - 1,
        longest: longest.into_iter().map(|l| l.0).collect(),
        sooner: sooner.into_iter().map(|l| l.0).collect(),
        line,
        limit: None,
    })
}

/// Whether the side to move, the attacker, reaches the goal within `n` of its moves, whatever the
/// other side does.
///
/// In direct play the other side is to be mated or stalemated by the attacker's last move, in self
/// play the attacker by the reply to it. For play against each other only; [`Kind::MATED`] is
/// [`Kind::MATE`] for the other side.
pub fn wins(kind: Kind, position: &Position, n: u16) -> bool {
    // Whoever wins within n - 1 wins within n too, and sees it sooner.
    n > 0
        && !attacker_must(kind, position)
        && (wins(kind, position, n - 1)
            || position
                .legal_moves()
                .into_iter()
                .any(|m| loses(kind, &position.after(m), n - 1)))
}

/// Whether the side to move, the defender, can't keep the attacker from the goal, the attacker
/// having `n` more moves after the reply.
pub fn loses(kind: Kind, position: &Position, n: u16) -> bool {
    let replies = position.legal_moves();
    if defender_must(kind, position) {
        return true;
    }
    if replies.is_empty() {
        // In self play there is nobody left to do it.
        return !kind.is_self_play() && kind.aim.is_reached(position);
    }
    (n > 0 || kind.play == PlayKind::SelfPlay)
        && replies.into_iter().all(|m| {
            let attacker = position.after(m);
            ends(kind, &attacker) || wins(kind, &attacker, n)
        })
}

/// Whether the side to move, the attacker, reaches the goal with exactly its `n`th move (in self
/// play: with the reply to that), whatever the other side does. To reach it sooner is to miss it,
/// whoever does.
///
/// So has the program Popeye defined `exact-`: whoever defends refutes by "reaching the goal too
/// early" (its `battle_play/min_length_guard.c`).
pub fn wins_exactly(kind: Kind, position: &Position, n: u16) -> bool {
    n > 0
        && !attacker_must(kind, position)
        && position
            .legal_moves()
            .into_iter()
            .any(|m| loses_exactly(kind, &position.after(m), n - 1))
}

/// Whether the side to move, the defender, can't keep the attacker from the goal in exactly `n` more
/// moves after the reply.
pub fn loses_exactly(kind: Kind, position: &Position, n: u16) -> bool {
    if n == 0 {
        return loses(kind, position, 0);
    }
    let replies = position.legal_moves();
    !replies.is_empty()
        && !defender_must(kind, position)
        && replies
            .into_iter()
            .all(|m| wins_exactly(kind, &position.after(m), n))
}

/// Whether the attacker, to move, can reach the goal of reflex play himself and so has to, which is
/// not what he wants.
pub fn attacker_must(kind: Kind, position: &Position) -> bool {
    kind.play == PlayKind::Reflex && reaches(kind, position)
}

/// Whether the defender, to move, can reach the goal of reflex play and so has to.
pub fn defender_must(kind: Kind, position: &Position) -> bool {
    matches!(kind.play, PlayKind::Reflex | PlayKind::SemiReflex) && reaches(kind, position)
}

/// Whether the side to move has a move that leads to the goal.
fn reaches(kind: Kind, position: &Position) -> bool {
    let mut moves = position.legal_moves().into_iter();
    moves.any(|m| kind.aim.is_reached(&position.after(m)))
}

/// Whether a reply has led to the goal of self play; the attacker is to move.
fn ends(kind: Kind, attacker: &Position) -> bool {
    kind.is_self_play() && kind.aim.is_reached(attacker)
}

/// Appends the longest resistance of the side to move, which loses, but not with fewer than `n`
/// moves of the attacker.
fn extend(kind: Kind, position: &Position, n: u16, line: &mut Vec<Move>) {
    let must = defender_must(kind, position);
    let holds_out = |m: &Move| {
        let attacker = position.after(*m);
        if must {
            return ends(kind, &attacker);
        }
        n == 0 || !(ends(kind, &attacker) || wins(kind, &attacker, n - 1))
    };
    let Some(reply) = position.legal_moves().into_iter().find(holds_out) else {
        return;
    };
    line.push(reply);
    let attacker = position.after(reply);
    if n > 0
        && let Some(m) = attacker
            .legal_moves()
            .into_iter()
            .find(|&m| loses(kind, &attacker.after(m), n - 1))
    {
        line.push(m);
        extend(kind, &attacker.after(m), n - 1, line);
    }
}

/// Help play: the first length that has a solution, and what else is wanted.
fn helped(problem: &Problem) -> Outcome {
    let position = &problem.position;
    let asked = problem.stipulation;
    let goal = asked.kind.aim;
    let plies = |moves: u16| 2 * u32::from(moves) + u32::from(asked.length.has_half());
    let of_length = |moves: u16| {
        Some(solutions(goal, position, plies(moves))).filter(|found| found.count != Some(0))
    };
    // Nothing is shorter than a single move, h#0.5, or one of either side, h#1.
    let shortest = if asked.exact {
        asked.length.moves()
    } else {
        u16::from(!asked.length.has_half())
    };
    let mut lengths = shortest..=asked.length.moves();
    let Some(shortest) = lengths.find_map(of_length) else {
        return absent(asked.length, Vec::new());
    };
    let length = shortest.length;
    let begins = |m: &Move| count(goal, &position.after(*m), length.half_moves() - 1) > 0;
    let mut found = vec![shortest];
    if problem.wanted.tree {
        found.extend(lengths.filter_map(of_length));
    }
    let set_play = problem.wanted.set_play.then(|| position.passed());
    Outcome::Helped(Help {
        length,
        keys: position.legal_moves().into_iter().filter(begins).collect(),
        open: 0,
        solutions: found,
        set_play: set_play
            .flatten()
            .map(|other| solutions(goal, &other, asked.length.half_moves() - 1)),
        limit: None,
    })
}

fn solutions(goal: Aim, position: &Position, plies: u32) -> Lines {
    Lines {
        length: Length::of_half_moves(plies),
        count: Some(count(goal, position, plies)),
        lines: lines(goal, position, plies, Lines::LISTED),
    }
}

/// In how many ways both sides together reach the goal in exactly `plies`: the side to move then is
/// mated or stalemated.
pub fn count(goal: Aim, position: &Position, plies: u32) -> u64 {
    if plies == 0 {
        return u64::from(goal.is_reached(position));
    }
    position
        .legal_moves()
        .into_iter()
        .map(|m| count(goal, &position.after(m), plies - 1))
        .sum()
}

/// These ways, sorted by their moves in UCI, the first `most` of them.
pub fn lines(goal: Aim, position: &Position, plies: u32, most: usize) -> Vec<Vec<Move>> {
    if plies == 0 {
        let lines = usize::from(goal.is_reached(position));
        return vec![Vec::new(); most.min(lines)];
    }
    let mode = position.mode();
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    if plies == 1 {
        // Hardly ever is there anything to sort.
        moves.retain(|&m| goal.is_reached(&position.after(m)));
    }
    moves.sort_by_cached_key(|m| m.to_uci(mode).to_string());
    let mut found = Vec::new();
    for m in moves {
        for rest in lines(goal, &position.after(m), plies - 1, most - found.len()) {
            found.push([vec![m], rest].concat());
        }
        if found.len() == most {
            break;
        }
    }
    found
}
