//! Bare endings: tables of the distance to mate for few men without pawns, made when they are
//! needed and kept for the run.
//!
//! A search that starts from a position has to see sixteen moves ahead to mate with a rook, and
//! thirty-three with bishop and knight. But there are only 28,000 positions of the first kind and a
//! few million of the second, and working backwards from the mates decides all of them in a
//! hundredth of a second and in a second ([`retrograde`], with its literature). A table holds the
//! exact length for every position of its men, so the answer is proved like any other: if the table
//! says n, there is a move to a position of n - 1, and none to a smaller length.
//!
//! The rest of the search does not know about them. [`Search::read_off`] comes before the two
//! techniques ([`decide`](super::decide)): it answers the question from the table if it can, and
//! stores the result in the transposition table, where lines, variations and certificates find it.
//!
//! Whether a table is made depends on the question alone ([`SEARCHED`]), never on the tables that
//! already exist, so the nodes of a job, and with them the bytes of its answer, do not depend on
//! earlier or concurrent jobs. A question answered by a table counts as one node. A job whose limit
//! of nodes is less than what it takes to make a table ([`BYTES_A_NODE`]) goes without.

#[cfg(test)]
mod judges;
mod retrograde;
mod roster;
mod shelf;

use std::sync::Arc;

use super::board::{Board, Move};
use super::decide::Question;
use super::goal::Goal;
use super::rules::Rules;
use super::search::{Proof, Search};
use super::side::{Black, White};
use super::table::{Depth, TableBounds, UNPROVED, attacker_key, defender_key};
use keymove_rules::bounds::Length;
use retrograde::{ILLEGAL, OPEN};
use roster::Roster;
pub use shelf::Endings;

/// Jobs of at most this many moves get no tables: the search solves them in less time. Over 20
/// random positions each of KRK, KBNK, KQKR, KRKN and KQKQ, all keys, it takes 1 to 1.5 ms for five
/// moves, 5 to 10 for six, 12 to 50 for seven, while a table takes 10 ms with three men and 400 to
/// 700 with four. So a job that asks for five moves or names no length never waits for a table, and
/// for a file of longer jobs the table pays off after a few dozen records.
const SEARCHED_JOB: Depth = 5;

/// In the other jobs, questions of at most this many moves are left to the search until there was a
/// longer one: a mate in three needs no table. All keys of 40 random positions take 137 nodes each
/// with bishop and knight, 131 with a rook, including the tables' own; when up to five moves were
/// left to the search, it was some 8,000.
const SEARCHED: Depth = 3;

/// This many bytes of a table are made in the time of one node of the search: three men take 10 ms,
/// or 7,400 nodes, four 400 to 700 ms, or 490,000.
const BYTES_A_NODE: u64 = 8;

/// The lengths of all positions of one [`Roster`].
#[derive(Debug)]
pub struct Ending {
    roster: Roster,
    /// By man: the ending without it; none if the attacker has only its king left.
    after: Vec<Option<Arc<Ending>>>,
    /// By slot, the attacker to move: moves to mate; values from [`OPEN`] on mean none.
    attack: Vec<u8>,
    /// By slot, the defender to move: moves of the attacker to mate; values from [`OPEN`] on mean
    /// none.
    defence: Vec<u8>,
}

impl Ending {
    /// The ending of these men: this one, or one reached by captures.
    fn with(&self, roster: &Roster) -> Option<&Ending> {
        if self.roster == *roster {
            return Some(self);
        }
        self.after
            .iter()
            .flatten()
            .find_map(|after| after.with(roster))
    }

    /// The number of moves to mate with the attacker to move, or [`UNPROVED`] without a mate;
    /// `None` if the position cannot occur.
    fn attack(&self, board: &Board) -> Option<Depth> {
        self.length(board, |ending| &ending.attack)
    }

    /// Moves of the attacker to mate with the defender to move, as [`Ending::attack`].
    fn defence(&self, board: &Board) -> Option<Depth> {
        self.length(board, |ending| &ending.defence)
    }

