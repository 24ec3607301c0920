//! The sink of the run: answers, certificates, pictures and messages are written to their places
//! and counted.
//!
//! Each of the three outputs may fail in its own way, and [`WriteFailure`] says which one did:
//! closing the pipe of the answers may be the reader's choice, but a lost certificate never is.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::answering::LineAnswer;
use super::digest::Fingerprint;
use super::drawings::Drawings;
use super::error::RunError;
use super::guidance::{beginning, next_command};
use super::lines::InputLines;
use super::opening::Start;
use super::progress::Progress;
use super::proofs::Proofs;
use super::resume::RunProgress;
use super::stats::{RunStage, Stats, StatsFile};
use super::watch::Watch;
use super::writer::{Mark, Writer};
use super::{Config, Summary};
use keymove_base::desk::{counted, inform};
use keymove_base::pool::{End, Failure, Sink};
use keymove_base::stop::Stop;
use keymove_records::record::stated::RecordOutcome;
use keymove_records::soundness::Ledger;

/// The outputs for answers and messages, with their counts.
pub(super) struct RunSink {
    writer: Writer,
    drawings: Option<Drawings>,
    proofs: Option<Proofs>,
    progress: Progress,
    /// The numbers of messages about records: shown at most, and all.
    most_messages: u64,
    messages: u64,
    /// Whether it is to be said what records without a task are searched for.
    tells_task: bool,
    watch: Arc<Watch>,
    stop: Stop,
    /// The number of records by verdict.
    ledger: Ledger,
    stats: Stats,
    stats_file: Option<StatsFile>,
    /// The number of input bytes that are done.
    read: u64,
    /// The number of input items that are done, see [`RunProgress::items`].
    items: u64,
    /// The hash of these items.
    input: Fingerprint,
    /// The progress recorded in FILE.run while the next record is incomplete or was stopped.
    held: Option<Mark>,
    /// Whether a stop ended a record: then a resumed run repeats everything from there on.
    is_stopped: bool,
    /// The line between two records, and whether a record has been written.
    between: Option<&'static [u8]>,
    has_record: bool,
    /// Whether the answers appear on the same terminal as the status line.
    to_terminal: bool,
}

/// The output that cannot be written.
pub(super) enum WriteFailure {
    /// The records.
    Answers(io::Error),
    /// The file of certificates.
    Proofs(io::Error),
    /// This picture.
    Picture(PathBuf, io::Error),
}

impl WriteFailure {
    /// The error with the name of the output in `config`.
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
    /// The end of the run over `config` that this failure caused.
    ///
    /// # Errors
    ///
    /// The output failed, for another reason than that the reader closed it.
    pub(super) fn ended(self, config: &Config, stop: &Stop) -> Result<Option<End>, RunError> {
        match self {
            // Ctrl-C ends all programs of a pipe; then a broken pipe does not mean that the reader
            // closed it.
            WriteFailure::Answers(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                Ok(stop.is_raised().then_some(End::Stopped))
            }
            unwritten => Err(unwritten.named(config)),
        }
    }
}

impl RunSink {
    /// The outputs opened in `start`, and the lines to be answered. Writes the text before all
    /// records, if the output is new, and the statistics of a running run.
    ///
    /// # Errors
    ///
    /// One of them cannot be written.
    pub(super) fn begin(
        config: &Config,
        start: Start,
        watch: Arc<Watch>,
        stop: &Stop,
    ) -> Result<(RunSink, InputLines), RunError> {
        let Mark { written, progress } = start.kept;
        let mut sink = RunSink {
            to_terminal: start.writer.is_terminal(),
            writer: start.writer,
            drawings: start.drawings,
            proofs: start.proofs,
            progress: Progress::new(config.progress, &config.inputs),
            most_messages: config.messages,
            tells_task: config.messages > 0 && config.settings.defaults.force_depth.is_none(),
            messages: 0,
            watch,
            stop: stop.clone(),
            stats: Stats::new(config.settings.no_time).continuing(progress.stats),
            stats_file: config.stats.as_deref().map(StatsFile::new),
            ledger: Ledger::default(),
            read: progress.read,
            items: progress.items,
            input: start.input,
            held: None,
            is_stopped: false,
            between: config.settings.format.form().layout().between,
            has_record: false,
        };
        if let Some(text) = sink
            .progress
            .is_shown()
            .then(|| beginning(config))
            .flatten()
        {
            inform(text);
        }
        let head = config.settings.format.form().head(&config.settings);
        if let Some(head) = head.filter(|_| written.bytes == 0) {
            let head = sink.writer.record(&head);
            head.map_err(|error| WriteFailure::Answers(error).named(config))?;
        }
        // A failure is better reported now than after hours; and readers of the file can see that
        // the run has not ended.
        sink.write_stats(RunStage::Running)?;
        Ok((sink, start.lines))
    }

