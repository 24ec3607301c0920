//! The result of a job according to its record, in whichever form that is written: [`Stated::result`].
//! It also says whether the result comes from a search ([`JobResult::is_searched`]): a question is
//! not an answer, whatever it claims. An `Error` and play that is over before it begins have no
//! marks of a search.

use super::{Distance, RecordClaim, Stated, asked, is_searched, value};
use crate::cause::Cause;
use crate::epd::Epd;
use keymove_solve::{Kind, LimitKind, Stipulation};

/// The outcome of an item of input. Later variants are further from a solution.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecordOutcome {
    /// Not a job: a blank line or a comment, copied unchanged.
    #[default]
    Passed,
    /// A solution, being mated, or play that is over.
    Solved,
    /// No solution exists within the depth.
    Refuted,
    /// A limit came first.
    GaveUp,
    /// The record asks for something this program does not solve.
    Unsupported,
    /// The record is malformed or illegal.
    Malformed,
    /// The program failed.
    Internal,
    /// Not a line: a file that could not be read.
    Unreadable,
    /// Not a line: a message about a file.
    Remark,
}

impl RecordOutcome {
    /// Its name in statistics and in the answers of the window.
    pub fn name(self) -> &'static str {
        match self {
            RecordOutcome::Passed => "passed",
            RecordOutcome::Solved => "solved",
            RecordOutcome::Refuted => "refuted",
            RecordOutcome::GaveUp => "gave up",
            RecordOutcome::Unsupported => "unsupported",
            RecordOutcome::Malformed => "malformed",
            RecordOutcome::Internal => "internal error",
            RecordOutcome::Unreadable => "unreadable",
            RecordOutcome::Remark => "remark",
        }
    }
}

impl From<&Cause> for RecordOutcome {
    fn from(cause: &Cause) -> RecordOutcome {
        match cause {
            Cause::Malformed(_) => RecordOutcome::Malformed,
            Cause::Unsupported(_) => RecordOutcome::Unsupported,
            Cause::Internal(_) => RecordOutcome::Internal,
        }
    }
}

/// The result of a job according to its record.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct JobResult {
    /// The outcome.
    pub outcome: RecordOutcome,
    /// The goal that is reached or suffered, with its length; `None` if the play is already over.
    pub reached: Option<Stipulation>,
    /// The limit that was met, including by the other side of a duplex.
    pub limit: Option<LimitKind>,
    /// The nodes, of both sides in a duplex, if the record has them.
    pub nodes: Option<u64>,
    /// The seconds, if the record has them.
    pub seconds: Option<f64>,
    /// Whether the result comes from a search.
    pub is_searched: bool,
}

impl Stated<'_> {
    /// The result of the job; `None` if the record has none, although it may name best moves.
    pub fn result(&self) -> Option<JobResult> {
        let Stated { record, claim } = self;
        let number = |opcode| record.operation(opcode).and_then(value::<u64>);
        let nodes = number("acn");
        let is_over = |kind: Kind| kind.settle(record.position()).is_checkmate();
        let (outcome, reached, is_over) = match claim {
            RecordClaim::Error(cause) => {
                return Some(JobResult {
                    outcome: cause.into(),
                    is_searched: true,
                    ..JobResult::default()
                });
            }
            RecordClaim::Solved(distance) if distance.plies() > 0 => {
                let outcome = match is_longer(record, distance) {
                    true => RecordOutcome::GaveUp,
                    false => RecordOutcome::Solved,
                };
                (outcome, Some(distance.stipulation), false)
            }
            RecordClaim::Solved(_) => {
                let is_over = is_over(Kind::MATED) || is_over(Kind::MATE);
                (RecordOutcome::Solved, None, is_over)
            }
            RecordClaim::Stalemate => (RecordOutcome::Solved, None, true),
            // The limit may have been met while looking for replies that escape; then the whole
            // depth was searched.
            RecordClaim::Absent(absence) if absence.gave_up && !self.is_whole() => {
                (RecordOutcome::GaveUp, None, false)
            }
            RecordClaim::Absent(_) => (RecordOutcome::Refuted, None, false),
            RecordClaim::BestMoves | RecordClaim::Nothing => return None,
        };
        let limit = |opcode| LimitKind::named(&record.operation(opcode)?.text());
        Some(JobResult {
            outcome,
            reached,
            limit: limit("Limit").or_else(|| limit("DuplexLimit")),
            nodes: nodes.map(|own| own.saturating_add(number("Duplexacn").unwrap_or(0))),
            seconds: number("acs").map(|seconds| seconds as f64),
            is_searched: is_over || (is_searched(record) && !claim.is_claimed()),
        })
    }

    /// Whether a record that met a limit says that the whole depth was searched nevertheless.
    fn is_whole(&self) -> bool {
        match self.known() {
            Ok(known) => known.findings().decisive().is_refuted(),
            Err(_) => self.record.operation("acd").is_some(),
        }
    }
}

