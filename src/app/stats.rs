//! `solver stats`: the summary of a run, over records that are answered already.

use std::path::PathBuf;

use clap::Args;

use super::reading::inputs;
use keymove_base::desk::{complain, counted, tell_if_typed};
use keymove_base::exit::Exit;
use keymove_run::batch::lines::Input;
use keymove_run::census::{Census, census};
use keymove_terminal::print;

/// Count answered records, with the summary of a run: by outcome and length, and the slowest
///
/// Reads the EPD records that `solver -b` wrote, in one run or many. Records hold whole seconds, so
/// times are counted in whole seconds, too.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes: 0 done, 2 a file or a record cannot be read (the rest is counted), 64 usage, 74 the output cannot be \
written.")]
pub struct Stats {
    /// Files of EPD records; none, or -: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Stats {
    /// Counts the records. What cannot be read is reported, and the rest is counted.
    pub fn run(self) -> Result<Exit, Exit> {
        let inputs = inputs(Vec::new(), self.files).map_err(|refused| refused.show())?;
        if inputs.contains(&Input::Stdin) {
            tell_if_typed("answered records");
        }
        let Census {
            stats,
            unanswered,
            claims,
            is_whole,
        } = census(inputs);
        if unanswered > 0 {
            let records = counted(unanswered, "record has", "records have");
            complain(format_args!("{records} no answer"));
        }
        if claims > 0 {
            complain(format_args!(
                "{claims} of them claim a result without a search"
            ));
        }
        let printed = print(format!("{stats}\n").as_bytes());
        Ok(match is_whole {
            true => printed,
            false => printed.min(Exit::Malformed),
        })
    }
}
