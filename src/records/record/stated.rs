//! All that a record states, and which of it is proved and which only claimed: [`Stated`]. Every reader
//! asks this module.
//!
//! | operations | they state |
//! |---|---|
//! | `bm #N`, `dm N`, a mate `ce`, a mating `pv` | an upper bound: a mate within N. Nobody has refuted N-1 |
//! | `Refuted N`, `Safe N` | a lower bound |
//! | an answer of this program ([`is_answer`]), and `Dist N`, without `Refuted` or `Safe` | the exact length |
//! | `bm`, `am` of an answer ([`Stated::means_every_move`]) | every key, every other first move |
//! | `Stip` with [`ASSUMED`] | a task that no author has set |
//! | `bm`, `am` of any other record | moves that are allowed, moves that are not |
//!
//! [`Claim`] reads one operation, and [`RecordClaim`] the whole record. [`Stated::known`] gives the
//! bounds, [`Stated::result`] the result of a search. [`Remarks`] has the other operations, and
//! [`Claims`] the moves of an author's solution.
//!
//! A record does not say who wrote it. An answer is known by operations that only this program
//! writes together; another program counts `acd` in half moves of its own.

mod claim;
mod claims;
mod known;
mod operation;
mod remarks;
mod result;

use std::collections::BTreeSet;

use crate::epd::{Epd, Operation};
use claim::value;
pub use claim::{
    Absence, Distance, RecordClaim, Viewpoints, asked, claimed_count, contradicts_itself, is_mate,
    unclear,
};
pub use claims::{ClaimedLine, ClaimedTry, Claims, LineSource, NamedMoves};
use keymove_solve::Kind;
pub use known::{AskedGoal, KnownResult, KnownSides, Unclear};
pub use operation::Claim;
pub(crate) use operation::begun;
pub use remarks::{Remarks, is_statement};
pub use result::{JobResult, RecordOutcome};

/// All that a record states.
#[derive(Debug, Clone)]
pub struct Stated<'a> {
    /// The record.
    pub record: &'a Epd,
    /// Its claim about the position.
    pub claim: RecordClaim,
}

impl<'a> Stated<'a> {
    /// Reads a record.
    pub fn read(record: &'a Epd) -> Stated<'a> {
        Stated {
            record,
            claim: RecordClaim::of(record),
        }
    }

    /// The same as an author means it: a length is the shortest, unless the record says less.
    pub fn as_meant(&self) -> Stated<'a> {
        Stated {
            record: self.record,
            claim: self.claim.clone().as_meant(),
        }
    }

    /// The number of solutions that the author means; in an answer the number was found.
    pub fn meant_solutions(&self) -> Option<u64> {
        let is_answer = self.claim.is_result() && !self.claim.is_claimed();
        claimed_count(self.record).filter(|_| !is_answer)
    }

    /// Whether the record says that its `bm` is complete except for the moves it admits are missing.
    /// `length` is the length of its job in moves, half a move counted as one. The record says so if
    /// it is an answer, if `Open` gives the number of missing moves, or if the side to move is mated
    /// and `am` lists the moves that lose sooner. The `bm` of another program is just the move it
    /// would play.
    pub fn means_every_move(&self, length: u16) -> bool {
        let has = |opcode| self.record.operation(opcode).is_some();
        let is_mated = || asked(self.record).is_some_and(|asked| asked.kind == Kind::MATED);
        is_answer(self.record, length) || has("Open") || (has("am") && is_mated())
    }

    /// Whether `bm` is not every move of its kind, but the moves that a suite allows or the move that
    /// a program would play.
    pub fn is_choice(&self) -> bool {
        match &self.claim {
            RecordClaim::Solved(found) => {
                let length = found.stipulation.length.rounded_up();
                self.claim.is_claimed() && !self.means_every_move(length)
            }
            RecordClaim::Absent(_) => false,
            _ => true,
        }
    }

    /// The moves of `bm` or `am`, if the record has any.
    pub fn move_set(&self, opcode: &str) -> Option<MoveSet> {
        let (moves, open) = (self.moves(opcode), self.open());
        (!moves.is_empty()).then_some(MoveSet { moves, open })
    }

    /// The moves of the operations named `opcode`, in SAN; a word that is not a legal move is kept
    /// unchanged.
    pub fn moves(&self, opcode: &str) -> BTreeSet<String> {
        let position = &self.claim.kind().settle(self.record.position());
        let named = NamedMoves::of(self.record, opcode, position);
        named.written(position).collect()
    }

    /// The number of moves that may be missing in `bm`.
    pub fn open(&self) -> usize {
        let said = self.record.operation("Open");
        match &self.claim {
            RecordClaim::Solved(length) if !length.is_shortest() => usize::MAX,
            // If every solution is counted, every first move is decided, whatever limit was met.
            RecordClaim::Solved(length) if length.count.is_some() => 0,
            _ if self.record.operation("Limit").is_some() && said.is_none() => usize::MAX,
            _ => said.and_then(value).unwrap_or(0),
        }
    }
}

/// A set of moves in SAN, and the number of moves it may lack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveSet {
    /// The moves; a word that is not a legal move is kept unchanged.
    pub moves: BTreeSet<String>,
    /// The number of moves that may be missing.
    pub open: usize,
}

/// Whether `record` is an answer of this program that has a solution of `length` moves, half a move
/// counted as one: it has `acn`, `acd` is that length, and `dm`, `Dist` or, if the side to move is
/// mated, `ce` says so too.
pub fn is_answer(record: &Epd, length: u16) -> bool {
    let ce = record.operation("ce").map(Operation::text);
    let is_lost = ce.is_some_and(|ce| ce.starts_with(b"-"));
    let has = |opcode| record.operation(opcode).is_some();
    let depth = record.operation("acd").and_then(value);
    has("acn") && depth == Some(length) && (has("dm") || has("Dist") || is_lost)
}

/// Whether `record` has the marks of a search: the nodes, and its depth or the limit that it met.
pub fn is_searched(record: &Epd) -> bool {
    let has = |opcode| record.operation(opcode).is_some();
    has("acn") && (has("acd") || has("Limit"))
}

/// The mark of an answer whose `Stip` came from the command line, because its record named no task.
pub const ASSUMED: &str = "Assumed";

/// Whether the task of `record`, as far as it has one, came from the command line.
pub fn is_assumed(record: &Epd) -> bool {
    record.operation(ASSUMED).is_some() || asked(record).is_none()
}
