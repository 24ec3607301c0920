//! The checker of certificates. It reads once, plays every move with shakmaty, and trusts nothing
//! in the file.
//!
//! [`Records`] returns what the certificate of each record proves, as [`Evidence`] about its first
//! moves; [`crate::verify`] decides what that means for the record's claims. A false line is a
//! [`Fault`], and then nothing of that record counts. A malformed line, or a file that ends too
//! soon, ends the reading. The chess is in [`super::part`].

use std::fmt;
use std::io::{self, BufRead, Read};

use super::part::{Evidence, Part, Wrong};
use super::read::{HEADER, ProofLine};
use crate::epd::Epd;
use keymove_solve::Kind;

/// Longer lines are refused: 256 items of a node, or a solution of a thousand moves, are less than
/// half as long.
const LONGEST_LINE: u64 = 1 << 16;

/// The certificate of one record, and what it proves.
#[derive(Debug)]
pub struct CertificateRecord {
    /// The line number of its first line, from 1.
    pub line: u64,
    /// The record.
    pub epd: Epd,
    /// The proved facts, by kind of play.
    pub evidence: Vec<(Kind, Evidence)>,
    /// The fault that was found; then there is no evidence.
    pub fault: Option<Fault>,
    /// The number of its nodes.
    pub nodes: u64,
}

/// A false line of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line number, from 1.
    pub line: u64,
    /// The error in the line.
    pub wrong: Wrong,
}

/// Why a file cannot be read further.
#[derive(Debug)]
pub struct Unreadable {
    /// The line number, from 1.
    pub line: u64,
    /// The error: lower case, without a full stop.
    pub what: String,
}

/// The records of a certificate file, checked one by one.
#[derive(Debug)]
pub struct Records<R> {
    input: R,
    /// The number of the current line, from 1.
    line: u64,
    text: Vec<u8>,
    records: u64,
    done: bool,
}

impl<R: BufRead> Records<R> {
    /// The records after the first line, which is read here.
    ///
    /// # Errors
    ///
    /// The first line is not the header of a certificate file.
    pub fn new(input: R) -> Result<Records<R>, Unreadable> {
        let mut records = Records {
            input,
            line: 0,
            text: Vec::new(),
            records: 0,
            done: false,
        };
        records.advance()?;
        if records.text != HEADER {
            return Err(records.unreadable("no certificate of version 1"));
        }
        Ok(records)
    }

    fn unreadable(&self, what: impl fmt::Display) -> Unreadable {
        Unreadable {
            line: self.line,
            what: what.to_string(),
        }
    }

    /// Reads the next line into `text`.
    fn advance(&mut self) -> Result<(), Unreadable> {
        self.line += 1;
        self.text.clear();
        let mut input = Read::take(&mut self.input, LONGEST_LINE);
        let read = input.read_until(b'\n', &mut self.text);
        read.map_err(|error| self.unreadable(error))?;
        match self.text.pop() {
            Some(b'\n') if !self.text.is_ascii() => Err(self.unreadable("the line is not ASCII")),
            Some(b'\n') => Ok(()),
            None => Err(self.unreadable("the file ends too soon")),
            Some(_) => Err(self.unreadable("the line does not end, or is too long")),
        }
    }

    /// Whether nothing follows the last line.
    fn at_end(&mut self) -> io::Result<bool> {
        self.input.fill_buf().map(<[u8]>::is_empty)
    }

    fn record(&mut self) -> Result<Option<CertificateRecord>, Unreadable> {
        self.advance()?;
        let line = ProofLine::read(&self.text).map_err(|error| self.unreadable(error))?;
        let epd = match line {
            ProofLine::Epd(text) => {
                Epd::from_ascii(text).map_err(|error| self.unreadable(error))?
            }
            ProofLine::Total(records) if records == self.records => {
                return match self.at_end() {
                    Ok(true) => Ok(None),
                    Ok(false) => Err(self.unreadable("more lines follow the last")),
                    Err(error) => Err(self.unreadable(error)),
                };
            }
            ProofLine::Total(_) => return Err(self.unreadable("another number of records")),
            _ => return Err(self.unreadable("a record should begin here")),
        };
        let mut shown = CertificateRecord {
            line: self.line,
            epd,
            evidence: Vec::new(),
            fault: None,
            nodes: 0,
        };
        self.parts(&mut shown)?;
        self.records += 1;
        Ok(Some(shown))
    }

    /// Reads a record to its end.
    fn parts(&mut self, shown: &mut CertificateRecord) -> Result<(), Unreadable> {
        let mut part: Option<Part> = None;
        loop {
            self.advance()?;
            let line = ProofLine::read(&self.text).map_err(|error| self.unreadable(error))?;
            let result = match line {
                ProofLine::Epd(_) | ProofLine::Total(_) => {
                    return Err(self.unreadable("the record does not end"));
                }
                ProofLine::Play(_) | ProofLine::End(_) => {
                    let finished = finish(part.take(), shown);
                    match line {
                        ProofLine::Play(kind) => {
                            part = Some(Part::new(kind, shown.epd.position()));
                            let again = shown.evidence.iter().any(|(k, _)| *k == kind);
                            finished.and(if again { Err(Wrong::Place) } else { Ok(()) })
                        }
                        ProofLine::End(nodes) if nodes != shown.nodes => {
                            finished.and(Err(Wrong::Count(shown.nodes)))
                        }
                        _ => finished,
                    }
                }
                _ => {
                    let is_node = matches!(line, ProofLine::Wins { .. } | ProofLine::Refutes(_));
                    shown.nodes += u64::from(is_node);
                    match &mut part {
                        // After a fault, the other lines need not be true.
                        _ if shown.fault.is_some() => Ok(()),
                        Some(part) => part.take(&line),
                        None => Err(Wrong::Place),
                    }
                }
            };
            if let Err(wrong) = result
                && shown.fault.is_none()
            {
                shown.fault = Some(Fault {
                    line: self.line,
                    wrong,
                });
            }
            if matches!(line, ProofLine::End(_)) {
                if shown.fault.is_some() {
                    shown.evidence.clear();
                }
                return Ok(());
            }
        }
    }
}

/// Adds what a part has proved.
fn finish(part: Option<Part>, shown: &mut CertificateRecord) -> Result<(), Wrong> {
    if let Some(part) = part {
        let kind = part.kind();
        shown.evidence.push((kind, part.finish()?));
    }
    Ok(())
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<CertificateRecord, Unreadable>;

    /// Checks the next record. After an error there are no more.
    fn next(&mut self) -> Option<Result<CertificateRecord, Unreadable>> {
        if self.done {
            return None;
        }
        let record = self.record().transpose();
        self.done = !matches!(record, Some(Ok(_)));
        record
    }
}
