//! Why a run could not be begun or finished, in words for people and with its exit code.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::lines::Input;
use keymove_base::desk::{counted, fault};
use keymove_base::exit::Exit;
use keymove_base::reason::Reason;
use keymove_base::roles::SameFile;

/// Why a run could not be begun or finished.
#[derive(Debug)]
pub enum RunError {
    /// There is not enough memory for the tables of this number of workers.
    Memory {
        /// Workers.
        workers: usize,
        /// Megabytes for each.
        megabytes: usize,
    },
    /// A file that is written is also read, or written for two purposes: it would be destroyed or
    /// grow forever.
    SameFile(SameFile),
    /// An input cannot be opened; nothing has been written.
    Input(Input, io::Error),
    /// A file with the name of FILE.run exists and is something else; with the reason.
    RunFile(Reason),
    /// A file of known records, or of lines, cannot be read.
    Known(PathBuf, io::Error),
    /// FILE cannot be opened or locked, or the directory of the pictures cannot be created.
    Open(PathBuf, io::Error),
    /// FILE is not a regular file, so it cannot be resumed.
    NotRegular(PathBuf),
    /// An earlier run cannot be resumed, for this reason; nothing has been changed.
    Resume(Reason),
    /// A thread cannot be started.
    Thread(io::Error),
    /// The named output cannot be written.
    Write(String, io::Error),
}

impl RunError {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            RunError::Memory { .. }
            | RunError::SameFile(_)
            | RunError::RunFile(_)
            | RunError::NotRegular(_) => Exit::Usage,
            RunError::Resume(_) | RunError::Known(..) | RunError::Input(..) => Exit::Malformed,
            RunError::Thread(_) => Exit::Internal,
            RunError::Open(..) | RunError::Write(..) => Exit::WriteError,
        }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Memory { workers, megabytes } => write!(
                f,
                "not enough memory: {megabytes} megabytes for each of {}",
                counted(*workers as u64, "worker", "workers")
            ),
            RunError::SameFile(same) => same.fmt(f),
            RunError::Input(input, error) => {
                write!(
                    f,
                    "{}: cannot be read: {error}; nothing was written",
                    input.name()
                )
            }
            RunError::RunFile(reason) => write!(
                f,
                "{reason}; the file of this name beside the output is written by the run"
            ),
            RunError::Known(path, error) => {
                write!(f, "{}: cannot be read: {error}", path.display())
            }
            RunError::Open(path, error) => write!(f, "{}: {error}", path.display()),
            RunError::NotRegular(path) => {
                write!(f, "{}: not a regular file, cannot resume", path.display())
            }
            RunError::Resume(reason) => write!(f, "cannot resume: {reason}"),
            RunError::Thread(error) => write!(f, "cannot start a thread: {error}"),
            RunError::Write(name, error) => write!(f, "{name}: write error: {}", fault(error)),
        }
    }
}

impl std::error::Error for RunError {}
