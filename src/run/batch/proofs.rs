//! `--proof FILE`: certificates beside the answers, in the order of the input.

use std::io;
use std::path::Path;

use super::run_file::HashedPrefix;
use super::writer::{self, Writer};
use keymove_records::proof::write;

/// Where certificates go.
#[derive(Debug)]
pub struct Proofs {
    writer: Writer,
    records: u64,
}

impl Proofs {
    /// Makes `path` a file of certificates; what it held is lost.
    ///
    /// # Errors
    ///
    /// The file cannot be opened or written, or another run writes it.
    pub fn create(path: &Path) -> io::Result<Proofs> {
        let mut writer = Writer::file(writer::open(path, false)?, &HashedPrefix::default())?;
        writer.record(write::HEADER)?;
        Ok(Proofs { writer, records: 0 })
    }

    /// Adds the certificate of one record, without its last line feed.
    ///
    /// # Errors
    ///
    /// The certificate cannot be written.
    pub fn put(&mut self, certificate: &[u8]) -> io::Result<()> {
        self.records += 1;
        self.writer.record(certificate)
    }

    /// Ends the file; without this a checker refuses it.
    ///
    /// # Errors
    ///
    /// The certificate cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.record(&write::trailer(self.records))?;
        self.writer.flush()?;
        self.writer.sync(None)
    }
}
