//! What is found in a game, and where.

use std::fmt;

use super::game::{BpgnGame, HalfMove, Places};
use keymove_base::error::{Location, into_printable};
use keymove_games::pgn::Place;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The game contradicts the rules, or itself.
    Error,
    /// Not as the standard has it, or worth knowing.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["error", "note"][*self as usize])
    }
}

/// Something found in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BpgnFinding {
    /// Where, in bytes from the beginning of the game's text.
    pub place: u32,
    /// How bad it is.
    pub severity: Severity,
    /// At or behind which half-move, as `29a`.
    pub half_move: Option<String>,
    /// What: lower case, without a full stop, printable.
    pub text: String,
}

impl BpgnFinding {
    /// A finding at a place in the text.
    pub fn in_text(severity: Severity, at: u32, text: impl Into<String>) -> BpgnFinding {
        BpgnFinding::of(severity, at, None, text)
    }

    /// A finding at a half-move.
    pub fn at_half_move(
        severity: Severity,
        half_move: &HalfMove,
        text: impl Into<String>,
    ) -> BpgnFinding {
        BpgnFinding::of(severity, half_move.at, Some(half_move), text)
    }

    /// A finding at a place in the text, which is at or behind a half-move.
    pub(super) fn of(
        severity: Severity,
        at: u32,
        half_move: Option<&HalfMove>,
        text: impl Into<String>,
    ) -> BpgnFinding {
        BpgnFinding {
            place: at,
            severity,
            half_move: half_move.map(BpgnGame::name),
            text: into_printable(text.into()),
        }
    }

    /// The line that tells it: `file:line:column: error: 29a: text`.
    pub fn line(&self, file: &str, places: &mut Places<'_>) -> String {
        let Place { line, column } = places.locate(self.place);
        let location = Location {
            file: file.to_owned(),
            line,
            column,
        };
        let severity = self.severity;
        match &self.half_move {
            Some(half_move) => format!("{location}: {severity}: {half_move}: {}", self.text),
            None => format!("{location}: {severity}: {}", self.text),
        }
    }
}
