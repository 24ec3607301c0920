//! Opens and checks everything that a run needs before anything is written: [`prepare`].
//!
//! The previous contents of an output file are lost only if every input can be opened; answers of
//! an earlier run that this one keeps are never lost.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::digest::Fingerprint;
use super::drawings::{Drawings, is_picture};
use super::error::RunError;
use super::lines::{Input, InputLines};
use super::proofs::Proofs;
use super::resume::RunProgress;
use super::run_file::{self, HashedPrefix, RunFile};
use super::writer::{self, Mark, Writer};
use super::{Config, Output};
use keymove_base::desk::counted;
use keymove_base::reason::Reason;
use keymove_base::roles::Roles;

/// Everything that a run needs.
pub(super) struct Start {
    pub(super) lines: InputLines,
    pub(super) writer: Writer,
    pub(super) drawings: Option<Drawings>,
    pub(super) proofs: Option<Proofs>,
    /// The progress of an earlier run.
    pub(super) kept: Mark,
    /// The hash of the input that is already done.
    pub(super) input: Fingerprint,
    /// The messages.
    pub(super) messages: Vec<String>,
}

/// Opens the output and determines where in the input to begin.
pub(super) fn prepare(config: &Config) -> Result<Start, RunError> {
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
        kept: nothing(config),
        input: Fingerprint::default(),
        messages: Vec::new(),
    };
    let (path, resume) = match &config.output {
        Output::Stdout => {
            start.proofs = open_proofs(config)?;
            return Ok(start);
        }
        Output::File(path) => (path, false),
        Output::Resume(path) => (path, true),
    };
    let open_error = |error| RunError::Open(path.clone(), error);
    let is_device = path.metadata().is_ok_and(|data| !data.is_file());
    if run_file.is_some() && !is_device {
        // A file of that name from another source must not be lost.
        run_file::is_ours(path).map_err(RunError::RunFile)?;
    }
    let file = writer::open(path, resume).map_err(open_error)?;
    let mut run = run_file;
    if resume {
        if !file.metadata().map_err(open_error)?.is_file() {
            return Err(RunError::NotRegular(path.clone()));
        }
        let read = file.try_clone().map_err(open_error)?;
        let state = resume_state(read, path, start.lines, config);
        let state = state.map_err(RunError::Resume)?;
        (start.kept, start.input, start.lines) = (state.kept, state.input, state.lines);
        start.messages = state.messages;
        run = Some(state.run);
    }
    let mut writer = Writer::file(file, &start.kept.written).map_err(open_error)?;
    if let Some(run) = run {
        writer.begin(run, &start.kept).map_err(open_error)?;
    }
    Ok(Start {
        writer,
        proofs: open_proofs(config)?,
        ..start
    })
}

/// Checks that every input can be opened.
fn can_be_opened(inputs: &[Input]) -> Result<(), RunError> {
    for input in inputs {
        let opened = input.can_be_opened();
        opened.map_err(|error| RunError::Input(input.clone(), error))?;
    }
    Ok(())
}

/// The files of a run, each with its role. `run` is FILE.run.
fn roles(config: &Config, run: Option<&RunFile>) -> Roles {
    let mut roles = Roles::default();
    for input in &config.inputs {
        input.enter(&mut roles);
    }
    let known = config.known.iter();
    known.for_each(|path| roles.reads("--known", path));
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

/// The state from which a run is resumed.
struct ResumeState {
    kept: Mark,
    input: Fingerprint,
    lines: InputLines,
    run: RunFile,
    messages: Vec<String>,
}

/// The mark of a new run, which keeps nothing.
fn nothing(config: &Config) -> Mark {
    Mark {
        written: HashedPrefix::default(),
        progress: RunProgress::none(config.settings.no_time),
    }
}

/// Determines which part of `file` is kept, and whether this run may continue it.
///
/// # Errors
///
/// A message that says why it may not.
fn resume_state(
    mut file: File,
    path: &Path,
    mut lines: InputLines,
    config: &Config,
) -> Result<ResumeState, Reason> {
    let name = path.display();
    let metadata = file.metadata();
    let length = metadata.map_err(|error| format!("{name}: {error}"))?.len();
    let Some(mut run) = RunFile::of(config) else {
        // Output for people cannot be resumed.
        return Err(format!("{name}: no form to go on with").into());
    };
    // If the file is empty, the run starts again, even if there is a FILE.run.
    let record = match length {
        0 => None,
        _ => run_file::of(path)?,
    };
    if record.is_none() && length > 0 {
        return Err(format!(
            "{name}: {} is not there, so the run cannot go on; without --resume it starts again and \
             overwrites {name}; with --known {name} and another -o it reuses the answers in {name}",
            run.name()
        )
        .into());
    }
    let (mut kept, mut input, mut messages) = (nothing(config), Fingerprint::default(), Vec::new());
    if let Some(record) = &record {
        run.compare(record)?;
    }
    if let Some(record) = record.filter(|record| record.done.items > 0) {
        let written = record.verified(&mut file);
        let written = written.map_err(|reason| format!("{name}: {reason}"))?;
        input = record.done.skip(&mut lines)?;
        messages.extend(run.begun_by(&record));
        (kept.written, kept.progress) = (written, record.done);
    }
    let errors = kept.progress.stats.errors();
    if errors > 0 {
        let records = counted(
            errors,
            "record with an error is",
            "records with an error are",
        );
        messages.push(format!("{name}: {records} kept"));
    }
    if kept.written.bytes < length {
        messages.push(format!(
            "{name}: the last {} done again, as {} does not vouch for them",
            counted(length - kept.written.bytes, "byte is", "bytes are"),
            run.name()
        ));
    }
    Ok(ResumeState {
        kept,
        input,
        lines,
        run,
        messages,
    })
}
