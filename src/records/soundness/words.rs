//! The reasons of a verdict in words, in every language of the output.
//!
//! The text and JSON output of `check` is English; pages and documents use their own language.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{BrokenLine, LineReason, TryReason};
use crate::epd::moves::MoveError;
use crate::record::LEFT_OUT;
use crate::record::line::LineFault;
use crate::record::stated::LineSource;
use keymove_base::error::printable;
use keymove_base::language::Language;

/// The singular and the plural of a phrase.
type NumberForms = [&'static str; 2];

/// The words of one language. The `{}`s of a phrase are filled in order.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReasonWords {
    #[serde(skip)]
    pub language: Language,
    /// King, queen, rook, bishop, knight.
    letters: [char; 5],
    pub no_solution: &'static str,
    pub short: &'static str,
    pub not: &'static str,
    pub no_key: NumberForms,
    /// Follows `no_key`; the number is that of the keys.
    pub other_key: NumberForms,
    pub avoided: NumberForms,
    pub cooked: &'static str,
    pub solutions: NumberForms,
    pub keys: NumberForms,
    pub several: &'static str,
    pub dual: &'static str,
    pub more: &'static str,
    pub more_duals: &'static str,
    pub try_move: &'static str,
    /// One for each [`LeftOpen`](super::LeftOpen).
    pub why: [&'static str; 5],
    pub rests_on: &'static str,
    pub unread: &'static str,
    pub unclaimed: &'static str,
    pub duplex: &'static str,
    /// A line of a solution, and its set play; `pv` needs no translation because it is the name of
    /// an operation.
    lines: [&'static str; 2],
    at_ply: &'static str,
    waits: &'static str,
    in_check: &'static str,
    moves: &'static str,
    has_plies: NumberForms,
    no_goal: &'static str,
    /// One for each variant of [`LineReason`] after the first.
    line: [&'static str; 5],
    /// Not a move, not a legal move, ambiguous, too many moves.
    move_errors: [&'static str; 4],
    is_key: &'static str,
    fails_to_more: &'static str,
    refutes_too: &'static str,
    does_not_refute: &'static str,
}

impl ReasonWords {
    /// The words of `language`; those of English are used in the text and JSON output of `check`.
    pub fn of(language: Language) -> &'static ReasonWords {
        &WORDS[language as usize]
    }

    /// Moves in SAN with the letters of the language.
    pub fn san(&self, moves: &str) -> String {
        let letter = |c: char| "KQRBN".find(c).map_or(c, |at| self.letters[at]);
        moves.chars().map(letter).collect()
    }

    /// Moves in SAN, one after the other.
    pub fn listed(&self, moves: &[String]) -> String {
        self.san(&printable(&moves.join(", ")))
    }

    /// The fault of a line: `pv Kf6 Kh7: Qg6 does not reach the goal in time`.
    pub fn line(&self, line: &BrokenLine) -> String {
        let mut text = match line.source {
            LineSource::Pv => line.source.name(),
            LineSource::Line => self.lines[0],
            LineSource::SetPlay => self.lines[1],
        }
        .to_owned();
        // There is only one pv, but there may be many lines.
        if line.wrong.is_some() || line.source != LineSource::Pv {
            for m in &line.before {
                text.push_str(&format!(" {}", self.san(m)));
            }
            text.push(':');
        }
        if let Some(m) = &line.wrong {
            text.push_str(&format!(" {}", self.san(m)));
        }
        format!("{text} {}", self.line_reason(&line.reason))
    }

    /// The fault of a move of a line, or of the whole line.
    pub fn line_reason(&self, reason: &LineReason) -> String {
        let at = match reason {
            LineReason::Fault(fault) => return self.fault(fault),
            LineReason::NoSolution => 0,
            LineReason::NoKey => 1,
            LineReason::NoThreat => 2,
            LineReason::BehindTheEnd => 3,
            LineReason::TooSlow => 4,
        };
        self.line[at].to_owned()
    }

    fn fault(&self, fault: &LineFault) -> String {
        let at_ply = |ply: &usize, what: &str| filled(self.at_ply, &[&ply.to_string(), what]);
        match fault {
            LineFault::Illegal(ply, error) => at_ply(ply, &self.move_error(error)),
            LineFault::Waits(ply) => at_ply(ply, self.waits),
            LineFault::InCheck(ply) => at_ply(ply, self.in_check),
            LineFault::Moves(ply, text) => {
                at_ply(ply, &filled(self.moves, &[&printable(text), LEFT_OUT]))
            }
            LineFault::TooShort(plies, due, asked) | LineFault::TooLong(plies, due, asked) => {
                let phrase = self.has_plies[usize::from(*plies != 1)];
                let numbers = [&plies.to_string(), &asked.to_string(), &due.to_string()];
                filled(phrase, &numbers.map(String::as_str))
            }
            LineFault::NoGoal(asked) => filled(self.no_goal, &[&asked.to_string()]),
        }
    }

    fn move_error(&self, error: &MoveError) -> String {
        let (at, text) = match error {
            MoveError::Unreadable(text) => (0, text.as_str()),
            MoveError::Illegal(text) => (1, text.as_str()),
            MoveError::Ambiguous(text) => (2, text.as_str()),
            MoveError::TooManyMoves => (3, ""),
        };
        filled(self.move_errors[at], &[&printable(text)])
    }

    /// Why `first` is not a try, or not in the way claimed.
    pub fn try_reason(&self, first: &str, reason: &TryReason) -> String {
        let first = self.san(first);
        match reason {
            TryReason::Illegal(error) => self.move_error(error),
            TryReason::IsKey => filled(self.is_key, &[&first]),
            TryReason::IllegalReply(error) => format!("{first}: {}", self.move_error(error)),
            TryReason::FailsToMore(named) => {
                filled(self.fails_to_more, &[&first, &self.listed(named)])
            }
            TryReason::RefutedToo(others) => {
                filled(self.refutes_too, &[&self.listed(others), &first])
            }
            TryReason::NotRefuted(wrong) => {
                filled(self.does_not_refute, &[&self.listed(wrong), &first])
            }
        }
    }
}

/// The phrase with its places filled by `values`.
pub(super) fn filled(phrase: &str, values: &[&str]) -> String {
    let mut values = values.iter();
    let mut parts = phrase.split("{}");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(values.next().unwrap_or(&""));
        text.push_str(part);
    }
    text
}

/// The form of a phrase that fits the number of `moves`.
pub(super) fn form_for(phrases: NumberForms, moves: &[String]) -> &'static str {
    phrases[usize::from(moves.len() != 1)]
}

/// The phrase for `number` items.
pub(super) fn counted(phrases: NumberForms, number: u64) -> String {
    filled(phrases[usize::from(number != 1)], &[&number.to_string()])
}

/// The words of each [`Language`], in their order.
static WORDS: [LazyLock<ReasonWords>; 4] = [
    LazyLock::new(|| read(Language::English, include_str!("words/english.json"))),
    LazyLock::new(|| read(Language::English, include_str!("words/english.json"))),
    LazyLock::new(|| read(Language::German, include_str!("words/german.json"))),
    LazyLock::new(|| read(Language::French, include_str!("words/french.json"))),
];

fn read(language: Language, text: &'static str) -> ReasonWords {
    let words = serde_json::from_str(text).expect("a test reads every language");
    ReasonWords { language, ..words }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_word() {
        for words in &WORDS {
            LazyLock::force(words);
        }
    }
}
