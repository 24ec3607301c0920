//! Depth-bounded df-pn (Nagai 2002): finds a solution fast when the depth is given.
//!
//! Proof and disproof numbers are kept per position *and* moves left, so the graph has no cycles
//! and a verdict does not depend on the path: the repetition trouble of df-pn (GHI) can't arise.
//! Proofs and refutations go into the same [`TableBounds`] that depth-first search uses, valid for
//! every depth they imply. Read [`Search::prove`] first.
//!
//! At the attacker's nodes the disproof number is not the children's sum but the largest plus one
//! for each other child (weak proof-number search; Ueda, Hashimoto, Hashimoto, Iida 2008): sums
//! count the same position once for every order of moves that leads to it and grow past all bounds.
//! At the defender's nodes the sum is better. Measured on 65 mates in 8 to 20, found within 2
//! million nodes: sums at both 46, weak at the attacker's nodes only 54, weak at the defender's
//! only 38, weak at both 52. For some long mates a rule in between is better
//! ([`easier`]).

mod easier;
mod first;

use super::board::Move;
use super::goal::Goal;
use super::numbers::{MAX_NUMBER, Numbers};
use super::rules::Rules;
use super::search::{Abort, Proof, Search};
use super::side::{Black, Side, White};
use super::table::{Depth, TableBounds, attacker_key, defender_key, key_of, numbers_key};
use super::team::{Team, TeamMark};
pub use easier::Easier;

/// "Solved": the other number is 0.
pub const INFINITE: u32 = MAX_NUMBER;

pub const PROVED: Numbers = Numbers {
    pn: 0,
    dn: INFINITE,
};
pub const REFUTED: Numbers = Numbers {
    pn: INFINITE,
    dn: 0,
};

/// An attacker's node with this many moves left is decided by depth-first search at once, and every
/// other node is searched for a mate in one when it is first met (which counts no node). Of those
/// 65, with the sieve: 55 found in 75 s of user time, 51 in 89 s without, 50 in 74 s with this
/// alone.
pub const LEAF: Depth = 2;

/// A child on which another thread is working is assumed to cost more, by its number divided by
/// this. The cost of that is in `split`.
const CROWD: u32 = 2;

/// A child that is not solved.
#[derive(Clone, Copy)]
pub struct Child {
    pub m: Move,
    pub numbers: Numbers,
}

/// An expanded node and the limit of the work on it.
struct Work<'a, R> {
    board: &'a R,
    key: u64,
    /// Moves left to the attacker here, and after a move from here.
    n: Depth,
    left: Depth,
    /// The node count when work on it began.
    start: u64,
    limit: Numbers,
    /// The number of moves of the longest proof among the children proved so far.
    height: Depth,
}

/// Whether the goal is reached if colour `C`, to move, has no move.
pub fn is_reached_without_move<G: Goal, C: Side>(board: &G::Rules) -> bool {
    if C::WHITE {
        G::is_reached_without_attack(board)
    } else {
        G::is_reached_without_defence(board)
    }
}

/// Sums and thresholds stay below "solved".
pub fn finite(sum: u64) -> u32 {
    sum.min(u64::from(INFINITE - 1)) as u32
}

/// The threshold of the best child: a little above its nearest rival, so that the search does not
/// jump back and forth (the 1+epsilon of Pawlewicz and Lew, 2007). Long mates solved of 46: 36 with
/// a quarter of the rival's number, 33 with a half, 35 with an eighth; 36 with nothing added, too,
/// but with 10 % more nodes.
pub fn above(rival: u32) -> u32 {
    rival.saturating_add(1).saturating_add(rival / 4)
}

/// The part of a limit that is left to a child when its siblings take `others`. Always above the
/// child's own number, so that the search continues when saturated sums have lost their meaning.
pub fn left_over(limit: u32, others: u64, own: u32) -> u32 {
    finite(u64::from(limit).saturating_sub(others)).max(own + 1)
}

