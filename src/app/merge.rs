//! `solver merge`: many files of records, one record for each position and task.

use std::env;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::output_file;
use super::reading::inputs;
use keymove_base::desk::{complain, complained, ended, inform, tell, tell_if_typed};
use keymove_base::exit::Exit;
use keymove_base::replacement::Replacement;
use keymove_base::stop::{Stop, signals};
use keymove_base::units::megabytes;
use keymove_run::batch::lines::Input;
use keymove_run::merge::{self, MergeError, MergeMessage, MergeTotals, Merging};
use keymove_terminal::arguments::Workers;
use keymove_terminal::{caught, unwritten};

/// Merge records of the same position and task from several files; exit 1 if two contradict each
/// other
///
/// Everything that one of them proves is kept: the shorter solution, the deeper refutation, all
/// keys if a record has all. Other operations are united. Records that contradict each other are
/// shown and stay as they are.
#[derive(Debug, Args)]
pub struct Merge {
    /// Write to FILE, which may be one of the inputs: it is replaced when all is done
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The order of the records [default: that of their first appearance]
    #[arg(long, value_name = "ORDER", value_parser = ["position"])]
    sort: Option<String>,
    /// Memory for records, in megabytes, or as 2G; the rest goes into temporary files ($TMPDIR)
    #[arg(short = 'M', long, value_name = "MB", default_value = "256", value_parser = megabytes)]
    memory: usize,
    #[command(flatten)]
    workers: Workers,
    /// Files of EPD records; none, or -: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Merge {
    /// Merges. A file of output is replaced when all is written, and otherwise stays as it was: so
    /// it may be one of the inputs.
    pub fn run(self) -> Result<Exit, Exit> {
        let merging = Merging {
            inputs: inputs(Vec::new(), self.files).map_err(|refused| refused.show())?,
            by_position: self.sort.is_some(),
            memory: self.memory << 20,
            spill: env::temp_dir(),
            workers: self.workers.number(),
        };
        let stop = caught(signals::on_signals())?;
        if merging.inputs.contains(&Input::Stdin) {
            tell_if_typed("EPD records");
        }
        let merged = match output_file(self.output) {
            None => write(&merging, None, &mut io::stdout().lock(), &stop),
            Some(path) => write_file(&merging, &path, &stop),
        };
        merged.map(|totals| totals.exit())
    }
}

/// Writes beside `path` and puts that into its place.
fn write_file(merging: &Merging, path: &Path, stop: &Stop) -> Result<MergeTotals, Exit> {
    let file = stop.while_waiting(|| Replacement::of(path));
    let mut file = file.map_err(|error| unwritten(path, error))?;
    let totals = write(merging, Some(path), &mut file, stop)?;
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
fn write(
    merging: &Merging,
    path: Option<&Path>,
    out: &mut dyn Write,
    stop: &Stop,
) -> Result<MergeTotals, Exit> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let mut say = |message: MergeMessage| {
        complain(message.text);
        for record in message.records {
            tell(format_args!("  {record}"));
        }
    };
    let merged = merge::run(merging, stop, &mut say, &mut |record| {
        out.write_all(record)?;
        out.write_all(b"\n")
    });
    let flushed = |totals| out.flush().map(|()| totals).map_err(MergeError::Write);
    let totals = merged.and_then(flushed).map_err(|error| match error {
        MergeError::Write(error) => match path {
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
    inform(totals);
    Ok(totals)
}
