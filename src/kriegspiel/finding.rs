//! What is wrong, or odd, with a record.

use std::fmt;

use serde::Serialize;

use super::notation::Payload;
use keymove_base::error::into_printable;
use keymove_games::pgn::Place;

/// Kinds of findings, in JSON as `nonsense-try`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Irregularity {
    /// A try that is impossible on the own board.
    NonsenseTry,
    /// A try that was legal: it would have been the move.
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
    /// No announcement and tries after a move.
    MissingPayload,
    /// Nothing is announced in the whole game.
    PlainGame,
    /// A comment that begins like one and is none, or something in one that is not known.
    BrokenPayload,
    /// A number of tries that is missing, out of place or larger than the tries possible.
    Count,
    /// A move that cannot be made.
    IllegalMove,
    /// Several own men can make the move or the try as it is written.
    Ambiguous,
    /// `x`, `+` or `#` at a move that is no capture, check or mate.
    Sign,
    /// The result does not fit the board, or the tag does not fit the end of the game.
    Result,
    /// A tag with a value that is not known.
    Tag,
    /// No position on the full board fits what is recorded up to here.
    Impossible,
    /// The game is not PGN, and nothing else is said of it; or it is cut, and ends here.
    Syntax,
    /// Understood, but not written as the notation has it.
    Spelling,
    /// What the notation that is written cannot say.
    Lost,
    /// Rules that tell more than the notation can hold, or less.
    Rules,
    /// A comment that stays in a player's record though it may tell what is hidden.
    Kept,
    /// Tags that the notation has, missing or out of order.
    Header,
}

impl Irregularity {
    /// Tells whether this is a remark only: the record is right.
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

/// Something found in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordFinding {
    /// Where.
    pub place: Place,
    /// Of what kind.
    pub kind: Irregularity,
    /// What: lower case, without a full stop, printable.
    pub text: String,
}

impl RecordFinding {
    /// A finding at `place`.
    pub fn new(place: Place, kind: Irregularity, text: impl Into<String>) -> RecordFinding {
        let text = into_printable(text.into());
        RecordFinding { place, kind, text }
    }

    /// A finding about a part of a payload, where that stands.
    pub fn within(payload: &Payload, kind: Irregularity, text: impl Into<String>) -> RecordFinding {
        RecordFinding::new(payload.place_of(kind), kind, text)
    }

    /// Appends `LINE:COLUMN: text`, a note as such; the file's name is for the caller.
    pub fn append(&self, message: &mut String) {
        let mut digits = itoa::Buffer::new();
        message.push_str(digits.format(self.place.line));
        message.push(':');
        message.push_str(digits.format(self.place.column));
        message.push_str(if self.kind.is_note() {
            ": note: "
        } else {
            ": "
        });
        message.push_str(&self.text);
    }
}

/// As [`RecordFinding::append`] has it.
impl fmt::Display for RecordFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut message = String::new();
        self.append(&mut message);
        f.write_str(&message)
    }
}
