//! Findings: what is wrong or odd in a record.

use std::fmt;

use serde::Serialize;

use super::notation::Payload;
use keymove_base::error::into_printable;
use keymove_games::pgn::Place;

/// The kinds of findings, in JSON as `nonsense-try`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Irregularity {
    /// A try that is impossible on the own board.
    NonsenseTry,
    /// A try that was legal, so it would have been the move.
    LegalTry,
    /// A try made twice in a turn.
    DuplicateTry,
    /// A wrong or missing `X` (or `T`).
    Capture,
    /// A wrong or missing `C`.
    Check,
    /// A wrong `P`.
    PawnTries,
    /// The right items or letters in the wrong order.
    Order,
    /// Neither announcement nor tries after a move.
    MissingPayload,
    /// Nothing is announced in the whole game.
    PlainGame,
    /// A comment that begins like a payload but is not one, or something unknown in a payload.
    BrokenPayload,
    /// A number of tries that is missing, out of place or larger than the number of possible tries.
    Count,
    /// A move that cannot be made.
    IllegalMove,
    /// Several own men can make the move or the try.
    Ambiguous,
    /// `x`, `+` or `#` at a move that is not a capture, check or mate.
    Sign,
    /// The result does not match the board, or the tag does not match the end of the game.
    Result,
    /// A tag with an unknown value.
    Tag,
    /// No position on the full board is consistent with the record up to here.
    Impossible,
    /// The game is not PGN, without further details; or it is cut off here.
    Syntax,
    /// Understood, but not written in the standard form.
    Spelling,
    /// Information that the target notation cannot express.
    Lost,
    /// Rules that announce more than the notation can express, or less.
    Rules,
    /// A comment that is kept in a player's record although it may reveal hidden information.
    Kept,
    /// Tags of the notation that are missing or out of order.
    Header,
}

impl Irregularity {
    /// Whether this is only a remark and the record is correct.
    pub fn is_note(self) -> bool {
        matches!(
            self,
            Irregularity::Spelling
                | Irregularity::Lost
                | Irregularity::Rules
                | Irregularity::Kept
                | Irregularity::Header
        )
    }
}

/// A finding about a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordFinding {
    /// The place.
    pub place: Place,
    /// The kind.
    pub kind: Irregularity,
    /// The message: lower case, without a full stop, printable.
    pub text: String,
}

impl RecordFinding {
    /// A finding at `place`.
    pub fn new(place: Place, kind: Irregularity, text: impl Into<String>) -> RecordFinding {
        let text = into_printable(text.into());
        RecordFinding { place, kind, text }
    }

    /// A finding about a part of a payload, at the place of that part.
    pub fn within(payload: &Payload, kind: Irregularity, text: impl Into<String>) -> RecordFinding {
        RecordFinding::new(payload.place_of(kind), kind, text)
    }
}

impl fmt::Display for RecordFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column } = self.place;
        let note = if self.kind.is_note() { "note: " } else { "" };
        write!(f, "{line}:{column}: {note}{}", self.text)
    }
}
