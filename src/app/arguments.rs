//! Arguments that several commands take.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;

use keymove_base::desk::When;
use keymove_base::units::{megabytes, number};
use keymove_run::batch::{MEMORY, MESSAGES};
use keymove_solve::Limits;
use keymove_terminal::arguments::{all_cores, is_dash};

/// The resources of a run.
#[derive(Debug, Args)]
pub struct Resources {
    /// Megabytes for the tables of one worker
    #[arg(short = 'M', long, value_name = "MB", default_value_t = MEMORY, value_parser = megabytes)]
    #[arg(long_help = "\
Memory for the tables of one worker, in megabytes, or as 512M or 2GiB")]
    pub memory: usize,

    /// Records solved in parallel [default: all cores]
    #[arg(short = 'j', long, alias = "jobs", value_name = "N", value_parser = number::<usize>(1..=1024))]
    #[arg(
        long_help = "Workers: records solved in parallel [default: all cores, divided by --threads]"
    )]
    workers: Option<usize>,

    /// Threads on one record, for long searches; they share its tables
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<usize>(1..=512))]
    pub threads: usize,

    #[command(flatten)]
    pub limits: Limits,
}

impl Resources {
    /// The number of workers.
    pub fn workers(&self) -> usize {
        let divided = || (all_cores() / self.threads).max(1);
        self.workers.unwrap_or_else(divided)
    }
}

/// The amount of messages about records on stderr.
#[derive(Debug, Args)]
pub struct MessageArguments {
    /// No messages about records, no status line, no summary; the exit code says what was wrong
    #[arg(short, long)]
    quiet: bool,

    /// All messages about records [default: the first 10, and how many more there are]
    #[arg(short, long, conflicts_with = "quiet")]
    verbose: bool,
}

impl MessageArguments {
    /// The most messages about records that are shown.
    pub fn most(&self) -> u64 {
        match (self.quiet, self.verbose) {
            (true, _) => 0,
            (_, true) => u64::MAX,
            _ => MESSAGES,
        }
    }

    /// When something is shown, if `when` was asked for.
    pub fn when(&self, when: When) -> When {
        match (self.quiet, when) {
            (true, When::Auto) => When::Never,
            _ => when,
        }
    }
}

/// The arguments of the program, with `command` written out where it is called by one of the `names`
/// that other programs know.
pub fn called_as(names: &[&str], command: &str, mut arguments: Vec<OsString>) -> Vec<OsString> {
    let name = arguments
        .first()
        .and_then(|name| Path::new(name).file_stem());
    if name.is_some_and(|name| names.iter().any(|own| name.eq_ignore_ascii_case(own))) {
        arguments[0] = "solver".into();
        arguments.insert(1, command.into());
    }
    arguments
}

/// The file of `-o`; none: standard output.
pub fn output_file(output: Option<PathBuf>) -> Option<PathBuf> {
    output.filter(|path| !is_dash(path))
}
