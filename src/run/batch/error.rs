//! Why a run could not be begun or finished, in words for people and with its exit code.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::lines::Input;
use keymove_base::exit::Exit;
use keymove_base::roles::SameFile;

/// Why a run could not be begun or finished.
#[derive(Debug)]
pub enum RunError {
    /// There is no memory for the tables of so many workers.
    Memory {
        /// Workers.
        workers: usize,
        /// Megabytes for each.
        megabytes: usize,
    },
    /// A file is written that is read as well, or written for two things: it would be destroyed, or
    /// grow for ever.
    SameFile(SameFile),
    /// An input cannot be opened; nothing was written.
    Input(Input, io::Error),
    /// A file has the name of the one beside FILE, and is something else: the reason.
    RunFile(String),
    /// A file of known records, or of lines, cannot be read.
    Known(PathBuf, io::Error),
    /// FILE cannot be opened or locked, or the directory of the pictures not be made.
    Open(PathBuf, io::Error),
    /// FILE is no regular file, so there is nothing in it to go on with.
    NotRegular(PathBuf),
    /// An earlier run cannot be gone on with, for this reason; nothing was changed.
    Resume(String),
    /// A thread cannot be had.
    Thread(io::Error),
    /// The output, named here, cannot be written.
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
                "not enough memory: {megabytes} megabytes for each of {workers} workers"
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
            RunError::Write(name, error) => write!(f, "{name}: write error: {error}"),
        }
    }
}

impl std::error::Error for RunError {}
