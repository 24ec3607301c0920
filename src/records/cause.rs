//! Why a line has no answer: [`Cause`], a value from the reader of the line to the exit code.
//!
//! Its text goes into records and messages, and no program reads it. The one exception is a record
//! of an earlier run: its `Error` is a text, which [`Cause::read`] reads.

mod reason;

use std::fmt;

use keymove_base::language::Language;
use keymove_base::pool::panics::Panic;
use keymove_base::reason::Reason;
pub use reason::reason;

/// Why a line has no answer. A limit is not a cause: a record that met one has an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// The line is malformed, its position is illegal, or its job cannot be done.
    Malformed(Reason),
    /// The record asks for something this program does not solve: a study, a condition, fairy
    /// pieces.
    Unsupported(Reason),
    /// The program failed.
    Internal(Panic),
}

/// The beginning of the text of a failure.
const INTERNAL: &str = "internal: ";

impl Cause {
    /// The cause in the `Error` of a record.
    pub fn read(text: &str) -> Cause {
        let rest = |beginning: &str| text.strip_prefix(beginning).map(str::to_owned);
        if let Some(message) = rest(INTERNAL) {
            let place = None;
            return Cause::Internal(Panic { message, place });
        }
        match rest("unsupported: ") {
            Some(reason) => Cause::Unsupported(reason.into()),
            None => text.to_owned().into(),
        }
    }

    /// Whether the record asks for something that this program does not solve; it may be sound.
    pub fn is_unsupported(&self) -> bool {
        matches!(self, Cause::Unsupported(_))
    }

    /// The reason, without the word that says that it is unsupported.
    pub fn reason(&self) -> Reason {
        match self {
            Cause::Malformed(reason) | Cause::Unsupported(reason) => reason.clone(),
            Cause::Internal(panic) => format!("{INTERNAL}{}", panic.message).into(),
        }
    }

    /// The text in a language.
    pub fn text(&self, language: Language) -> String {
        let reason = match self {
            Cause::Unsupported(reason) => Reason::new("unsupported: {}", [reason.clone()]),
            _ => self.reason(),
        };
        reason::reason(&reason, language)
    }

    /// The message for a person: a failure of the program has its place in the source.
    pub fn message(&self) -> String {
        match self {
            Cause::Internal(panic) => panic.to_string(),
            _ => self.to_string(),
        }
    }
}

/// The text in an `Error`.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

impl<T: Into<Reason>> From<T> for Cause {
    fn from(reason: T) -> Cause {
        Cause::Malformed(reason.into())
    }
}
