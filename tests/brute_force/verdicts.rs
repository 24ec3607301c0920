//! The permitted verdicts, given the truth: [`check`].

use keymove::epd::Epd;
use keymove::position::Position;
use keymove::solve::{Extent, Kind, LimitKind, Loss, Outcome, Problem, Solution};
use shakmaty::Move;

use crate::brute_force::help;
use crate::brute_force::judge::{Judge, after, is_over};

/// The position and the question, for messages.
pub fn name(problem: &Problem) -> String {
    let fields = Epd::new(problem.position.clone()).fields();
    let house = problem.position.house();
    format!(
        "{fields} {} {:?} claimed {} nodes {:?} {house:?}",
        problem.stipulation, problem.extent, problem.claimed, problem.limits.nodes
    )
}

/// Everything that `outcome` claims is true, and it claims everything that was requested, unless a
/// limit was reached.
pub fn check(problem: &Problem, outcome: &Outcome, judge: &mut Judge) {
    let position = &problem.position;
    let name = name(problem);
    let name = name.as_str();
    if position.legal_moves().is_empty() {
        let idle = position.defended_by(position.turn());
        let right = match outcome {
            Outcome::Checkmate => idle.is_checkmate(),
            Outcome::Stalemate => idle.is_stalemate(),
            Outcome::Refuted {
                length, escapes, ..
            } => {
                let waits = !idle.is_checkmate() && !idle.is_stalemate();
                waits && escapes.is_empty() && *length == problem.stipulation.length
            }
            _ => false,
        };
        assert!(right, "{name}: {outcome:?}");
        return;
    }
    match problem.stipulation.kind {
        Kind::MATED => mated(problem, outcome, judge, name),
        kind if kind.is_help() => help::check(problem, outcome, judge, name),
        _ => forced(problem, outcome, judge, name),
    }
}

/// Direct and self play.
fn forced(problem: &Problem, outcome: &Outcome, judge: &mut Judge, name: &str) {
    let position = &problem.position;
    let kind = problem.stipulation.kind;
    let bound = problem.stipulation.length.moves();
    let shortest = (1..=bound).find(|&n| judge.wins(kind, position, n));
    match outcome {
        Outcome::Solved(solution) => solved(problem, solution, shortest, judge, name),
        Outcome::Refuted {
            length,
            escapes,
            open,
            limit,
        } => {
            assert_eq!(shortest, None, "{name}: refuted");
            assert_eq!((length.moves(), *open, *limit), (bound, 0, None), "{name}");
            assert!(escapes.is_empty(), "{name}");
        }
        Outcome::GaveUp { refuted, .. } => {
            assert!(problem.limits.nodes.is_some(), "{name}: gave up");
            assert!(refuted.moves() < bound, "{name}: gave up after {refuted}");
            assert!(
                shortest.is_none_or(|n| n > refuted.moves()),
                "{name}: refuted {refuted}, but there is a solution in {shortest:?}"
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
    let kind = problem.stipulation.kind;
    let n = shortest.unwrap_or_else(|| panic!("{name}: no solution, but {solution:?}"));
    assert!(*moves >= n, "{name}: solved in {moves}, which is {n}");
    assert!(*refuted < n, "{name}: refuted {refuted}, solved in {n}");
    assert!(
        *moves <= problem.stipulation.length.moves(),
        "{name}: solved in {moves}"
    );
    let exact = refuted + 1 == *moves;
    let all = legal_where(position, |m| {
        judge.loses(kind, &after(position, m), moves - 1)
    });
    check_set(problem, (keys, *open), &all, *limit, name);
    assert!(keys.contains(&line[0]), "{name}: {line:?}");
    if limit.is_none() {
        assert!(exact || problem.extent == Extent::Any, "{name}: not exact");
    }
    let plies = usize::from(*moves) * 2 - usize::from(!kind.is_self_play());
    assert_eq!(line.len(), plies, "{name}: {line:?}");
    follow(kind, position, line, true, exact, judge, name);
}

/// The moves found and the number of undecided ones, of `all` moves.
pub fn check_set(
    problem: &Problem,
    (found, open): (&[Move], usize),
    all: &[Move],
    limit: Option<LimitKind>,
    name: &str,
) {
    let legal = problem.position.legal_moves().len();
    assert!(is_part(found, all), "{name}: {found:?} of {all:?}");
    assert!(
        all.len() - found.len() <= open,
        "{name}: {found:?} of {all:?}, open {open}"
    );
    assert!(open <= legal - found.len(), "{name}: open {open}");
    match limit {
        Some(_) => assert!(problem.limits.nodes.is_some(), "{name}: limit"),
        None => assert!(
            open == 0 || problem.extent != Extent::AllKeys,
            "{name}: open {open}"
        ),
    }
}

fn mated(problem: &Problem, outcome: &Outcome, judge: &mut Judge, name: &str) {
    let position = &problem.position;
    let bound = problem.stipulation.length.moves();
    let mut within = |n| legal_where(position, |m| judge.wins(Kind::MATE, &after(position, m), n));
    let replies = position.legal_moves().len();
    let losing = within(bound);
    match outcome {
        Outcome::Lost(Loss {
            moves,
            safe,
            longest,
            open,
            sooner,
            line,
            limit,
        }) => {
            // Bounds as short as these are decided exactly, for every request.
            assert_eq!((losing.len(), *open), (replies, 0), "{name}: lost");
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
            follow(Kind::MATE, position, line, false, true, judge, name);
        }
        Outcome::Refuted {
            length,
            escapes: found,
            open,
            limit,
        } => {
            assert_eq!(length.moves(), bound, "{name}");
            let escapes = legal_where(position, |m| !losing.contains(&m));
            assert!(!escapes.is_empty(), "{name}: refuted");
            check_set(problem, (found, *open), &escapes, *limit, name);
        }
        Outcome::GaveUp { refuted, .. } => {
            assert!(problem.limits.nodes.is_some(), "{name}: gave up");
            assert!(refuted.moves() <= bound, "{name}: gave up after {refuted}");
            assert!(
                within(refuted.moves()).len() < replies,
                "{name}: mated within {refuted}"
            );
        }
        _ => panic!("{name}: {outcome:?}"),
    }
}

/// The line is legal and ends in the goal; every move of the attacker keeps to the length; and if
/// that is the shortest (`exact`), every reply lasts as long as possible.
fn follow(
    kind: Kind,
    position: &Position,
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
        position.play(m);
        attacker = !attacker;
        // The number of remaining moves of the attacker.
        let left = ((line.len() - i - usize::from(kind.is_self_play())) / 2) as u16;
        if !attacker {
            assert!(
                judge.loses(kind, &position, left),
                "{name}: move {i} of {line:?} lets go"
            );
        } else if exact && left > 0 {
            assert!(
                !is_over(kind, &position) && !judge.wins(kind, &position, left - 1),
                "{name}: reply {i} of {line:?} gives in"
            );
        }
    }
    assert!(kind.aim.is_reached(&position), "{name}: {line:?}");
}

/// The legal moves with this property.
pub fn legal_where(position: &Position, mut is_one: impl FnMut(Move) -> bool) -> Vec<Move> {
    position
        .legal_moves()
        .into_iter()
        .filter(|&m| is_one(m))
        .collect()
}

/// Whether `some` are moves of `all`, none of them twice, and at least one unless `all` is empty.
fn is_part(some: &[Move], all: &[Move]) -> bool {
    (all.is_empty() || !some.is_empty())
        && some
            .iter()
            .enumerate()
            .all(|(i, m)| all.contains(m) && !some[..i].contains(m))
}
