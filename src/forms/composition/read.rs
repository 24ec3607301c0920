//! Popeye's input, problem by problem.
//!
//! Each keyword takes the words it understands and leaves the next one to the others, as in Popeye;
//! so the name of an option takes precedence over a keyword with the same beginning. A problem with
//! an unknown word, or with a rule that does not belong to orthodox chess, is refused as a whole,
//! and reading continues with the next one.
//!
//! Not supported: structured stipulations, conditions, fairy pieces, and files for protocols and
//! LaTeX (their names are read, but nothing is written).

mod draft;
mod men;
mod options;
mod twins;

use super::Composition;
use super::error::{PopeyeError, PopeyeErrorKind};
use super::keyword::{BEGIN, KEYWORDS, Keyword, Meaning, meaning};
use super::token::{InputWords, WordPlace};
use draft::{CompositionDraft, error};
use keymove_base::error::dos_end;
use keymove_base::language::Language;
pub use options::LoneOptions;
pub use twins::TwinDescription;

/// The problems of an input, one after the other.
#[derive(Debug, Clone)]
pub struct Compositions<'a> {
    words: InputWords<'a>,
    state: ReadingPlace,
    language: Language,
}

/// A place between two problems, for a caller that gets the input in pieces.
#[derive(Debug, Clone, Copy)]
pub struct Bookmark {
    state: ReadingPlace,
    pub(crate) place: WordPlace,
}

impl Bookmark {
    /// The beginning of an input whose first line is line `line` of its file.
    pub fn beginning(line: u64) -> Bookmark {
        Bookmark {
            state: ReadingPlace::Outside,
            place: WordPlace::beginning(line),
        }
    }

    /// The same bookmark in the input without the whole lines before it.
    #[must_use]
    pub fn without_passed(self) -> Bookmark {
        let WordPlace { at, line, start } = self.place;
        Bookmark {
            place: WordPlace {
                at: at - start,
                ..WordPlace::beginning(line)
            },
            ..self
        }
    }
}

/// Whether a line begins Popeye's input: `BeginProblem` in one of the languages, or an abbreviation
/// of it followed by nothing or by another keyword.
pub fn begins_input(line: &[u8]) -> bool {
    let mut words = InputWords::new(line);
    let Some(first) = words.next().filter(|word| word.text.len() >= 5) else {
        return false;
    };
    let Some(language) = meaning(&BEGIN, Language::English, first.text).only() else {
        return false;
    };
    let is_whole = first.text.len() > "anfang".len();
    is_whole
        || words
            .next()
            .is_none_or(|word| meaning(&KEYWORDS, language, word.text).only().is_some())
}

/// Whether a line has a word that may end a problem, in any of the languages. Only reading the
/// problem shows whether it does, because the word may be part of a title.
pub fn may_end_problem(line: &[u8]) -> bool {
    let languages = [Language::English, Language::German, Language::French];
    InputWords::new(line).any(|word| {
        languages.into_iter().any(|language| {
            let keyword = meaning(&KEYWORDS, language, word.text).only();
            matches!(keyword, Some(Keyword::End | Keyword::Next))
        })
    })
}

/// The state of the reader.
#[derive(Debug, Clone, Copy)]
enum ReadingPlace {
    /// Before `BeginProblem`.
    Outside,
    /// In the input, before a problem.
    Inside(Language),
    /// At the end.
    Over,
}

impl<'a> Compositions<'a> {
    /// The problems of `input`.
    pub fn new(input: &'a [u8]) -> Compositions<'a> {
        let input = &input[..dos_end(input).unwrap_or(input.len())];
        Compositions {
            words: InputWords::new(input),
            state: ReadingPlace::Outside,
            language: Language::default(),
        }
    }

    /// The problems of `input` from a bookmark.
    pub fn from_bookmark(input: &'a [u8], bookmark: Bookmark) -> Compositions<'a> {
        Compositions {
            words: InputWords::from_place(input, bookmark.place),
            state: bookmark.state,
            language: Language::default(),
        }
    }

    /// The place where the next problem begins; `None` if the input ended in the middle of a
    /// problem, so that further input may change the last one.
    pub fn bookmark(&self) -> Option<Bookmark> {
        match self.state {
            ReadingPlace::Over => None,
            state => Some(Bookmark {
                state,
                place: self.words.place(),
            }),
        }
    }

    /// The language of the last problem.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Skips to the end of a refused problem.
    fn skip(&mut self, language: Language) {
        self.state = ReadingPlace::Over;
        while let Some(word) = self.words.next() {
            match meaning(&KEYWORDS, language, word.text) {
                Meaning::Only(Keyword::End) => {
                    self.state = ReadingPlace::Outside;
                    return;
                }
                Meaning::Only(Keyword::Next) => {
                    self.state = ReadingPlace::Inside(language);
                    return;
                }
                Meaning::Only(
                    Keyword::Remark
                    | Keyword::Author
                    | Keyword::Origin
                    | Keyword::Award
                    | Keyword::Title,
                ) => {
                    self.words.rest_of_line();
                }
                _ => (),
            }
        }
    }
}

impl Iterator for Compositions<'_> {
    type Item = Result<Composition, PopeyeError>;

    fn next(&mut self) -> Option<Self::Item> {
        let language = match self.state {
            ReadingPlace::Over => return None,
            ReadingPlace::Inside(language) => language,
            ReadingPlace::Outside => {
                let word = self.words.next()?;
                let Some(language) = meaning(&BEGIN, Language::English, word.text).only() else {
                    self.state = ReadingPlace::Over;
                    return Some(Err(error(word, PopeyeErrorKind::NoBeginning)));
                };
                language
            }
        };
        self.language = language;
        let mut draft = CompositionDraft::new(self.words, language);
        let read = draft.read();
        self.words = draft.words;
        match read {
            Ok(Some(end)) => {
                self.state = match end {
                    Keyword::Next => ReadingPlace::Inside(language),
                    _ => ReadingPlace::Outside,
                };
            }
            Ok(None) => {
                self.state = ReadingPlace::Over;
                if draft.is_blank() {
                    return None;
                }
            }
            Err(refused) => {
                // The word may itself be the end.
                self.words = draft.before;
                self.skip(language);
                return Some(Err(refused));
            }
        }
        Some(draft.finish())
    }
}
