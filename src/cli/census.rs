//! The arguments of `solver stats`.

use std::path::PathBuf;

use clap::Args;

use super::{CompareFormat, Instead};
use crate::command::census::CensusRequest;

/// Count answered records: by outcome and length, histograms of nodes and seconds, the slowest
///
/// The records are those of `solver -b`, of one run or many. Seconds are whole ones, as records have them.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes: 0 done, 2 a file cannot be read (the rest is counted), 64 usage, 74 the output cannot be \
written.")]
pub(super) struct CensusArguments {
    /// The form of the output
    #[arg(long, value_enum, default_value = "text")]
    format: CompareFormat,
    /// Files of EPD, plain or compressed; none, or -: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl CensusArguments {
    pub(super) fn meant(self) -> Result<CensusRequest, Instead> {
        Ok(CensusRequest {
            inputs: super::run::inputs(self.files)?,
            json: self.format == CompareFormat::Json,
        })
    }
}
