//! Which statements of a record are proved, and which are claimed: every reader asks this module.
//!
//! | operations | they state |
//! |---|---|
//! | `bm #N`, `dm N`, a mate `ce`, a mating `pv` | an upper bound: a mate within N. Nobody has refuted N-1 |
//! | `Refuted N`, `Safe N` | a lower bound |
//! | an answer of this program ([`is_answer`]), and `Dist N`, without `Refuted` or `Safe` | the exact length |
//! | `bm`, `am` of an answer ([`means_every_move`]) | every key, every other first move |
//! | `bm`, `am` of any other record | moves that are allowed, moves that are not |
//!
//! A record does not say who wrote it. An answer is known by operations that only this program
//! writes together; another program counts `acd` in half moves of its own.

use super::knowledge::is_mate;
use crate::epd::Epd;
use crate::job::Claim;
use keymove_solve::{Kind, Length, Stipulation};

/// Whether `record` is an answer of this program that has a solution of `length` moves, half a move
/// counted as one: it has `acn`, `acd` is that length, and `dm`, `Dist` or, if the side to move is
/// mated, `ce` says so too.
pub fn is_answer(record: &Epd, length: u16) -> bool {
    let is_lost = || {
        let claim = record.operation("ce").and_then(Claim::read);
        claim.is_some_and(|ce| ce.is_ok_and(|ce| ce.stipulation.kind == Kind::MATED))
    };
    let has = |opcode| record.operation(opcode).is_some();
    is_searched_to(record, length) && (has("dm") || has("Dist") || is_lost())
}

/// Whether `record` has the marks of a search: the nodes, and its depth or the limit that it met.
pub fn is_searched(record: &Epd) -> bool {
    let has = |opcode| record.operation(opcode).is_some();
    has("acn") && (has("acd") || has("Limit"))
}

fn is_searched_to(record: &Epd, length: u16) -> bool {
    let depth = record.operation("acd").map(|acd| acd.text());
    let is_depth = depth.is_some_and(|depth| *depth == *length.to_string().as_bytes());
    is_depth && record.operation("acn").is_some()
}

/// Whether `record` says that its `bm` is complete except for the moves it admits are missing.
/// `length` is the length of its job in moves, half a move counted as one. The record says so if it
/// is an answer, if `Open` gives the number of missing moves, or if `am` lists the moves that lose
/// sooner. The `bm` of another program is just the move it would play.
pub fn means_every_move(record: &Epd, length: u16) -> bool {
    let has = |opcode| record.operation(opcode).is_some();
    is_answer(record, length) || has("Open") || has("am")
}

/// Whether `record` is an answer of this program that refutes `asked`, its `Stip`, to the end.
/// Whether an author asked for that length or a depth of the command line did is not recorded: the
/// question has its answer, so a greater depth of the command line may ask on.
pub fn is_refuted(record: &Epd, asked: Stipulation) -> bool {
    let opcode = match asked.kind {
        Kind::MATED if is_mate(asked) => "Safe",
        _ => "Refuted",
    };
    let proved = record
        .operation(opcode)
        .and_then(|o| Length::read(&o.text()));
    proved == Some(asked.length) && is_searched_to(record, asked.length.rounded_up())
}