impl<G: Goal> Search<'_, G> {
    /// Whether the attacker, to move, reaches the goal within `n` moves.
    pub fn prove(&mut self, board: &G::Rules, n: Depth) -> Proof<bool> {
        let mut numbers = self.attacker_numbers(attacker_key(board.hash()), n, || *board)?;
        while !numbers.is_solved() {
            numbers = self.expand::<White>(board, n, Numbers::UNLIMITED)?;
        }
        Ok(numbers.pn == 0)
    }

    /// Whether the defender, to move, loses within `n` moves of the attacker, including the move
    /// that led here.
    pub fn prove_defence(&mut self, board: &G::Rules, n: Depth) -> Proof<bool> {
        let mut numbers = self.defender_numbers(defender_key(board.hash()), n, || *board);
        while !numbers.is_solved() {
            numbers = self.expand::<Black>(board, n, Numbers::UNLIMITED)?;
        }
        Ok(numbers.pn == 0)
    }

    /// The numbers of the node of `key` with the attacker to move. Its position is made only if
    /// needed.
    #[inline(always)]
    pub fn attacker_numbers(
        &mut self,
        key: u64,
        n: Depth,
        position: impl FnOnce() -> G::Rules,
    ) -> Proof<Numbers> {
        if n == 1 {
            self.count()?;
            return Ok(if G::is_within_one(&position()) {
                PROVED
            } else {
                REFUTED
            });
        }
        let known = self.table.bounds(key);
        if let Some(solved) = solved(known, n) {
            return Ok(solved);
        }
        if let Some(numbers) = self.table.numbers(numbers_key(key, n)) {
            return Ok(numbers);
        }
        if let Some(numbers) = self.table.first_numbers.get(key) {
            debug_assert_eq!(numbers, first::attacker::<G>(&position(), None));
            return Ok(first::with_bounds(numbers, known, n));
        }
        let board = position();
        let mut room = None;
        if G::is_after_king(&board) && known.refuted == 0 {
            let start = self.nodes();
            let (mate, seen) = G::in_one_and_room(&board);
            if let Some(m) = mate {
                self.learn_proof(key, 1, m.id(), start);
                return Ok(PROVED);
            }
            room = Some(seen);
        }
        let numbers = first::attacker::<G>(&board, room);
        self.table.first_numbers.put(key, numbers);
        Ok(first::with_bounds(numbers, known, n))
    }

    /// The numbers of the node of `key` with the defender to move. Its position is made only if
    /// needed.
    #[inline(always)]
    pub fn defender_numbers(
        &mut self,
        key: u64,
        n: Depth,
        position: impl FnOnce() -> G::Rules,
    ) -> Numbers {
        if n == 1 {
            return if G::is_reached_by(&position()) {
                PROVED
            } else {
                REFUTED
            };
        }
        let known = self.table.bounds(key);
        let numbers = solved(known, n).or_else(|| self.table.numbers(numbers_key(key, n)));
        if let Some(numbers) = numbers {
            return numbers;
        }
        let numbers = match self.table.first_numbers.get(key) {
            Some(numbers) => {
                debug_assert_eq!(numbers, {
                    let board = position();
                    first::defender::<G>(&board, board.count::<Black>(), self.table.easier())
                });
                numbers
            }
            None => {
                let board = position();
                let replies = board.count::<Black>();
                if replies == 0 {
                    return if G::is_reached_without_defence(&board) {
                        PROVED
                    } else {
                        REFUTED
                    };
                }
                let numbers = first::defender::<G>(&board, replies, self.table.easier());
                self.table.first_numbers.put(key, numbers);
                numbers
            }
        };
        first::with_bounds(numbers, known, n)
    }

    /// Reads the table's lines of the children whose keys are listed ahead of their evaluation,
    /// which otherwise waits for one miss of the processor's cache after another. The same tree of
    /// 22 mates in 8 to 14 takes 3.9 s instead of 5.4 s of user time.
    pub fn touch_children(&self, left: Depth) {
        if left > 1 {
            let keys = self
                .keys
                .iter()
                .flat_map(|&key| [key, numbers_key(key, left)]);
            self.table.touch(keys);
            self.table.first_numbers.touch(&self.keys);
        }
    }

    /// Works on the most promising line below a node until one of its numbers is 0 or reaches
    /// `limit`.
    fn expand<C: Side>(&mut self, board: &G::Rules, n: Depth, limit: Numbers) -> Proof<Numbers> {
        if C::WHITE && n <= LEAF && G::is_after_king(board) {
            return Ok(if self.attack(board, n)? {
                PROVED
            } else {
                REFUTED
            });
        }
        self.count()?;
        let start = self.nodes();
        let base = self.moves.len();
        board.list::<C>(&mut self.moves);
        let end = self.moves.len();
        if base == end && (!C::WHITE || G::is_self(board)) {
            return Ok(match is_reached_without_move::<G, C>(board) {
                true => PROVED,
                false => REFUTED,
            });
        }
        // Moves left to the attacker after a move from here.
        let left = if C::WHITE { n } else { n - 1 };
        self.list_keys::<C>(board, base);
        self.touch_children(left);
        let mut children = Vec::with_capacity(end - base);
        // With other threads, the keys of the children: to see which they work on and what they
        // found.
        let mut keys = Vec::new();
        let team = self.budget.team();
        let (mut winner, mut height) = (None, 0);
        for i in base..end {
            let (m, key) = (self.moves[i], self.keys[i - base]);
            let position = || board.play::<C>(m);
            let numbers = if C::WHITE {
                self.defender_numbers(key, left, position)
            } else {
                self.attacker_numbers(key, left, position)?
            };
            if numbers.pn == 0 {
                height = height.max(self.height::<C>(&board.play::<C>(m), left));
            }
            if numbers.own::<C>() == 0 {
                winner = Some(m);
                break;
            }
            if numbers.other::<C>() != 0 {
                children.push(Child { m, numbers });
                if team.is_some() {
                    keys.push(key);
                }
            }
        }
        self.moves.truncate(base);
        let key = key_of::<C>(board.hash());
        let work = Work {
            board,
            key,
            n,
            left,
            start,
            limit,
            height,
        };
        let Some(team) = team else {
            return self.advance::<C>(work, children, keys, winner, None);
        };
        let ranked = self.ranked.len();
        let number = self.enter(key, n);
        let result = self.advance::<C>(work, children, keys, winner, Some(team));
        self.path.truncate(number);
        if result != Err(Abort::Overtaken) || self.overtaken != number {
            return result;
        }
        self.moves.truncate(base);
        self.ranked.truncate(ranked);
        // If the table has forgotten it meanwhile, the search treats it as unknown.
        let solved = self.solved(key, n);
        Ok(solved.unwrap_or(Numbers { pn: 1, dn: 1 }))
    }

    /// Works on the `children` of an expanded node that are not solved.
    #[inline(always)]
    fn advance<C: Side>(
        &mut self,
        work: Work<'_, G::Rules>,
        mut children: Vec<Child>,
        mut keys: Vec<u64>,
        mut winner: Option<Move>,
        team: Option<&Team>,
    ) -> Proof<Numbers> {
        let Work {
            board,
            key,
            n,
            left,
            start,
            limit,
            mut height,
        } = work;
        loop {
            if winner.is_some() || children.is_empty() {
                let best = winner.map_or(0, Move::id);
                // The side to move has reached its purpose, or has no move left for it.
                return Ok(if winner.is_some() == C::WHITE {
                    self.learn_proof(key, height + (n - left), best, start);
                    PROVED
                } else {
                    self.learn_refutation(key, n, best, start);
                    REFUTED
                });
            }
            let (mut best, mut rival) = least::<C>(&children);
            let (all, mut others) =
                sum::<C>(&children, children[best].numbers, self.table.easier());
            let now = Numbers::of::<C>(children[best].numbers.own::<C>(), finite(all));
            debug_assert!(!now.is_solved(), "{now:?}");
            if now.pn >= limit.pn || now.dn >= limit.dn {
                self.table
                    .store_numbers(numbers_key(key, n), now, self.nodes() - start);
                return Ok(now);
            }
            let mut news = None;
            if let Some(team) = team {
                self.look_behind()?;
                (best, rival) = least_beside::<C>(&children, &keys, left, limit, team);
                (_, others) = sum::<C>(&children, children[best].numbers, self.table.easier());
                news = self.news(keys[best], left);
            }
            let Child { m, numbers } = children[best];
            let result = match news.filter(|&news| news != numbers) {
                Some(news) => news,
                None => {
                    let child_limit = Numbers::of::<C>(
                        limit.own::<C>().min(above(rival)),
                        left_over(limit.other::<C>(), others, numbers.other::<C>()),
                    );
                    let child = board.play::<C>(m);
                    match team {
                        None => self.expand::<C::Other>(&child, left, child_limit)?,
                        Some(team) => {
                            let mark = TeamMark::new(keys[best], left);
                            team.enter(mark);
                            let result = self.expand::<C::Other>(&child, left, child_limit);
                            team.leave(mark);
                            result?
                        }
                    }
                }
            };
            if result.pn == 0 {
                height = height.max(self.height::<C>(&board.play::<C>(m), left));
            }
            if result.own::<C>() == 0 {
                winner = Some(m);
            } else if result.other::<C>() == 0 {
                children.swap_remove(best);
                if team.is_some() {
                    keys.swap_remove(best);
                }
            } else {
                children[best].numbers = result;
            }
        }
    }

    /// The number of moves of the proof of a child that was searched within `left`: often fewer,
    /// and the same position occurs with other numbers of moves left. 65 mates in 9 to 39 within
    /// 400,000 nodes: 44 found instead of 42, and the mates found in both runs took 0.76 times the
    /// nodes.
    fn height<C: Side>(&self, child: &G::Rules, left: Depth) -> Depth {
        if left == 1 || C::WHITE && !child.any::<Black>() {
            return 1;
        }
        let key = key_of::<C::Other>(child.hash());
        self.table.bounds(key).proved.min(left)
    }

    /// The entry of the table for a node: its answer, or the numbers of an earlier search.
    pub fn news(&self, key: u64, n: Depth) -> Option<Numbers> {
        if n == 1 {
            return None;
        }
        self.solved(key, n)
            .or_else(|| self.table.numbers(numbers_key(key, n)))
    }

    fn solved(&self, key: u64, n: Depth) -> Option<Numbers> {
        solved(self.table.bounds(key), n)
    }
}

