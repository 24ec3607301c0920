//! df-pn without a length: is there a forced solution at all?
//!
//! [`prove`](super::prove) keeps its numbers per position and moves left, so it needs a given
//! length, and every length is a separate search. Here a position has one pair of numbers, whatever
//! led to it and however many moves are left. This finds mates of unknown length, but a position
//! may now occur again below itself, and a statement about a position must not depend on the path
//! to it (the graph-history-interaction problem, GHI). It is solved as by Kishimoto and Müller, *A
//! general solution to the graph history interaction problem* (AAAI 2004), in its simplest case,
//! that of Nagai's searches for mate in shogi (*Df-pn algorithm for searching AND/OR trees and its
//! applications*, 2002): the attacker gains nothing by a repetition.
//!
//! - A position of the attacker that is already on the path is refuted, for this path only. A
//!   solution that is as short as possible never returns to a position, so the first position of a
//!   search loses nothing by that.
//! - A refutation carries the place on the path of the first position that it rests on. It is
//!   stored only if it rests on none above its own node: then a search from that node alone would
//!   have found it, too. All others end with the path.
//! - A proof rests on children that were proved before it, never on the path. Each is stored with
//!   the moves that it takes, one more than its longest child, so lines, lengths and certificates
//!   are read from the table as after every other search.
//! - If the path is [`DEEPEST`] positions long, or a proof [`Length::LONGEST`] moves, the search
//!   looks no further. Results that rest on that are not stored either, and are not an answer.
//!
//! All numbers of the table are estimates, so it does not matter that the numbers of positions on a
//! circle may be wrong.
//!
//! Nothing is kept of a refutation that rests on the path, not even numbers that make another visit
//! less likely. When its proof number was multiplied by 4, 70 of 189 mates were found within 100,000
//! nodes instead of 79, of 180 others 83 instead of 91, and of 111 mates in 21 to 39 within a million
//! 63 instead of 70, with 1.12, 1.08 and 1.14 times the nodes where both solve.
//!
//! Found within 200,000 nodes of the fixed sample, without a length: 158 of 193 mates in 8 to 20
//! and 41 of 84 in 21 to 39, 82 of them no longer than known; bounded search with the right length
//! finds 148 and 27. If they are shortened with the rest of those nodes ([`keys`](super::keys)),
//! 164 of the 199 are no longer than known. Read [`Search::prove_unbounded`] first.

use super::board::Move;
use super::decide::Question;
use super::goal::Goal;
use super::numbers::Numbers;
use super::prove::{Child, LEAF, PROVED, REFUTED, above, finite, least};
use super::prove::{is_reached_without_move, left_over, sum};
use super::rules::Rules;
use super::search::{Abort, Proof, Search};
use super::side::{Black, Side, White};
use super::table::{Depth, key_of, numbers_key};
use keymove_rules::bounds::Length;

/// The numbers of this search, and its refutations, are stored under the greatest length.
const ANY: Depth = Length::LONGEST;

/// The most positions of the attacker on a path: the search is recursive.
const DEEPEST: usize = 1000;

/// The place on the path for results that rest on a limit of the search.
const OUTSIDE: usize = 0;

/// The place for results that do not rest on the path.
const NOWHERE: usize = usize::MAX;

/// The attacker's positions on the path, from the first one on.
struct Trail {
    keys: Vec<u64>,
}

impl Trail {
    /// The place of a position.
    fn place(&self, key: u64) -> Option<usize> {
        self.keys.iter().rposition(|&k| k == key)
    }
}

/// The state of a node after a first look or a search.
#[derive(Clone, Copy)]
struct Visit {
    numbers: Numbers,
    /// The moves that its proof takes, if it is proved.
    height: Depth,
    /// The first place on the path that its refutation rests on, if it is refuted.
    since: usize,
}

impl Visit {
    fn proved(height: Depth) -> Visit {
        Visit {
            numbers: PROVED,
            height,
            since: NOWHERE,
        }
    }

    fn refuted(since: usize) -> Visit {
        Visit {
            numbers: REFUTED,
            height: 0,
            since,
        }
    }
}

/// The children of an expanded node, colour `C` to move, and the joint result of the solved ones.
struct Family {
    open: Vec<Child>,
    winner: Option<Move>,
    height: Depth,
    since: usize,
}

impl Family {
    /// Records the result for the child after `m`; returns whether it is open.
    fn learn<C: Side>(&mut self, m: Move, visit: Visit) -> bool {
        let Visit {
            numbers,
            height,
            since,
        } = visit;
        if numbers.own::<C>() == 0 {
            self.winner = Some(m);
            (self.height, self.since) = if C::WHITE {
                (height, NOWHERE)
            } else {
                (0, since)
            };
        } else if numbers.other::<C>() == 0 {
            self.height = self.height.max(height);
            self.since = self.since.min(since);
        }
        !numbers.is_solved()
    }
}

