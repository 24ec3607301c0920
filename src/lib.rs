//! **keymove** solves chess problems in bulk and proves what it answers: EPD in, proved EPD out.
//!
//! A record in, a record out:
//!
//! ```
//! use keymove::{Settings, Stop, Tables, answer};
//!
//! let mut tables = Tables::new(16); // megabytes
//! let line = b"7k/8/5K2/6Q1/8/8/8/8 w - - dm 1;";
//! let answer = answer(line, &Settings::default(), &mut tables, &Stop::new());
//! let record = String::from_utf8(answer.text).unwrap();
//! assert!(record.contains("bm Qg7#; ce 32766; dm 1;"), "{record}");
//! ```
//!
//! Or a problem of one's own, without EPD: [`Problem::from_fen`] and [`solve()`] give a [`Verdict`].
//! Moves, squares and men are those of [`shakmaty`]. `tests/examples/` has three small programs:
//! one problem solved, the keys of a file, a solution walked through.
//!
//! ```text
//! bytes -> lines -> Epd -> Job -> Verdict -> Epd -> bytes
//!          batch    epd    job    solve      record  batch
//! ```
//!
//! Arrows point one way, and `scripts/walls` holds them: [`epd`] knows nothing of solving;
//! [`mod@solve`] knows nothing of EPD or the command line, and starts no threads but those that share
//! one problem; only [`job`] (what to solve) and
//! [`record`] (how the answer is written) know both. What is known of a question is [`bounds`], from
//! the end of a search to the last writer. A position ([`position`]) is orthodox chess, or
//! one board of bughouse or crazyhouse ([`house`]). [`report`] writes the same answers for people.
//! Beside the flow stand [`compare`]: two files of records, and what is worse in the second;
//! [`proof`]: certificates, written by the run and checked by [`verify`], which proves the claims of
//! records without the search; and two wings, [`kriegspiel`] and [`bpgn`] (bughouse games). The
//! wings share the rules of chess, [`pgn`], [`drawing`] and the ground floor with the rest; they
//! know nothing of solving.
//! A door of its own is [`uci`]: the same search for whoever speaks the protocol of chess engines.
//!
//! Doors let other programs in: [`chest`] reads the input of Chest and answers in its layout.
//!
//! The feature `cli`, on by default, is the program: without it a library needs neither clap nor
//! signal-hook. What the library is not: an engine that plays. There is no evaluation, no opinion
//! and no time management, only what can be proved within limits of nodes or seconds.

pub mod answer;
pub mod batch;
pub mod bench;
pub mod bounds;
pub mod bpgn;
pub mod census;
pub mod chest;
#[cfg(feature = "cli")]
pub mod cli;
pub mod collection;
#[cfg(feature = "cli")]
pub mod command;
pub mod compare;
pub mod composition;
pub mod desk;
pub mod drawing;
pub mod epd;
pub mod error;
pub mod exit;
pub mod form;
pub mod house;
pub mod job;
pub mod kriegspiel;
pub mod language;
pub mod merge;
pub mod mix;
pub mod notices;
pub mod pgn;
pub mod pool;
pub mod popeye;
pub mod position;
pub mod proof;
pub mod record;
pub mod replacement;
pub mod report;
pub mod shard;
pub mod solve;
pub mod soundness;
pub mod stop;
pub mod uci;
pub mod verify;
pub mod viewer;

// Here, too: the judges of the search are partly among the unit tests.
#[cfg(test)]
#[path = "../tests/support/long.rs"]
mod long;

pub use answer::{Settings, answer};
pub use epd::Epd;
pub use job::Job;
pub use position::Position;
pub use shakmaty;
pub use solve::{Outcome, Problem, Stipulation, Tables, Verdict, solve};
pub use stop::Stop;
