//! Files of games as they are opened: they must not be compressed.

use std::env;
use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::Path;

use crate::arguments::is_dash;
use keymove_base::packed::{MAGIC, Packed, packed, shell_word};

/// The bytes of a file, or of standard input.
pub type Input = Box<dyn Read + Send>;

/// Opens the file at `path`; `-` is standard input.
///
/// # Errors
///
/// It cannot be read, or it is compressed.
pub fn open(path: &Path) -> io::Result<Input> {
    match is_dash(path) {
        true => plain(Box::new(io::stdin()), path),
        false => plain(Box::new(File::open(path)?), path),
    }
}

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
        Some(Packed { program, reader }) => {
            let own = env::args().next().unwrap_or_default();
            let own = Path::new(&own)
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy();
            let command = env::args().nth(1).unwrap_or_default();
            let name = path.to_string_lossy();
            let message = format!(
                "this is compressed by {program}; try: {reader} {} | {own} {command}",
                shell_word(&name)
            );
            Err(io::Error::new(ErrorKind::InvalidData, message))
        }
        None => {
            // Readers look at the first piece for other forms, which needs more than six bytes.
            let mut more = vec![0; 1 << 12];
            let length = input.read(&mut more)?;
            beginning.extend_from_slice(&more[..length]);
            Ok(Box::new(Cursor::new(beginning).chain(input)))
        }
    }
}

/// An input that has failed.
pub struct FailedInput(pub Option<io::Error>);

impl Read for FailedInput {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
