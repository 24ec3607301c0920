//! Findings about a game, with their places.

use std::fmt;

use super::game::{BpgnGame, HalfMove, Places, TextFault};
use keymove_base::error::{Location, excerpt, into_printable};
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

impl BpgnGame<'_> {
    /// The faults of the text itself, each with the half-move it follows.
    pub fn problems(&self) -> impl Iterator<Item = BpgnFinding> + '_ {
        use Severity::{Error, Note};
        self.parts.problems.iter().map(|&(problem, span)| {
            let text = excerpt(self.bytes(span));
            let (severity, text) = match problem {
                TextFault::NotATag => (Error, format!("this is not a tag: {text}")),
                TextFault::NotUnderstood => (Error, format!("not understood: {text}")),
                TextFault::OpenComment => (Error, format!("a comment without its brace: {text}")),
                TextFault::NumberAlone => (Error, format!("a number without a move: {text}")),
                TextFault::NumberTooLarge => {
                    let largest = u32::MAX;
                    let text = format!("the number is too large: {text} counts as {largest}");
                    (Note, text)
                }
                TextFault::CapitalForBlack => {
                    let text = "Black's numbers have capital letters, too; taken for Black's";
                    (Note, text.to_owned())
                }
                TextFault::Variation => (Note, format!("a variation is passed over: {text}")),
                TextFault::SentAgain => {
                    let (many, first) = match self.parts.sent_again {
                        1 => (String::new(), ""),
                        number => (format!("{number} half-moves "), ", the first"),
                    };
                    (
                        Note,
                        format!("{many}sent again, and passed over{first}: {text}"),
                    )
                }
                TextFault::TooLong => (Error, "longer than any game; cut here".to_owned()),
            };
            let begun = self
                .half_moves()
                .partition_point(|half_move| half_move.at <= span.start);
            let behind = begun.checked_sub(1).map(|last| &self.half_moves()[last]);
            BpgnFinding::of(severity, span.start, behind, text)
        })
    }
}
