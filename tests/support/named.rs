//! Files with names of their own, for tests that examine them one by one.

use std::fs;
use std::path::PathBuf;

/// A path without a file, and the same as text.
pub fn scratch(name: &str) -> (PathBuf, String) {
    let name = format!("{}-{name}", env!("CARGO_CRATE_NAME"));
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    let text = path.to_str().expect("UTF-8").to_owned();
    (path, text)
}
