//! The run: one record answered, and everything that has workers.
//!
//! ```text
//! record -> answer -> written record
//! lines  -> batch (pool of workers, each with its answer) -> lines
//! ```
//!
//! - [`mod@answer`] is the whole way of one record, without threads and files;
//! - [`batch`] answers files of records: the same bytes for any number of workers, resumed after a
//!   kill, with what earlier runs proved;
//! - [`merge`] joins files of results, [`shard`] cuts a suite for several machines and joins their
//!   parts, [`census`] counts answered records, [`bench`](mod@bench) counts nodes.
//!
//! It is not the command line: it is given settings and streams and gives back how the run ended.
//!
//! Start reading with [`answer()`] and [`batch::run`].

pub mod answer;
pub mod batch;
pub mod bench;
pub mod census;
pub mod merge;
pub mod shard;

pub use answer::answer;
