//! What stands in two records of one position beside their results, in one record:
//! [`Remarks::united`].

use super::knowledge::RecordClaim;
use crate::epd::{Epd, Operation};
use crate::job::Claim;

/// Operations of which a record has one: the first counts.
const SINGLE: [&[u8]; 6] = [b"MateRule", b"Reserve", b"Variant", b"fmvn", b"hmvc", b"id"];

/// What says something about the position without proof, where it is no result.
const OPINIONS: [&[u8]; 4] = [b"am", b"bm", b"ce", b"pv"];

/// A record beside its results, and whether it has some: then its `bm` and `am` are no opinions.
#[derive(Debug, Clone)]
pub struct Remarks {
    record: Epd,
    has_result: bool,
}

impl Remarks {
    /// The remarks of a record that says so much.
    pub fn of(record: Epd, said: &RecordClaim) -> Remarks {
        Remarks {
            has_result: said.is_result(),
            record,
        }
    }

    /// The record.
    pub fn record(&self) -> &Epd {
        &self.record
    }

    /// The record with the operations of `other` that it lacks, and whether both have an `id` and
    /// not the same.
    ///
    /// What belongs to a result is not united: it is joined, and written anew. `bm`, `am`, `ce` and
    /// `pv` that are no results are opinions; the first record that has one of an opcode is heard.
    pub fn united(mut self, other: &Remarks) -> (Remarks, bool) {
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
            // A `bm #3` may have been all that it said.
            self.has_result = RecordClaim::of(&self.record).is_result();
        }
        (self, conflict)
    }
}
