//! Why a run could not be begun or finished, in words for people and with its exit code.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::lines::Input;
use super::resume::Mismatch;
use crate::exit::Exit;

/// Why a run could not be begun or finished.
#[derive(Debug)]
pub enum Error {
    /// There is no memory for the tables of so many workers.
    Memory {
        /// Workers.
        workers: usize,
        /// Megabytes for each.
        megabytes: usize,
    },
    /// This input is the output as well: it would be destroyed, or grow for ever.
    OutputIsInput(Input),
    /// The file for certificates is the output, too.
    ProofIsOutput(PathBuf),
    /// The file for the numbers of the run is input or output of it, too.
    StatsIsOther(PathBuf),
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
    /// FILE's records are not the answers to this input; nothing was changed.
    Mismatch(Mismatch),
    /// A thread cannot be had.
    Thread(io::Error),
    /// The output, named here, cannot be written.
    Write(String, io::Error),
}

impl Error {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Error::Memory { .. }
            | Error::OutputIsInput(_)
            | Error::ProofIsOutput(_)
            | Error::StatsIsOther(_)
            | Error::RunFile(_)
            | Error::NotRegular(_) => Exit::Usage,
            Error::Mismatch(_) | Error::Known(..) | Error::Input(..) => Exit::Malformed,
            Error::Thread(_) => Exit::Internal,
            Error::Open(..) | Error::Write(..) => Exit::WriteError,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Memory { workers, megabytes } => write!(
                f,
                "not enough memory: {megabytes} megabytes for each of {workers} workers"
            ),
            Error::OutputIsInput(input) => {
                write!(f, "{} is input and output at once", input.name())
            }
            Error::ProofIsOutput(path) => write!(
                f,
                "{}: certificates and answers cannot go into one file",
                path.display()
            ),
            Error::StatsIsOther(path) => {
                write!(f, "{}: --stats needs a file of its own", path.display())
            }
            Error::Input(input, error) => {
                write!(
                    f,
                    "{}: cannot be read: {error}; nothing was written",
                    input.name()
                )
            }
            Error::RunFile(reason) => write!(
                f,
                "{reason}; the file of this name beside the output is written by the run"
            ),
            Error::Known(path, error) => {
                write!(f, "{}: cannot be read: {error}", path.display())
            }
            Error::Open(path, error) => write!(f, "{}: {error}", path.display()),
            Error::NotRegular(path) => {
                write!(f, "{}: not a regular file, cannot resume", path.display())
            }
            Error::Mismatch(mismatch) => write!(f, "cannot resume: {mismatch}"),
            Error::Thread(error) => write!(f, "cannot start a thread: {error}"),
            Error::Write(name, error) => write!(f, "{name}: write error: {error}"),
        }
    }
}

impl std::error::Error for Error {}
