//! Forms: files of other programs as records, and answered records as people and other programs
//! read them.
//!
//! ```text
//! a file -> collection -> Epd (of records)
//! findings (of records) -> form -> EPD, JSON, a table, text, a page, a document
//! ```
//!
//! - [`collection`] reads problems from Olive's documents, PGN, tables, JSON and Popeye's input;
//!   [`composition`] is Popeye's language, read and written.
//! - [`form`] has the forms of output, a file each; [`report`] writes those for people, with the
//!   diagrams and the play.
//!
//! It solves nothing and has no workers, and it opens no files: it is given bytes and gives bytes.
//!
//! The feature `collections` reads Olive's documents, tables and compressed files.
//!
//! Start reading with [`collection::Collection`] and [`form::Form`].

pub mod collection;
pub mod composition;
pub mod form;
pub mod report;
