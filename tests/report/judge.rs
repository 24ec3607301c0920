//! The slow, plain twin of the search for every stipulation and its whole play: shakmaty only, no
//! table, no order, no pruning. It shares no code with the search.

use keymove::position::Position;
use keymove::solve::{
    Continuation, Help, Kind, Length, Lines, Loss, Outcome, PlayKind, Problem, Solution, Tree,
    TryMove, Variation, Verdict,
};
use shakmaty::Move;

use crate::support::verdict::verdict;

/// Solves `problem` with all possible results.
pub fn judged(problem: &Problem) -> Verdict {
    let judge = Judge {
        kind: problem.stipulation.kind,
    };
    let position = &problem.position;
    let bound = problem.stipulation.length.moves();
    let mut tree = None;
    let outcome = if position.is_checkmate() {
        Outcome::Checkmate
    } else if position.legal_moves().is_empty() {
        Outcome::Stalemate
    } else if judge.kind.is_help() {
        judge.helped(problem)
    } else if judge.kind == Kind::MATED {
        let defences = judge.variations(position, bound);
        let outcome = judge.mated(bound, &defences);
        tree = Some(Tree {
            defences: defences
                .into_iter()
                .filter(|v| !v.continuations.is_empty())
                .collect(),
            ..Tree::default()
        });
        outcome
    } else {
        let mut keys = judge.continuations(position, bound);
        let length = keys.first().map_or(bound, |key| key.moves);
        let outcome = match keys.first() {
            None => refuted(Length::of_moves(bound), Vec::new()),
            Some(key) => Outcome::Solved(Solution {
                moves: length,
                refuted: length - 1,
                keys: keys.iter().map(|key| key.m).collect(),
                open: 0,
                line: main_line(key),
                limit: None,
            }),
        };
        let wanted = problem.wanted;
        let mut whole = length;
        if wanted.longer_keys {
            whole = bound;
            for moves in length + 1..=bound {
                keys.extend(judge.keys_of(position, moves));
            }
        }
        tree = Some(Tree {
            tries: (wanted.tries > 0).then(|| judge.tries(position, whole, &keys, wanted.tries)),
            set_play: position
                .passed()
                .filter(|_| wanted.set_play)
                .map(|other| judge.set_play(&other, whole - 1)),
            keys,
            ..Tree::default()
        });
        outcome
    };
    let half_moves = problem.stipulation.length.half_moves();
    // A length of half a move has no set play.
    let has_set_play = judge.kind.is_help() && problem.wanted.set_play && half_moves > 1;
    let passed = position.passed().filter(|_| has_set_play);
    Verdict {
        tree: tree.map(Box::new),
        set_play: passed.map(|other| judge.lines_up_to(&other, half_moves - 1)),
        ..verdict(problem.stipulation, position, outcome)
    }
}

fn refuted(length: Length, escapes: Vec<Move>) -> Outcome {
    Outcome::Refuted {
        length,
        escapes,
        open: 0,
        limit: None,
    }
}

struct Judge {
    kind: Kind,
}

impl Judge {
    /// Whether the side to move has been brought to the goal.
    fn is_reached(&self, position: &Position) -> bool {
        self.kind.aim.is_reached(position)
    }

    fn is_self(&self) -> bool {
        self.kind.is_self_play()
    }

    /// Whether the side to move has a move that reaches the goal.
    fn reaches(&self, position: &Position) -> bool {
        let mut moves = position.legal_moves().into_iter();
        moves.any(|m| self.is_reached(&after(position, m)))
    }

    /// The moves of the attacker; in reflex play only moves that reach the goal, if there are any.
    fn attacks(&self, position: &Position) -> Vec<Move> {
        self.bound(
            position,
            self.kind.play == PlayKind::Reflex && self.reaches(position),
        )
    }

    /// The same for the defender.
    fn defences(&self, position: &Position) -> Vec<Move> {
        self.bound(
            position,
            self.kind.play != PlayKind::SelfPlay && self.is_self() && self.reaches(position),
        )
    }

    fn bound(&self, position: &Position, must: bool) -> Vec<Move> {
        let mut moves = position.legal_moves();
        moves.retain(|&m| !must || self.is_reached(&after(position, m)));
        moves
    }

