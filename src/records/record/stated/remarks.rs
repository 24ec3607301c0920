//! Combines the operations of two records of one position, apart from their results, in one record:
//! [`Remarks::combine`].

use super::{ASSUMED, Claim, RecordClaim, asked, value};
use crate::epd::moves::written_moves;
use crate::epd::{Epd, Operation, Role};
use crate::record::duplex;
use crate::record::line::{LineFault, PlayedLine};
use keymove_solve::{Kind, Stipulation};

/// The line of a list of mates, of which the longest complete one is kept.
const LIST_LINE: &str = "PV:";

/// Whether `operation` says something of the solution, so that it is no remark.
pub fn is_statement(operation: &Operation) -> bool {
    operation.has(Role::Result)
        || duplex::is_result(operation)
        || operation.has(Role::MoveSet)
        || operation.has(Role::Analysis)
        || Claim::is_made_by(operation)
}

/// A record without regard to its results, and whether it has results: then its `bm` and `am` are
/// not opinions.
#[derive(Debug, Clone)]
pub struct Remarks {
    record: Epd,
    has_result: bool,
    /// Whether the result is only claimed, by a suite or another program.
    is_claimed: bool,
    /// Whether its `bm` and `am` come from an author, not from an analysis.
    is_authors: bool,
}

impl Remarks {
    /// The remarks of `record`; `claim` is what it claims.
    pub fn of(record: Epd, claim: &RecordClaim) -> Remarks {
        Remarks {
            has_result: claim.is_result(),
            is_claimed: claim.is_claimed(),
            is_authors: !has(&record, Role::Analysis),
            record,
        }
    }

    /// The record.
    pub fn record(&self) -> &Epd {
        &self.record
    }

    /// Whether its `bm` and `am` are not results.
    pub fn has_opinions(&self) -> bool {
        !self.has_result
    }

    /// The record, supplemented by the operations of `other` that it lacks, and the operations that
    /// were left out because it has another. `solution` is the length known from both.
    ///
    /// Operations of a result are not combined here: results are joined and written anew. Those
    /// that are not results are opinions. Of two analyses, the deeper one is kept as a whole; the
    /// `bm` and `am` of an author stay. Another comment (`c0` to `c9`, `v0` to `v9`) takes the next
    /// number that is free.
    pub fn combine(
        mut self,
        other: &Remarks,
        solution: Option<Stipulation>,
    ) -> (Remarks, Vec<Operation>) {
        let is_proved = |one: &Remarks| one.has_result && !one.is_claimed;
        let are_suites = !is_proved(&self) && !other.has_result && other.is_authors;
        let opinions = self.take_over_opinions(other);
        let asks_nothing = !self.has_result && asked(&self.record).is_none();
        if self.has_result
            && self
                .record
                .operations()
                .iter()
                .any(|o| o.has(Role::MoveSet))
        {
            let is_avoided = |o: &Operation| self.is_claimed && o.is("am");
            self.record
                .retain(|o| !o.has(Role::MoveSet) || is_avoided(o));
            // A `bm #3` may have been the only claim.
            self.has_result = RecordClaim::of(&self.record).is_result();
        }
        opinions.into_iter().for_each(|o| self.record.add(o));
        let mut left_out = self.choose_line(&other.record, solution);
        if other.is_claimed && other.record.all("bm").any(Claim::is_made_by) {
            // A record has one `bm`, and that of the claim stays.
            left_out.extend(
                self.record
                    .all("bm")
                    .filter(|o| !Claim::is_made_by(o))
                    .cloned(),
            );
        }
        for operation in other.record.operations() {
            let is_question = operation.is("Stip") || operation.is(ASSUMED);
            let is_new_question = is_question && asks_nothing;
            let is_same = |own: &Operation| own.text() == operation.text();
            if operation.is(LIST_LINE) || (is_statement(operation) && !is_new_question) {
                let is_move_set = operation.has(Role::MoveSet) && !Claim::is_made_by(operation);
                let is_kept = |own: &Operation| own.opcode() == operation.opcode() && is_same(own);
                if are_suites && is_move_set && !self.record.operations().iter().any(is_kept) {
                    left_out.push(operation.clone());
                }
                continue;
            }
            if names_of(operation).any(|name| self.record.all(&name).any(is_same)) {
                continue;
            }
            let may_repeat = operation.has(Role::Several);
            let is_free = |name: &String| may_repeat || self.record.operation(name).is_none();
            match names_of(operation).find(is_free) {
                Some(name) => self.record.add(operation.renamed(&name)),
                None if operation.has(Role::Counter) => {}
                None => left_out.push(operation.clone()),
            }
        }
        (self, left_out)
    }

