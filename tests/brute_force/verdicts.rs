//! What a verdict may say, by the truth alone: [`check`].

use keymove::solve::{Extent, Kind, Loss, Outcome, Problem, Solution};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Move, Position};

use crate::judge::{Judge, after};

/// The position and what is asked, for messages.
pub fn name(problem: &Problem) -> String {
    let fen = Fen::from_position(&problem.position, EnPassantMode::Legal);
    format!(
        "{fen} {} {:?} claimed {} nodes {:?}",
        problem.stipulation, problem.extent, problem.claimed, problem.limits.nodes
    )
}

/// Everything that `outcome` claims is true, and it claims all that was asked, unless a limit was met.
pub fn check(problem: &Problem, outcome: &Outcome, judge: &mut Judge) {
    let position = &problem.position;
    let name = name(problem);
    let name = name.as_str();
    if position.legal_moves().is_empty() {
        let right = match outcome {
            Outcome::Checkmate => position.is_check(),
            Outcome::Stalemate => !position.is_check(),
            _ => false,
        };
        assert!(right, "{name}: {outcome:?}");
        return;
    }
    match problem.stipulation.kind {
        Kind::Mate => mate(problem, outcome, judge, name),
        _ => mated(problem, outcome, judge, name),
    }
}

fn mate(problem: &Problem, outcome: &Outcome, judge: &mut Judge, name: &str) {
    let position = &problem.position;
    let bound = problem.stipulation.moves;
    let shortest = (1..=bound).find(|&n| judge.wins(position, n));
    match outcome {
        Outcome::Solved(solution) => solved(problem, solution, shortest, judge, name),
        Outcome::Refuted {
            moves,
            escapes,
            open,
            limit,
        } => {
            assert_eq!(shortest, None, "{name}: refuted");
            assert_eq!((*moves, *open, *limit), (bound, 0, None), "{name}");
            assert!(escapes.is_empty(), "{name}");
        }
        Outcome::GaveUp { refuted, .. } => {
            assert!(problem.limits.nodes.is_some(), "{name}: gave up");
            assert!(*refuted < bound, "{name}: gave up after {refuted}");
            assert!(
                shortest.is_none_or(|n| n > *refuted),
                "{name}: refuted {refuted}, but there is a mate in {shortest:?}"
            );
        }
        _ => panic!("{name}: {outcome:?}"),
    }
}

fn solved(
    problem: &Problem,
    solution: &Solution,
    shortest: Option<u16>,
    judge: &mut Judge,
    name: &str,
) {
    let Solution {
        moves,
        refuted,
        keys,
        open,
        line,
        limit,
    } = solution;
    let position = &problem.position;
    let n = shortest.unwrap_or_else(|| panic!("{name}: no mate, but {solution:?}"));
    assert!(*moves >= n, "{name}: mate in {moves}, which is {n}");
    assert!(*refuted < n, "{name}: refuted {refuted}, mate in {n}");
    assert!(
        *moves <= problem.stipulation.moves,
        "{name}: mate in {moves}"
    );
    let exact = refuted + 1 == *moves;
    let all = legal_where(position, |m| judge.loses(&after(position, m), moves - 1));
    assert!(is_part(keys, &all), "{name}: keys {keys:?} of {all:?}");
    assert!(keys.contains(&line[0]), "{name}: {line:?}");
    assert!(
        all.len() - keys.len() <= *open,
        "{name}: keys {keys:?} of {all:?}, open {open}"
    );
    assert!(
        *open <= position.legal_moves().len() - keys.len(),
        "{name}: open {open}"
    );
    match limit {
        Some(_) => assert!(problem.limits.nodes.is_some(), "{name}: limit"),
        None => {
            assert!(exact || problem.extent == Extent::Any, "{name}: not exact");
            assert!(
                *open == 0 || problem.extent != Extent::AllKeys,
                "{name}: open {open}"
            );
        }
    }
    assert_eq!(line.len(), usize::from(*moves) * 2 - 1, "{name}: {line:?}");
    follow(position, line, true, exact, judge, name);
}

