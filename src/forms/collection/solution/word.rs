//! The words that composers, their programs and editors use in solutions: [`meaning`].
//!
//! The lists contain English as used by Popeye and its users, German, French, Spanish, Italian, and
//! Russian in Cyrillic and in Latin letters. Any other word counts as not understood.

use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::value::{BorrowedStrDeserializer, Error};

use super::written::written_move;

/// The meaning of a word in a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum WordMeaning {
    /// Nothing about the moves: `zugzwang`, `mate`.
    Silent,
    /// An alternative to the last move follows.
    Or,
    /// The refutation of a try follows.
    But,
    /// A threat follows.
    Threat,
    /// Set play follows.
    SetPlay,
    /// Anything but set play follows.
    Heading,
    /// Any move: `any`, `else`.
    AnyMove,
    /// It is not understood.
    Unknown,
}

/// Words and phrases in lower case, each enclosed in bars: rows that begin with their meaning.
static WORDS: LazyLock<Vec<(WordMeaning, &str)>> = LazyLock::new(|| {
    let row = |row: &'static str| {
        let (meaning, words) = row.split_once(' ').expect("a row has words");
        let meaning = WordMeaning::deserialize(BorrowedStrDeserializer::<Error>::new(meaning));
        (meaning.expect("a row begins with a meaning"), words)
    };
    include_str!("words.txt").lines().map(row).collect()
});

/// The meaning of the words at the beginning of `text`, and their length in bytes: the longest
/// known phrase, otherwise one word.
pub(super) fn meaning(text: &str) -> (WordMeaning, usize) {
    let is_part = |c: char| !(c.is_whitespace() || "()[]{}/,;\"<>".contains(c));
    let end = |from: usize| {
        let rest = text[from..].find(|c: char| !is_part(c));
        rest.map_or(text.len(), |at| from + at)
    };
    let word = end(0);
    let mut longest = (WordMeaning::Unknown, word);
    // A phrase has at most three words.
    let mut at = 0;
    for _ in 0..3 {
        let to = end(at);
        let phrase = text[..to].trim_end_matches(['.', ':', '!', '?', '-', '\'', '+', '#']);
        let lower = phrase
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .to_lowercase();
        let mut known = WORDS
            .iter()
            .filter(|(_, words)| words.contains(&format!("|{lower}|")));
        if let Some(&(meaning, _)) = known.next() {
            longest = (meaning, phrase.len());
        }
        let blanks = text[to..].bytes().take_while(|&b| b == b' ').count();
        at = to + blanks;
        if blanks == 0 || at == text.len() {
            break;
        }
    }
    // `no` is *but* only in Russian.
    let behind = text[longest.1..].trim_start();
    let is_english = text[..longest.1].eq_ignore_ascii_case("no")
        && behind.starts_with(|c: char| c.is_ascii_lowercase())
        && written_move(behind).is_none();
    match is_english {
        true => (WordMeaning::Unknown, longest.1),
        false => longest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_phrase_is_read() {
        for (text, meaning_due, length) in [
            ("zugzwang.", WordMeaning::Silent, 8),
            ("waiting 1...a5", WordMeaning::Silent, 7),
            ("Threat:", WordMeaning::Threat, 6),
            ("refuted by 1...a5", WordMeaning::But, 10),
            ("ad lib. 2.Qd4", WordMeaning::AnyMove, 6),
            ("Jeu apparent: 1...", WordMeaning::SetPlay, 12),
            ("Wunderbar! 1.", WordMeaning::Unknown, 10),
        ] {
            assert_eq!(meaning(text), (meaning_due, length), "{text}");
        }
    }
}
