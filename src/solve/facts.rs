//! Splits a verdict into facts about first moves, for its certificate.

use super::table::Depth;
use super::verdict::Outcome;
use keymove_rules::uci::Uci;

/// The facts of a verdict about its first moves.
#[derive(Debug, Default)]
pub struct Facts {
    /// First moves that win within a number of moves, each a separate fact.
    pub wins: Vec<(Uci, Depth)>,
    /// First moves that all fail within a number of moves, each group a separate fact.
    pub fails: Vec<(Vec<Uci>, Depth)>,
    /// Some first move of these fails within a number of moves.
    pub some_fail: Option<(Vec<Uci>, Depth)>,
    /// Other first moves that were decided, although the verdict does not say which.
    pub decided: Option<Quota>,
}

/// First moves of which some were decided before a limit was met, or the first key was enough.
#[derive(Debug)]
pub struct Quota {
    /// The moves that they may be.
    pub among: Vec<Uci>,
    /// The least number that were decided.
    pub least: usize,
    /// Whether they win; otherwise they fail.
    pub wins: bool,
    /// The number of moves.
    pub moves: Depth,
}

impl Facts {
    /// The facts of `outcome`; `all` are all first moves.
    pub fn of(outcome: &Outcome, mut all: Vec<Uci>, is_mated: bool) -> Facts {
        let mut facts = Facts::default();
        all.sort_unstable();
        let set = |moves: &[shakmaty::Move]| {
            let mut set: Vec<Uci> = moves.iter().map(|&m| Uci::from(m)).collect();
            set.sort_unstable();
            set.dedup();
            set
        };
        let without = |some: &[Uci]| -> Vec<Uci> {
            all.iter().copied().filter(|m| !some.contains(m)).collect()
        };
        let decided = |among: Vec<Uci>, open: usize, wins, moves| {
            let least = among.len().saturating_sub(open);
            (least > 0).then_some(Quota {
                among,
                least,
                wins,
                moves,
            })
        };
        match outcome {
            Outcome::Checkmate | Outcome::Stalemate | Outcome::Helped(_) => {}
            Outcome::Solved(solution) => {
                let (n, keys) = (solution.moves, set(&solution.keys));
                let others = without(&keys);
                facts.wins = keys.into_iter().map(|m| (m, n)).collect();
                facts.fails.push((all, solution.refuted));
                if solution.refuted + 1 == n {
                    if solution.open == 0 {
                        facts.fails.push((others, n));
                    } else {
                        facts.decided = decided(others, solution.open, false, n);
                    }
                }
            }
            Outcome::Lost(loss) => {
                let (longest, sooner) = (set(&loss.longest), set(&loss.sooner));
                let within = |m: Uci| loss.moves - Depth::from(sooner.contains(&m));
                let in_turn = longest.iter().copied().chain(without(&longest));
                facts.wins = in_turn.map(|m| (m, within(m))).collect();
                if longest.is_empty() {
                    facts.some_fail = Some((all, loss.safe));
                } else {
                    facts.fails.push((longest, loss.moves - 1));
                }
            }
            Outcome::Refuted { length, .. } if !is_mated => {
                facts.fails.push((all, length.moves()));
            }
            Outcome::Refuted {
                length,
                escapes,
                open,
                ..
            } => {
                let moves = length.moves();
                let escapes = set(escapes);
                let others = without(&escapes);
                let alone = escapes.into_iter().map(|m| (vec![m], moves));
                facts.fails.extend(alone);
                if *open == 0 {
                    facts.wins = others.into_iter().map(|m| (m, moves)).collect();
                } else {
                    facts.decided = decided(others, *open, true, moves);
                }
            }
            Outcome::GaveUp { refuted, .. } if is_mated => {
                facts.some_fail = Some((all, refuted.moves()))
            }
            Outcome::GaveUp { refuted, .. } => facts.fails.push((all, refuted.moves())),
        }
        facts
    }
}
