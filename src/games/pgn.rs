//! The parts shared by all readers of PGN: tokens, tags, results and written moves.
//!
//! ```text
//! bytes -> StreamWindow -> Token -> BPGN's or Kriegspiel's games
//!          window          token    (kriegspiel, bpgn)
//! ```
//!
//! Start with [`token`]: one tokenizer, which copies nothing. The differences between the two
//! notations (blanks, broken tags, the letters of move numbers) form a [`token::Grammar`], so that
//! each is compiled separately. [`window`] holds the part of a stream that is being read.
//!
//! There is no board here: a [`written::MoveText`] is only what is written, and the other crates
//! determine its meaning with boards of their own.

pub mod foreign;
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
