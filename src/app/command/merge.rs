//! `solver merge`: many files of records, one record for each position and job.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::{caught, unwritten};
use keymove_base::desk::{complain, complained, ended, tell, tell_if_typed};
use keymove_base::exit::Exit;
use keymove_base::replacement::Replacement;
use keymove_base::stop::{Stop, signals};
use keymove_run::batch::lines::Input;
use keymove_run::merge::{self, MergeError, MergeTotals, Merging};

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
pub fn run(request: &MergeRequest) -> Result<Exit, Exit> {
    let stop = caught(signals::on_signals())?;
    if request.merging.inputs.contains(&Input::Stdin) {
        tell_if_typed("EPD records");
    }
    let merged = match &request.output {
        None => write(request, &mut io::stdout().lock(), &stop),
        Some(path) => write_file(request, path, &stop),
    };
    merged.map(|totals| totals.exit())
}

/// Writes beside `path` and puts that into its place.
fn write_file(request: &MergeRequest, path: &Path, stop: &Stop) -> Result<MergeTotals, Exit> {
    let file = stop.while_waiting(|| Replacement::of(path));
    let mut file = file.map_err(|error| unwritten(path, error))?;
    let totals = write(request, &mut file, stop)?;
    if totals.unreadable > 0 && path.is_file() {
        // It may be what could not be read, or hold what is in no other.
        complain(format_args!(
            "{}: not replaced, as not every input could be read to its end",
            path.display()
        ));
        return Ok(totals);
    }
    file.put().map_err(|error| unwritten(path, error))?;
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
    let flushed = |totals| out.flush().map(|()| totals).map_err(MergeError::Write);
    let totals = merged.and_then(flushed).map_err(|error| match error {
        MergeError::Write(error) => match &request.output {
            None => ended(Err(error), stop),
            Some(path) => unwritten(path, format_args!("write error: {error}")),
        },
        MergeError::Spill(folder, error) => {
            let message = format_args!("temporary file in {}: {error}", folder.display());
            complained(message, Exit::WriteError)
        }
        MergeError::Thread(error) => complained(error, Exit::Internal),
        MergeError::Stopped => Exit::Interrupted,
    })?;
    complain(totals);
    Ok(totals)
}
