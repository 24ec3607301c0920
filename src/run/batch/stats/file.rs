//! The file of `--stats`: it is replaced as a whole, so that readers always see a complete state,
//! even during a run.

use std::io;
use std::path::{Path, PathBuf};

use super::Stats;
use keymove_base::replacement::replace;

/// The file for the statistics of a run.
#[derive(Debug, Clone)]
pub struct StatsFile {
    path: PathBuf,
}

impl StatsFile {
    /// The file at `path`, which need not exist.
    pub fn new(path: &Path) -> StatsFile {
        StatsFile {
            path: path.to_owned(),
        }
    }

    /// Its name for messages.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Whether it is a pipe or another file without a length, which may block its writer.
    pub fn is_device(&self) -> bool {
        self.path.metadata().is_ok_and(|data| !data.is_file())
    }

    /// Writes `stats`, replacing the previous contents.
    ///
    /// # Errors
    ///
    /// They cannot be written; the previous contents are intact.
    pub fn write(&self, stats: &Stats) -> io::Result<()> {
        replace(&self.path, &stats.to_json())
    }
}
