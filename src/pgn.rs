//! What the two wings that read PGN share: its words, tags, results, written moves and findings.
//!
//! ```text
//! bytes -> StreamWindow -> Token -> BPGN's or Kriegspiel's games -> Finding
//!          window          token    crate::bpgn, crate::kriegspiel
//! ```
//!
//! Start with [`token`]: one tokenizer, which copies nothing. What differs between the two, blanks,
//! tags that are broken, the letters of move numbers, is a [`token::Grammar`], so that each is
//! compiled for itself. [`window`] holds as much of a stream as is being read.
//!
//! No board: a [`written::MoveText`] is what is written, and each wing says on boards of its own
//! what it means.

pub mod finding;
pub mod place;
pub mod result;
pub mod tag;
pub mod token;
pub mod window;
pub mod written;

pub use finding::Finding;
pub use place::Place;
pub use result::GameResult;
pub use tag::Tag;
pub use written::{Mark, MoveText};
