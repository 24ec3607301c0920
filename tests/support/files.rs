//! Files in the folder of a test, with names as they are used in arguments.

use std::fs;

use super::scratch::Scratch;

impl Scratch {
    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("text").to_owned()
    }

    /// The path of a file in the folder, which contains `bytes`.
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, bytes).expect("a file");
        path
    }
}
