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
//! Whether a table is asked depends on the question alone ([`SEARCHED`]), never on the tables that
//! already exist, so the nodes of a job, and with them the bytes of its answer, do not depend on
//! earlier or concurrent jobs. A question answered by a table counts as one node. As long as the
//! table does not exist, a search may give its answer ([`stand_in`]). A job whose limit of nodes is
//! less than what it takes to make a table ([`BYTES_A_NODE`]) goes without both.

#[cfg(test)]
mod judges;
mod retrograde;
mod roster;
mod shelf;
mod stand_in;

use std::sync::Arc;

use super::board::Board;
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
use stand_in::StandIn;

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
}

/// The lengths of the positions of an ending, by its table or by a search.
trait Lengths<R> {
    /// The number of moves to mate with the attacker to move, or [`UNPROVED`] if it is more than
    /// `most`.
    fn attack(&mut self, position: &R, most: Depth) -> Proof<Depth>;

    /// Whether the attacker mates within `n` moves with the defender to move.
    fn is_lost(&mut self, position: &R, n: Depth) -> Proof<bool>;
}

impl<R: Rules> Lengths<R> for &Ending {
    fn attack(&mut self, position: &R, most: Depth) -> Proof<Depth> {
        let length = Ending::attack(self, position.men()).expect("the position is legal");
        Ok(if length > most { UNPROVED } else { length })
    }

    fn is_lost(&mut self, position: &R, n: Depth) -> Proof<bool> {
        let length = Ending::defence(self, position.men()).expect("the position is legal");
        Ok(length <= n)
    }
}

/// The answer whether a node is won within `n`, with the first one of the best moves.
fn bounds_within<R: Rules>(
    lengths: &mut impl Lengths<R>,
    node: Question<R>,
    n: Depth,
) -> Proof<TableBounds> {
    let mut moves = Vec::new();
    let (mut length, mut best) = (0, 0);
    match node {
        Question::Attack(position) => {
            length = lengths.attack(position, n)?;
            if length != UNPROVED {
                position.list::<White>(&mut moves);
            }
            for m in moves {
                if lengths.is_lost(&position.play::<White>(m), length - 1)? {
                    best = m.id();
                    break;
                }
            }
        }
        Question::Defence(position) => {
            if !lengths.is_lost(position, n - 1)? {
                length = UNPROVED;
            } else {
                position.list::<Black>(&mut moves);
                for m in moves {
                    let after = lengths.attack(&position.play::<Black>(m), n - 1)?;
                    if after > length {
                        (length, best) = (after, m.id());
                    }
                }
                // The move that led here counts.
                length += 1;
            }
        }
    }
    Ok(TableBounds {
        proved: length,
        refuted: if length == UNPROVED { n } else { length - 1 },
        best,
    })
}

impl TableBounds {
    /// There is no mate, however long.
    const NEVER: TableBounds = TableBounds {
        proved: UNPROVED,
        refuted: Length::LONGEST,
        best: 0,
    };
}

/// The source of a job's answers about an ending.
#[derive(Debug)]
pub enum EndingSource {
    Table(Arc<Ending>),
    StandIn(Box<StandIn>),
}

impl EndingSource {
    /// Whether it knows the ending of these men: its own, or one reached by captures.
    fn knows(&self, roster: &Roster) -> bool {
        match self {
            EndingSource::Table(ending) => ending.with(roster).is_some(),
            EndingSource::StandIn(stand_in) => stand_in.roster.leads_to(roster),
        }
    }
}

impl<G: Goal> Search<'_, G> {
    /// Lets a job of `bound` moves use `endings`.
    pub fn allow_endings(&mut self, endings: &Endings, bound: Depth) {
        if bound > SEARCHED_JOB {
            self.endings = Some(endings.within(self.budget.left(), bound));
        }
    }

    /// Whether the node is won within `n`, if it is a bare ending. The result is then in the
    /// transposition table.
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
        } else if self.has_ending(&roster, n)? {
            self.bounds_in_ending(node, n)?
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
        if at_hand.is_some_and(|ending| ending.knows(roster)) {
            return Ok(true);
        }
        let Some(endings) = self.endings.as_ref().filter(|_| n > SEARCHED) else {
            return Ok(false);
        };
        let source = if endings.is_searched(roster) {
            Some(EndingSource::StandIn(Box::new(StandIn::new(*roster))))
        } else {
            let made = endings.take(roster, &self.budget)?;
            made.map(EndingSource::Table)
        };
        let is_available = source.is_some();
        self.ending = source.or(self.ending.take());
        Ok(is_available)
    }

    /// The answer of the ending that is at hand.
    fn bounds_in_ending(
        &mut self,
        node: Question<G::Rules>,
        n: Depth,
    ) -> Proof<Option<TableBounds>> {
        let Some(endings) = &self.endings else {
            return Ok(None);
        };
        let most = endings.most_moves(n);
        if let Some(EndingSource::StandIn(stand_in)) = &mut self.ending {
            let bounds = stand_in.bounds::<G>(node, most, endings, &self.budget)?;
            if bounds.is_some() {
                return Ok(bounds);
            }
            let made = endings.take(&stand_in.roster, &self.budget)?;
            self.ending = made.map(EndingSource::Table);
        }
        match &self.ending {
            Some(EndingSource::Table(ending)) => {
                bounds_within(&mut &**ending, node, most).map(Some)
            }
            _ => Ok(None),
        }
    }
}
