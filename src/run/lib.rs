//! The run: answers a single record, and contains everything that uses workers.
//!
//! ```text
//! record -> answer -> written record
//! lines  -> batch (pool of workers, each with its answer) -> lines
//! ```
//!
//! - [`mod@answer`] handles a single record, without threads and files;
//! - [`batch`] answers files of records, with the same bytes for any number of workers; it can be
//!   resumed after a kill and reuses what earlier runs proved;
//! - [`merge`] joins files of results, [`census`] counts answered records, [`bench`](mod@bench)
//!   counts nodes; [`record_lines`] are the lines of any input for whatever does not search.
//!
//! This crate is not the command line: it gets settings and streams and returns how the run ended.
//!
//! Start reading with [`answer()`] and [`batch::run`].

pub mod answer;
pub mod batch;
pub mod bench;
pub mod census;
pub mod merge;
pub mod record_lines;

pub use answer::answer;
