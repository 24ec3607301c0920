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
//! Or a problem of one's own, without EPD: [`problem()`] and [`solve()`] give a
//! [`Verdict`]. Moves, squares and men are those of [`shakmaty`]. `tests/examples/` has three small
//! programs: one problem solved, the keys of a file, a solution walked through.
//!
//! ```text
//! bytes -> lines -> Epd -> Job -> Verdict -> Epd -> bytes
//!          batch    epd    job    solve      record  batch
//! ```
//!
//! Below are eight crates, whose manifests say which way the arrows point: `keymove_base`, without
//! chess; `keymove_rules`, what a position, a stipulation and a solution are; `keymove_solve`, the
//! search, which is [`mod@solve`] here and knows nothing of EPD, files or the command line;
//! `keymove_records`, where [`epd`] knows nothing of solving, and only [`job`] (what to solve) and
//! [`record`] (how the answer is written) know both; `keymove_forms`, files of other
//! programs in and answers out; `keymove_games`, the words of PGN and the page
//! that replays games; `keymove_kriegspiel` and `keymove_bpgn` (bughouse), which stand on games and
//! know nothing of solving. `scripts/walls` holds the arrows above them. What is known of a question is
//! [`bounds`], from the end of a search to the last writer. A position ([`position`]) is orthodox
//! chess, or one board of bughouse or crazyhouse ([`house`]). [`report`] writes the same answers for
//! people. [`compare`] says what is worse in the second of two files of records; [`proof`] has
//! certificates, written by the run and checked by [`verify`], which proves the claims of records
//! without the search. A door of its own is [`uci`]: the same search for anyone who speaks the
//! protocol of chess engines.
//!
//! Doors let other programs in: [`chest`] reads the input of Chest and answers in its layout.
//!
//! Features, all on by default: `cli` is the program (clap, signal-hook), `collections` reads
//! Olive's documents, tables and compressed files, `wings` are Kriegspiel and bughouse, `window` is
//! the page that the program serves. What the library is not: an engine that plays. There is no evaluation, no opinion
//! and no time management, only what can be proved within limits of nodes or seconds.

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod command;

#[doc(hidden)]
pub use keymove_base::{desk, drawing, error, exit, mix, notices, pool, replacement, roles, trust};
pub use keymove_base::{language, stop};
#[cfg(feature = "wings")]
#[doc(hidden)]
pub use keymove_bpgn as bpgn;
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub use keymove_doors::{chest, popeye, uci};
#[doc(hidden)]
pub use keymove_forms::{collection, composition, form, report};
#[doc(hidden)]
pub use keymove_games::{pgn, viewer};
#[cfg(feature = "wings")]
#[doc(hidden)]
pub use keymove_kriegspiel as kriegspiel;
pub use keymove_records::{compare, epd, job, proof, record, soundness, verify};
#[doc(hidden)]
pub use keymove_rules as rules;
pub use keymove_rules::{bounds, house, position, stipulation};
pub use keymove_run::answer;
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub use keymove_run::{batch, bench, census, merge, shard};
pub use keymove_solve as solve;
#[cfg(feature = "window")]
#[doc(hidden)]
pub use keymove_window as window;

pub use answer::Settings;
pub use epd::Epd;
pub use job::{Job, problem};
pub use position::Position;
pub use shakmaty;
pub use solve::{Outcome, Problem, Stipulation, Tables, Verdict, solve};
pub use stop::Stop;
