//! The files of games, which must not be compressed.

use std::env;
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::Path;

use keymove_forms::collection::stranger::packed;

/// The bytes of a file, or of standard input.
pub type Input = Box<dyn Read + Send>;

/// This number of bytes tells whether a file is compressed.
const MAGIC: u64 = 6;

/// `input` itself, which is the file at `path`.
///
/// # Errors
///
/// It cannot be read, or it is compressed; then the message has a line with the present command, such as
/// `bpgn check`, that works.
pub fn plain(mut input: Input, path: &Path) -> io::Result<Input> {
    let mut beginning = Vec::new();
    input.by_ref().take(MAGIC).read_to_end(&mut beginning)?;
    match packed(&beginning) {
        Some(stranger) => {
            let words: Vec<String> = env::args().skip(1).take(2).collect();
            let command = format!("solver {}", words.join(" "));
            let message = stranger.message_for(&path.to_string_lossy(), &command);
            Err(io::Error::new(ErrorKind::InvalidData, message))
        }
        None => Ok(Box::new(Cursor::new(beginning).chain(input))),
    }
}

/// An input that has failed.
pub struct FailedInput(pub Option<io::Error>);

impl Read for FailedInput {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
