//! The words of Chest's language: [`words`].
//!
//! Words are separated by blanks or line ends, with any number on a line. A comment begins with `%`, `#`
//! or `;` and extends to the end of the line.

use std::collections::VecDeque;

use keymove_base::error::{excerpt, without_mark};

/// A word with its place.
#[derive(Debug, Clone)]
pub(super) struct Word {
    /// Its bytes.
    pub text: Vec<u8>,
    /// The line number, from 1.
    pub line: u64,
    /// The column in bytes, from 1.
    pub column: usize,
}

impl Word {
    /// The word without its first `letters` letters.
    pub fn without(&self, letters: usize) -> Word {
        Word {
            text: self.text[letters..].to_vec(),
            column: self.column + letters,
            ..*self
        }
    }

    /// Its beginning, for a message.
    pub fn excerpt(&self) -> String {
        excerpt(&self.text)
    }
}

/// The words of a line before its comment.
pub(super) fn words(line: &[u8], number: u64) -> VecDeque<Word> {
    let bom = match number {
        1 => line.len() - without_mark(line).len(),
        _ => 0,
    };
    let mut words = VecDeque::new();
    let mut at = bom;
    while at < line.len() {
        if line[at].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        if matches!(line[at], b'%' | b'#' | b';') {
            break;
        }
        let length = line[at..]
            .iter()
            .take_while(|b| !b.is_ascii_whitespace() && **b != b';')
            .count();
        words.push_back(Word {
            text: line[at..at + length].to_vec(),
            line: number,
            column: at - bom + 1,
        });
        at += length;
    }
    words
}
