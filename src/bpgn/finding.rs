//! What is found in a game, and where.

use std::borrow::Cow;
use std::fmt;

use super::game::{Game, HalfMove, Places};
use crate::error::{Location, printable};

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
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Note => "note",
        })
    }
}

/// Something found in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Where, in bytes from the beginning of the game's text.
    pub at: u32,
    /// At or behind which half-move, as `29a`.
    pub half_move: Option<String>,
    /// What: lower case, without a full stop.
    pub text: String,
}

impl Finding {
    /// A finding at a place in the text.
    pub fn new(severity: Severity, at: u32, text: impl Into<String>) -> Finding {
        let mut text = text.into();
        if let Cow::Owned(shown) = printable(&text) {
            text = shown;
        }
        Finding {
            severity,
            at,
            half_move: None,
            text,
        }
    }

    /// A finding at a half-move.
    pub fn at_half_move(
        severity: Severity,
        half_move: &HalfMove,
        text: impl Into<String>,
    ) -> Finding {
        Finding {
            half_move: Some(Game::name(half_move)),
            ..Finding::new(severity, half_move.at, text)
        }
    }

    /// The line that tells it: `file:line:column: error: 29a: text`.
    pub fn line(&self, file: &str, places: &mut Places<'_>) -> String {
        let (line, column) = places.locate(self.at);
        let location = Location {
            file: printable(file).into_owned(),
            line,
            column,
        };
        match &self.half_move {
            Some(half_move) => format!("{location}: {}: {half_move}: {}", self.severity, self.text),
            None => format!("{location}: {}: {}", self.severity, self.text),
        }
    }
}
