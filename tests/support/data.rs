//! The project's folder, and the collections of real files next to it, which are not part of it.

use std::io::Write;
use std::path::{Path, PathBuf};

/// The project's folder, from which its files have short names.
pub fn project() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = package.ancestors();
    let has_lock = |folder: &&Path| folder.join("Cargo.lock").is_file();
    folders.find(has_lock).expect("the project's folder")
}

/// The folder `name` of the collections: in `$KEYMOVE_DATA`, or in `../shared/data` next to the
/// project. None, with a message, if there are no collections.
pub fn folder(name: &str) -> Option<PathBuf> {
    let data = match std::env::var_os("KEYMOVE_DATA") {
        Some(folder) => {
            let folder = PathBuf::from(folder);
            assert!(folder.is_dir(), "KEYMOVE_DATA is not a folder");
            folder
        }
        None => project().join("../shared/data"),
    };
    if !data.is_dir() {
        let skipped = format!("skipped: there are no collections at {}\n", data.display());
        // Past the harness, which hides the output of tests that pass.
        let _ = std::io::stderr().write_all(skipped.as_bytes());
        return None;
    }
    Some(data.join(name))
}
