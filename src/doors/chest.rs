//! The door for programs that call Chest, Heiner Marxen's solver: its input in, text of its layout
//! out.
//!
//! ```text
//! bytes -> Jobs -> ChestJob -> find -> Findings -> text
//!          read                answer              write
//! ```
//!
//! A job becomes the EPD record that says the same, is solved as that, and only looks different.
//!
//! Sources: what Olive (an editor for composers) writes and does with the output, and Marxen's memo
//! on PGN and test suites. Chest's own documents were not to be had, so its layout between the
//! first eight and the last three lines is followed in what these two say of it.
//!
#![doc = include_str!("chest/manual.md")]

mod draft;
mod error;
mod read;
mod write;

pub use draft::{ChestJob, DEFAULT_DEPTH};
pub use error::{ChestError, ChestErrorKind};
pub use read::Jobs;
pub use write::{FOOT, HEAD, text};

use keymove_solve::Kind;

/// For programs that call Chest: the manual `olive`.
pub const MANUAL: &str = include_str!("chest/manual.md");

/// The kind of play that a job letter means: after `j` in the input, after `-j` on the command
/// line.
pub fn kind_of(letter: &[u8]) -> Option<Kind> {
    Some(match letter {
        b"o" => Kind::MATE,
        b"O" => Kind::STALEMATE,
        b"s" => Kind::SELFMATE,
        b"S" => Kind::SELFSTALEMATE,
        b"h" => Kind::HELPMATE,
        b"H" => Kind::HELPSTALEMATE,
        _ => return None,
    })
}
