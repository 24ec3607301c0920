//! The stand-in for Olive's documents if the feature `collections` is off: there are none.

/// A document of Olive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OliveDocument {}

impl OliveDocument {
    /// The document.
    pub fn as_bytes(&self) -> &[u8] {
        match *self {}
    }

    /// The document with a solution.
    ///
    /// # Errors
    ///
    /// Never called: there is no document.
    pub fn solved(&self, _: &str) -> Result<Vec<u8>, String> {
        match *self {}
    }
}
