//! Records: EPD lines with a position, the question about it, and the answer, in a form that other
//! programs read.
//!
//! ```text
//! bytes -> Epd -> Job -> Verdict -> Epd -> bytes
//!          epd    job    (solve)    record
//! ```
//!
//! - [`epd`] reads and writes records and knows nothing of solving; [`job`] derives the question
//!   from a record; [`record`] writes an answer into a record and reads it back.
//! - [`cause`] is why a line has no answer.
//! - [`proof`] handles certificates: their content, how they are written, and how they are checked.
//! - Three modules judge answers: [`verify`] proves the claims of records without the search,
//!   [`compare`] reports regressions between two files, and [`soundness`] gives an editor's verdict
//!   on a problem.
//!
//! This crate does not solve anything and does not read files of other programs; running jobs,
//! workers and files are the business of the crates above.
//!
//! Start reading with [`epd::Epd`] and [`job::Job`].

pub mod cause;
pub mod compare;
pub mod epd;
pub mod job;
pub mod judgement;
pub mod proof;
pub mod record;
pub mod soundness;
pub mod verify;
