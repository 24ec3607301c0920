//! What stands in two records of one position beside their results, in one record: [`united`].

use super::knowledge::Knowledge;
use crate::epd::{Epd, Operation};
use crate::job::Claim;

/// Operations of which a record has one: the first counts.
const SINGLE: [&[u8]; 6] = [b"MateRule", b"Reserve", b"Variant", b"fmvn", b"hmvc", b"id"];

/// What says something about the position without proof, where it is no result.
const OPINIONS: [&[u8]; 4] = [b"am", b"bm", b"ce", b"pv"];

/// `first` with the operations of `other` that it lacks, and whether both have an `id` and not the
/// same.
///
/// What belongs to a result is not united: it is joined, and written anew. `bm`, `am`, `ce` and `pv`
/// that are no results are opinions; the first record that has one of an opcode is heard.
pub fn united(first: &Epd, other: &Epd) -> (Epd, bool) {
    let is_result = holds_result(other);
    let mut record = first.clone();
    if holds_result(first) {
        record.retain(|o| !OPINIONS[..2].contains(&o.opcode()));
    }
    let mut conflict = false;
    for operation in other.operations() {
        let opcode = operation.opcode();
        let is_opinion = OPINIONS.contains(&opcode);
        if super::write::is_result(operation)
            || operation.is("Stip")
            || Claim::is_made_by(operation)
            || (is_opinion && is_result)
        {
            continue;
        }
        let mut same = first.operations().iter().filter(|o| o.opcode() == opcode);
        let is_there = if SINGLE.contains(&opcode) || is_opinion {
            let there = same.next();
            conflict |= operation.is("id") && there.is_some_and(|id| id.text() != operation.text());
            there.is_some()
        } else {
            same.any(|o: &Operation| o == operation)
        };
        if !is_there {
            record.add(operation.clone());
        }
    }
    (record, conflict)
}

/// Whether the moves in `bm` and `am` are results.
fn holds_result(record: &Epd) -> bool {
    match Knowledge::of(record) {
        Knowledge::Solved(_) | Knowledge::Stalemate => true,
        Knowledge::Absent(absence) => !absence.gave_up,
        Knowledge::Error(_) | Knowledge::BestMoves | Knowledge::Nothing => false,
    }
}
