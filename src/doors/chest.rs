//! Chest's protocol, for programs that call Chest, Heiner Marxen's solver: its input is read, and
//! text in its layout is written.
//!
//! ```text
//! bytes -> Jobs -> ChestJob -> find -> Findings -> text
//!          read                answer              write
//! ```
//!
//! A job is converted to the equivalent EPD record and solved like any other; only the output has
//! another form.
//!
//! Sources: what Olive (an editor for composers) writes and how it uses the output, and Marxen's
//! memo on PGN and test suites. Chest's own documents were not available, so the layout between the
//! first eight and the last three lines follows these two sources.
//!
#![doc = include_str!("chest/manual.md")]

mod draft;
mod error;
mod read;
mod word;
mod write;

pub use draft::{ChestJob, DEFAULT_DEPTH};
pub use error::{ChestError, ChestErrorKind};
pub use read::Jobs;
pub use write::{FOOT, HEAD, text};

use keymove_solve::Kind;

/// For programs that call Chest: the manual `olive`.
pub const MANUAL: &str = include_str!("chest/manual.md");

/// The kind of play for a job letter: after `j` in the input, after `-j` on the command line.
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
