//! `solver verify`: proves the claims of result records again, without the search.
//!
//! A file of certificates (see [`crate::proof`]) is checked node by node; any other file is read as
//! EPD records. The claims of a record are broken down into facts about first moves (`demands`).
//! The evidence for a fact is, in this order: certificates, a look one move ahead (`witness`), and
//! an exhaustive search up to an effort ([`keymove_rules::exhaust`]). Certificates are read first,
//! so that those given along with a file of records serve as evidence for its records, too. All of
//! this uses shakmaty and nothing of the search.
//!
//! Records are judged in parallel, each as one job of [`keymove_base::pool`] (`judging`), and the
//! results are written in the order of the records (`findings`).
//!
//! A claim is *checked*, *failed* or, if it is too hard to decide, *unchecked*. It is not checked
//! whether the defender holds out as long as possible in a `pv`, nor are the counters and the form
//! of the record.

mod demands;
mod finding_writer;
mod judging;
mod totals;
mod witness;

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::sync::Arc;

use crate::judgement::JudgementForm;
use crate::proof::check::Records;
use crate::proof::part::Evidence;
use crate::proof::read::HEADER;
pub use demands::NAMES;
use finding_writer::FindingWriter;
pub use judging::JudgedLine;
use judging::{ClaimJudge, ClaimReport, Evidences};
use keymove_base::pool::{self, End, Failure, Plan, Sink};
use keymove_base::stop::Stop;
use keymove_rules::position::Position;
use keymove_solve::Kind;
pub use totals::CheckTotals;

/// The options of a verification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// The maximum number of positions in the exhaustive search for one claim; 0 disables it.
    pub effort: u64,
    /// The claims to be checked, out of [`NAMES`]; `None` for all. With `None`, a `bm` is only
    /// required to hold *every* key, and the other moves are only required to lose sooner, if the
    /// record claims so: see [`NAMES`].
    pub claims: Option<Vec<String>>,
    /// The number of workers, at least 1.
    pub workers: usize,
    /// The form of the output: a line, an object or a notice for each failed claim and for the totals.
    pub form: JudgementForm,
    /// Whether there is a status line on standard error.
    pub progress: bool,
}

impl Default for Verification {
    /// One worker, at most 100,000 positions per claim.
    fn default() -> Verification {
        Verification {
            effort: 100_000,
            claims: None,
            workers: 1,
            form: JudgementForm::Text,
            progress: false,
        }
    }
}

/// The input files, sorted into records and certificates.
#[derive(Default)]
pub struct Inputs {
    certificates: Vec<(Arc<str>, Box<dyn BufRead + Send>)>,
    records: Vec<Box<dyn Iterator<Item = JudgedLine> + Send>>,
    /// Files that cannot be opened, each with the error.
    closed: Vec<(Arc<str>, io::Error)>,
}

impl Inputs {
    /// Adds the file called `name`, or the error if it cannot be opened. This waits for the first
    /// bytes of the file. If it is not a certificate file, `records` splits it into lines.
    pub fn add<R>(
        &mut self,
        name: &str,
        opened: io::Result<Box<dyn Read + Send>>,
        records: impl FnOnce(&Arc<str>, Box<dyn Read + Send>) -> R,
    ) where
        R: Iterator<Item = JudgedLine> + Send + 'static,
    {
        let name: Arc<str> = name.into();
        match opened.and_then(detect_certificates) {
            Ok((input, true)) => self
                .certificates
                .push((name, Box::new(BufReader::new(input)))),
            Ok((input, false)) => self.records.push(Box::new(records(&name, input))),
            Err(error) => self.closed.push((name, error)),
        }
    }
}

/// Verifies `inputs`. Failed claims and unreadable lines are written to `out`, one per line,
/// followed by the totals. If `stop` is raised, the totals cover what was judged up to then.
///
/// # Errors
///
/// `out` cannot be written, or no thread can be started.
pub fn run(
    verification: &Verification,
    inputs: Inputs,
    out: &mut impl Write,
    stop: &Stop,
) -> Result<CheckTotals, Failure<io::Error>> {
    let mut findings = FindingWriter::new(verification, out, stop);
    verify(verification, inputs, &mut findings, stop)?;
    if stop.is_raised() {
        findings.totals.stopped = true;
    }
    findings.finish().map_err(Failure::Sink)
}

fn verify<W: Write>(
    verification: &Verification,
    inputs: Inputs,
    findings: &mut FindingWriter<'_, W>,
    stop: &Stop,
) -> Result<(), Failure<io::Error>> {
    for (name, error) in &inputs.closed {
        let unreadable = ClaimReport::unreadable(name, 0, error);
        findings.put(unreadable).map_err(Failure::Sink)?;
    }
    let mut judging = ClaimJudge {
        effort: verification.effort,
        claims: verification.claims.clone(),
        known: HashMap::new(),
        stop: stop.clone(),
    };
    let mut known = Evidences::new();
    for (name, input) in inputs.certificates {
        let kept = (!inputs.records.is_empty()).then_some(&mut known);
        read_certificates(&name, input, &judging, kept, findings).map_err(Failure::Sink)?;
    }
    judging.known = known;
    let plan = Plan::searching(verification.workers);
    // Each record is a block of its own: judging takes far longer than passing it to a worker.
    let claim_lines = inputs.records.into_iter().flatten().map(|line| vec![line]);
    match pool::run(&plan, claim_lines, judging, findings, stop)? {
        End::Complete | End::Stopped => {}
        End::Broken => findings.totals.internal += 1,
    }
    Ok(())
}

/// A file, and whether it is a certificate file.
fn detect_certificates(
    mut input: Box<dyn Read + Send>,
) -> io::Result<(Box<dyn Read + Send>, bool)> {
    let mut head = Vec::new();
    Read::take(&mut input, HEADER.len() as u64).read_to_end(&mut head)?;
    let is_certificate = head == HEADER;
    Ok((Box::new(Cursor::new(head).chain(input)), is_certificate))
}

/// Checks a file of certificates in this thread, because its lines depend on those before them.
/// The facts that they prove are added to `known`.
fn read_certificates<W: Write>(
    name: &Arc<str>,
    input: Box<dyn BufRead + Send>,
    judging: &ClaimJudge,
    mut known: Option<&mut HashMap<Position, Vec<(Kind, Evidence)>>>,
    findings: &mut FindingWriter<'_, W>,
) -> io::Result<()> {
    let records = match Records::new(input) {
        Ok(records) => records,
        Err(error) => return findings.put(ClaimReport::unreadable(name, error.line, &error.what)),
    };
    for record in records {
        if judging.stop.is_raised() {
            return Ok(());
        }
        let shown = match record {
            Ok(shown) => shown,
            Err(error) => {
                return findings.put(ClaimReport::unreadable(name, error.line, &error.what));
            }
        };
        findings.put(ClaimReport::certificate(name, &shown))?;
        findings.put(judging.record(name, shown.line, &shown.epd, &shown.evidence, true))?;
        if let Some(known) = &mut known {
            let entry = known.entry(shown.epd.position().clone());
            entry.or_default().extend(shown.evidence);
        }
        findings.tick()?;
    }
    Ok(())
}
