//! The job of a verification: takes a line of a file and returns the result of its claims.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::demands::demands;
use super::witness::{CheckState, Witness};
use crate::cause::Cause;
use crate::epd::Epd;
use crate::proof::check::CertificateRecord;
use crate::proof::part::Evidence;
use crate::record::duplex;
use keymove_base::pool::PoolJob;
use keymove_base::pool::panics::Panic;
use keymove_base::pool::queue::Weigh;
use keymove_base::stop::Stop;
use keymove_rules::position::Position;
use keymove_solve::Kind;

/// The facts that certificates prove, by position.
pub(super) type Evidences = HashMap<Position, Vec<(Kind, Evidence)>>;

/// A line to be judged, or why it cannot be read.
#[derive(Debug)]
pub struct JudgedLine {
    /// The file's name for messages.
    pub file: Arc<str>,
    /// The line number, from 1; 0 is the whole file.
    pub line: u64,
    /// A record of EPD.
    pub text: Result<Vec<u8>, Cause>,
}

impl Weigh for JudgedLine {
    fn bytes(&self) -> usize {
        self.text.as_ref().map_or(0, Vec::len)
    }
}

/// The result of a line, or of a certificate.
#[derive(Debug)]
pub(super) struct ClaimReport {
    /// The file's name for messages.
    pub file: Arc<str>,
    /// The line number, from 1; 0 is the whole file.
    pub line: u64,
    /// The result.
    pub outcome: Adjudication,
}

/// The result of a line, or of a certificate.
#[derive(Debug)]
pub(super) enum Adjudication {
    /// A record: its `id`, and its claims by name.
    Record(Option<String>, Vec<(&'static str, CheckState)>),
    /// A record with an `Error`, which claims nothing.
    Error,
    /// A certificate with this number of nodes.
    Certificate(u64, CheckState),
    /// The file cannot be read.
    Unreadable(String),
    /// The judging failed inside this program.
    Internal(String),
    /// A signal came first.
    Stopped,
}

impl Weigh for ClaimReport {
    fn bytes(&self) -> usize {
        match &self.outcome {
            Adjudication::Record(_, claims) => size_of_val(claims.as_slice()),
            Adjudication::Unreadable(text) | Adjudication::Internal(text) => text.len(),
            Adjudication::Error | Adjudication::Certificate(..) | Adjudication::Stopped => 0,
        }
    }
}

impl ClaimReport {
    /// The report on a line that cannot be read, or with 0 on a file.
    pub(super) fn unreadable(file: &Arc<str>, line: u64, what: &dyn fmt::Display) -> ClaimReport {
        ClaimReport {
            file: Arc::clone(file),
            line,
            outcome: Adjudication::Unreadable(what.to_string()),
        }
    }

    /// The report on a certificate, at its faulty line or else at its first.
    pub(super) fn certificate(file: &Arc<str>, shown: &CertificateRecord) -> ClaimReport {
        let (line, state) = match &shown.fault {
            Some(fault) => (fault.line, CheckState::Failed(fault.wrong.to_string())),
            None => (shown.line, CheckState::Checked),
        };
        ClaimReport {
            file: Arc::clone(file),
            line,
            outcome: Adjudication::Certificate(shown.nodes, state),
        }
    }
}

/// Judges records.
pub(super) struct ClaimJudge {
    /// The maximum number of positions for one claim.
    pub effort: u64,
    /// The claims to be checked; `None` for all.
    pub claims: Option<Vec<String>>,
    /// The facts that certificates prove.
    pub known: Evidences,
    /// The flag that ends running jobs.
    pub stop: Stop,
}

impl ClaimJudge {
    /// Judges a record on its own and by `evidence`. `is_certified`: it is in a file of
    /// certificates.
    pub(super) fn record(
        &self,
        file: &Arc<str>,
        line: u64,
        epd: &Epd,
        evidence: &[(Kind, Evidence)],
        is_certified: bool,
    ) -> ClaimReport {
        let mut states = self.states(epd, evidence, is_certified);
        if duplex::is_asked(epd)
            && let Some(other) = duplex::other_side(epd)
        {
            let known = self.known.get(other.position());
            states.extend(self.states(&other, known.map_or(&[], Vec::as_slice), false));
        }
        let id = epd
            .operation("id")
            .map(|id| String::from_utf8_lossy(&id.text()).into_owned());
        // A claim may have become too hard only because of the stop.
        let cut_short = self.stop.is_raised()
            && states
                .iter()
                .any(|(_, state)| *state == CheckState::Unchecked);
        ClaimReport {
            file: Arc::clone(file),
            line,
            outcome: if cut_short {
                Adjudication::Stopped
            } else {
                Adjudication::Record(id, states)
            },
        }
    }

    /// The result of each claim of a record, from the view of the side to move.
    fn states(
        &self,
        epd: &Epd,
        evidence: &[(Kind, Evidence)],
        is_certified: bool,
    ) -> Vec<(&'static str, CheckState)> {
        let mut witness = Witness::new(epd, evidence, self.effort, &self.stop);
        demands(epd, self.claims.as_deref(), is_certified)
            .into_iter()
            .map(|claim| (claim.name, witness.state(&claim.demand)))
            .collect()
    }
}

impl PoolJob for ClaimJudge {
    type Input = JudgedLine;
    type Output = ClaimReport;
    type State = ();

    fn state(&self) {}

    fn run(&self, (): &mut (), exhibit: &JudgedLine) -> ClaimReport {
        let JudgedLine { file, line, text } = exhibit;
        let text = match text {
            Ok(text) => text,
            Err(error) => return ClaimReport::unreadable(file, *line, error),
        };
        match Epd::from_ascii(text) {
            Ok(epd) if epd.operation("Error").is_some() => ClaimReport {
                file: Arc::clone(file),
                line: *line,
                outcome: Adjudication::Error,
            },
            Ok(epd) => {
                let known = self.known.get(epd.position());
                self.record(file, *line, &epd, known.map_or(&[], Vec::as_slice), false)
            }
            Err(error) => ClaimReport::unreadable(file, *line, &error),
        }
    }

    fn failed(&self, exhibit: &JudgedLine, panic: &Panic) -> ClaimReport {
        ClaimReport {
            file: Arc::clone(&exhibit.file),
            line: exhibit.line,
            outcome: Adjudication::Internal(panic.message.clone()),
        }
    }
}
