//! Which statements of a record are proved, and which are claimed: every reader asks this module.
//!
//! | operations | they state |
//! |---|---|
//! | `bm #N`, `dm N`, a mate `ce`, a mating `pv` | an upper bound: a mate within N. Nobody has refuted N-1 |
//! | `Refuted N`, `Safe N` | a lower bound |
//! | an answer of this program ([`is_answer`]), and `Dist N`, without `Refuted` or `Safe` | the exact length |
//! | `bm`, `am` of an answer ([`means_every_move`]) | every key, every other first move |
//! | `Stip` with [`ASSUMED`] | a task that no author has set |
//! | `bm`, `am` of any other record | moves that are allowed, moves that are not |
//!
//! A record does not say who wrote it. An answer is known by operations that only this program
//! writes together; another program counts `acd` in half moves of its own.

use super::knowledge::{asked, value};
use crate::epd::{Epd, Operation};
use keymove_solve::Kind;

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

/// Whether `record` says that its `bm` is complete except for the moves it admits are missing.
/// `length` is the length of its job in moves, half a move counted as one. The record says so if it
/// is an answer, if `Open` gives the number of missing moves, or if the side to move is mated and
/// `am` lists the moves that lose sooner. The `bm` of another program is just the move it would play.
pub fn means_every_move(record: &Epd, length: u16) -> bool {
    let has = |opcode| record.operation(opcode).is_some();
    let is_mated = || asked(record).is_some_and(|asked| asked.kind == Kind::MATED);
    is_answer(record, length) || has("Open") || (has("am") && is_mated())
}

/// The mark of an answer whose `Stip` came from the command line, because its record named no task.
pub const ASSUMED: &str = "Assumed";

/// Whether the task of `record`, as far as it has one, came from the command line.
pub fn is_assumed(record: &Epd) -> bool {
    record.operation(ASSUMED).is_some() || asked(record).is_none()
}
