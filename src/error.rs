//! Where in the input something was found.

use std::fmt;

/// A place in the input: file, line and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The file's name as given on the command line, `-` for standard input.
    pub file: String,
    /// The line, counted from 1.
    pub line: u64,
    /// The column in bytes, counted from 1.
    pub column: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
