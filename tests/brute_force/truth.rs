//! The expected answer of the search: the contract of a verdict, fulfilled by the slow judge.

use keymove::position::Position;
use keymove::solve::{
    Help, Kind, Length, Lines, Loss, Outcome, PlayKind, Problem, Solution, Stipulation,
};
use shakmaty::Move;

use crate::brute_force::judge::{Judge, is_over};
use crate::brute_force::plain::{attacker_must, defender_must};

/// Solves a problem by exhaustion, without limits; every key and every solution, whatever the
/// extent.
pub fn truth(problem: &Problem) -> Outcome {
    // The reserve of the position with the defender.
    let problem = &Problem {
        position: problem.stipulation.kind.settle(&problem.position),
        ..problem.clone()
    };
    let position = &problem.position;
    let judge = &mut Judge::default();
    let bound = problem.stipulation.length.moves();
    // The mated side is the defender, and a reserve belongs to the defender.
    let idle = position.defended_by(position.turn());
    if idle.is_checkmate() {
        return Outcome::Checkmate;
    }
    if idle.is_stalemate() {
        return Outcome::Stalemate;
    }
    if position.legal_moves().is_empty() {
        // It waits for a man that could be dropped.
        return absent(problem.stipulation.length, Vec::new());
    }
    match problem.stipulation.kind {
        Kind::MATED => mated(position, bound, judge),
        kind if kind.has_lines() => with_lines(problem, judge),
        kind if problem.stipulation.exact => forced_exactly(kind, position, bound, judge),
        kind => forced(kind, position, bound, judge),
    }
}

/// Direct and self play.
fn forced(kind: Kind, position: &Position, bound: u16, judge: &mut Judge) -> Outcome {
    for n in 1..=bound {
        if attacker_must(kind, position) {
            break;
        }
        let keys: Vec<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|&m| judge.loses(kind, &position.after(m), n - 1))
            .collect();
        if let Some(&key) = keys.first() {
            let mut line = vec![key];
            extend(kind, &position.after(key), n - 1, &mut line, judge);
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
fn forced_exactly(kind: Kind, position: &Position, n: u16, judge: &mut Judge) -> Outcome {
    let mut keys: Vec<Move> = Vec::new();
    if !attacker_must(kind, position) {
        keys.extend(position.legal_moves());
        keys.retain(|&m| judge.loses_exactly(kind, &position.after(m), n - 1));
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
            .find(|&m| judge.loses_exactly(kind, &attacker.after(m), left))
            .expect("it was won in exactly so many moves");
        line.push(m);
        attacker.play(m);
        if left == 0 && !kind.is_self_play() {
            break;
        }
        // Any reply goes the whole way; a reply that must reach the goal does so.
        let reply = attacker
            .legal_moves()
            .into_iter()
            .find(|&m| left > 0 || is_over(kind, &attacker.after(m)))
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

fn mated(position: &Position, bound: u16, judge: &mut Judge) -> Outcome {
    let lengths: Vec<(Move, Option<u16>)> = position
        .legal_moves()
        .into_iter()
        .map(|m| {
            let attacker = position.after(m);
            (
                m,
                (1..=bound).find(|&n| judge.wins(Kind::MATE, &attacker, n)),
            )
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
    extend(Kind::MATE, position, n, &mut line, judge);
    Outcome::Lost(Loss {
        moves: n,
        safe: n - 1,
        longest: longest.into_iter().map(|l| l.0).collect(),
        open: 0,
        sooner: sooner.into_iter().map(|l| l.0).collect(),
        line,
        limit: None,
    })
}

/// Appends the longest resistance of the side to move, which loses, but not to fewer than `n` moves
/// of the attacker.
fn extend(kind: Kind, position: &Position, n: u16, line: &mut Vec<Move>, judge: &mut Judge) {
    let must = defender_must(kind, position);
    let mut holds_out = |m: &Move| {
        let attacker = position.after(*m);
        if must {
            return is_over(kind, &attacker);
        }
        n == 0 || !(is_over(kind, &attacker) || judge.wins(kind, &attacker, n - 1))
    };
    let Some(reply) = position.legal_moves().into_iter().find(&mut holds_out) else {
        return;
    };
    line.push(reply);
    let attacker = position.after(reply);
    if n > 0
        && let Some(m) = attacker
            .legal_moves()
            .into_iter()
            .find(|&m| judge.loses(kind, &attacker.after(m), n - 1))
    {
        line.push(m);
        extend(kind, &attacker.after(m), n - 1, line, judge);
    }
}

/// Help and series play: the first length that has a solution, and the other requested results.
fn with_lines(problem: &Problem, judge: &mut Judge) -> Outcome {
    let position = &problem.position;
    let asked = problem.stipulation;
    let mut all = of_each_length(asked, position, asked.length, judge);
    let Some(shortest) = all.next() else {
        return absent(asked.length, Vec::new());
    };
    let length = shortest.length;
    let mut found = vec![shortest];
    if problem.wanted.tree {
        found.extend(&mut all);
    }
    drop(all);
    let mut keys = position.legal_moves();
    keys.retain(|&m| judge.count_after(asked.kind, position, m, length.half_moves()) > 0);
    Outcome::Helped(Help {
        length,
        keys,
        open: 0,
        solutions: found,
        limit: None,
    })
}

/// The set play of help and series play, if it is requested and the other side may begin.
pub fn set_play(problem: &Problem, judge: &mut Judge) -> Option<Vec<Lines>> {
    let asked = problem.stipulation;
    // The set play of a series that the other side ends is that move; any other series has none.
    let has_set_play = asked.kind.has_lines() && asked.kind.play != PlayKind::Series;
    let bound = Length::of_half_moves(match asked.kind.is_series() {
        true => 1,
        false => asked.length.half_moves() - 1,
    });
    if !problem.wanted.set_play || !has_set_play || bound == Length::NONE {
        return None;
    }
    let other = problem.position.passed()?;
    Some(of_each_length(asked, &other, bound, judge).collect())
}

/// The solutions of each length up to `bound` that has any, with the shortest first.
fn of_each_length(
    asked: Stipulation,
    position: &Position,
    bound: Length,
    judge: &mut Judge,
) -> impl Iterator<Item = Lines> {
    // The shortest play is a single move, h#0.5, or one of each side, h#1; in a series, the other
    // side's move.
    let may_be_half = asked.kind.play == PlayKind::Help || asked.kind.is_series();
    let shortest = match asked.exact {
        true => bound.moves(),
        false => u16::from(!(may_be_half && bound.has_half())),
    };
    (shortest..=bound.moves())
        .map(move |moves| solutions(asked.kind, position, bound.with_moves(moves), judge))
        .filter(|found| found.count != Some(0))
}

fn solutions(kind: Kind, position: &Position, length: Length, judge: &mut Judge) -> Lines {
    let half_moves = length.half_moves();
    Lines {
        length,
        count: Some(judge.count(kind, position, half_moves)),
        lines: judge.lines(kind, position, half_moves, Lines::LISTED),
    }
}
