//! `solver merge`: many files of records, one record for each position and job.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::batch::lines::Input;
use crate::desk::{complain, ended, tell, tell_if_typed};
use crate::exit::Exit;
use crate::merge::{self, MergeError, MergeTotals, Merging};
use crate::replacement::Replacement;
use crate::stop::{Stop, signals};

/// What `solver merge` is to do.
#[derive(Debug, Clone)]
pub struct MergeRequest {
    /// What is merged, and how.
    pub merging: Merging,
    /// Where the records go; none: standard output.
    pub output: Option<PathBuf>,
}

/// Merges. A file of output is replaced when all is written, and otherwise stays as it was: so it
/// may be one of the inputs.
pub fn run(request: &MergeRequest) -> Exit {
    let stop = match signals::on_signals() {
        Ok(stop) => stop,
        Err(error) => {
            complain(format_args!("cannot catch signals: {error}"));
            return Exit::Internal;
        }
    };
    if request.merging.inputs.contains(&Input::Stdin) {
        tell_if_typed("EPD records");
    }
    let merged = match &request.output {
        None => write(request, &mut io::stdout().lock(), &stop),
        Some(path) => write_file(request, path, &stop),
    };
    merged.map_or_else(|exit| exit, |totals| totals.exit())
}

/// Writes beside `path` and puts that into its place.
fn write_file(request: &MergeRequest, path: &Path, stop: &Stop) -> Result<MergeTotals, Exit> {
    let failed = |error: &dyn std::fmt::Display| {
        complain(format_args!("{}: {error}", path.display()));
        Exit::WriteError
    };
    let mut file = Replacement::of(path).map_err(|e| failed(&e))?;
    let totals = write(request, &mut file, stop)?;
    if totals.unreadable > 0 && path.is_file() {
        // It may be what could not be read, or hold what is in no other.
        complain(format_args!(
            "{}: not replaced, as not every input could be read to its end",
            path.display()
        ));
        return Ok(totals);
    }
    file.put().map_err(|e| failed(&e))?;
    Ok(totals)
}

/// Merges into `out`; the exit code where that was not done to its end.
fn write(request: &MergeRequest, out: &mut dyn Write, stop: &Stop) -> Result<MergeTotals, Exit> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let merged = merge::run(
        &request.merging,
        stop,
        &mut |message| tell(message),
        &mut |record| {
            out.write_all(record)?;
            out.write_all(b"\n")
        },
    );
    let name = request
        .output
        .as_ref()
        .map_or_else(|| "standard output".to_owned(), |p| p.display().to_string());
    let totals =
        match merged.and_then(|totals| out.flush().map(|()| totals).map_err(MergeError::Write)) {
            Ok(totals) => totals,
            Err(MergeError::Write(error)) if request.output.is_none() => {
                return Err(ended(Err(error), stop));
            }
            Err(error) => {
                return Err(match error {
                    MergeError::Write(error) => {
                        complain(format_args!("{name}: write error: {error}"));
                        Exit::WriteError
                    }
                    MergeError::Spill(folder, error) => {
                        complain(format_args!(
                            "temporary file in {}: {error}",
                            folder.display()
                        ));
                        Exit::WriteError
                    }
                    MergeError::Thread(error) => {
                        complain(error);
                        Exit::Internal
                    }
                    MergeError::Stopped => Exit::Interrupted,
                });
            }
        };
    complain(totals);
    Ok(totals)
}