/// The numbers of a node with these `known` bounds, if it is decided for `n` moves.
#[inline(always)]
fn solved(known: TableBounds, n: Depth) -> Option<Numbers> {
    if known.proved <= n {
        Some(PROVED)
    } else if known.refuted >= n {
        Some(REFUTED)
    } else {
        None
    }
}

/// The other side's number of a node with these children, and the part of it that does not come
/// from the child `best`.
pub fn sum<C: Side>(children: &[Child], best: Numbers, easier: Easier) -> (u64, u64) {
    let numbers = children.iter().map(|c| u64::from(c.numbers.other::<C>()));
    let hardest = numbers.clone().max().unwrap_or(0);
    if C::WHITE {
        let others = children.len() as u64 - 1;
        return (hardest + others, others);
    }
    let all = easier.add(numbers.sum(), hardest);
    (all, all - u64::from(best.other::<C>()))
}

/// The child with the least number of the side to move, and the least number among the others.
pub fn least<C: Side>(children: &[Child]) -> (usize, u32) {
    let (mut best, mut low, mut rival) = (0, u32::MAX, u32::MAX);
    for (i, child) in children.iter().enumerate() {
        let value = child.numbers.own::<C>();
        if value < low {
            rival = low;
            low = value;
            best = i;
        } else if value < rival {
            rival = value;
        }
    }
    (best, rival)
}

/// The child to work on while other threads work, and its nearest rival's number: like [`least`],
/// but a child that another thread works on is assumed to cost more ([`CROWD`]).
fn least_beside<C: Side>(
    children: &[Child],
    keys: &[u64],
    left: Depth,
    limit: Numbers,
    team: &Team,
) -> (usize, u32) {
    let (mut best, mut low, mut rival) = (0, u32::MAX, u32::MAX);
    for (i, (child, &key)) in children.iter().zip(keys).enumerate() {
        let mut value = child.numbers.own::<C>();
        if team.is_at(TeamMark::new(key, left)) {
            value = value.saturating_add(1 + value / CROWD);
        }
        if value < low {
            rival = low;
            low = value;
            best = i;
        } else if value < rival {
            rival = value;
        }
    }
    if children[best].numbers.own::<C>() >= limit.own::<C>() {
        // The search would return to it at once, so all threads work on the same child.
        return least::<C>(children);
    }
    (best, rival)
}

#[cfg(test)]
mod tests;
