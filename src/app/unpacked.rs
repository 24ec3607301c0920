//! The files of games, written out if they are compressed: by the door through which the files of
//! problems come.

use std::io::{self, Cursor, ErrorKind, Read};

use keymove_forms::collection::MAX_INPUT;
use keymove_forms::collection::form::compressed;
use keymove_forms::collection::packed::{packing, unpacked};

/// The bytes of a file, or of standard input.
pub type Input = Box<dyn Read + Send>;

/// So many bytes tell whether a file is compressed.
const MAGIC: u64 = 6;

/// What `input` holds when it is written out: itself, if it is not compressed.
///
/// # Errors
///
/// It cannot be read, or it was compressed by a program whose files are not read: that is named.
pub fn plain(mut input: Input) -> io::Result<Input> {
    let mut beginning = Vec::new();
    input.by_ref().take(MAGIC).read_to_end(&mut beginning)?;
    let (packing, form) = (packing(&beginning), compressed(&beginning));
    let bytes: Input = Box::new(Cursor::new(beginning).chain(input));
    match (packing, form) {
        (Some(packing), _) => Ok(unpacked(packing, bytes, MAX_INPUT)),
        (None, Some(form)) => Err(io::Error::new(ErrorKind::InvalidData, form.to_string())),
        (None, None) => Ok(bytes),
    }
}

/// An input that has failed: decompression that is asked again may call it the end.
pub struct FailedInput(pub Option<io::Error>);

impl Read for FailedInput {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
