//! Forms: reads files of other programs as records, and writes answered records in forms for people
//! and for other programs.
//!
//! ```text
//! a file -> collection -> Epd (of records)
//! findings (of records) -> form -> EPD, JSON, a table, text, a page, a document
//! ```
//!
//! - [`collection`] reads problems from Olive's documents, PGN, tables, JSON and Popeye's input;
//!   [`composition`] reads and writes Popeye's language.
//! - [`form`] has the forms of output, one file each; [`report`] writes the forms for people, with
//!   the diagrams and the play.
//!
//! This crate does not solve anything, has no workers and opens no files: it turns bytes into
//! bytes.
//!
//! The feature `collections` is needed to read Olive's documents, tables and compressed files.
//!
//! Start reading with [`collection::Collection`] and [`form::Form`].

pub mod collection;
pub mod composition;
pub mod form;
pub mod report;
mod words;
