//! The Universal Chess Interface: the solver as an engine that a GUI or a script talks to.
//!
//! Lines in, lines out, without a thread, a stream or a signal: [`Session`] answers what it hears
//! and says when a search is to be begun, [`analyse`] is that search. Who reads, writes and runs
//! both is `src/app/uci.rs`.
//!
//! ```
//! use std::time::Instant;
//!
//! use keymove_solve::Tables;
//! use keymove_doors::uci::{Session, analyse};
//!
//! let mut session = Session::default();
//! session.hear(b"position fen 7k/8/5K2/6Q1/8/8/8/8 w - -", Instant::now());
//! let search = session.hear(b"go mate 1", Instant::now()).search.unwrap();
//! let mut lines = Vec::new();
//! let mut tables = Tables::new(1);
//! tables.begin();
//! analyse(&search, &mut tables, &mut |news| {
//!     lines.extend(session.learn(news, Instant::now()).lines);
//! });
//! assert_eq!(lines.last().unwrap(), "bestmove g5g7");
//! ```
//!
#![doc = include_str!("uci/manual.md")]

mod analysis;
mod assignment;
mod clock;
mod info;
mod known;
mod message;
mod options;
mod session;
mod setup;

pub use analysis::analyse;
pub use assignment::{Assignment, Bulletin, News, ProvedLine};
pub use session::{Reaction, Session};

/// The engine for chess GUIs: the manual `uci`.
pub const MANUAL: &str = include_str!("uci/manual.md");