impl<G: Goal> Search<'_, G> {
    /// Whether the node is won, in however many moves.
    pub fn prove_unbounded(&mut self, node: Question<G::Rules>) -> Proof<bool> {
        // The first entry is everything outside and, if the defender is to move, the node that led
        // there.
        let mut trail = Trail { keys: vec![0] };
        loop {
            let Visit { numbers, since, .. } = match node {
                Question::Attack(board) => {
                    self.visit::<White>(&mut trail, board, Numbers::UNLIMITED)?
                }
                Question::Defence(board) => {
                    self.visit::<Black>(&mut trail, board, Numbers::UNLIMITED)?
                }
            };
            if numbers.is_solved() {
                return match since {
                    OUTSIDE => Err(Abort::Slice),
                    _ => Ok(numbers.pn == 0),
                };
            }
        }
    }

    /// The result of a first look at the node of `key`, with colour `C` to move.
    fn look<C: Side>(
        &mut self,
        trail: &Trail,
        key: u64,
        position: impl FnOnce() -> G::Rules,
    ) -> Proof<Visit> {
        let numbers = if C::WHITE {
            self.attacker_numbers(key, ANY, position)?
        } else {
            self.defender_numbers(key, ANY, position)
        };
        if C::WHITE && !numbers.is_solved() {
            if let Some(place) = trail.place(key) {
                return Ok(Visit::refuted(place));
            }
            if trail.keys.len() > DEEPEST {
                return Ok(Visit::refuted(OUTSIDE));
            }
        }
        Ok(match numbers.pn {
            // A goal that is reached at once is not in the table.
            0 => Visit::proved(match self.table.bounds(key).proved {
                proved @ ..=ANY => proved,
                _ => 1,
            }),
            _ => Visit {
                numbers,
                ..Visit::refuted(NOWHERE)
            },
        })
    }

    /// Works on the most promising line below a node, colour `C` to move, until one of its numbers
    /// is 0 or reaches `limit`.
    fn visit<C: Side>(
        &mut self,
        trail: &mut Trail,
        board: &G::Rules,
        limit: Numbers,
    ) -> Proof<Visit> {
        let key = key_of::<C>(board.hash());
        let start = self.nodes();
        let known = self.table.bounds(key);
        if known.proved <= ANY {
            return Ok(Visit::proved(known.proved));
        } else if known.refuted >= ANY {
            return Ok(Visit::refuted(NOWHERE));
        }
        if C::WHITE && G::is_after_king(board) && known.refuted < LEAF {
            if self.attack(board, LEAF)? {
                return Ok(Visit::proved(self.table.bounds(key).proved.min(LEAF)));
            }
            self.learn_refutation(key, LEAF, 0, start);
        }
        self.count()?;
        let base = self.moves.len();
        board.list::<C>(&mut self.moves);
        let end = self.moves.len();
        if base == end && (!C::WHITE || G::is_self(board)) {
            return Ok(match is_reached_without_move::<G, C>(board) {
                true => Visit::proved(Depth::from(!C::WHITE)),
                false => Visit::refuted(NOWHERE),
            });
        }
        if C::WHITE {
            trail.keys.push(key);
        }
        self.list_keys::<C>(board, base);
        self.touch_children(ANY);
        let mut family = Family {
            open: Vec::with_capacity(end - base),
            winner: None,
            height: 0,
            since: NOWHERE,
        };
        for i in base..end {
            let (m, key) = (self.moves[i], self.keys[i - base]);
            let visit = self.look::<C::Other>(trail, key, || board.play::<C>(m))?;
            if family.learn::<C>(m, visit) {
                let numbers = visit.numbers;
                family.open.push(Child { m, numbers });
            } else if family.winner.is_some() {
                break;
            }
        }
        self.moves.truncate(base);
        while family.winner.is_none() && !family.open.is_empty() {
            let open = &family.open;
            let (best, rival) = least::<C>(open);
            let Child { m, numbers } = open[best];
            let (all, others) = sum::<C>(open, numbers, self.table.easier());
            let now = Numbers::of::<C>(numbers.own::<C>(), finite(all));
            if now.pn >= limit.pn || now.dn >= limit.dn {
                self.leave::<C>(trail, key, now, start);
                return Ok(Visit {
                    numbers: now,
                    ..Visit::refuted(NOWHERE)
                });
            }
            let child_limit = Numbers::of::<C>(
                limit.own::<C>().min(above(rival)),
                left_over(limit.other::<C>(), others, numbers.other::<C>()),
            );
            let visit = self.visit::<C::Other>(trail, &board.play::<C>(m), child_limit)?;
            if family.learn::<C>(m, visit) {
                family.open[best].numbers = visit.numbers;
            } else {
                family.open.swap_remove(best);
            }
        }
        Ok(self.settle::<C>(trail, key, &family, start))
    }

    /// Keeps the result of the whole family: the side to move has reached its purpose, or has no
    /// move left for it.
    fn settle<C: Side>(
        &mut self,
        trail: &mut Trail,
        key: u64,
        family: &Family,
        start: u64,
    ) -> Visit {
        let mut since = family.since;
        if C::WHITE {
            trail.keys.pop();
            // It rests only on its own node and on nodes below it, so not on the path.
            if since >= trail.keys.len() {
                since = NOWHERE;
            }
        }
        let best = family.winner.map_or(0, Move::id);
        if family.winner.is_some() == C::WHITE {
            let height = family.height + Depth::from(!C::WHITE);
            if height > ANY {
                return Visit::refuted(OUTSIDE);
            }
            self.learn_proof(key, height, best, start);
            return Visit::proved(height);
        }
        if since == NOWHERE {
            self.learn_refutation(key, ANY, best, start);
        }
        Visit::refuted(since)
    }

    /// Keeps the numbers of a node when the search leaves it for another.
    fn leave<C: Side>(&mut self, trail: &mut Trail, key: u64, numbers: Numbers, start: u64) {
        if C::WHITE {
            trail.keys.pop();
        }
        self.table
            .store_numbers(numbers_key(key, ANY), numbers, self.nodes() - start);
    }
}

#[cfg(test)]
mod tests;
