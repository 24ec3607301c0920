//! Games: the parts of PGN that all readers of games share, and a page that replays games.
//!
//! - [`pgn`] has the tokens, tags, results and written moves of a file of games.
//! - [`men`] is the text of a board, which follows the moves.
//! - [`viewer`] writes the page: boards, clocks and remarks, for any game.
//!
//! This crate does not know any rules: the crates for Kriegspiel and bughouse determine, with
//! boards of their own, what a written move means and what the page shows.
//!
//! Start reading with [`pgn::token`] and [`viewer::PageGame`].

pub mod men;
pub mod pgn;
pub mod viewer;
