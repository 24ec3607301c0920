//! A file of output that takes the place of another when all of it is written: [`Replacement`]. Until
//! then that one stays as it was, so it may be one of the inputs.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// What is to stand in some place.
pub enum Replacement {
    /// A device or a pipe has no place that could be taken.
    Device(File),
    /// A file beside it.
    Beside {
        /// The file under way.
        file: NamedTempFile,
        /// What it will be.
        target: PathBuf,
    },
}

impl Replacement {
    /// That of `path`.
    ///
    /// # Errors
    ///
    /// It cannot be written, or nothing beside it, or it is a link that leads nowhere.
    pub fn of(path: &Path) -> io::Result<Replacement> {
        if path.is_symlink() && !path.exists() {
            let why = "it is a link that leads nowhere";
            return Err(io::Error::new(io::ErrorKind::NotFound, why));
        }
        if path.metadata().is_ok_and(|data| !data.is_file()) {
            let device = File::options().write(true).open(path)?;
            return Ok(Replacement::Device(device));
        }
        // Behind a link stands the file that is meant.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let folder = match target.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let file = NamedTempFile::new_in(folder)?;
        Ok(Replacement::Beside { file, target })
    }

    /// Puts it into its place, when it is on the disk.
    ///
    /// # Errors
    ///
    /// It does not come there; what was there stays.
    pub fn put(self) -> io::Result<()> {
        let Replacement::Beside { file, target } = self else {
            return Ok(());
        };
        file.as_file().sync_all()?;
        let rights = match target.metadata() {
            Ok(data) => data.permissions(),
            // Those of a file made in the usual way.
            Err(_) => File::create_new(&target)?.metadata()?.permissions(),
        };
        file.as_file().set_permissions(rights)?;
        file.persist(&target).map_err(|error| error.error)?;
        Ok(())
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Replacement::Device(file) => file.write(bytes),
            Replacement::Beside { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Replacement::Device(file) => file.flush(),
            Replacement::Beside { file, .. } => file.flush(),
        }
    }
}
