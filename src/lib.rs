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
//! bytes -> lines -> Epd -> Job -> Verdict -> Findings -> bytes (EPD, JSON, text, HTML ...)
//!          run      records        solve      records     forms
//! ```
//!
//! This crate re-exports the crates below, which are in the same workspace. Each of them opens with
//! a page that describes it and names where to start reading:
//!
//! | crate | what it has | it takes |
//! |---|---|---|
//! | `keymove_base` | errors, streams, a pool of workers, replaced files: no chess | |
//! | `keymove_rules` | [`position`]s, [`stipulation`]s, [`bounds`]; the slow, plain rules | base |
//! | `keymove_solve` | the search, [`mod@solve`]: no EPD, no files, no command line | base, rules |
//! | `keymove_records` | [`epd`], [`job`]s, [`record`]s; certificates ([`proof`]), [`verify`], [`compare`] | and solve |
//! | `keymove_games` | the words of PGN, and the page that replays games | base |
//! | `keymove_forms` | files of other programs in, answers out ([`report`]) | and records, games |
//! | `keymove_run` | one record [answered](mod@answer); files of records, by workers | and forms |
//! | `keymove_doors` | the protocols of engines ([`uci`]), [`chest`] and [`popeye`] | forms and below |
//! | `keymove_window` | the page in the browser, and its server | run and below |
//! | `keymove_terminal` | the manners of command lines: help, manuals, colour, messages | base |
//! | `keymove_app` | the command line of `solver` | all of them |
//!
//! The manifests hold these arrows: nothing else compiles. The programs `kriegspiel` and `bpgn` stand on
//! base, games and terminal; this crate does not have them.
//!
//! Features, both on by default: `cli` is the program, `window` the page that it serves. The library is not an engine that plays. It has no evaluation and no time management,
//! only proofs within limits of nodes or seconds.

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use keymove_app as app;
#[doc(hidden)]
pub use keymove_base::{desk, drawing, error, exit, mix, pool, replacement, roles, trust, units};
pub use keymove_base::{language, stop};
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub use keymove_doors::{chest, popeye, uci};
#[doc(hidden)]
pub use keymove_forms::{collection, composition, form, report};
#[doc(hidden)]
pub use keymove_games::{pgn, viewer};
pub use keymove_records::{cause, compare, epd, job, judgement, proof, record, soundness, verify};
#[doc(hidden)]
pub use keymove_rules as rules;
pub use keymove_rules::{bounds, house, position, stipulation};
pub use keymove_run::answer;
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub use keymove_run::{batch, bench, census, merge};
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
