//! Combines the operations of two records of one position, apart from their results, in one record:
//! [`Remarks::combine`].

use super::knowledge::RecordClaim;
use crate::epd::{Epd, Operation};
use crate::job::Claim;

/// Operations that a record has only once: the first one counts.
const SINGLE: [&[u8]; 6] = [b"MateRule", b"Reserve", b"Variant", b"fmvn", b"hmvc", b"id"];

/// Operations that, when they are not results, state something about the position without proof.
const OPINIONS: [&[u8]; 4] = [b"am", b"bm", b"ce", b"pv"];

/// A record without regard to its results, and whether it has results: then its `bm` and `am` are
/// not opinions.
#[derive(Debug, Clone)]
pub struct Remarks {
    record: Epd,
    has_result: bool,
}

impl Remarks {
    /// The remarks of `record`; `claim` is what it claims.
    pub fn of(record: Epd, claim: &RecordClaim) -> Remarks {
        Remarks {
            has_result: claim.is_result(),
            record,
        }
    }

    /// The record.
    pub fn record(&self) -> &Epd {
        &self.record
    }

    /// The record, supplemented by the operations of `other` that it lacks, and whether the two
    /// have different `id`s.
    ///
    /// Operations of a result are not combined here: results are joined and written anew. `bm`,
    /// `am`, `ce` and `pv` that are not results are opinions; of each opcode, the opinion of the
    /// first record that has one is kept.
    pub fn combine(mut self, other: &Remarks) -> (Remarks, bool) {
        let record = &self.record;
        let mut conflict = false;
        let mut added: Vec<Operation> = Vec::new();
        for operation in other.record.operations() {
            let opcode = operation.opcode();
            let is_opinion = OPINIONS.contains(&opcode);
            if super::write::is_result(operation)
                || super::duplex::is_result(operation)
                || operation.is("Stip")
                || Claim::is_made_by(operation)
                || (is_opinion && other.has_result)
            {
                continue;
            }
            let mut same = record.operations().iter().filter(|o| o.opcode() == opcode);
            let is_there = if SINGLE.contains(&opcode) || is_opinion {
                let there = same.next();
                conflict |=
                    operation.is("id") && there.is_some_and(|id| id.text() != operation.text());
                there.is_some()
            } else {
                same.any(|o: &Operation| o == operation)
            };
            if !is_there {
                added.push(operation.clone());
            }
        }
        let is_move_set = |o: &Operation| OPINIONS[..2].contains(&o.opcode());
        let loses_moves = self.has_result && record.operations().iter().any(is_move_set);
        if loses_moves {
            self.record.retain(|o| !is_move_set(o));
        }
        added.into_iter().for_each(|o| self.record.add(o));
        if loses_moves {
            // A `bm #3` may have been the only claim.
            self.has_result = RecordClaim::of(&self.record).is_result();
        }
        (self, conflict)
    }
}
