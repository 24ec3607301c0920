//! Combines the operations of two records of one position, apart from their results, in one record:
//! [`Remarks::combine`].

use super::knowledge::{RecordClaim, asked};
use crate::epd::{Epd, Operation};
use crate::job::Claim;

/// Operations that a record has only once: the first one counts.
const SINGLE: [&[u8]; 6] = [b"MateRule", b"Reserve", b"Variant", b"fmvn", b"hmvc", b"id"];

/// Operations that, when they are not results, name moves without proof. They belong together.
const MOVE_SETS: [&[u8]; 2] = [b"am", b"bm"];

/// The operations of an analysis, which belong together: its cost, and what it found. When they are
/// not results, they are another program's.
const ANALYSIS: [&[u8]; 6] = [b"acd", b"acn", b"acs", b"ce", b"pm", b"pv"];

fn is_of_move_set(operation: &Operation) -> bool {
    MOVE_SETS.contains(&operation.opcode())
}

fn is_of_analysis(operation: &Operation) -> bool {
    ANALYSIS.contains(&operation.opcode())
}

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
    /// Operations of a result are not combined here: results are joined and written anew. Those
    /// that are not results are opinions: the `bm` and `am` of the first record that has any are
    /// kept, and of the analyses the deepest (`acd`), else the first.
    pub fn combine(mut self, other: &Remarks) -> (Remarks, bool) {
        let mut added = self.take_over_opinions(other);
        let record = &self.record;
        let asks_nothing = !self.has_result && asked(record).is_none();
        let is_new_question = |operation: &Operation| operation.is("Stip") && asks_nothing;
        let mut conflict = false;
        for operation in other.record.operations() {
            let opcode = operation.opcode();
            if super::write::is_result(operation)
                || super::duplex::is_result(operation)
                || is_of_move_set(operation)
                || is_of_analysis(operation)
                || (Claim::is_made_by(operation) && !is_new_question(operation))
            {
                continue;
            }
            let mut same = record.operations().iter().filter(|o| o.opcode() == opcode);
            let is_there = if SINGLE.contains(&opcode) {
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
        let loses_moves = self.has_result && record.operations().iter().any(is_of_move_set);
        if loses_moves {
            self.record.retain(|o| !is_of_move_set(o));
        }
        added.into_iter().for_each(|o| self.record.add(o));
        if loses_moves {
            // A `bm #3` may have been the only claim.
            self.has_result = RecordClaim::of(&self.record).is_result();
        }
        (self, conflict)
    }

    /// The opinions of `other` that replace those of this record, which are removed.
    fn take_over_opinions(&mut self, other: &Remarks) -> Vec<Operation> {
        let mut added = Vec::new();
        if other.has_result {
            return added;
        }
        let is_deeper = !self.has_result && analysed(&other.record) > analysed(&self.record);
        let has = |record: &Epd, opcodes: &[&[u8]]| {
            record
                .operations()
                .iter()
                .any(|o| opcodes.contains(&o.opcode()))
        };
        let mut take_over = |opinion: &[&[u8]], with: &[&[u8]], is_better: bool| {
            if has(&other.record, opinion) && (is_better || !has(&self.record, opinion)) {
                self.record.retain(|o| !with.contains(&o.opcode()));
                let others = other.record.operations().iter();
                let others = others.filter(|o| with.contains(&o.opcode()));
                added.extend(others.filter(|o| !Claim::is_made_by(o)).cloned());
            }
        };
        take_over(&MOVE_SETS, &MOVE_SETS, false);
        take_over(&ANALYSIS[3..], &ANALYSIS, is_deeper);
        added
    }
}

/// The depth of an analysis; 0 if there is none.
fn analysed(record: &Epd) -> u64 {
    let depth = record.operation("acd").map(|acd| acd.text().into_owned());
    let depth = depth.and_then(|text| String::from_utf8(text).ok()?.parse().ok());
    depth.unwrap_or(0)
}
