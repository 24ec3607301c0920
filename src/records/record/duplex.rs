//! Duplex: the question of a record is asked for the other side as well, as if that side were to
//! move.
//!
//! `dup;` requests it. The other side's answer is in the same record, each operation with
//! [`PREFIX`] before its name: `Dist 2;` is about the side to move, `DuplexDist 3;` about the other
//! side. Once separated ([`other_side`]), it is a record like any other, so all readers of results
//! can read it.

use std::borrow::Cow;
use std::sync::Arc;

use super::stated::ASSUMED;
use super::{Findings, answered};
use crate::epd::{Epd, Operation, RULES, Role};
use crate::job::Job;

/// The operation that asks for the other side's solution.
pub const ASKED: &str = "dup";

/// The prefix of the other side's operations.
pub const PREFIX: &str = "Duplex";

/// A record from the view of one side, with its job.
#[derive(Debug, Clone)]
pub struct AskedSide<'a> {
    /// The record, with that side to move.
    pub epd: Cow<'a, Epd>,
    /// The task.
    pub job: Job,
}

/// A record from the view of one side, with what was found out about it. An answer has one for the
/// side to move and, in a duplex, one for the other side unless that side cannot begin.
#[derive(Debug, Clone)]
pub struct AnsweredSide<'a> {
    /// The record, with that side to move.
    pub epd: Cow<'a, Epd>,
    /// The answers found.
    pub findings: Arc<Findings>,
}

/// Whether `record` asks for the other side's solution as well.
pub fn is_asked(record: &Epd) -> bool {
    record.operation(ASKED).is_some()
}

/// Whether `record` has results about the other side.
pub fn is_answered(record: &Epd) -> bool {
    record.operations().iter().any(is_result)
}

/// Whether `operation` is a result about the other side.
pub fn is_result(operation: &Operation) -> bool {
    own(operation).is_some()
}

/// The operation of the other side's record that `operation` stands for; `None` for an operation
/// such as `DuplexNote`, which belongs to someone else.
fn own(operation: &Operation) -> Option<Operation> {
    let own = operation.without_prefix(PREFIX)?;
    (own.has(Role::Answer) || own.has(Role::Result)).then_some(own)
}

/// The operations that the other side's record `answer`, just written, adds to the combined record.
/// Moves are quoted: python-chess 1.11.2 reads the operands of unknown opcodes as one move of the side
/// to move.
pub fn results(answer: &Epd) -> impl Iterator<Item = Operation> {
    let written = |o: &&Operation| !o.was_read() && !o.is("Stip") && !o.is(ASSUMED);
    let operations = answer.operations().iter().filter(written);
    operations.map(|o| o.with_prefix(PREFIX).quoted())
}

/// The record of the other side: the same men, rules and stipulation, and the results about that
/// side; `None` if it cannot begin because the side to move is in check.
pub fn other_side(record: &Epd) -> Option<Epd> {
    let mut other = Epd::new(record.position().passed()?);
    for operation in record.operations() {
        let is_one = |opcodes: &[&str]| opcodes.iter().any(|opcode| operation.is(opcode));
        if is_one(&RULES) || operation.is("Stip") || operation.is("id") {
            other.add(operation.clone());
        } else if let Some(own) = own(operation) {
            other.add(own);
        }
    }
    Some(other)
}

/// The sides for which `job` is to be solved: the side to move and, in a duplex, the other side
/// unless it cannot begin.
pub fn sides(epd: &Epd, job: Job, is_duplex: bool) -> Vec<AskedSide<'_>> {
    let other = if is_duplex { other_side(epd) } else { None };
    let other = other.map(|other| AskedSide {
        job: job.on(&other),
        epd: Cow::Owned(other),
    });
    let epd = Cow::Borrowed(epd);
    [AskedSide { epd, job }].into_iter().chain(other).collect()
}

/// The record of `sides` with what was found out about each; without seconds if `no_time`.
///
/// The stipulation is always kept, because one side may have a shorter solution than the other.
pub fn answered_for_both(sides: &[AnsweredSide<'_>], no_time: bool) -> Epd {
    let (own, others) = sides.split_first().expect("one side is to move");
    let mut record = answered(&own.epd, &own.findings, no_time);
    record.retain(|o| !is_result(o));
    if record.operation("Stip").is_none() {
        record.add(Operation::string("Stip", &own.findings.asked()));
    }
    if !is_asked(&record) {
        record.add(Operation::words::<&str>(ASKED, []));
    }
    for other in others {
        let answer = answered(&other.epd, &other.findings, no_time);
        results(&answer).for_each(|operation| record.add(operation));
    }
    record
}