/// Whether a mate is longer than the record asks, so that its question is still open.
fn is_longer(record: &Epd, distance: &Distance) -> bool {
    let Stipulation { kind, length, .. } = distance.stipulation;
    let asked = record.operation("Limit").and_then(|_| asked(record));
    asked.is_some_and(|asked| {
        asked.kind == kind && distance.below() < asked.length && asked.length < length
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: &str = "7k/8/8/4K3/8/8/6Q1/8 w - -";

    fn of(operations: &str) -> Option<JobResult> {
        let line = format!("{PLACE} {operations}");
        Stated::read(&Epd::from_ascii(line.as_bytes()).expect("a record")).result()
    }

    fn is_searched(operations: &str) -> bool {
        of(operations).is_some_and(|result| result.is_searched)
    }

    #[test]
    fn a_mate_that_is_longer_than_asked_leaves_the_question_open() {
        let found = "Refuted 3; acd 7; acn 900; bm Kf6; ce 32754; dm 7; pm Kf6;";
        let asked = |rest: &str| of(&format!("{found} {rest}")).expect("a result");
        let open = asked("Limit \"nodes\"; Stip \"#5\";");
        assert_eq!(open.outcome, RecordOutcome::GaveUp);
        assert_eq!(open.reached, Some(Stipulation::new(Kind::MATE, 7)));
        for whole in ["Limit \"nodes\";", "Limit \"nodes\"; Stip \"#9\";"] {
            assert_eq!(asked(whole).outcome, RecordOutcome::Solved, "{whole}");
        }
        // The length that is asked is refuted.
        let refuted = found.replace("Refuted 3", "Refuted 5") + " Limit \"nodes\"; Stip \"#5\";";
        assert_eq!(
            of(&refuted).expect("a result").outcome,
            RecordOutcome::Solved
        );
    }

    #[test]
    fn a_question_is_no_answer_whatever_it_claims() {
        for question in [
            "",
            "dm 2;",
            "bm Kf6; ce 32764; dm 2; pv Kf6 Kh7 Qg7#;",
            "acd 9; acn 12345; acs 3; bm Kf6; ce 52; pv Kf6;",
            "acn 70; dm 2;",
            "acd 30; acn 70; bm Kf6; ce 32764; pv Kf6 Kh7 Qg7#;",
            "Refuted 4; Stip \"#4\";",
            "ce -32767;",
            "Stip \"h#3\";",
        ] {
            assert!(!is_searched(question), "{question}");
        }
        for answer in [
            "acd 2; acn 70; bm Kf6; ce 32764; dm 2; pm Kf6; pv Kf6 Kh7 Qg7#;",
            "Refuted 1; Stip \"#1\"; acd 1; acn 2;",
            "Limit \"nodes\"; Refuted 1; Stip \"#4\"; acn 1000;",
            "Error \"no such thing\";",
        ] {
            assert!(is_searched(answer), "{answer}");
        }
        let over = |line: &str| {
            Stated::read(&Epd::from_ascii(line.as_bytes()).expect("a record")).result()
        };
        let mated = over("7k/6Q1/6K1/8/8/8/8/8 b - - ce -32767;").expect("a result");
        assert!(mated.is_searched && mated.reached.is_none());
        let stalemate = over("7k/5Q2/6K1/8/8/8/8/8 b - - ce 0;").expect("a result");
        assert!(stalemate.is_searched);
    }
}
