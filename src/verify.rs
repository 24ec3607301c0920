//! `solver verify`: proves the claims of result records again, without the search.
//!
//! A file of certificates (see [`crate::proof`]) is checked node by node, every other file is one
//! of EPD records. A record's claims are taken apart into facts about first moves (`claims`); what
//! speaks for them is, in this order, certificates, a look one move ahead (`witness`), and going
//! through every line up to an effort (`exhaust`). Certificates are read first, so those beside a
//! file of records speak for its records, too. All of that is shakmaty and nothing of the search.
//!
//! A claim is *checked*, *failed* or, beyond reach, *unchecked*. Not looked at is whether the
//! defender holds out as long as possible in a `pv`, nor are counters and the form of the record.

mod claims;
mod exhaust;
mod witness;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use crate::desk::counted;
use crate::epd::{Epd, passes_through};
use crate::exit::Exit;
use crate::position::Position;
use crate::proof::check::Records;
use crate::proof::part::Evidence;
use crate::proof::read::HEADER;
use crate::solve::Kind;
use claims::claims;
use witness::{State, Witness};

/// What is to be verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// Records or certificates; `-` is standard input.
    pub files: Vec<PathBuf>,
    /// Positions that exhaustion may go through for one claim; 0 is none.
    pub effort: u64,
}

/// What came of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Totals {
    /// By name of the claim: checked, unchecked, failed.
    pub claims: BTreeMap<&'static str, [u64; 3]>,
    /// Records read, with claims or without.
    pub records: u64,
    /// Records with an `Error`, which claim nothing.
    pub errors: u64,
    /// Certificates read, and the nodes they had.
    pub certificates: u64,
    /// Their nodes.
    pub nodes: u64,
    /// Lines or files that could not be read.
    pub unreadable: u64,
}

impl Totals {
    /// Claims that are checked, unchecked and failed.
    pub fn sums(&self) -> [u64; 3] {
        let mut sums = [0; 3];
        for counts in self.claims.values() {
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        sums
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        if self.unreadable > 0 {
            Exit::Malformed
        } else if self.sums()[2] > 0 {
            Exit::Regression
        } else {
            Exit::Success
        }
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}, {}, {} of {}, {} unreadable",
            counted(self.records, "record", "records"),
            counted(self.errors, "error", "errors"),
            counted(self.certificates, "certificate", "certificates"),
            counted(self.nodes, "node", "nodes"),
            self.unreadable
        )?;
        writeln!(
            f,
            "{:12} {:>9} {:>9} {:>9}",
            "", "checked", "unchecked", "failed"
        )?;
        let all = ("all", &self.sums());
        for (name, [checked, unchecked, failed]) in self
            .claims
            .iter()
            .map(|(&name, counts)| (name, counts))
            .chain([all])
        {
            writeln!(f, "{name:12} {checked:9} {unchecked:9} {failed:9}")?;
        }
        Ok(())
    }
}

/// Verifies the files that `open` opens, as long as it `goes_on`, which is asked before each record
/// and certificate. What failed and what cannot be read goes to `out`, a line each, then the totals.
///
/// # Errors
///
/// `out` cannot be written.
pub fn run(
    verification: &Verification,
    open: &impl Fn(&Path) -> io::Result<Box<dyn Read>>,
    goes_on: &mut dyn FnMut(&Totals) -> bool,
    out: &mut impl Write,
) -> io::Result<Totals> {
    let mut verifier = Verifier {
        effort: verification.effort,
        goes_on,
        out,
        totals: Totals::default(),
        evidence: HashMap::new(),
        keeps_evidence: false,
    };
    let (mut certificates, mut records) = (Vec::new(), Vec::new());
    for path in &verification.files {
        let name = path.to_string_lossy().into_owned();
        match open(path).and_then(told_apart) {
            Ok((input, true)) => certificates.push((name, input)),
            Ok((input, false)) => records.push((name, input)),
            Err(error) => verifier.unreadable(&name, 0, &error)?,
        }
    }
    verifier.keeps_evidence = !records.is_empty();
    for (name, input) in certificates {
        verifier.certificates(&name, input)?;
    }
    for (name, input) in records {
        verifier.records(&name, input)?;
    }
    write!(verifier.out, "{}", verifier.totals)?;
    Ok(verifier.totals)
}

