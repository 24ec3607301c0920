//! What all that reads PGN shares: its words, tags, results and written moves.
//!
//! ```text
//! bytes -> StreamWindow -> Token -> BPGN's or Kriegspiel's games
//!          window          token    (the wings)
//! ```
//!
//! Start with [`token`]: one tokenizer, which copies nothing. What differs between the two, blanks,
//! tags that are broken, the letters of move numbers, is a [`token::Grammar`], so that each is
//! compiled for itself. [`window`] holds as much of a stream as is being read.
//!
//! No board: a [`written::MoveText`] is what is written, and each wing says on boards of its own
//! what it means.

pub mod place;
pub mod result;
pub mod tag;
pub mod token;
pub mod window;
pub mod written;

pub use place::Place;
pub use result::GameResult;
pub use tag::Tag;
pub use written::{Mark, MoveText};
