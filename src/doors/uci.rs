//! The Universal Chess Interface: the solver as an engine that a GUI or a script talks to.
//!
//! Lines in, lines out, without threads, streams or signals: [`Session`] answers lines and says
//! when to begin a search, and [`analyse`] is that search. `src/app/uci.rs` reads, writes and runs
//! both.
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
mod message;
mod options;
mod results;
mod running;
mod session;
mod setup;

pub use analysis::analyse;
pub use assignment::{Assignment, News, ProvedLine, SearchUpdate};
pub use session::{Reaction, Session};

/// The engine for chess GUIs: the manual `uci`.
pub const MANUAL: &str = include_str!("uci/manual.md");
