//! Popeye's protocol: problems in Popeye's language, answered in Popeye's layout.
//!
//! [`composition`](keymove_forms::composition) reads and writes them, and [`answer`] solves them.
//!
#![doc = include_str!("popeye/manual.md")]

pub mod session;

pub use session::{PopeyeSettings, answer};

/// Popeye's language and layout: the manual `popeye`.
pub const MANUAL: &str = include_str!("popeye/manual.md");