    /// Keeps one `PV:` of both records: the longest that shows `solution`, or a part of it. A line
    /// that is longer than the solution belongs to another claim. The lines left out are returned.
    fn choose_line(&mut self, other: &Epd, solution: Option<Stipulation>) -> Vec<Operation> {
        let mut lines: Vec<Operation> = self.record.all(LIST_LINE).cloned().collect();
        let more = other
            .all(LIST_LINE)
            .filter(|line| !lines.contains(line))
            .cloned();
        lines.extend(more.collect::<Vec<_>>());
        let rank = |line: &Operation| {
            let moves = written_moves(line);
            let whole = u16::try_from(moves.len().div_ceil(2)).unwrap_or(u16::MAX);
            let shown = solution.unwrap_or(Stipulation::new(Kind::MATE, whole));
            let begin = shown.kind.settle(other.position());
            match PlayedLine::walk(&begin, shown, &moves).fault {
                None => Some((true, moves.len())),
                Some(LineFault::TooShort(..) | LineFault::NoGoal(_)) => Some((false, moves.len())),
                Some(LineFault::TooLong(..)) => None,
                Some(_) => Some((false, 0)),
            }
        };
        let ranked = lines.iter().enumerate().rev();
        let best = ranked.filter_map(|(at, line)| Some((rank(line)?, at)));
        let best = best.max_by_key(|(rank, _)| *rank).map(|(_, at)| at);
        self.record.remove(LIST_LINE);
        if let Some(best) = best {
            self.record.add(lines.remove(best));
        }
        lines
    }

    /// Removes the opinions of this record that `other` replaces, and returns the new ones. An analysis
    /// is not combined with the result of another record, because the two may look like an answer.
    fn take_over_opinions(&mut self, other: &Remarks) -> Vec<Operation> {
        let analysis = |one: &Remarks| match one.is_authors {
            true => vec![Role::Analysis],
            false => vec![Role::Analysis, Role::MoveSet],
        };
        let is_analysis = |one: &Remarks| !one.has_result && has(&one.record, Role::Analysis);
        let is_opinion = |o: &Operation| o.has(Role::MoveSet) && !Claim::is_made_by(o);
        let has_moves = |one: &Remarks| one.record.operations().iter().any(is_opinion);
        let mut replaced: Vec<Role> = Vec::new();
        // The operations that are taken over if this record lacks them.
        let mut wanted: &[&str] = &[];
        if other.has_result {
            if is_analysis(self) {
                replaced = analysis(self);
            }
            if other.is_claimed && other.is_authors {
                wanted = &["am"];
            }
        } else if is_analysis(self) && is_analysis(other) {
            if depth(&other.record) > depth(&self.record) {
                replaced = analysis(self);
            }
        } else if self.has_result {
            if other.is_authors {
                wanted = &["am", "bm"];
            }
        } else {
            // An author's moves do not come from an analysis.
            if has_moves(other) && (!has_moves(self) || other.is_authors && !self.is_authors) {
                replaced.push(Role::MoveSet);
                self.is_authors = other.is_authors;
            }
            let takes_more = !replaced.is_empty() || has(&other.record, Role::Found);
            if takes_more && !has(&self.record, Role::Found) {
                replaced.push(Role::Analysis);
            }
        }
        let is_replaced = |o: &Operation| replaced.iter().any(|&role| o.has(role));
        let is_lacking = |o: &Operation| {
            let mut wanted = wanted.iter();
            wanted.any(|opcode| o.is(opcode) && self.record.operation(opcode).is_none())
        };
        let is_taken = |o: &&Operation| {
            let is_new = !other.has_result && is_replaced(o) || is_lacking(o);
            is_new && !Claim::is_made_by(o)
        };
        let others = other.record.operations().iter().filter(is_taken);
        let others = others.cloned().collect();
        self.record
            .retain(|o| !is_replaced(o) || o.has(Role::MoveSet) && !is_opinion(o));
        others
    }
}

fn has(record: &Epd, role: Role) -> bool {
    record.operations().iter().any(|o| o.has(role))
}

/// The depth of an analysis: `acd`, then `acn`, then `acs`.
fn depth(record: &Epd) -> [Option<u64>; 3] {
    ["acd", "acn", "acs"].map(|opcode| record.operation(opcode).and_then(value))
}

/// The names that `operation` may have: of a comment, all with its letter.
fn names_of(operation: &Operation) -> impl Iterator<Item = String> {
    let name = String::from_utf8_lossy(operation.opcode()).into_owned();
    let letter = match name.as_bytes() {
        [letter @ (b'c' | b'v'), b'0'..=b'9'] => Some(char::from(*letter)),
        _ => None,
    };
    let numbered = (0..10).filter_map(move |n| letter.map(|letter| format!("{letter}{n}")));
    [name].into_iter().chain(numbered)
}
