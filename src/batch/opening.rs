//! All that a run needs, opened and checked before anything is written: [`prepare`].
//!
//! What a file of output holds is lost only when every input can be opened, and nothing of it is
//! lost that an earlier run answered and this one keeps.

use std::fs::File;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use std::thread;

use crossbeam_channel::{RecvTimeoutError, bounded};

use super::digest::Fingerprint;
use super::drawings::Drawings;
use super::error::RunError;
use super::identity::{is_same_file, is_same_output};
use super::lines::{Input, InputLines};
use super::proofs::Proofs;
use super::resume::{self, Asked, Kept, Mismatch, ResumePoint};
use super::run_file::{self, RunFile};
use super::writer::{self, Writer};
use super::{Config, Output};
use crate::pool;
use crate::stop::Stop;

/// All that a run needs.
pub(super) struct Start {
    pub(super) lines: InputLines,
    pub(super) writer: Writer,
    pub(super) drawings: Option<Drawings>,
    pub(super) proofs: Option<Proofs>,
    pub(super) kept: ResumePoint,
    /// What kept records come to.
    pub(super) counts: Kept,
    /// What is to be told.
    pub(super) told: Vec<String>,
}

/// Opens the output and finds out where in the input to begin. `None` when `stop` is raised
/// meanwhile.
pub(super) fn prepare(config: &Config, stop: &Stop) -> Result<Option<Start>, RunError> {
    let run_file = RunFile::of(config);
    let run_output = run_file
        .as_ref()
        .map(|run| Output::File(run.path().to_owned()));
    is_apart(config, run_output.as_ref())?;
    let drawings = match &config.svg {
        Some(path) => {
            Some(Drawings::new(path).map_err(|error| RunError::Open(path.clone(), error))?)
        }
        None => None,
    };
    if config.output != Output::Stdout || config.proof.is_some() {
        can_be_opened(&config.inputs)?;
    }
    let lines = InputLines::new(config.inputs.iter().cloned(), &config.reading);
    let mut start = Start {
        lines,
        writer: Writer::stdout(),
        drawings,
        proofs: None,
        kept: ResumePoint::default(),
        counts: Kept::new(config.settings.no_time),
        told: Vec::new(),
    };
    let (path, resume) = match &config.output {
        Output::Stdout => {
            start.proofs = open_proofs(config)?;
            return Ok(Some(start));
        }
        Output::File(path) => (path, false),
        Output::Resume(path) => (path, true),
    };
    let open_error = |error| RunError::Open(path.clone(), error);
    if path.is_file() {
        // Somebody else's file of that name is not to be lost.
        run_file::of(path).map_err(RunError::RunFile)?;
    }
    let file = writer::open(path, resume).map_err(open_error)?;
    let mut run = run_file.map(|run| (run, Fingerprint::default()));
    if resume {
        if !file.metadata().map_err(open_error)?.is_file() {
            return Err(RunError::NotRegular(path.clone()));
        }
        let Some(rest) = find_rest(&file, path, start.lines, config, stop)? else {
            return Ok(None);
        };
        (start.kept, start.counts, start.lines) = (rest.kept, rest.counts, rest.lines);
        start.told = rest.told;
        run = rest.run;
    }
    let writer = Writer::file(file, start.kept.bytes, run).map_err(open_error)?;
    Ok(Some(Start {
        writer,
        proofs: open_proofs(config)?,
        ..start
    }))
}

/// Whether every input can be opened.
fn can_be_opened(inputs: &[Input]) -> Result<(), RunError> {
    for input in inputs {
        let opened = input.can_be_opened();
        opened.map_err(|error| RunError::Input(input.clone(), error))?;
    }
    Ok(())
}