    /// Completes the outputs after the pool has `ended`: the text after all records, the status
    /// line, the statistics.
    ///
    /// # Errors
    ///
    /// The run failed, or one of its outputs cannot be written.
    pub(super) fn end(
        mut self,
        ended: Result<End, Failure<WriteFailure>>,
        config: &Config,
        stop: &Stop,
    ) -> Result<Summary, RunError> {
        let ended = match ended {
            Ok(end) => match self.finish(config, end) {
                Ok(()) => Ok(Some(end)),
                Err(unwritten) => unwritten.ended(config, stop),
            },
            Err(Failure::Sink(unwritten)) => unwritten.ended(config, stop),
            Err(Failure::Thread(error)) => Err(RunError::Thread(error)),
        };
        let stage = match &ended {
            Ok(Some(End::Complete)) => RunStage::Complete,
            Ok(Some(End::Stopped)) => RunStage::Stopped,
            Ok(Some(End::Broken)) | Err(_) => RunStage::Failed,
            Ok(None) => RunStage::Closed,
        };
        let written = self.write_stats(stage);
        let left_out = self.messages.saturating_sub(self.most_messages);
        if left_out > 0 && self.most_messages > 0 {
            let faults = self.stats.faults_in_words();
            let faults = match &faults[..] {
                "" => faults,
                _ => format!("; records without an answer: {faults}"),
            };
            let messages = counted(left_out, "more message", "more messages");
            let text = format!("{messages}, shown by --verbose{faults}");
            self.progress.complain(&text);
        }
        let summary = self.stats.is_wanted(config).then(|| {
            let next = next_command(config, &self.stats);
            let next = next.map(|command| format!("\nnext      {command}"));
            format!("{}{}", self.stats, next.unwrap_or_default())
        });
        self.progress
            .finish(&self.stats, self.read, summary.as_deref());
        let end = ended?;
        written?;
        Ok(Summary {
            unwanted: (config.fail_on.iter()).any(|what| what.is_met(&self.stats)),
            stats: self.stats,
            ledger: self.ledger,
            end,
            contradicted: 0,
        })
    }

    /// Completes the file of certificates and writes the remaining answers and the text after them.
    ///
    /// # Errors
    ///
    /// One of them cannot be written; the other was tried nevertheless.
    fn finish(&mut self, config: &Config, end: End) -> Result<(), WriteFailure> {
        let proofs = self.proofs.take().map_or(Ok(()), Proofs::finish);
        let form = config.settings.format.form();
        let last = form.tail(&self.ledger, &config.settings, end == End::Complete);
        let last = last.map_or(Ok(()), |last| self.writer.record(&last));
        let pictures = self.sync_pictures();
        let answers = last.and_then(|()| match pictures {
            Ok(()) => self.vouch(),
            Err(_) => self.writer.flush(),
        });
        proofs.map_err(WriteFailure::Proofs)?;
        pictures?;
        answers.map_err(WriteFailure::Answers)
    }

    /// The current progress of the run.
    fn mark(&mut self) -> io::Result<Option<Mark>> {
        let Some(written) = self.writer.written()? else {
            return Ok(None);
        };
        let progress = RunProgress {
            items: self.items,
            read: self.read,
            input_sha256: self.input.clone().hex(),
            stats: self.stats.all_kept(),
        };
        Ok(Some(Mark { written, progress }))
    }

