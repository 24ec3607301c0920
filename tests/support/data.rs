//! The collections of real files next to the project, which are not part of it.

use std::path::{Path, PathBuf};

/// The folder `name` of the collections: in `$KEYMOVE_DATA`, or in `../shared/data` next to the
/// project. None, with a message, if there are no collections.
pub fn folder(name: &str) -> Option<PathBuf> {
    let data = match std::env::var_os("KEYMOVE_DATA") {
        Some(folder) => {
            let folder = PathBuf::from(folder);
            assert!(folder.is_dir(), "KEYMOVE_DATA is not a folder");
            folder
        }
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
    };
    if !data.is_dir() {
        eprintln!("skipped: there are no collections at {}", data.display());
        return None;
    }
    Some(data.join(name))
}
