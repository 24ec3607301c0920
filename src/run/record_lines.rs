//! The EPD records of an input, for commands that search nothing: [`RecordLines`].

use std::hash::{BuildHasher, Hasher};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::{fs::File, io};

use foldhash::quality::FixedState;

use crate::batch::lines::{FileRemark, Input, InputLine, InputLines, Item};
use keymove_base::desk::complain;
use keymove_forms::collection::Reading;
use keymove_records::cause::Cause;

/// A line that should be a record.
#[derive(Debug)]
pub struct RecordLine {
    /// The file's name as in messages.
    pub file: Arc<str>,
    /// The line in it, counted from 1.
    pub number: u64,
    /// The record, as EPD.
    pub bytes: Vec<u8>,
    /// Why the line is not a record.
    pub cause: Option<Cause>,
}

/// The options of reading where EPD is the only form.
fn epd() -> Reading {
    Reading {
        only_epd: true,
        ..Reading::default()
    }
}

/// The lines of an input that are, or should be, records; an error names a file that cannot be read
/// to its end. Other messages about it go to stderr.
pub struct RecordLines {
    lines: InputLines,
}

impl RecordLines {
    /// The records of `inputs`.
    pub fn of_inputs(inputs: Vec<Input>) -> RecordLines {
        RecordLines {
            lines: InputLines::new(inputs, &epd()),
        }
    }

    /// The records of the open file called `name`.
    pub fn of(name: &Arc<str>, reader: Box<dyn Read + Send>) -> RecordLines {
        RecordLines {
            lines: InputLines::of_any_form(name, reader, &epd()),
        }
    }

    /// The record in a line, or why the line is not a record; nothing if it is not meant to be a record.
    fn record(&mut self, line: InputLine) -> Option<RecordLine> {
        if !line.is_job() {
            return None;
        }
        let cause = line.cause();
        let mut record = RecordLine {
            file: Arc::clone(&line.file),
            number: line.number,
            bytes: line.bytes().into_owned(),
            cause,
        };
        if line.is_cut() {
            // Lines are told apart by all that they say.
            let mut hasher = FixedState::default().build_hasher();
            while let Some(rest) = self.lines.next_rest() {
                hasher.write(rest.own());
            }
            let hash = format!(" {:016x}", hasher.finish());
            record.bytes.extend_from_slice(hash.as_bytes());
        }
        Some(record)
    }
}

impl Iterator for RecordLines {
    type Item = Result<RecordLine, FileRemark>;

    fn next(&mut self) -> Option<Result<RecordLine, FileRemark>> {
        loop {
            match self.lines.next_item()? {
                Item::Line(line) => {
                    if let Some(record) = self.record(line) {
                        return Some(Ok(record));
                    }
                }
                Item::Rest(_) => {}
                Item::Note(message) => complain(message),
                Item::Unreadable(message) => return Some(Err(message)),
            }
        }
    }
}

/// Opens a file; `-` is standard input.
pub fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    Ok(if path.as_os_str() == "-" {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path)?)
    })
}
