//! Records: a position with operations, what is asked of it and what was answered, as lines that
//! other programs read.
//!
//! ```text
//! bytes -> Epd -> Job -> Verdict -> Epd -> bytes
//!          epd    job    (solve)    record
//! ```
//!
//! - [`epd`] reads and writes records and knows nothing of solving; [`job`] makes a question of one,
//!   [`record`] writes an answer into one and reads it again.
//! - [`proof`] has certificates: what they say, how they are written and checked.
//! - What judges answers: [`verify`] proves the claims of records without the search, [`compare`] says
//!   what is worse in the second of two files, [`soundness`] is an editor's verdict on a problem.
//!
//! It answers nothing itself and reads no files of other programs: a run, its workers and its files are above.
//!
//! Start reading with [`epd::Epd`] and [`job::Job`].

pub mod compare;
pub mod epd;
pub mod job;
pub mod proof;
pub mod record;
pub mod soundness;
pub mod verify;
