//! Files that hold problems in another form than EPD: bytes -> recognised -> unpacked -> records.
//!
//! ```text
//! bytes -> packed (gzip, zstd, bzip2) -> form (what is it?) -> pgn, olive, popeye, table, json -> Record, an EPD line
//! ```
//!
//! [`form`] knows a file by its first line, [`packed`] writes out what is compressed, and a reader
//! for each form gives a [`CollectedRecord`] for each problem: a line of EPD that asks what the
//! file asks. Nothing is solved here and nothing judged: a board that is wrong stays wrong, and
//! whoever reads the line says so.
//!
//! Every reader is a stream, and all that a file can make it hold is one record of at most
//! [`LONGEST_RECORD`] bytes. What is longer ends the file with a [`CollectionEntry::Broken`], but
//! for a line of JSON, which stands for itself; what is a record and can't be one of EPD (fairy
//! men, conditions) is a record with its `refusal`.
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
pub use form::{FileForm, recognised};
#[cfg(feature = "collections")]
pub use olive::OliveDocument;
pub use record::{CollectedRecord, TwinProblem, completed};
#[cfg(not(feature = "collections"))]
pub use unread::OliveDocument;

/// The longest line, game, document or row, in bytes.
pub const LONGEST_RECORD: usize = 16 << 20;

/// How many bytes a compressed file may come to, where nothing else is said: 64 GiB.
pub const MAX_INPUT: u64 = 64 << 30;

/// How files are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// What every file is, whatever it looks like.
    pub from: Option<InputForm>,
    /// Games without a position of their own give their last one.
    pub last_positions: bool,
    /// How many bytes a compressed file may come to.
    pub max_input: u64,
    /// Documents of Olive are records as a whole, with their twins and their text.
    pub documents: bool,
    /// Solutions that stand beside the problems are operations of their records:
    /// [`keymove_records::record::claims`] says which.
    pub claims: bool,
    /// What every file is encoded in; nothing: [`encoding`] says how that is found out.
    pub encoding: Option<TextEncoding>,
    /// Whether a line of EPD stays as it is, byte for byte, where no encoding is said.
    pub keeps_bytes: bool,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading {
            from: None,
            last_positions: false,
            max_input: MAX_INPUT,
            documents: false,
            claims: false,
            encoding: None,
            keeps_bytes: true,
        }
    }
}

/// What a file can be said to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputForm {
    /// Records, one a line.
    Epd,
    /// One of the other forms.
    Form(FileForm),
}

/// What a reader gives.
#[derive(Debug)]
pub enum CollectionEntry {
    /// A problem.
    Record(CollectedRecord),
    /// Something to be said of the file as a whole, with a line of it.
    Note(u64, String),
    /// The file cannot be read on, because of something in this line.
    Broken(u64, String),
}

/// The problems of one file, in its order.
pub struct Collection {
    reader: Box<dyn EntryReader>,
    ended: bool,
}

/// A reader of one form.
trait EntryReader: Send {
    /// The next problem or message; none at the end.
    fn next_entry(&mut self) -> Option<CollectionEntry>;
}

impl Collection {
    /// The problems of `bytes`, which begin with line `number` of the file and are of the form
    /// `form`. None if that is a form that is known and not read.
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
            ended: false,
        })
    }

    /// The problem that `text` is: a board, with as many of the other fields as there are, and what
    /// is asked of it as a stipulation or as operations.
    pub fn position(text: &str) -> Collection {
        Collection {
            reader: Box::new(position::GivenPosition::new(text)),
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
        let entry = self.reader.next_entry();
        self.ended = matches!(entry, None | Some(CollectionEntry::Broken(..)));
        entry
    }
}
