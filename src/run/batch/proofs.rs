//! `--proof FILE`: certificates for the answers, in the order of the input.

use std::io;
use std::path::Path;

use super::run_file::HashedPrefix;
use super::writer::{self, Writer};
use keymove_records::proof::write;

/// The file of certificates.
#[derive(Debug)]
pub struct Proofs {
    writer: Writer,
    records: u64,
}

impl Proofs {
    /// Creates the file of certificates at `path`; its previous contents are lost.
    ///
    /// # Errors
    ///
    /// The file cannot be opened or written, or another run is writing it.
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

    /// Completes the file; otherwise a checker refuses it.
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
