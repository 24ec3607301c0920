//! Findings about a game, with their places.

use std::fmt;

use super::game::{BpgnGame, HalfMove, Places};
use keymove_base::error::{Location, into_printable};
use keymove_games::pgn::Place;

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The game contradicts the rules, or itself.
    Error,
    /// A deviation from the standard, or another fact worth knowing.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["error", "note"][*self as usize])
    }
}

/// A finding about a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BpgnFinding {
    /// The offset in the game's text, in bytes.
    pub place: u32,
    /// The severity.
    pub severity: Severity,
    /// The half-move at or after which it is, as `29a`.
    pub half_move: Option<String>,
    /// The message: lower case, without a full stop, printable.
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

    /// A finding at a place in the text, which is at or after a half-move.
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

    /// The line for output: `file:line:column: error: 29a: text`.
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