    /// Whether the attacker, to move, reaches the goal within `n`.
    fn wins(&self, position: &Position, n: u16) -> bool {
        n > 0
            && self
                .attacks(position)
                .into_iter()
                .any(|m| self.loses(&after(position, m), n - 1))
    }

    /// Whether the defender, to move, must lose with `n` moves of the attacker to come.
    fn loses(&self, position: &Position, n: u16) -> bool {
        let moves = self.defences(position);
        if moves.is_empty() {
            return !self.is_self() && self.is_reached(position);
        }
        moves.into_iter().all(|m| {
            let next = after(position, m);
            (self.is_self() && self.is_reached(&next)) || self.wins(&next, n)
        })
    }

    /// Every move of the attacker that wins as fast as possible, within `bound`.
    fn continuations(&self, position: &Position, bound: u16) -> Vec<Continuation> {
        let Some(moves) = (1..=bound).find(|&n| self.wins(position, n)) else {
            return Vec::new();
        };
        self.attacks(position)
            .into_iter()
            .filter(|&m| self.loses(&after(position, m), moves - 1))
            .map(|m| self.continuation(position, m, moves))
            .collect()
    }

    /// First moves that win within `moves`, but no sooner.
    fn keys_of(&self, position: &Position, moves: u16) -> Vec<Continuation> {
        self.attacks(position)
            .into_iter()
            .filter(|&m| {
                let next = after(position, m);
                self.loses(&next, moves - 1) && !self.loses(&next, moves - 2)
            })
            .map(|m| self.continuation(position, m, moves))
            .collect()
    }

    fn continuation(&self, position: &Position, m: Move, moves: u16) -> Continuation {
        let next = after(position, m);
        let over = next.legal_moves().is_empty();
        let threats: Vec<Continuation> = next
            .passed()
            .filter(|_| !over)
            .map(|other| self.continuations(&other, moves - 1))
            .unwrap_or_default();
        let mut variations = self.variations(&next, moves - 1);
        for variation in &mut variations {
            let answered = after(&next, variation.reply);
            let sooner = threats
                .first()
                .is_some_and(|threat| self.wins(&answered, threat.moves - 1));
            let all_work = threats.iter().all(|t| self.works(&answered, t));
            variation.shown = if variation.ends {
                moves == 1
            } else {
                threats.is_empty() || !(sooner || all_work)
            };
        }
        Continuation {
            m,
            moves,
            zugzwang: threats.is_empty() && !over && !next.is_check() && moves > 1,
            threats,
            variations,
            cut: false,
        }
    }

    /// Whether the threatened move can be played and wins as fast as threatened.
    fn works(&self, position: &Position, threat: &Continuation) -> bool {
        let uci = |m: Move| m.to_uci(position.mode()).to_string();
        self.attacks(position)
            .into_iter()
            .filter(|&m| uci(m) == uci(threat.m))
            .any(|m| self.loses(&after(position, m), threat.moves - 1))
    }

    /// The play if the defender begins.
    fn set_play(&self, position: &Position, n: u16) -> Vec<Variation> {
        let mut variations = self.variations(position, n);
        // Popeye prints the move that ends the play at once if no reply does anything else.
        let nothing_else = variations.iter().filter(|v| !v.ends).count() == 0;
        for variation in &mut variations {
            variation.shown = if variation.ends {
                nothing_else
            } else {
                !variation.continuations.is_empty()
            };
        }
        variations
    }

    fn variations(&self, position: &Position, n: u16) -> Vec<Variation> {
        self.defences(position)
            .into_iter()
            .map(|reply| {
                let next = after(position, reply);
                let ends = self.is_self() && self.is_reached(&next);
                Variation {
                    reply,
                    ends,
                    shown: true,
                    continuations: if ends {
                        Vec::new()
                    } else {
                        self.continuations(&next, n)
                    },
                }
            })
            .collect()
    }

