//! Files in a folder of a test, by names as arguments have them.

use std::fs;

use super::scratch::Scratch;

impl Scratch {
    /// The path of a file in it.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("text").to_owned()
    }

    /// The path of a file in it that holds `bytes`.
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, bytes).expect("a file");
        path
    }
}
