//! `solver merge`: many files of records, one record for each position and job.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::batch::lines::Input;
use crate::desk::{complain, ended, tell, tell_if_typed};
use crate::exit::Exit;
use crate::merge::{self, Error, Merging};
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
    match &request.output {
        None => write(request, &mut io::stdout().lock(), &stop).unwrap_or_else(|exit| exit),
        Some(path) => match write_file(request, path, &stop) {
            Ok(exit) => exit,
            Err(exit) => exit,
        },
    }
}

/// Writes beside `path` and puts that into its place.
fn write_file(request: &MergeRequest, path: &Path, stop: &Stop) -> Result<Exit, Exit> {
    let failed = |error: &dyn std::fmt::Display| {
        complain(format_args!("{}: {error}", path.display()));
        Exit::WriteError
    };
    // A device or a pipe has no place that could be taken.
    if path.metadata().is_ok_and(|data| !data.is_file()) {
        let mut device = File::options()
            .write(true)
            .open(path)
            .map_err(|e| failed(&e))?;
        return write(request, &mut device, stop);
    }
    // Behind a link stands the file that is meant.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut file = NamedTempFile::new_in(folder).map_err(|e| failed(&e))?;
    let exit = write(request, &mut file, stop)?;
    file.as_file().sync_all().map_err(|e| failed(&e))?;
    let rights = match target.metadata() {
        Ok(data) => data.permissions(),
        // Those of a file made in the usual way.
        Err(_) => File::create_new(&target)
            .and_then(|made| made.metadata())
            .map_err(|e| failed(&e))?
            .permissions(),
    };
    file.as_file()
        .set_permissions(rights)
        .map_err(|e| failed(&e))?;
    file.persist(&target).map_err(|e| failed(&e.error))?;
    Ok(exit)
}

/// Merges into `out`; the exit code where that was not done to its end.
fn write(request: &MergeRequest, out: &mut dyn Write, stop: &Stop) -> Result<Exit, Exit> {
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
    let totals = match merged.and_then(|totals| out.flush().map(|()| totals).map_err(Error::Write))
    {
        Ok(totals) => totals,
        Err(Error::Write(error)) if request.output.is_none() => {
            return Err(ended(Err(error), stop));
        }
        Err(error) => {
            return Err(match error {
                Error::Write(error) => {
                    complain(format_args!("{name}: write error: {error}"));
                    Exit::WriteError
                }
                Error::Spill(folder, error) => {
                    complain(format_args!(
                        "temporary file in {}: {error}",
                        folder.display()
                    ));
                    Exit::WriteError
                }
                Error::Thread(error) => {
                    complain(error);
                    Exit::Internal
                }
                Error::Stopped => Exit::Interrupted,
            });
        }
    };
    complain(totals);
    Ok(totals.exit())
}
