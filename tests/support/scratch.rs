//! A place for files that is removed with the test.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is empty when the test begins and removed when it ends.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new() -> Scratch {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "{}-{}-{}",
            env!("CARGO_CRATE_NAME"),
            std::process::id(),
            NUMBER.fetch_add(1, Ordering::Relaxed)
        );
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).expect("a folder");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Files that remain are under target/, where they do no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}
