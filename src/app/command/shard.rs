//! `solver split` and `solver join`: a collection into shards, and their results put together.

use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use keymove_base::desk::{complain, counted, ended, tell, tell_if_typed};
use keymove_base::exit::Exit;
use keymove_base::replacement::Replacement;
use keymove_base::roles::Roles;
use keymove_base::stop::Stop;
use keymove_run::batch::lines::Input;
use keymove_run::shard::{ShardError, Splitting, join, split};

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
                Err(ShardError::Write(path, error)) if path == name => {
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

/// Puts together into a file that takes the place of `path` when all of it is on the disk.
fn join_into(folder: &Path, path: &Path) -> Result<(), ShardError> {
    let failed = |error| ShardError::Write(path.to_owned(), error);
    if path.is_symlink() && !path.exists() {
        // Where it leads to may be among shards and results.
        let why = io::Error::new(io::ErrorKind::NotFound, "it is a link that leads nowhere");
        return Err(failed(why));
    }
    let mut roles = Roles::default();
    for name in ["shards", "results"] {
        roles.owns(name, &folder.join(name), |_| true);
    }
    roles.writes("-o", path);
    roles.check().map_err(ShardError::SameFile)?;
    let mut out = BufWriter::with_capacity(1 << 16, Replacement::of(path).map_err(failed)?);
    join(folder, &mut out, path)?;
    let written = out.into_inner().map_err(io::IntoInnerError::into_error);
    written.and_then(Replacement::put).map_err(failed)
}
