//! Reads problems from files that are not EPD: bytes -> recognised -> unpacked -> records.
//!
//! ```text
//! bytes -> packed (gzip, zstd, bzip2) -> form (what is it?) -> pgn, olive, popeye, table, json -> Record, an EPD line
//! ```
//!
//! [`form`] recognizes a file by its first line, [`packed`] decompresses it, and one reader for
//! each form returns a [`CollectedRecord`] for each problem: a line of EPD that asks what the file
//! asks. Nothing is solved or judged here: a wrong board stays wrong and is reported by the reader
//! of the EPD line.
//!
//! Every reader is a stream that holds at most one record of at most [`LONGEST_RECORD`] bytes. A
//! longer record ends the file with a [`CollectionEntry::Broken`], except in JSON Lines, where
//! every line is independent. A record that EPD cannot express (fairy pieces, conditions) has a
//! `refusal`.
//!
#![doc = include_str!("collection/manual.md")]

/// The manual of files of problems.
pub const MANUAL: &str = include_str!("collection/manual.md");

pub mod diagram;
pub mod encoding;
pub mod form;
mod json;
mod member;
#[cfg(feature = "collections")]
pub mod olive;
#[cfg_attr(not(feature = "collections"), path = "collection/unpacked.rs")]
pub mod packed;
pub mod pgn;
pub mod played;
mod popeye;
mod position;
mod puzzle;
pub mod record;
pub mod rows;
mod solution;
#[cfg(feature = "collections")]
pub mod table;
#[cfg(not(feature = "collections"))]
mod unread;
#[cfg(feature = "collections")]
pub mod yaml;

use std::io::Read;

use encoding::TextEncoding;
pub use form::{FileForm, recognise};
use keymove_rules::stipulation::{AskedText, Kind, Stipulation};
#[cfg(feature = "collections")]
pub use olive::OliveDocument;
pub use record::{CollectedRecord, PlayWanted, TwinProblem, completed, remark};
#[cfg(not(feature = "collections"))]
pub use unread::OliveDocument;

/// The longest line, game, document or row, in bytes.
pub const LONGEST_RECORD: usize = 16 << 20;

/// The default limit for the decompressed size of a file, in bytes: 64 GiB.
pub const MAX_INPUT: u64 = 64 << 30;

/// Options for reading files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The form of every file, whatever it looks like.
    pub from: Option<InputForm>,
    /// Whether games without a starting position stand for their final position.
    pub last_positions: bool,
    /// The limit for the decompressed size of a file, in bytes.
    pub max_input: u64,
    /// Whether a document of Olive is one record, with its twins and its text.
    pub documents: bool,
    /// Whether solutions given with the problems become operations of their records; see
    /// [`keymove_records::record::claims`].
    pub claims: bool,
    /// Whether the comment and the keywords of a game of PGN become operations of its record.
    pub remarks: bool,
    /// The encoding of every file; if `None`, it is detected as described in [`encoding`].
    pub encoding: Option<TextEncoding>,
    /// Whether a line of EPD is kept byte for byte if no encoding is given.
    pub keeps_bytes: bool,
    /// The task of problems that name none.
    pub asked: Option<AskedText>,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading {
            from: None,
            last_positions: false,
            max_input: MAX_INPUT,
            documents: false,
            claims: false,
            remarks: false,
            encoding: None,
            keeps_bytes: true,
            asked: None,
        }
    }
}

impl Reading {
    /// The same, with play of `kind` in `depth` moves asked of the problems that ask nothing.
    pub fn asking(mut self, kind: Option<Kind>, depth: Option<u16>) -> Reading {
        let asked = kind.map(|kind| Stipulation::new(kind, depth.unwrap_or(1)));
        self.asked = self.asked.or(asked.map(AskedText::from));
        self
    }
}

/// The forms that a file can be declared to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputForm {
    /// EPD records, one per line.
    Epd,
    /// One of the other forms.
    Form(FileForm),
}

/// The items returned by a reader.
#[derive(Debug)]
pub enum CollectionEntry {
    /// A problem.
    Record(CollectedRecord),
    /// A message about the file as a whole, with a line number.
    Note(u64, String),
    /// The rest of the file cannot be read because of something in this line.
    Broken(u64, String),
}

/// The problems of one file, in the order of the file.
pub struct Collection {
    reader: Box<dyn EntryReader>,
    /// The task of problems that name none.
    asked: Option<AskedText>,
    ended: bool,
}

/// The line because of which the rest of a file cannot be read, and the reason.
type Broken = (u64, String);

/// A reader of one form.
trait EntryReader: Send {
    /// The next problem or message; `None` at the end.
    ///
    /// # Errors
    ///
    /// The rest of the file cannot be read.
    fn next_entry(&mut self) -> Result<Option<CollectionEntry>, Broken>;
}

impl Collection {
    /// The problems of `bytes`, which begin with line `number` of the file and have the form
    /// `form`. `None` if no reader exists for that form.
    pub fn open(
        form: FileForm,
        bytes: Box<dyn Read + Send>,
        number: u64,
        reading: &Reading,
    ) -> Option<Collection> {
        let rows = |bytes| rows::Rows::new(bytes, number);
        let reader: Box<dyn EntryReader> = match form {
            FileForm::Pgn => Box::new(pgn::PgnGames::new(rows(bytes), reading)),
            #[cfg(feature = "collections")]
            FileForm::Olive => Box::new(olive::OliveDocuments::new(rows(bytes), reading)),
            #[cfg(feature = "collections")]
            FileForm::Table => Box::new(table::TableRows::new(rows(bytes))),
            FileForm::Popeye => Box::new(popeye::PopeyeProblems::new(rows(bytes), number)),
            FileForm::Json => Box::new(json::JsonRecords::new(rows(bytes))),
            _ => return None,
        };
        Some(Collection {
            reader,
            asked: reading.asked,
            ended: false,
        })
    }

    /// The problem in `text`: a board, followed by any number of the other fields, and by a
    /// stipulation or operations. If it asks nothing, `asked` is asked.
    pub fn position(text: &str, asked: Option<AskedText>) -> Collection {
        Collection {
            reader: Box::new(position::GivenPosition::new(text)),
            asked,
            ended: false,
        }
    }
}

impl Iterator for Collection {
    type Item = CollectionEntry;

    fn next(&mut self) -> Option<CollectionEntry> {
        if self.ended {
            return None;
        }
        let broken = |(line, reason)| Some(CollectionEntry::Broken(line, reason));
        let mut entry = self.reader.next_entry().unwrap_or_else(broken);
        if let (Some(CollectionEntry::Record(record)), Some(asked)) = (&mut entry, self.asked) {
            record.begin_with(asked.beginner());
        }
        self.ended = matches!(entry, None | Some(CollectionEntry::Broken(..)));
        entry
    }
}
