//! `solver split` and `solver join`: a collection into shards, and their results put together.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::batch::lines::Input;
use crate::desk::{complain, counted, ended, tell, tell_if_typed};
use crate::exit::Exit;
use crate::shard::{ShardError, Splitting, join, split};
use crate::stop::Stop;

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShardWork {
    /// Cut a collection.
    Split(Splitting),
    /// Put the results together.
    Join {
        /// The folder of shards and results.
        folder: PathBuf,
        /// The file that gets them; none: standard output.
        output: Option<PathBuf>,
    },
}

/// Does it. A signal ends it as it ends other programs: half-made files have other names.
pub fn run(work: &ShardWork) -> Exit {
    let done = match work {
        ShardWork::Split(splitting) => {
            if splitting.inputs.contains(&Input::Stdin) {
                tell_if_typed("EPD records");
            }
            split(splitting).map(|manifest| {
                tell(format_args!(
                    "{} in {}",
                    counted(manifest.records, "record", "records"),
                    counted(manifest.shards.len() as u64, "shard", "shards")
                ));
            })
        }
        ShardWork::Join {
            folder,
            output: None,
        } => {
            let name = PathBuf::from("standard output");
            let mut out = BufWriter::new(io::stdout().lock());
            match join(folder, &mut out, &name) {
                // What pipes make of the end is decided in one place.
                Err(ShardError::Io(path, error)) if path == name => {
                    // The buffer is not to be written again when it is dropped.
                    let _ = out.into_parts();
                    return ended(Err(error), &Stop::new());
                }
                joined => joined.map(|_| ()),
            }
        }
        ShardWork::Join {
            folder,
            output: Some(path),
        } => join_into(folder, path),
    };
    match done {
        Ok(()) => Exit::Success,
        Err(error) => {
            for line in error.to_string().lines() {
                complain(line);
            }
            error.exit()
        }
    }
}

/// Puts together into a file beside `path`, which gets its name when all of it is on the disk.
fn join_into(folder: &Path, path: &Path) -> Result<(), ShardError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let failed = |path: &Path, error| ShardError::Io(path.to_owned(), error);
    let file = File::create(&part).map_err(|error| failed(&part, error))?;
    let mut out = BufWriter::with_capacity(1 << 16, file);
    let joined = join(folder, &mut out, &part).and_then(|_| {
        let synced = out.into_inner().map_err(io::IntoInnerError::into_error);
        let synced = synced.and_then(|mut file| file.flush().and_then(|()| file.sync_all()));
        synced.map_err(|error| failed(&part, error))?;
        fs::rename(&part, path).map_err(|error| failed(path, error))
    });
    if joined.is_err()
        && let Err(error) = fs::remove_file(&part)
        && error.kind() != ErrorKind::NotFound
    {
        complain(format_args!("{}: {error}", part.display()));
    }
    joined
}
