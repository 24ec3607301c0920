//! `solver verify`: proves the claims of result records again, without the search.
//!
//! A file of certificates (see [`crate::proof`]) is checked node by node, every other file is one
//! of EPD records. A record's claims are taken apart into facts about first moves (`demands`); what
//! speaks for them is, in this order, certificates, a look one move ahead (`witness`), and going
//! through every line up to an effort ([`keymove_rules::exhaust`]). Certificates are read first, so those beside a
//! file of records speak for its records, too. All of that is shakmaty and nothing of the search.
//!
//! Records are judged side by side, one a job of [`keymove_base::pool`] (`judging`), and what was found is
//! written in their order (`clerk`).
//!
//! A claim is *checked*, *failed* or, beyond reach, *unchecked*. Not looked at is whether the
//! defender holds out as long as possible in a `pv`, nor are counters and the form of the record.

mod clerk;
mod demands;
mod judging;
mod totals;
mod witness;

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::sync::Arc;

use crate::proof::check::Records;
use crate::proof::part::Evidence;
use crate::proof::read::HEADER;
use clerk::FindingWriter;
pub use demands::NAMES;
pub use judging::JudgedLine;
use judging::{ClaimJudge, ClaimReport, Evidences};
use keymove_base::pool::{self, End, Failure, Plan, Sink};
use keymove_base::stop::Stop;
use keymove_rules::position::Position;
use keymove_solve::Kind;
pub use totals::CheckTotals;

/// What is to be verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// Positions that exhaustion may go through for one claim; 0 is none.
    pub effort: u64,
    /// The claims that are looked at, of [`NAMES`]; none: all. That a `bm` holds *every* key, and
    /// that moves which are not in it lose sooner, is then asked only of records that say so:
    /// see [`NAMES`].
    pub claims: Option<Vec<String>>,
    /// Workers, at least 1.
    pub workers: usize,
    /// One JSON object for each claim that failed and one for the totals.
    pub json: bool,
    /// Whether there is a status line on standard error.
    pub progress: bool,
}

impl Default for Verification {
    /// One worker, within 100,000 positions a claim.
    fn default() -> Verification {
        Verification {
            effort: 100_000,
            claims: None,
            workers: 1,
            json: false,
            progress: false,
        }
    }
}

/// What is read, each file known to be of records or of certificates.
#[derive(Default)]
pub struct Inputs {
    certificates: Vec<(Arc<str>, Box<dyn BufRead + Send>)>,
    records: Vec<Box<dyn Iterator<Item = JudgedLine> + Send>>,
    /// Files that cannot be opened, and why.
    closed: Vec<(Arc<str>, io::Error)>,
}

impl Inputs {
    /// Adds the file called `name`, or why it cannot be opened. This waits for its first bytes. If
    /// it is none of certificates, `records` takes it apart.
    pub fn add<R>(
        &mut self,
        name: &str,
        opened: io::Result<Box<dyn Read + Send>>,
        records: impl FnOnce(&Arc<str>, Box<dyn Read + Send>) -> R,
    ) where
        R: Iterator<Item = JudgedLine> + Send + 'static,
    {
        let name: Arc<str> = name.into();
        match opened.and_then(told_apart) {
            Ok((input, true)) => self
                .certificates
                .push((name, Box::new(BufReader::new(input)))),
            Ok((input, false)) => self.records.push(Box::new(records(&name, input))),
            Err(error) => self.closed.push((name, error)),
        }
    }
}

/// Verifies `inputs`; what failed and what cannot be read goes to `out`, a line each, then the
/// totals. When `stop` is raised, the totals are those of what was judged until then.
///
/// # Errors
///
/// `out` cannot be written, or there is no thread to be had.
pub fn run(
    verification: &Verification,
    inputs: Inputs,
    out: &mut impl Write,
    stop: &Stop,
) -> Result<CheckTotals, Failure<io::Error>> {
    let mut clerk = FindingWriter::new(verification, out, stop);
    verify(verification, inputs, &mut clerk, stop)?;
    if stop.is_raised() {
        clerk.totals.stopped = true;
    }
    clerk.finish().map_err(Failure::Sink)
}

fn verify<W: Write>(
    verification: &Verification,
    inputs: Inputs,
    clerk: &mut FindingWriter<'_, W>,
    stop: &Stop,
) -> Result<(), Failure<io::Error>> {
    for (name, error) in &inputs.closed {
        let unreadable = ClaimReport::unreadable(name, 0, error);
        clerk.put(unreadable).map_err(Failure::Sink)?;
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
        read_certificates(&name, input, &judging, kept, clerk).map_err(Failure::Sink)?;
    }
    judging.known = known;
    let plan = Plan::searching(verification.workers);
    // Each a block of its own: judging takes far longer than handing over.
    let exhibits = inputs.records.into_iter().flatten().map(|one| vec![one]);
    match pool::run(&plan, exhibits, judging, clerk, stop)? {
        End::Complete | End::Stopped => {}
        End::Broken => clerk.totals.internal += 1,
    }
    Ok(())
}

/// A file, and whether it is one of certificates.
fn told_apart(mut input: Box<dyn Read + Send>) -> io::Result<(Box<dyn Read + Send>, bool)> {
    let mut head = Vec::new();
    Read::take(&mut input, HEADER.len() as u64).read_to_end(&mut head)?;
    let is_certificate = head == HEADER;
    Ok((Box::new(Cursor::new(head).chain(input)), is_certificate))
}

/// Checks a file of certificates, in this thread: its lines make sense in their order only. What
/// they show goes to `known`.
fn read_certificates<W: Write>(
    name: &Arc<str>,
    input: Box<dyn BufRead + Send>,
    judging: &ClaimJudge,
    mut known: Option<&mut HashMap<Position, Vec<(Kind, Evidence)>>>,
    clerk: &mut FindingWriter<'_, W>,
) -> io::Result<()> {
    let records = match Records::new(input) {
        Ok(records) => records,
        Err(error) => return clerk.put(ClaimReport::unreadable(name, error.line, &error.what)),
    };
    for record in records {
        if judging.stop.is_raised() {
            return Ok(());
        }
        let shown = match record {
            Ok(shown) => shown,
            Err(error) => return clerk.put(ClaimReport::unreadable(name, error.line, &error.what)),
        };
        clerk.put(ClaimReport::certificate(name, &shown))?;
        clerk.put(judging.record(name, shown.line, &shown.epd, &shown.evidence, true))?;
        if let Some(known) = &mut known {
            let entry = known.entry(shown.epd.position().clone());
            entry.or_default().extend(shown.evidence);
        }
        clerk.tick()?;
    }
    Ok(())
}