fn mated(problem: &Problem, outcome: &Outcome, judge: &mut Judge, name: &str) {
    let position = &problem.position;
    let bound = problem.stipulation.moves;
    let mut within = |n| legal_where(position, |m| judge.wins(&after(position, m), n));
    let replies = position.legal_moves().len();
    let escapes = replies - within(bound).len();
    match outcome {
        Outcome::Lost(Loss {
            moves,
            safe,
            longest,
            sooner,
            line,
            limit,
        }) => {
            assert_eq!(escapes, 0, "{name}: lost");
            let length = (1..=bound).find(|&n| within(n).len() == replies);
            assert_eq!(Some(*moves), length, "{name}");
            assert_eq!(safe + 1, *moves, "{name}");
            let losing_sooner = within(moves - 1);
            assert!(
                is_part(sooner, &losing_sooner) && sooner.len() == losing_sooner.len(),
                "{name}: {sooner:?}"
            );
            assert!(is_part(longest, &within(*moves)), "{name}: {longest:?}");
            assert_eq!(sooner.len() + longest.len(), replies, "{name}");
            assert!(longest.contains(&line[0]), "{name}: {line:?}");
            assert!(limit.is_none() || problem.limits.nodes.is_some(), "{name}");
            assert_eq!(line.len(), usize::from(*moves) * 2, "{name}: {line:?}");
            follow(position, line, false, true, judge, name);
        }
        Outcome::Refuted {
            moves,
            escapes: found,
            open,
            limit,
        } => {
            assert_eq!(*moves, bound, "{name}");
            let losing = within(bound);
            assert!(!found.is_empty(), "{name}: no escape");
            assert!(
                found.iter().all(|m| !losing.contains(m))
                    && is_part(found, &position.legal_moves()),
                "{name}: escapes {found:?}, losing {losing:?}"
            );
            assert!(escapes - found.len() <= *open, "{name}: open {open}");
            assert!(*open <= replies - found.len(), "{name}: open {open}");
            match limit {
                Some(_) => assert!(problem.limits.nodes.is_some(), "{name}: limit"),
                None => assert!(
                    *open == 0 || problem.extent != Extent::AllKeys,
                    "{name}: open {open}"
                ),
            }
        }
        Outcome::GaveUp { refuted, .. } => {
            assert!(problem.limits.nodes.is_some(), "{name}: gave up");
            assert!(*refuted <= bound, "{name}: gave up after {refuted}");
            assert!(
                within(*refuted).len() < replies,
                "{name}: mated within {refuted}"
            );
        }
        _ => panic!("{name}: {outcome:?}"),
    }
}

/// The line is legal and ends in mate, and if it is of the shortest length (`exact`), every reply holds out
/// as long as possible.
fn follow(
    position: &Chess,
    line: &[Move],
    mut attacker: bool,
    exact: bool,
    judge: &mut Judge,
    name: &str,
) {
    let mut position = position.clone();
    for (i, &m) in line.iter().enumerate() {
        assert!(
            position.legal_moves().contains(&m),
            "{name}: {m:?} in {line:?}"
        );
        position.play_unchecked(m);
        attacker = !attacker;
        let left = (line.len() - i - 1).div_ceil(2) as u16;
        if exact && attacker {
            assert!(
                !judge.wins(&position, left - 1),
                "{name}: reply {i} of {line:?} gives in"
            );
        }
    }
    assert!(position.is_checkmate(), "{name}: {line:?}");
}

fn legal_where(position: &Chess, mut is_one: impl FnMut(Move) -> bool) -> Vec<Move> {
    position
        .legal_moves()
        .into_iter()
        .filter(|&m| is_one(m))
        .collect()
}

/// Whether `some` are moves of `all`, none of them twice, and at least one unless `all` is empty.
fn is_part(some: &[Move], all: &[Move]) -> bool {
    some.iter()
        .enumerate()
        .all(|(i, m)| all.contains(m) && !some[..i].contains(m))
}
