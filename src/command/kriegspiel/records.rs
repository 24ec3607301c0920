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

/// A file that is being read.
struct OpenFile {
    name: Arc<str>,
    games: Games<Input>,
    /// How much text makes a block.
    block: u64,
}

/// How much text makes a block of records, in bytes: what is done with one of them takes
/// microseconds, and to wake a worker for each would take as long.
const BLOCK: u64 = 1 << 14;

/// The records that are still to come: of a file some in a block, of standard input or a pipe one
/// alone, as whoever asks one after the other waits for the answer.
pub struct RecordStream {
    files: vec::IntoIter<PathBuf>,
    /// The file that is being read.
    open: Option<OpenFile>,
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
            if let Some(open) = &mut self.open {
                let (mut block, mut length) = (Vec::new(), 0);
                while let Some(read) = open.games.next() {
                    let (read, bytes) = (read.map(Box::new), open.games.length());
                    block.push(Record::of_text(Arc::clone(&open.name), read, bytes));
                    length += bytes;
                    if length >= open.block {
                        break;
                    }
                }
                if !block.is_empty() {
                    return Some(block);
                }
                self.open = None;
            }
            let path = self.files.next()?;
            let name: Arc<str> = Arc::from(path.display().to_string());
            let (input, block): (Input, u64) = if &*name == "-" {
                (Box::new(BufReader::with_capacity(BUFFER, io::stdin())), 0)
            } else {
                match File::open(path) {
                    Ok(input) => {
                        let whole = input.metadata().is_ok_and(|about| about.is_file());
                        let block = if whole { BLOCK } else { 0 };
                        (Box::new(BufReader::with_capacity(BUFFER, input)), block)
                    }
                    Err(error) => {
                        return Some(vec![Record::of_text(name, Err(ReadError::Io(error)), 0)]);
                    }
                }
            };
            self.open = Some(OpenFile {
                name,
                games: Games::new(input),
                block,
            });
        }
    }
}