    fn length(&self, board: &Board, lengths: impl Fn(&Ending) -> &[u8]) -> Option<Depth> {
        let (roster, squares) = Roster::read(board)?;
        let Some(ending) = self.with(&roster) else {
            // The last man that could give mate was captured.
            debug_assert_eq!(roster.attackers(), 0);
            return Some(UNPROVED);
        };
        match lengths(ending)[roster.slot(&squares)] {
            ILLEGAL => None,
            OPEN.. => Some(UNPROVED),
            length => Some(Depth::from(length)),
        }
    }

    /// Everything that is known about a position with the attacker to move.
    fn bounds_of_attack(&self, board: &Board) -> Option<TableBounds> {
        let length = self.attack(board)?;
        if length == UNPROVED {
            return Some(TableBounds::NEVER);
        }
        let mut moves = Vec::new();
        board.list::<White>(&mut moves);
        let best = moves
            .into_iter()
            .find(|&m| self.defence(&board.play_unkeyed::<White>(m)) == Some(length - 1))
            .expect("what is won has a move to what is lost one move sooner");
        Some(TableBounds {
            proved: length,
            refuted: length - 1,
            best: best.id(),
        })
    }

    /// Everything that is known with the defender to move; the attacker's move that led here is
    /// counted.
    fn bounds_of_defence(&self, board: &Board) -> Option<TableBounds> {
        let length = self.defence(board)?;
        let mut replies = Vec::new();
        board.list::<Black>(&mut replies);
        let after = |reply: &Move| self.attack(&board.play_unkeyed::<Black>(*reply));
        // The first of several, as with the attacker's moves.
        let longest = replies.into_iter().rev().max_by_key(after);
        let best = longest.map_or(0, Move::id);
        Some(if length == UNPROVED {
            TableBounds {
                best,
                ..TableBounds::NEVER
            }
        } else {
            TableBounds {
                proved: length + 1,
                refuted: length,
                best,
            }
        })
    }
}

impl TableBounds {
    /// There is no mate, however long.
    const NEVER: TableBounds = TableBounds {
        proved: UNPROVED,
        refuted: Length::LONGEST,
        best: 0,
    };
}

impl<G: Goal> Search<'_, G> {
    /// Lets a job of `bound` moves use `endings`.
    pub fn allow_endings(&mut self, endings: &Endings, bound: Depth) {
        if bound > SEARCHED_JOB {
            self.endings = Some(endings.within(self.budget.left()));
        }
    }

    /// Whether the node is won within `n`, if a table of an ending knows it. Its result is then in
    /// the transposition table.
    pub fn read_off(&mut self, node: Question<G::Rules>, n: Depth) -> Proof<Option<bool>> {
        if !G::RETROGRADE {
            return Ok(None);
        }
        let (Question::Attack(position) | Question::Defence(position)) = node;
        let Some((roster, _)) = Roster::read(position.men()) else {
            return Ok(None);
        };
        let bounds = if roster.attackers() == 0 {
            // No man is left that could give check.
            (self.endings.is_some() && n > SEARCHED).then_some(TableBounds::NEVER)
        } else if self.has_ending(&roster, n)?
            && let Some(ending) = &self.ending
        {
            match node {
                Question::Attack(position) => ending.bounds_of_attack(position.men()),
                Question::Defence(position) => ending.bounds_of_defence(position.men()),
            }
        } else {
            None
        };
        let Some(bounds) = bounds else {
            return Ok(None);
        };
        let key = match node {
            Question::Attack(position) => attacker_key(position.hash()),
            Question::Defence(position) => defender_key(position.hash()),
        };
        self.count()?;
        self.table.store_bounds(key, bounds, 1);
        Ok(Some(bounds.proved <= n))
    }

    /// Whether the ending of these men is available; it is made if that pays.
    fn has_ending(&mut self, roster: &Roster, n: Depth) -> Proof<bool> {
        let at_hand = self.ending.as_ref();
        if at_hand.is_some_and(|ending| ending.with(roster).is_some()) {
            return Ok(true);
        }
        let Some(endings) = self.endings.as_ref().filter(|_| n > SEARCHED) else {
            return Ok(false);
        };
        let made = endings.take(roster, &self.budget)?;
        let is_made = made.is_some();
        self.ending = made.or(self.ending.take());
        Ok(is_made)
    }
}
