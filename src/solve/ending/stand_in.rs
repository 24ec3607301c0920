//! A search in the place of a table: one ending of six or seven moves is solved in a fraction of the
//! time that its table takes.
//!
//! It gives the same lengths and the same moves as the table, and its nodes are not counted, so no
//! answer shows which of the two was asked. Therefore the choice may depend on other jobs: the
//! table is made when the searches of a run have cost as much, or for the first job after a small
//! part of that, so that files of many endings lose little. A table that exists is used.
//!
//! 242 positions of four men, all keys in six or seven moves, 71 of them with a mate, each in a run
//! of its own: 0.02 s (median), at most 0.5 s, instead of 2.4 s, with the same answers and
//! the same number of nodes; all of them in one run 14.8 s, as before.

use super::roster::Roster;
use super::{Endings, Lengths, bounds_within};
use crate::budget::Budget;
use crate::decide::{Question, Share};
use crate::goal::Goal;
use crate::limit::LimitKind;
use crate::rules::Rules;
use crate::search::{Abort, Proof, Search};
use crate::side::Black;
use crate::table::{Depth, Table, TableBounds, UNPROVED};

/// Jobs of more moves ask the table.
pub const LONGEST: Depth = 7;

/// The nodes of a search with so few men that take as long as one that tables are measured by.
pub const CHEAP: u64 = 4;

/// No search begins in the place of a table when the others have taken this part of the nodes that
/// it is worth.
pub const FEW: u64 = 16;

/// A search for one job, with its own table of what it has proved.
#[derive(Debug)]
pub struct StandIn {
    pub roster: Roster,
    table: Table,
}

impl StandIn {
    /// Nothing is known yet.
    pub fn new(roster: Roster) -> StandIn {
        let mut table = Table::new(1);
        table.begin_job();
        StandIn { roster, table }
    }

    /// The answer whether a node is won within `n`; `None` if there are too few nodes left.
    pub fn bounds<G: Goal>(
        &mut self,
        node: Question<G::Rules>,
        n: Depth,
        endings: &Endings,
        budget: &Budget,
    ) -> Proof<Option<TableBounds>> {
        let nodes = endings.left_to_search(&self.roster);
        let mut search = Search::<G>::within(&mut self.table, budget.aside(nodes));
        let bounds = bounds_within(&mut search, node, n);
        endings.note_searched(search.nodes());
        match bounds {
            Err(Abort::Limit(LimitKind::Nodes)) => Ok(None),
            bounds => bounds.map(Some),
        }
    }
}

impl<G: Goal> Lengths<G::Rules> for Search<'_, G> {
    fn attack(&mut self, position: &G::Rules, most: Depth) -> Proof<Depth> {
        for n in 1..=most {
            if self.decide(Question::Attack(position), n, Share::Refute)? {
                return Ok(n);
            }
        }
        Ok(UNPROVED)
    }

    fn is_lost(&mut self, position: &G::Rules, n: Depth) -> Proof<bool> {
        if G::is_reached_by(position) {
            return Ok(true);
        }
        if n == 0 || !position.any::<Black>() {
            return Ok(false);
        }
        // The move that led here counts.
        self.decide(Question::Defence(position), n + 1, Share::Refute)
    }
}
