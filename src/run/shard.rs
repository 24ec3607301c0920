//! Cuts a collection into shards, files that any machine can solve, and joins their results.
//!
//! ```text
//! DIR/shards/manifest.json     the input, the shards, and the options for solving
//! DIR/shards/manifest.sha256   its SHA-256, as `sha256sum -c` reads it
//! DIR/shards/0000000.epd ...   the lines of the input, byte for byte and in order
//! DIR/results/0000000.epd ...  their answers, which are put there by others
//! DIR/results/0000000.sha256   the SHA-256 of one, if it was provided
//! ```
//!
//! [`split()`] creates the folder `shards` completely or not at all. [`join()`] checks every result
//! before it writes anything: there must be one for each shard, none from another run, and each
//! line must be the answer to its input line, as defined by [`crate::batch::resume`]. The joined
//! results have the same bytes as the output of `solver -b` with the same options for the whole
//! input.
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
