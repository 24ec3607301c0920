//! The words that readers see, in one file for each language: those of reports, of the page around
//! them, and of Popeye's output. A file is parsed when its language is first used.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::composition::language::Phrases;
use crate::report::html::words::PageWords;
use crate::report::language::Words;
use keymove_base::language::Language;

/// The words of one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
pub(crate) struct LanguageWords {
    pub report: Words,
    pub page: PageWords,
    pub popeye: Phrases,
}

/// The words of each [`Language`], in their order.
static WORDS: [LazyLock<LanguageWords>; 4] = [
    LazyLock::new(|| read(include_str!("words/english.json"))),
    LazyLock::new(|| {
        let mut words = read(include_str!("words/english.json"));
        words.report.letters = words.popeye.letters;
        words
    }),
    LazyLock::new(|| read(include_str!("words/german.json"))),
    LazyLock::new(|| read(include_str!("words/french.json"))),
];

/// The words of `language`.
pub(crate) fn of(language: Language) -> &'static LanguageWords {
    &WORDS[language as usize]
}

fn read(text: &'static str) -> LanguageWords {
    serde_json::from_str(text).expect("a test reads every language")
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
