//! Popeye's door: problems in Popeye's language, answered in Popeye's layout.
//!
//! [`composition`](crate::composition) reads and writes them, [`answer`] solves.
//!
#![doc = include_str!("popeye/manual.md")]

pub mod session;

pub use session::{Manner, answer};
