//! Why a collection could not be cut, or its answers not be put together.

use std::fmt;
use std::io;
use std::path::PathBuf;

use keymove_base::error::printable;
use keymove_base::exit::Exit;
use keymove_base::roles::SameFile;

/// Why nothing was done.
#[derive(Debug)]
pub enum ShardError {
    /// The folder has shards already.
    Exists(PathBuf),
    /// Another process is cutting into the same folder.
    Busy(PathBuf),
    /// The answers would stand among what they are made of, or shards in the place of what is cut.
    SameFile(SameFile),
    /// To count before it cuts, the input must hold still, and this one does not.
    ReadTwice(String),
    /// The input, with what is wrong with it: it cannot be read, or is no EPD.
    Input(String),
    /// The manifest, or a shard, is not what was written.
    Manifest(PathBuf, String),
    /// A file cannot be read.
    Read(PathBuf, io::Error),
    /// A file cannot be written.
    Write(PathBuf, io::Error),
    /// The answers cannot be put together; all that is wrong, each with its file and line.
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