/// Whether no file is read and written, or written for two things. `run` is the file beside the
/// output.
fn is_apart(config: &Config, run: Option<&Output>) -> Result<(), RunError> {
    let proof = config.proof.clone().map(Output::File);
    let outputs = || iter::once(&config.output).chain(&proof).chain(run);
    let is_output = |input: &Input| outputs().any(|output| is_same_file(input, output));
    let known = config.reuse.known.iter().cloned().map(Input::File);
    if let Some(input) = config.inputs.iter().cloned().chain(known).find(is_output) {
        return Err(RunError::OutputIsInput(input));
    }
    if let Some(path) = &config.proof
        && proof
            .as_ref()
            .is_some_and(|proof| is_same_output(proof, &config.output))
    {
        return Err(RunError::ProofIsOutput(path.clone()));
    }
    if let Some(path) = &config.stats {
        let stats = Output::File(path.clone());
        let is_stats = |output: &Output| *output == stats || is_same_output(output, &stats);
        if config
            .inputs
            .iter()
            .any(|input| is_same_file(input, &stats))
            || outputs().any(is_stats)
            || matches!(&config.output, Output::Resume(output) if output == path)
        {
            return Err(RunError::StatsIsOther(path.clone()));
        }
    }
    Ok(())
}

fn open_proofs(config: &Config) -> Result<Option<Proofs>, RunError> {
    let open = |path: &PathBuf| Proofs::create(path).map_err(|e| RunError::Open(path.clone(), e));
    config.proof.as_ref().map(open).transpose()
}

/// Where a run goes on.
struct Rest {
    kept: ResumePoint,
    counts: Kept,
    lines: InputLines,
    /// What stands beside the records from now on, and the hash of those kept.
    run: Option<(RunFile, Fingerprint)>,
    told: Vec<String>,
}

/// Runs [`resume::check`] in a thread of its own, which is left behind when `stop` is raised while
/// it waits for input.
fn find_rest(
    file: &File,
    path: &Path,
    lines: InputLines,
    config: &Config,
    stop: &Stop,
) -> Result<Option<Rest>, RunError> {
    let file = file
        .try_clone()
        .map_err(|error| RunError::Open(path.to_owned(), error))?;
    let (sender, receiver) = bounded(1);
    let (path, config) = (path.to_owned(), config.clone());
    thread::Builder::new()
        .name("resume".into())
        .spawn(move || {
            // Nobody waits for it any more when the run was stopped.
            let _ = sender.send(rest(file, &path, lines, &config));
        })
        .map_err(RunError::Thread)?;
    loop {
        match receiver.recv_timeout(pool::TICK) {
            Ok(rest) => return rest.map(Some).map_err(RunError::Mismatch),
            Err(RecvTimeoutError::Timeout) if stop.is_raised() => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(RunError::Thread(io::Error::other("resume thread died")));
            }
        }
    }
}

/// Finds out what is kept of `file`, and whether this run may go on with it.
fn rest(
    mut file: File,
    path: &Path,
    mut lines: InputLines,
    config: &Config,
) -> Result<Rest, Mismatch> {
    let unreadable =
        |error: io::Error| Mismatch::Unreadable(format!("{}: {error}", path.display()));
    let length = file.metadata().map_err(unreadable)?.len();
    let records = Box::new(file.try_clone().map_err(unreadable)?);
    let mut records = InputLines::of(&path.to_string_lossy(), records);
    let mut counts = Kept::new(config.settings.no_time);
    let asked = Asked {
        settings: &config.settings,
        only_open: config.reuse.only_open,
    };
    let mut kept = resume::check(&mut records, length, &mut lines, asked, &mut counts)?;
    let mut told = kept.messages(&counts.tally);
    let Some(mut run_file) = RunFile::of(config) else {
        // What people read is not gone on with.
        return Err(Mismatch::Run(format!(
            "{}: no form to go on with",
            path.display()
        )));
    };
    let mut fingerprint = Fingerprint::default();
    let run = if kept.lines == 0 {
        kept.bytes = 0;
        Some(run_file)
    } else if let Some(record) = run_file.compared().map_err(Mismatch::Run)? {
        fingerprint = record.hashed(&mut file, kept.bytes).map_err(unreadable)?;
        told.extend(run_file.begun_by(&record));
        if length < record.bytes {
            told.push(format!(
                "{}: it was longer when it was written",
                path.display()
            ));
        }
        Some(run_file)
    } else {
        told.push(format!(
            "{} is not there: with which options the records in {} were made is not known",
            run_file.name(),
            path.display()
        ));
        None
    };
    Ok(Rest {
        kept,
        counts,
        lines,
        run: run.map(|run| (run, fingerprint)),
        told,
    })
}
