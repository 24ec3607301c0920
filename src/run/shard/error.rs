//! Why a collection could not be cut, or its results not be joined.

use std::fmt;
use std::io;
use std::path::PathBuf;

use keymove_base::error::printable;
use keymove_base::exit::Exit;
use keymove_base::roles::SameFile;

/// Why splitting or joining failed.
#[derive(Debug)]
pub enum ShardError {
    /// The folder already has shards.
    Exists(PathBuf),
    /// Another process is creating shards in the same folder.
    Busy(PathBuf),
    /// The output would overwrite a file that is read.
    SameFile(SameFile),
    /// The input must be read twice to count its records, but it is not a regular file.
    ReadTwice(String),
    /// The input cannot be read or is not EPD; with the reason.
    Input(String),
    /// The manifest, or a shard, differs from what was written.
    Manifest(PathBuf, String),
    /// A file cannot be read.
    Read(PathBuf, io::Error),
    /// A file cannot be written.
    Write(PathBuf, io::Error),
    /// The results cannot be joined; all faults, each with file and line.
    Results(Vec<String>),
}

impl ShardError {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            ShardError::Exists(_)
            | ShardError::Busy(_)
            | ShardError::SameFile(_)
            | ShardError::ReadTwice(_) => Exit::Usage,
            ShardError::Input(_)
            | ShardError::Manifest(..)
            | ShardError::Read(..)
            | ShardError::Results(_) => Exit::Malformed,
            ShardError::Write(..) => Exit::WriteError,
        }
    }
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShardError::Exists(path) => write!(f, "{}: there are shards already", path.display()),
            ShardError::Busy(path) => {
                write!(f, "{}: another process is making shards", path.display())
            }
            ShardError::SameFile(same) => same.fmt(f),
            ShardError::ReadTwice(name) => write!(
                f,
                "{name}: to make a number of shards the records must be counted first, and this can \
                 be read only once; use --records"
            ),
            ShardError::Input(message) => f.write_str(&printable(message)),
            ShardError::Manifest(path, reason) => write!(f, "{}: {reason}", path.display()),
            ShardError::Read(path, error) => {
                write!(f, "{}: cannot be read: {error}", path.display())
            }
            ShardError::Write(path, error) => write!(f, "{}: {error}", path.display()),
            ShardError::Results(faults) => f.write_str(&faults.join("\n")),
        }
    }
}

impl std::error::Error for ShardError {}
