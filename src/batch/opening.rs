//! All that a run needs, opened and checked before anything is written: [`prepare`].
//!
//! What a file of output holds is lost only when every input can be opened, and nothing of it is
//! lost that an earlier run answered and this one keeps.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;

use crossbeam_channel::{RecvTimeoutError, bounded};

use super::digest::Fingerprint;
use super::drawings::{Drawings, is_picture};
use super::error::RunError;
use super::lines::{Input, InputLines};
use super::proofs::Proofs;
use super::resume::{self, Asked, Kept, Mismatch, ResumePoint};
use super::run_file::{self, RunFile};
use super::writer::{self, Writer};
use super::{Config, Output};
use crate::pool;
use crate::roles::Roles;
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
    let roles = roles(config, run_file.as_ref());
    roles.check().map_err(RunError::SameFile)?;
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
    let is_device = path.metadata().is_ok_and(|data| !data.is_file());
    if run_file.is_some() && !is_device {
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

/// The files of a run, each with its role. `run` is the file beside the output.
fn roles(config: &Config, run: Option<&RunFile>) -> Roles {
    let mut roles = Roles::default();
    for input in &config.inputs {
        input.enter(&mut roles);
    }
    for (option, files) in [
        ("--known", &config.reuse.known),
        ("--lines", &config.guides),
    ] {
        files.iter().for_each(|path| roles.reads(option, path));
    }
    match &config.output {
        Output::Stdout => roles.writes_stdout(),
        Output::File(path) | Output::Resume(path) => roles.writes("-o", path),
    }
    if let Some(run) = run {
        roles.writes("the .run of -o", run.path());
    }
    for (option, path) in [("--proof", &config.proof), ("--stats", &config.stats)] {
        if let Some(path) = path {
            roles.writes(option, path);
        }
    }
    if let Some(folder) = &config.svg {
        roles.owns("a picture of --svg", folder, is_picture);
    }
    roles
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
    let Some(mut run_file) = RunFile::of(config) else {
        // What people read is not gone on with.
        return Err(Mismatch::Run(format!(
            "{}: no form to go on with",
            path.display()
        )));
    };
    let record = run_file::of(path).map_err(Mismatch::Run)?;
    // What is behind was not on the disk yet: a power cut may have left anything there.
    let vouched = record
        .as_ref()
        .map_or(length, |record| length.min(record.bytes));
    let records = file.try_clone().map_err(unreadable)?.take(vouched);
    let mut records = InputLines::of(&path.to_string_lossy(), Box::new(records));
    let mut counts = Kept::new(config.settings.no_time);
    let asked = Asked {
        settings: &config.settings,
        only_open: config.reuse.only_open,
    };
    let mut kept = resume::check(&mut records, vouched, &mut lines, asked, &mut counts)?;
    let mut told = kept.messages(&counts.tally);
    if vouched < length {
        told.push(format!(
            "{}: the last {} bytes are done again, as {} does not vouch for them",
            path.display(),
            length - vouched,
            run_file.name()
        ));
    }
    let mut fingerprint = Fingerprint::default();
    let run = if kept.lines == 0 {
        kept.bytes = 0;
        Some(run_file)
    } else if let Some(record) = record {
        run_file.compare(&record).map_err(Mismatch::Run)?;
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