    /// Writes all records, flushes them to disk, and records that in FILE.run.
    fn vouch(&mut self) -> io::Result<()> {
        self.writer.flush()?;
        let mark = match self.held.clone() {
            Some(held) => Some(held),
            None => self.mark()?,
        };
        self.writer.sync(mark.as_ref())
    }

    /// Called before FILE.run covers the records that have the pictures.
    fn sync_pictures(&self) -> Result<(), WriteFailure> {
        let synced = self.drawings.as_ref().map_or(Ok(()), Drawings::sync);
        synced.map_err(|(path, error)| WriteFailure::Picture(path, error))
    }

    /// Writes the statistics of a run that is in this stage.
    fn write_stats(&mut self, stage: RunStage) -> Result<(), RunError> {
        self.stats.publish(stage);
        let Some(file) = &self.stats_file else {
            return Ok(());
        };
        let write = || file.write(&self.stats);
        let written = match file.is_device() {
            true => self.stop.while_waiting(write),
            false => write(),
        };
        written.map_err(|error| RunError::Write(file.name(), error))
    }
}

impl Sink<LineAnswer> for RunSink {
    type Error = WriteFailure;

    fn put(&mut self, done: LineAnswer) -> Result<(), WriteFailure> {
        let answer = &done.answer;
        let is_file = answer.outcome == RecordOutcome::Unreadable;
        for message in &done.messages {
            self.messages += u64::from(!is_file);
            if is_file || self.messages <= self.most_messages {
                self.progress.complain(message);
            }
        }
        self.is_stopped |= answer.stopped;
        if self.held.is_none() && (done.has_more || self.is_stopped) {
            self.held = self.mark().map_err(WriteFailure::Answers)?;
        }
        if let Some(digest) = done.digest {
            self.items += 1;
            self.input.add(&digest);
        }
        self.stats.count(answer.outcome);
        if let Some(measure) = answer.measure {
            let place = done.place.clone();
            // At the second one: a file of them may take hours.
            if let Some(mate) = measure.unasked
                && self.stats.unasked == 1
                && self.tells_task
            {
                let note = format!(
                    "note: records that name no task are searched for {mate}, then for -{mate} (mated); -z N or \
                     --stip names the task"
                );
                self.progress.complain(&note);
            }
            self.stats
                .measure(answer.outcome, measure, place, Some(done.elapsed));
        }
        self.read += done.read;
        if self.to_terminal {
            self.progress.clear();
        }
        if let (Some(drawings), Some(drawing)) = (&self.drawings, &answer.drawing) {
            drawings
                .write(self.stats.lines, drawing)
                .map_err(|(path, error)| WriteFailure::Picture(path, error))?;
        }
        if let Some(proofs) = &mut self.proofs {
            for certificate in &answer.certificates {
                proofs.put(certificate).map_err(WriteFailure::Proofs)?;
            }
        }
        if let Some(soundness) = &answer.soundness {
            self.ledger.count(soundness);
        }
        if let Some(between) = self.between.filter(|_| done.text.is_some())
            && std::mem::replace(&mut self.has_record, true)
        {
            self.writer.record(between).map_err(WriteFailure::Answers)?;
        }
        let written = match done.text {
            Some(text) if done.has_more => self.writer.part(&text),
            Some(text) => self.writer.record(&text),
            None => Ok(()),
        };
        if !done.has_more && !self.is_stopped {
            self.held = None;
        }
        written.map_err(WriteFailure::Answers)
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
            self.progress.tell(&self.stats, self.read, underway);
            self.stats.publish(RunStage::Running);
            if let Some(file) = &self.stats_file
                && let Err(error) = file.write(&self.stats)
            {
                // Failing to write the statistics must not end the run.
                self.progress.complain(&format!("{}: {error}", file.name()));
            }
        }
        self.progress
            .draw(&self.stats, self.read, || self.watch.longest());
        if self.writer.is_sync_due() {
            self.sync_pictures()?;
            self.vouch().map_err(WriteFailure::Answers)?;
        }
        Ok(())
    }
}
