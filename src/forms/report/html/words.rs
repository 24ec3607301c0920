//! The words of the page around the records, in every language of the output.

use serde::Deserialize;

use crate::words;
use keymove_base::language::Language;

/// The words of one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PageWords {
    /// The code of the language.
    pub code: &'static str,
    pub title: &'static str,
    pub contents: &'static str,
    pub search: &'static str,
    pub verdict: &'static str,
    pub outcome: &'static str,
    pub stipulation: &'static str,
    /// For all values of a filter.
    pub all: &'static str,
    pub unfold: &'static str,
    pub fold: &'static str,
    /// A note that some functions need scripts.
    pub no_script: &'static str,
    /// For a record without a name; its line number follows.
    pub line: &'static str,
    pub claimed: &'static str,
    /// The verdicts' names and words, [`keymove_records::soundness::SOUND`] first.
    pub verdicts: Vec<(&'static str, &'static str)>,
    /// The outcomes' names and words.
    pub outcomes: Vec<(&'static str, &'static str)>,
}

impl PageWords {
    /// The words of `language`.
    pub fn of(language: Language) -> &'static PageWords {
        &words::of(language).page
    }

    /// The word for a verdict or an outcome, or else its name.
    pub fn word(&self, name: &'static str) -> &'static str {
        let mut named = self.verdicts.iter().chain(&self.outcomes);
        named.find(|row| row.0 == name).map_or(name, |row| row.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keymove_records::soundness::{Defect, SOUND};

    #[test]
    fn every_verdict_has_its_word_in_every_language() {
        for language in [Language::English, Language::German, Language::French] {
            let words = PageWords::of(language);
            let names: Vec<&str> = words.verdicts.iter().map(|(name, _)| *name).collect();
            let due: Vec<&str> = [SOUND].into_iter().chain(Defect::NAMES).collect();
            assert_eq!(names, due);
        }
    }
}
