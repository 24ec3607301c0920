//! Arguments that commands of several programs take, and how values are read that have names.

use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use clap::Args;
use clap::builder::TypedValueParser;

use keymove_base::desk::{When, tell_if_typed};
use keymove_base::units::{named, number};

/// The form of an output that has one for people and one for programs: whether it is JSON.
pub const TEXT_OR_JSON: &[(&str, bool)] = &[("text", false), ("json", true)];

/// Reads when something is shown.
pub fn when() -> impl TypedValueParser<Value = When> {
    named(&When::NAMES)
}

/// The number of workers, for commands that need no other resources.
#[derive(Debug, Args)]
pub struct Workers {
    /// Workers [default: all cores]; the output does not depend on it
    #[arg(short = 'j', long, value_name = "N", value_parser = number::<usize>(1..=1024))]
    workers: Option<usize>,
}

impl Workers {
    /// The number of workers.
    pub fn number(&self) -> usize {
        self.workers.unwrap_or_else(all_cores)
    }
}

/// The number of cores that this process may use.
pub fn all_cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Says on a terminal that `what` is read from there, if one of `files` is standard input.
pub fn tell_if_read(files: &[PathBuf], what: &str) {
    if files.iter().any(|path| is_dash(path)) {
        tell_if_typed(what);
    }
}

/// Whether a path means a standard stream.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}
