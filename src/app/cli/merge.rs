//! The arguments of `solver merge`.

use std::env;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::NoCommand;
use super::reading::inputs;
use super::resources::Workers;
use super::units::{bytes, megabytes};
use crate::command::merge::MergeRequest;
use keymove_run::merge::Merging;

/// Join records of the same position and task from several files; exit 1 if two contradict each
/// other
///
/// Everything that one of them proves is kept: the shorter solution, the deeper refutation, all
/// keys if a record has all. Other operations are united. Records that contradict each other are
/// shown and stay as they are.
#[derive(Debug, Args)]
pub(super) struct MergeArguments {
    /// Write to FILE, which may be one of the inputs: it is replaced when all is done
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The order of the records [default: that of their first appearance]
    #[arg(long, value_name = "ORDER", value_enum)]
    sort: Option<SortOrder>,
    /// Memory for records, in megabytes, or as 2G; the rest goes into temporary files ($TMPDIR)
    #[arg(short = 'M', long, value_name = "MB", default_value = "256", value_parser = megabytes)]
    memory: u32,
    #[command(flatten)]
    workers: Workers,
    /// Read at most this much of the content of a compressed file
    #[arg(long, value_name = "BYTES", default_value = "64G", value_parser = bytes)]
    max_input: u64,
    /// Files of records in any form that is read, also as gzip, zstd or bzip2; none, or -: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SortOrder {
    Position,
}

impl MergeArguments {
    pub(super) fn meant(self) -> Result<MergeRequest, NoCommand> {
        Ok(MergeRequest {
            output: self.output.filter(|path| path.as_os_str() != "-"),
            merging: Merging {
                inputs: inputs(Vec::new(), self.files)?,
                max_input: self.max_input,
                by_position: self.sort == Some(SortOrder::Position),
                memory: (self.memory as usize) << 20,
                spill: env::temp_dir(),
                workers: self.workers.number(),
            },
        })
    }
}