    fn tries(
        &self,
        position: &Position,
        moves: u16,
        keys: &[Continuation],
        most: usize,
    ) -> Vec<TryMove> {
        let mut tries = Vec::new();
        for m in self.attacks(position) {
            if keys.iter().any(|key| key.m == m) {
                continue;
            }
            let next = after(position, m);
            let refutations: Vec<Move> = self
                .defences(&next)
                .into_iter()
                .filter(|&reply| {
                    let answered = after(&next, reply);
                    let ends = self.is_self() && self.is_reached(&answered);
                    !ends && !self.wins(&answered, moves - 1)
                })
                .collect();
            if (1..=most).contains(&refutations.len()) {
                let mut play = self.continuation(position, m, moves);
                play.variations.retain(|v| !refutations.contains(&v.reply));
                tries.push(TryMove { play, refutations });
            }
        }
        tries
    }

    fn mated(&self, bound: u16, defences: &[Variation]) -> Outcome {
        let length = |v: &Variation| v.continuations.first().map(|c| c.moves);
        let of = |which: &dyn Fn(Option<u16>) -> bool| -> Vec<Move> {
            defences
                .iter()
                .filter(|v| which(length(v)))
                .map(|v| v.reply)
                .collect()
        };
        let escapes = of(&|n| n.is_none());
        if !escapes.is_empty() {
            return refuted(Length::of_moves(bound), escapes);
        }
        let moves = defences.iter().filter_map(length).max().unwrap_or(0);
        let mut line = Vec::new();
        if let Some(longest) = defences.iter().find(|v| length(v) == Some(moves)) {
            line.push(longest.reply);
            line.extend(
                longest
                    .continuations
                    .first()
                    .iter()
                    .flat_map(|c| main_line(c)),
            );
        }
        Outcome::Lost(Loss {
            moves,
            safe: moves - 1,
            longest: of(&|n| n == Some(moves)),
            open: 0,
            sooner: of(&|n| n != Some(moves)),
            line,
            limit: None,
        })
    }

    fn helped(&self, problem: &Problem) -> Outcome {
        let asked = problem.stipulation.length;
        let solutions = self.lines_up_to(&problem.position, asked.half_moves());
        let Some(shortest) = solutions.first() else {
            return refuted(asked, Vec::new());
        };
        let mut keys: Vec<Move> = shortest.lines.iter().map(|line| line[0]).collect();
        keys.dedup();
        let length = shortest.length;
        Outcome::Helped(Help {
            length,
            keys,
            open: 0,
            solutions,
            limit: None,
        })
    }

    /// The lines of each length with any up to this many plies; the same side begins in all of
    /// them.
    fn lines_up_to(&self, position: &Position, bound: u32) -> Vec<Lines> {
        (1..=bound)
            .filter(|plies| plies % 2 == bound % 2)
            .map(|plies| self.lines(position, plies))
            .filter(|lines| lines.count != Some(0))
            .collect()
    }

    /// The lines of exactly `plies`.
    fn lines(&self, position: &Position, plies: u32) -> Lines {
        let mut lines = Vec::new();
        self.help(position, plies as usize, &mut Vec::new(), &mut lines);
        lines.sort_by_key(|line: &Vec<Move>| {
            let uci = line.iter().map(|m| m.to_uci(position.mode()).to_string());
            uci.collect::<Vec<_>>().join(" ")
        });
        let count = Some(lines.len() as u64);
        lines.truncate(Lines::LISTED);
        Lines {
            length: Length::of_half_moves(plies),
            count,
            lines,
        }
    }

    /// Every line of exactly `plies` that ends in the goal.
    fn help(
        &self,
        position: &Position,
        plies: usize,
        line: &mut Vec<Move>,
        found: &mut Vec<Vec<Move>>,
    ) {
        if plies == 0 {
            if self.is_reached(position) {
                found.push(line.clone());
            }
            return;
        }
        for m in position.legal_moves() {
            line.push(m);
            self.help(&after(position, m), plies - 1, line, found);
            line.pop();
        }
    }
}

/// A line of the play, with the longest defence at each move.
fn main_line(key: &Continuation) -> Vec<Move> {
    let mut line = vec![key.m];
    let length = |v: &Variation| v.continuations.first().map_or(0, |c| c.moves);
    let longest = key.variations.iter().map(length).max();
    if let Some(v) = key.variations.iter().find(|v| Some(length(v)) == longest) {
        line.push(v.reply);
        line.extend(v.continuations.first().iter().flat_map(|c| main_line(c)));
    }
    line
}

pub fn after(position: &Position, m: Move) -> Position {
    position.after(m)
}