/// The whole of a file again, and whether it is one of certificates.
fn told_apart(mut input: Box<dyn Read>) -> io::Result<(Box<dyn BufRead>, bool)> {
    let mut head = Vec::new();
    Read::take(&mut input, HEADER.len() as u64).read_to_end(&mut head)?;
    let is_certificate = head == HEADER;
    let whole = Cursor::new(head).chain(input);
    Ok((Box::new(BufReader::new(whole)), is_certificate))
}

struct Verifier<'a, W> {
    effort: u64,
    goes_on: &'a mut dyn FnMut(&Totals) -> bool,
    out: &'a mut W,
    totals: Totals,
    /// What certificates show of a position.
    evidence: HashMap<Position, Vec<(Kind, Evidence)>>,
    keeps_evidence: bool,
}

impl<W: Write> Verifier<'_, W> {
    fn certificates(&mut self, name: &str, input: Box<dyn BufRead>) -> io::Result<()> {
        let records = match Records::new(input) {
            Ok(records) => records,
            Err(error) => return self.unreadable(name, error.line, &error.what),
        };
        for record in records {
            if !(self.goes_on)(&self.totals) {
                break;
            }
            let shown = match record {
                Ok(shown) => shown,
                Err(error) => return self.unreadable(name, error.line, &error.what),
            };
            self.totals.certificates += 1;
            self.totals.nodes += shown.nodes;
            let (line, state) = match &shown.fault {
                Some(fault) => (fault.line, State::Failed(fault.wrong.to_string())),
                None => (shown.line, State::Checked),
            };
            self.count(name, line, "certificate", &state)?;
            self.record(name, shown.line, &shown.epd, &shown.evidence)?;
            if self.keeps_evidence {
                let known = self.evidence.entry(shown.epd.position().clone());
                known.or_default().extend(shown.evidence);
            }
        }
        Ok(())
    }

    fn records(&mut self, name: &str, mut input: Box<dyn BufRead>) -> io::Result<()> {
        let mut text = Vec::new();
        let mut line = 0;
        loop {
            if !(self.goes_on)(&self.totals) {
                return Ok(());
            }
            text.clear();
            line += 1;
            match input.read_until(b'\n', &mut text) {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(error) => return self.unreadable(name, line, &error),
            }
            let text = text.strip_suffix(b"\n").unwrap_or(&text);
            if passes_through(text) {
                continue;
            }
            match Epd::from_ascii(text) {
                Ok(epd) if epd.operation("Error").is_some() => self.totals.errors += 1,
                Ok(epd) => {
                    let evidence = self.evidence.remove(epd.position());
                    let known = evidence.as_deref().unwrap_or_default();
                    self.record(name, line, &epd, known)?;
                    // The position may come again.
                    if let Some(evidence) = evidence {
                        self.evidence.insert(epd.position().clone(), evidence);
                    }
                }
                Err(error) => self.unreadable(name, line, &error)?,
            }
        }
    }

    fn record(
        &mut self,
        name: &str,
        line: u64,
        epd: &Epd,
        evidence: &[(Kind, Evidence)],
    ) -> io::Result<()> {
        self.totals.records += 1;
        let mut witness = Witness::new(epd, evidence, self.effort);
        for claim in claims(epd) {
            let state = witness.state(&claim.demand);
            self.count(name, line, claim.name, &state)?;
        }
        Ok(())
    }

    fn count(
        &mut self,
        name: &str,
        line: u64,
        claim: &'static str,
        state: &State,
    ) -> io::Result<()> {
        let counts = self.totals.claims.entry(claim).or_default();
        match state {
            State::Checked => counts[0] += 1,
            State::Unchecked => counts[1] += 1,
            State::Failed(why) => {
                counts[2] += 1;
                writeln!(self.out, "{name}:{line}: {claim}: {why}")?;
            }
        }
        Ok(())
    }

    fn unreadable(&mut self, name: &str, line: u64, what: &dyn fmt::Display) -> io::Result<()> {
        self.totals.unreadable += 1;
        match line {
            0 => writeln!(self.out, "{name}: {what}"),
            _ => writeln!(self.out, "{name}:{line}: {what}"),
        }
    }
}
