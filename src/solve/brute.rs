//! The slow, plain twin of the search: every line, no table, shakmaty only. The tests' judge.

use std::time::Instant;

use shakmaty::{Chess, Move, Position};

use super::{Counters, Kind, Loss, Outcome, Problem, Solution, Verdict};

/// Solves a problem of kind `Mate` or `Mated` by exhaustion, without limits.
pub fn solve(problem: &Problem) -> Verdict {
    let start = Instant::now();
    let pos = &problem.position;
    let bound = problem.stipulation.moves;
    let outcome = if pos.is_checkmate() {
        Outcome::Checkmate
    } else if pos.legal_moves().is_empty() {
        Outcome::Stalemate
    } else if problem.stipulation.kind == Kind::Mate {
        mate(pos, bound)
    } else {
        mated(pos, bound)
    };
    Verdict {
        outcome,
        tree: None,
        certificate: None,
        counters: Counters {
            nodes: 0,
            elapsed: start.elapsed(),
        },
    }
}

fn mate(pos: &Chess, bound: u16) -> Outcome {
    for n in 1..=bound {
        let keys: Vec<Move> = pos
            .legal_moves()
            .into_iter()
            .filter(|&m| loses(&after(pos, m), n - 1))
            .collect();
        if let Some(&key) = keys.first() {
            let mut line = vec![key];
            extend(&after(pos, key), n - 1, &mut line);
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
    Outcome::Refuted {
        moves: bound,
        escapes: Vec::new(),
        open: 0,
        limit: None,
    }
}

fn mated(pos: &Chess, bound: u16) -> Outcome {
    let lengths: Vec<(Move, Option<u16>)> = pos
        .legal_moves()
        .into_iter()
        .map(|m| (m, (1..=bound).find(|&n| wins(&after(pos, m), n))))
        .collect();
    if lengths.iter().any(|l| l.1.is_none()) {
        return Outcome::Refuted {
            moves: bound,
            escapes: lengths
                .iter()
                .filter(|l| l.1.is_none())
                .map(|l| l.0)
                .collect(),
            open: 0,
            limit: None,
        };
    }
    let n = lengths.iter().filter_map(|l| l.1).max().unwrap_or(0);
    let (longest, sooner): (Vec<_>, Vec<_>) = lengths.into_iter().partition(|l| l.1 == Some(n));
    let mut line = Vec::new();
    extend(pos, n, &mut line);
    Outcome::Lost(Loss {
        moves: n,
        safe: n - 1,
        longest: longest.into_iter().map(|l| l.0).collect(),
        sooner: sooner.into_iter().map(|l| l.0).collect(),
        line,
        limit: None,
    })
}

/// Whether the side to move mates within `n`.
pub fn wins(pos: &Chess, n: u16) -> bool {
    n > 0
        && (wins(pos, n - 1)
            || pos
                .legal_moves()
                .into_iter()
                .any(|m| loses(&after(pos, m), n - 1)))
}

/// Whether the side to move is mated within `n` moves of the other side, whatever it does.
pub fn loses(pos: &Chess, n: u16) -> bool {
    let moves = pos.legal_moves();
    if moves.is_empty() {
        return pos.is_check();
    }
    n > 0 && moves.into_iter().all(|m| wins(&after(pos, m), n))
}

/// Appends the longest resistance of the side to move, which loses in exactly `n`.
fn extend(pos: &Chess, n: u16, line: &mut Vec<Move>) {
    if n == 0 {
        return;
    }
    let Some(reply) = pos
        .legal_moves()
        .into_iter()
        .find(|&m| !wins(&after(pos, m), n - 1))
    else {
        return;
    };
    let attacker = after(pos, reply);
    line.push(reply);
    if let Some(m) = attacker
        .legal_moves()
        .into_iter()
        .find(|&m| loses(&after(&attacker, m), n - 1))
    {
        line.push(m);
        extend(&after(&attacker, m), n - 1, line);
    }
}

fn after(pos: &Chess, m: Move) -> Chess {
    let mut next = pos.clone();
    next.play_unchecked(m);
    next
}
