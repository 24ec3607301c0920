//! The files of games, which must not be compressed.

use std::io::{self, Cursor, ErrorKind, Read};

use keymove_forms::collection::stranger::packed;

/// The bytes of a file, or of standard input.
pub type Input = Box<dyn Read + Send>;

/// This number of bytes tells whether a file is compressed.
const MAGIC: u64 = 6;

/// `input` itself.
///
/// # Errors
///
/// It cannot be read, or it is compressed.
pub fn plain(mut input: Input) -> io::Result<Input> {
    let mut beginning = Vec::new();
    input.by_ref().take(MAGIC).read_to_end(&mut beginning)?;
    match packed(&beginning) {
        Some(stranger) => Err(io::Error::new(
            ErrorKind::InvalidData,
            stranger.message_for("solver ..."),
        )),
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
