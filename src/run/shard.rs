//! A collection in shards: cut into files that any machine can solve, and put together again.
//!
//! ```text
//! DIR/shards/manifest.json     what was cut, into what, to be solved how
//! DIR/shards/manifest.sha256   its SHA-256, as `sha256sum -c` reads it
//! DIR/shards/0000000.epd ...   the lines of the input, byte for byte and in order
//! DIR/results/0000000.epd ...  their answers, which somebody else puts there
//! DIR/results/0000000.sha256   the SHA-256 of one, where whoever made it left one
//! ```
//!
//! [`split()`] makes the folder `shards` whole or not at all; [`join()`] looks at every result
//! before it writes anything: there must be one for each shard, none of another run, and each line
//! must be the answer to its line, as [`crate::batch::resume`] sees it. Put together, the results
//! are the bytes that `solver -b` with the same options gives for the input as a whole.
//!
#![doc = include_str!("shard/manual.md")]

pub mod error;
pub mod join;
pub mod manifest;
pub mod split;

pub use error::ShardError;
pub use join::join;
pub use manifest::{Manifest, Shard};
pub use split::{ShardSize, Splitting, split};

/// One collection for many machines: the manual `shards`.
pub const MANUAL: &str = include_str!("shard/manual.md");
