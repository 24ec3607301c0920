//! Bughouse games in BPGN 1.0, 1.1 and 1.2: two boards, four players, one movetext.
//!
//! ```text
//! bytes -> Token -> Game -> Replay -> findings, columns, JSON, BFEN, EPD, two PGNs
//!          token    game    replay    check     columns json  ...
//!                   read    boards
//! ```
//!
//! Start with [`game`]: a game after reading consists of spans of its text, without copies.
//! [`read`] reads games from a stream, one at a time, in memory that does not grow with the file.
//! [`board`] is one board with its hands, [`boards`] the pair of them, where a captured man goes to
//! the partner; [`mate`] has both mate rules. [`replay`] plays the half-moves of a game on them in
//! the order of the text, which is never sorted. Everything else is built on these.
//!
//! This crate does not solve problems and prints nothing; the program with its commands is in
//! `program/`. It takes the mate rules from [`keymove_rules::house`], and PGN and the page from [`keymove_games`].
//!
//! Variations in parentheses are ignored, but kept in the text, and reported by `check`.
//!
#![doc = include_str!("manual.md")]

/// The manual of the program `bpgn`.
pub const MANUAL: &str = include_str!("manual.md");

pub mod bfen;
pub mod board;
pub mod boards;
pub mod check;
pub mod clock;
pub mod columns;
pub mod ending;
pub mod finding;
pub mod form;
pub mod format;
pub mod game;
pub mod html;
pub mod join;
pub mod json;
pub mod mate;
pub mod mate_in_one;
pub mod mine;
pub mod movelist;
pub mod moves;
mod numbers;
pub mod pgn;
pub mod position;
pub mod read;
pub mod replay;
pub mod san;
pub mod seat;
pub mod split;
pub mod tags;
pub mod token;
