//! The records of files, one after the other, as the pool's reading thread takes them: whoever
//! waits for standard input there keeps nobody else from hearing a signal.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::sync::Arc;
use std::vec;

use crate::kriegspiel::notation::read::{Games, Read, ReadError};
use crate::pool::queue::Weigh;

/// What a byte of text weighs once it is read, in bytes, with all that is kept beside a move.
const WEIGHT: usize = 16;

/// How much of a file is read at once, in bytes.
const BUFFER: usize = 1 << 16;

/// What was read.
#[derive(Debug)]
pub struct Record {
    /// The file's name as given, `-` for standard input.
    pub file: Arc<str>,
    /// The record, or why there is none: after an error of syntax more may come of the same file.
    pub read: Result<Box<Read>, ReadError>,
    /// The length of its text, in bytes.
    length: u64,
}

impl Record {
    /// What was read from a text of `length` bytes.
    pub fn of_text(file: Arc<str>, read: Result<Box<Read>, ReadError>, length: u64) -> Record {
        Record { file, read, length }
    }
}

impl Weigh for Record {
    fn bytes(&self) -> usize {
        size_of::<Record>() + WEIGHT * self.length as usize
    }
}

type Input = Box<dyn BufRead + Send>;

/// The records that are still to come, each a block of its own: whoever asks one after the other
/// waits for the answer.
pub struct RecordStream {
    files: vec::IntoIter<PathBuf>,
    /// The file that is being read.
    open: Option<(Arc<str>, Games<Input>)>,
}

impl RecordStream {
    /// The records of `files`, of which `-` is standard input. Nothing is opened before it is its
    /// turn.
    pub fn of_files(files: Vec<PathBuf>) -> RecordStream {
        RecordStream {
            files: files.into_iter(),
            open: None,
        }
    }
}

impl Iterator for RecordStream {
    type Item = Vec<Record>;

    fn next(&mut self) -> Option<Vec<Record>> {
        loop {
            if let Some((file, games)) = &mut self.open {
                if let Some(read) = games.next() {
                    let read = read.map(Box::new);
                    let file = Arc::clone(file);
                    return Some(vec![Record::of_text(file, read, games.length())]);
                }
                self.open = None;
            }
            let path = self.files.next()?;
            let file: Arc<str> = Arc::from(path.display().to_string());
            let input: Input = if &*file == "-" {
                Box::new(BufReader::with_capacity(BUFFER, io::stdin()))
            } else {
                match File::open(path) {
                    Ok(input) => Box::new(BufReader::with_capacity(BUFFER, input)),
                    Err(error) => {
                        return Some(vec![Record::of_text(file, Err(ReadError::Io(error)), 0)]);
                    }
                }
            };
            self.open = Some((file, Games::new(input)));
        }
    }
}
