//! EPD records: a position and operations (PGN standard 1994.03.12, section 16.2).
//!
//! [`Epd::read`] accepts the variants found in real files and reports how it understood them;
//! [`Epd::append_to`] writes the standard's form, with the operations sorted. Reading a written
//! record gives the same record.
//!
//! A board with hands (`[Qn]`) belongs to bughouse or crazyhouse; `Variant` says which.
//!
//! Not supported: records that span several lines. A missing `;` is not guessed before `c0` to `c9`
//! and `v0` to `v9`, which may be moves or words of a text. Before `id`, `dm` and similar opcodes
//! it is guessed, but only among moves and numbers.
//!
//! Words that cannot be an operation, because an opcode begins with a letter, are left out with a
//! warning: broken counters and remarks.
//!
//! This module does not interpret operations, with three exceptions: [`moves`] reads moves, the
//! operations that name the rules of the game are understood, and a stipulation may be a word of
//! its own (`w - - #3`), which is read as `Stip "#3";`.
//!
//! Reading two records and comparing them takes 4.5 microseconds. These are the ways to avoid
//! reading a record; each of them tells less, or answers no, where it cannot be sure:
//!
//! | function | used by | what it saves |
//! |---|---|---|
//! | `is_canonical` | merge: can a record that occurs once be copied unchanged? | half a microsecond instead of 3 |
//! | `Epd::from_ascii_near` | merge, known records: the position equals that of a record already read | nearly half of the reading |
//! | `board_hash` | merge, known records: which lines may have the same position? | reading all other lines |
//! | `passes_through` | all readers: a blank line or a comment | - |

mod asked;
mod canonical;
mod error_at_end;
mod fault;
mod house;
pub mod length;
pub mod moves;
mod opcode;
mod operation;
mod position;
mod read;
mod refusal;
pub(crate) mod stray;
mod unread;
mod write;

use std::fmt;

use shakmaty::CastlingMode;

pub use canonical::is_canonical;
pub use error_at_end::{ErrorAtEnd, ErrorEnding};
pub use house::RULES;
use keymove_rules::position::Position;
pub use opcode::Role;
pub use operation::Operation;
pub use position::moves_fit;
pub use read::passes_through;
pub use refusal::{EpdError, EpdErrorKind};
pub use refusal::{noted, with_error, without_error, written_error};
pub use unread::{board_hash, trimmed, written_id};

/// A record: a legal position and operations, sorted by opcode.
///
/// Two records are equal if their text is.
#[derive(Debug, Clone)]
pub struct Epd {
    position: Position,
    mode: CastlingMode,
    operations: Vec<Operation>,
}

impl PartialEq for Epd {
    fn eq(&self, other: &Epd) -> bool {
        self.position == other.position
            && self.mode == other.mode
            && self.operations == other.operations
    }
}

impl Eq for Epd {}

impl Epd {
    /// A record without operations.
    pub fn new(position: Position) -> Epd {
        let mode = position.mode();
        Epd {
            position,
            mode,
            operations: Vec::new(),
        }
    }

    /// The position. Its counters are not set; they are kept as operations (`hmvc`, `fmvn`).
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The castling mode: orthodox or Chess960.
    pub fn mode(&self) -> CastlingMode {
        self.mode
    }

    /// All operations, sorted by opcode (ASCII); operations with the same opcode keep the order of
    /// the input.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The first operation named `opcode`.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.named(opcode).first()
    }

    /// All operations named `opcode`.
    pub fn all<'a>(&'a self, opcode: &'a str) -> impl Iterator<Item = &'a Operation> {
        self.named(opcode).iter()
    }

    /// All operations named `opcode`, by binary search, since a record may have thousands.
    fn named(&self, opcode: &str) -> &[Operation] {
        let opcode = opcode.as_bytes();
        let first = self.operations.partition_point(|o| o.opcode() < opcode);
        let named = &self.operations[first..];
        &named[..named.partition_point(|o| o.opcode() == opcode)]
    }

    /// Adds an operation, after those of the same opcode.
    pub fn add(&mut self, operation: Operation) {
        let at = self
            .operations
            .partition_point(|o| o.opcode() <= operation.opcode());
        self.operations.insert(at, operation);
    }

    /// The record with only those operations for which `keep` is true.
    pub fn with(&self, mut keep: impl FnMut(&Operation) -> bool) -> Epd {
        let kept = self.operations.iter().filter(|o| keep(o));
        Epd {
            position: self.position.clone(),
            mode: self.mode,
            operations: kept.cloned().collect(),
        }
    }

    /// Keeps the operations for which `keep` is true.
    pub fn retain(&mut self, keep: impl FnMut(&Operation) -> bool) {
        self.operations.retain(keep);
    }

    /// Removes every operation named `opcode`.
    pub fn remove(&mut self, opcode: &str) {
        self.retain(|o| !o.is(opcode));
    }
}

impl fmt::Display for Epd {
    /// The record as text. Bytes that are not UTF-8 are replaced; [`Epd::append_to`] keeps them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.to_bytes()))
    }
}
