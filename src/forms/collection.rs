//! Reads problems from files that are not EPD: bytes -> recognised -> unpacked -> records.
//!
//! ```text
//! bytes -> form (what is it?) -> pgn, olive, popeye -> record
//! ```
//!
//! [`form`] recognizes a file by its first line, and one reader for each form returns a
//! [`CollectedProblem`] for each problem: a record that asks what the file asks. Nothing is solved
//! here.
//!
//! Every reader is a stream that holds at most one record of at most [`LONGEST_RECORD`] bytes. A
//! longer record ends the file with a [`CollectionEntry::Broken`]. A record that EPD cannot
//! express (fairy pieces, conditions) is [`Unsolved`].
//!
#![doc = include_str!("collection/manual.md")]

/// The manual of files of problems.
pub const MANUAL: &str = include_str!("collection/manual.md");

pub mod diagram;
pub mod encoding;
pub mod form;
pub mod olive;
pub mod pgn;
pub mod played;
mod popeye;
mod position;
pub mod problem;
mod reading;
mod remark;
pub mod rows;
mod solution;
pub mod stranger;
pub mod yaml;

use std::io::Read;

pub use form::{InputForm, recognise};
use keymove_rules::stipulation::AskedText;
pub use olive::OliveDocument;
pub use problem::{
    CollectedDocument, CollectedProblem, PlayWanted, TwinnedDiagram, Unsolved, completed,
};
pub use reading::Reading;
pub use remark::Remark;

/// The longest line, game, document or row, in bytes.
pub const LONGEST_RECORD: usize = 16 << 20;

/// The items returned by a reader.
#[derive(Debug)]
pub enum CollectionEntry {
    /// A problem.
    Problem(Box<CollectedProblem>),
    /// A document with its problems, if documents are wanted.
    Document(CollectedDocument),
    /// A message about the file as a whole.
    Note(Remark),
    /// The rest of the file cannot be read because of something in this line.
    Broken(Remark),
}

/// The problems of one file, in the order of the file.
pub struct Collection {
    reader: Box<dyn EntryReader>,
    ended: bool,
}

/// A reader of one form.
trait EntryReader: Send {
    /// The next problem or message; `None` at the end.
    ///
    /// # Errors
    ///
    /// The rest of the file cannot be read.
    fn next_entry(&mut self) -> Result<Option<CollectionEntry>, Remark>;
}

impl Collection {
    /// The problems of `bytes`, which begin with line `number` of the file and have the form
    /// `form`. `None` for EPD, whose lines are records as they are.
    pub fn open(
        form: InputForm,
        bytes: Box<dyn Read + Send>,
        number: u64,
        reading: &Reading,
    ) -> Option<Collection> {
        let rows = rows::Rows::new(bytes, number);
        let reader: Box<dyn EntryReader> = match form {
            InputForm::Pgn => Box::new(pgn::PgnGames::new(rows, reading)),
            InputForm::Olive => Box::new(olive::OliveDocuments::new(rows, reading)),
            InputForm::Popeye => Box::new(popeye::PopeyeProblems::new(rows, number)),
            InputForm::Epd => return None,
        };
        Some(Collection {
            reader,
            ended: false,
        })
    }

    /// A file that is not read, with the reason; `number` is the line that shows it.
    pub fn closed(number: u64, reason: String) -> Collection {
        Collection {
            reader: Box::new(RefusedFile(Some(Remark::new(number, reason)))),
            ended: false,
        }
    }

    /// The problem in `text`: a board, followed by any number of the other fields, and by a
    /// stipulation or operations. If it asks nothing, `asked` is asked.
    pub fn position(text: &str, asked: Option<AskedText>) -> Collection {
        Collection {
            reader: Box::new(position::GivenPosition::new(text, asked)),
            ended: false,
        }
    }
}

/// A file that is not read.
struct RefusedFile(Option<Remark>);

impl EntryReader for RefusedFile {
    fn next_entry(&mut self) -> Result<Option<CollectionEntry>, Remark> {
        self.0.take().map_or(Ok(None), Err)
    }
}

impl Iterator for Collection {
    type Item = CollectionEntry;

    fn next(&mut self) -> Option<CollectionEntry> {
        if self.ended {
            return None;
        }
        let broken = |remark| Some(CollectionEntry::Broken(remark));
        let entry = self.reader.next_entry().unwrap_or_else(broken);
        self.ended = matches!(entry, None | Some(CollectionEntry::Broken(_)));
        entry
    }
}
