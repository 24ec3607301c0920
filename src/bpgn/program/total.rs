//! The totals of a run, and the line that shows them.

use crate::Treatment;
use keymove_base::desk::counted;

/// The numbers of the last line.
#[derive(Debug, Clone, Copy, Default)]
pub struct RunTotal {
    pub games: u64,
    /// Games that are left out.
    pub left_out: u64,
    pub half_moves: u64,
    /// Positions that were mined.
    pub found: u64,
    pub errors: u64,
    pub notes: u64,
}

impl RunTotal {
    /// Adds what was done elsewhere.
    pub fn add(&mut self, other: RunTotal) {
        self.games += other.games;
        self.left_out += other.left_out;
        self.half_moves += other.half_moves;
        self.found += other.found;
        self.errors += other.errors;
        self.notes += other.notes;
    }

    /// The last line of what looks for something.
    pub fn sum(&self, action: &Treatment) -> Option<String> {
        let found = match action {
            Treatment::Check(_) => {
                counted(self.half_moves, "half-move replayed", "half-moves replayed")
            }
            Treatment::Mine { .. } => counted(self.found, "position", "positions"),
            _ => return None,
        };
        let left_out = match self.left_out {
            0 => String::new(),
            number => format!(", {number} left out"),
        };
        Some(format!(
            "{}{left_out}, {found}, {}, {}",
            counted(self.games, "game", "games"),
            counted(self.errors, "error", "errors"),
            counted(self.notes, "note", "notes")
        ))
    }
}
