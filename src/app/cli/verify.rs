//! The arguments of `solver verify`.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::Args;

use super::resources::Workers;
use super::units::count;
use super::{CompareFormat, ShowProgress};
use crate::command::verify::VerifyTask;
use keymove_records::verify::Verification;

/// Prove the claims of records or certificates again, without the search; exit 1 if one is false
#[derive(Debug, Args)]
pub(super) struct Verify {
    /// Positions to search for one claim without a certificate; 0: none
    #[arg(long, value_name = "N", default_value = "100000", value_parser = count(0..=u64::MAX))]
    effort: u64,
    /// Check these claims only: keys, complete, shortest, line, count, mated, longest, sooner, over,
    /// refuted, safe, escapes. Default: all; but that bm has every key (complete, sooner) only in
    /// answers of this solver, with acn and acd
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        hide_possible_values = true
    )]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(keymove_records::verify::NAMES))]
    claims: Option<Vec<String>>,
    #[command(flatten)]
    workers: Workers,
    /// The form of the output; json: an object for each claim that fails, then the totals
    #[arg(long, value_enum, default_value = "text")]
    format: CompareFormat,
    /// A status line with the speed on stderr; auto: if that is a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    progress: ShowProgress,
    /// Answers of a bulk run, or certificates of its --proof; none, or -: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Verify {
    pub(super) fn meant(mut self) -> VerifyTask {
        if self.files.is_empty() {
            self.files.push("-".into());
        }
        let verification = Verification {
            effort: self.effort,
            claims: self.claims,
            workers: self.workers.number(),
            json: self.format != CompareFormat::Text,
            progress: match self.progress {
                ShowProgress::Auto => io::stderr().is_terminal(),
                ShowProgress::Always => true,
                ShowProgress::Never => false,
            },
        };
        VerifyTask {
            files: self.files,
            verification,
            notices: self.format.notices(),
        }
    }
}
