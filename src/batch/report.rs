//! The end of the run: answers, certificates, pictures and messages go where they belong and are
//! counted.
//!
//! Each of the three outputs may fail in its own way, and [`WriteFailure`] says which did: a closed
//! pipe behind the answers may be the reader's choice, a lost certificate never is.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::Config;
use super::answering::LineAnswer;
use super::drawings::Drawings;
use super::error::RunError;
use super::progress::Progress;
use super::proofs::Proofs;
use super::stats::{RunStage, Stats, StatsFile};
use super::tally::Tally;
use super::watch::Watch;
use super::writer::Writer;
use crate::form::Totals;
use crate::pool::{End, Sink};
use crate::stop::Stop;

/// Where answers and messages go, and their count.
pub(super) struct RunSink {
    pub(super) writer: Writer,
    pub(super) drawings: Option<Drawings>,
    pub(super) proofs: Option<Proofs>,
    pub(super) progress: Progress,
    pub(super) watch: Arc<Watch>,
    pub(super) stop: Stop,
    pub(super) tally: Tally,
    /// What stands around the answers.
    pub(super) totals: Totals,
    pub(super) stats: Stats,
    pub(super) stats_file: Option<StatsFile>,
    /// The bytes of input that were done.
    pub(super) read: u64,
    /// Whether the answers stand where the status line does.
    pub(super) to_terminal: bool,
}

/// Which of the outputs cannot be written.
pub(super) enum WriteFailure {
    /// The records.
    Answers(io::Error),
    /// The file of certificates.
    Proofs(io::Error),
    /// This picture.
    Picture(PathBuf, io::Error),
}

impl WriteFailure {
    /// The same with the name of the output in `config`.
    fn named(self, config: &Config) -> RunError {
        match self {
            WriteFailure::Answers(error) => RunError::Write(config.output.to_string(), error),
            WriteFailure::Proofs(error) => {
                let path = config
                    .proof
                    .as_ref()
                    .expect("only --proof has certificates");
                RunError::Write(path.display().to_string(), error)
            }
            WriteFailure::Picture(path, error) => {
                RunError::Write(path.display().to_string(), error)
            }
        }
    }
}

impl WriteFailure {
    /// How the run over `config` ended with this.
    ///
    /// # Errors
    ///
    /// It is a failure, and not that the reader of the answers had enough.
    pub(super) fn ended(self, config: &Config, stop: &Stop) -> Result<Option<End>, RunError> {
        match self {
            // Ctrl-C ends all programs of a pipe: then it is not that the reader had enough.
            WriteFailure::Answers(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                Ok(stop.is_raised().then_some(End::Stopped))
            }
            unwritten => Err(unwritten.named(config)),
        }
    }
}

/// Ends the file of certificates and writes what is left of the answers, and `last` what comes
/// after them.
///
/// # Errors
///
/// One of them cannot be written; the other was tried all the same.
pub(super) fn finish(
    mut answers: Writer,
    last: Option<Vec<u8>>,
    proofs: Option<Proofs>,
) -> Result<(), WriteFailure> {
    let proofs = proofs.map_or(Ok(()), Proofs::finish);
    let last = last.map_or(Ok(()), |last| answers.record(&last));
    let answers = last.and_then(|()| answers.finish());
    proofs.map_err(WriteFailure::Proofs)?;
    answers.map_err(WriteFailure::Answers)
}

impl Sink<LineAnswer> for RunSink {
    type Error = WriteFailure;

    fn put(&mut self, done: LineAnswer) -> Result<(), WriteFailure> {
        for message in &done.messages {
            self.progress.say(message);
        }
        self.tally.count(done.fate);
        if let Some(measure) = done.measure {
            let place = done.place.clone();
            self.stats.count(done.fate, measure, place, done.elapsed);
        }
        self.read += done.read;
        if self.to_terminal {
            self.progress.clear();
        }
        if let (Some(drawings), Some(drawing)) = (&self.drawings, &done.drawing) {
            drawings
                .write(self.tally.lines(), drawing)
                .map_err(|(path, error)| WriteFailure::Picture(path, error))?;
        }
        if let Some(proofs) = &mut self.proofs {
            for certificate in &done.certificates {
                proofs.put(certificate).map_err(WriteFailure::Proofs)?;
            }
        }
        if let Some(row) = &done.row {
            self.totals.add(row);
        }
        match done.text {
            Some(text) if done.has_more => self.writer.part(&text).map_err(WriteFailure::Answers),
            Some(text) => self.writer.record(&text).map_err(WriteFailure::Answers),
            None => Ok(()),
        }
    }

    fn flush(&mut self) -> Result<(), WriteFailure> {
        if self.to_terminal {
            self.progress.clear();
        }
        self.writer.flush().map_err(WriteFailure::Answers)
    }

    fn tick(&mut self) -> Result<(), WriteFailure> {
        if self.stop.take_question() {
            let underway = self.watch.longest();
            self.progress.tell(&self.tally, self.read, underway);
            if let Some(file) = &self.stats_file
                && let Err(error) = file.write(&self.stats.figures(&self.tally, RunStage::Running))
            {
                // The run is worth more than a look at it.
                self.progress.say(&format!("{}: {error}", file.name()));
            }
        }
        self.progress
            .draw(&self.tally, self.read, || self.watch.longest());
        self.writer.sync_when_due().map_err(WriteFailure::Answers)
    }
}
