//! The arguments of `solver stats`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::NoCommand;
use crate::command::census::{CensusForm, CensusRequest};

/// Count answered records: by outcome and length, histograms of nodes and seconds, the slowest
///
/// The records are those of `solver -b`, of one run or many. Seconds are whole ones, as records
/// have them.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes: 0 done, 2 a file cannot be read (the rest is counted), 64 usage, 74 the output cannot be \
written.")]
pub(super) struct CensusArguments {
    /// The form of the output; tsv: a row for each record instead of the counts
    #[arg(long, value_enum, default_value = "text")]
    format: CensusFormat,
    /// Files of records in any form that is read, plain or compressed; none, or -: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CensusFormat {
    Text,
    Json,
    Tsv,
}

impl CensusArguments {
    pub(super) fn meant(self) -> Result<CensusRequest, NoCommand> {
        Ok(CensusRequest {
            inputs: super::reading::inputs(Vec::new(), self.files)?,
            form: match self.format {
                CensusFormat::Text => CensusForm::Text,
                CensusFormat::Json => CensusForm::Json,
                CensusFormat::Tsv => CensusForm::Table,
            },
        })
    }
}
