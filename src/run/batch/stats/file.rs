//! The file of `--stats`: there is always a whole one at its place, never half of one, so that
//! whoever reads it while a run goes on sees the last whole state.

use std::io;
use std::path::{Path, PathBuf};

use super::Figures;
use keymove_base::replacement::replace;

/// Where the numbers of a run go.
#[derive(Debug, Clone)]
pub struct StatsFile {
    path: PathBuf,
}

impl StatsFile {
    /// The file at `path`, which need not be there.
    pub fn new(path: &Path) -> StatsFile {
        StatsFile {
            path: path.to_owned(),
        }
    }

    /// Its name, as in messages.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Whether it is a pipe or another thing without a length, which may let its writer wait.
    pub fn is_device(&self) -> bool {
        self.path.metadata().is_ok_and(|data| !data.is_file())
    }

    /// Writes `figures`, in the place of what is there.
    ///
    /// # Errors
    ///
    /// They cannot be written; what was there is still there.
    pub fn write(&self, figures: &Figures) -> io::Result<()> {
        replace(&self.path, &figures.to_json())
    }
}
