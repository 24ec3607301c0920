//! Solutions as text: their words ([`tokens`]), and their claims as operations of a record
//! ([`ClaimsDraft`]).
//!
//! Moves are converted to the letters of SAN (`S` becomes `N`, `*` becomes `x`); `~` is any move,
//! `Sc~` any move of that man.

mod plain;
mod rows;
mod token;
mod word;
mod written;

use super::rows::one_line;
use keymove_records::epd::Operation;
pub(super) use plain::plain;
pub(super) use token::{SolutionToken, tokens};

/// The maximum nesting depth of brackets.
pub(super) const DEEPEST: usize = 100;

/// The maximum length and number of unread pieces that are kept.
const LONGEST_UNREAD: usize = 200;
const MOST_UNREAD: usize = 20;

/// The maximum number of moves of all lines of a solution together.
const MOST_MOVES: usize = 200_000;

/// The longest text in a bracket that is read as a whole. Without a bound, many brackets that do not
/// end would take quadratic time.
const LONGEST_BRACKET: usize = 1000;

/// The text in the bracket at the beginning of `text`, and the text after it.
pub(super) fn bracketed(text: &str, open: char, close: u8) -> Option<(&str, &str)> {
    let inside = text.strip_prefix(open)?;
    let mut bytes = inside.bytes().take(LONGEST_BRACKET);
    let end = bytes.position(|b| b == close)?;
    Some((&inside[..end], &inside[end + 1..]))
}

/// The mark for a move that is not made.
pub(super) const LEFT_OUT: &str = "--";

/// Claims that are being collected, in the letters of SAN.
#[derive(Debug, Default)]
pub(super) struct ClaimsDraft {
    /// The keys.
    pub keys: Vec<String>,
    /// The tries, each with its refutations.
    pub tries: Vec<(String, Vec<String>)>,
    /// Lines; set play begins with [`LEFT_OUT`].
    lines: Vec<Vec<String>>,
    /// The number of moves of all lines together.
    moves: usize,
    unread: Vec<String>,
    /// The parts that were read but may mean something else.
    unsure: Vec<String>,
}

impl ClaimsDraft {
    /// Adds a line.
    pub fn line(&mut self, line: &[String]) {
        self.moves += line.len();
        if self.moves <= MOST_MOVES {
            self.lines.push(line.to_vec());
        } else if self.moves - line.len() <= MOST_MOVES {
            self.skip(&format!("more than {MOST_MOVES} moves"), false);
        }
    }

    /// Records a word that was not read; `goes_on`: the previous word was not read either.
    pub fn skip(&mut self, word: &str, goes_on: bool) {
        let is_full = self.unread.len() == MOST_UNREAD;
        match self.unread.last_mut() {
            Some(last) if goes_on => {
                if last.len() < LONGEST_UNREAD {
                    last.push(' ');
                    last.push_str(word);
                }
            }
            _ if is_full => {}
            _ => self.unread.push(word.to_owned()),
        }
    }

    /// Records a part that was read but may mean something else.
    pub fn doubt(&mut self, word: &str) {
        if self.unsure.len() < MOST_UNREAD && !self.unsure.iter().any(|known| known == word) {
            self.unsure.push(word.to_owned());
        }
    }

    /// The claims as operations of a record.
    pub fn operations(mut self) -> Vec<Operation> {
        let mut operations = Vec::new();
        self.keys.sort_unstable();
        self.keys.dedup();
        if !self.keys.is_empty() {
            operations.push(Operation::words("bm", &self.keys));
        }
        for (m, refutations) in &self.tries {
            let words = std::iter::once(m).chain(refutations);
            operations.push(Operation::words("Try", words));
        }
        for line in &self.lines {
            operations.push(match line.split_first() {
                Some((first, rest)) if first == LEFT_OUT => Operation::words("SetPlay", rest),
                _ => Operation::words("Line", line),
            });
        }
        operations.extend(self.unread.iter().map(|text| unread_operation(text)));
        operations.extend(
            self.unsure
                .iter()
                .map(|text| Operation::string("Unsure", text)),
        );
        operations
    }
}

/// An operation for a part that could not be read.
pub(super) fn unread_operation(text: &str) -> Operation {
    let text: String = one_line(text).chars().take(LONGEST_UNREAD).collect();
    Operation::string("Unread", &text)
}
