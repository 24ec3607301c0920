//! EPD records: a position and operations (PGN standard 1994.03.12, section 16.2).
//!
//! [`Epd::read`] takes what real files hold and says what it made of it; [`Epd::append_to`] writes
//! the standard's form, operations sorted. Reading what was written gives the same record.
//!
//! A board with hands (`[Qn]`) is one of bughouse or crazyhouse, which `Variant` tells apart.
//!
//! Not supported: records over several lines. No missing `;` is guessed before `c0` to `c9` and
//! `v0` to `v9`, which may be moves or words of a text; before `id`, `dm` and the like it is, among
//! moves and numbers only.
//!
//! The module knows nothing of what the operations mean, except that [`moves`] can read moves,
//! those that name the rules of the game, and that a stipulation may be a word of its own
//! (`w - - #3`), which is read as `Stip "#3";`.
//!
//! To read two records and compare them takes 4.5 microseconds. These are the ways around reading
//! it; each says less, or no, where it cannot be sure:
//!
//! | way | who takes it | what it saves |
//! |---|---|---|
//! | `is_canonical` | merge: does a record that comes once pass as it stands? | half a microsecond instead of 3 |
//! | `Epd::from_ascii_beside` | merge, known records: the position is that of a record at hand | nearly half of reading |
//! | `board_hash` | merge, known records: which lines may be of one position? | reading all but those |
//! | `passes_through` | everyone: a blank line or a comment | - |

mod asked;
mod canonical;
mod error_at_end;
mod fault;
mod house;
pub mod moves;
mod operation;
mod position;
mod read;
mod refusal;
mod unread;
mod write;

use std::fmt;

use shakmaty::CastlingMode;

pub use canonical::is_canonical;
pub use error_at_end::{ErrorAtEnd, ErrorEnding};
pub use house::RULES;
use keymove_rules::position::Position;
pub use operation::Operation;
pub use position::moves_fit;
pub use read::MOVES_OR_NUMBERS;
pub use read::passes_through;
pub use refusal::{EpdError, EpdErrorKind};
pub use refusal::{noted, with_error, without_error, written_error};
pub use unread::{board_hash, trimmed, written_id};

/// A record: a legal position and operations, sorted by opcode.
///
/// Two records are equal when they are written alike.
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

    /// The position. Its counters are not set; they are operations (`hmvc`, `fmvn`).
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether castling is that of Chess960.
    pub fn mode(&self) -> CastlingMode {
        self.mode
    }

    /// All operations, sorted by opcode (ASCII); those of one opcode in the order of the input.
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

    /// All operations named `opcode`, which stand together: a record may have thousands.
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

    /// The record with those operations alone for which `keep` is true.
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
