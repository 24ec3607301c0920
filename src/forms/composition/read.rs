//! Popeye's input, problem by problem.
//!
//! Each keyword takes the words that it understands and leaves the next one to the others, as
//! Popeye does; so an option's name goes before a keyword that begins alike. A problem with a word
//! that is not understood, or with a rule that is not of orthodox chess, is refused as a whole, and
//! the next one goes on.
//!
//! Not supported: structured stipulations, conditions, men of fairy chess, files for protocols and
//! for LaTeX (their names are read, and nothing is written).

mod draft;
mod men;
mod options;
mod twins;

use super::Composition;
use super::error::{PopeyeError, PopeyeErrorKind};
use super::keyword::{BEGIN, KEYWORDS, Keyword, Meaning, meaning};
use super::token::{InputWords, WordPlace};
use draft::{CompositionDraft, error};
use keymove_base::language::Language;
pub use twins::LoneTwin;

/// The problems of an input, one after the other.
#[derive(Debug, Clone)]
pub struct Compositions<'a> {
    words: InputWords<'a>,
    state: ReadingPlace,
    language: Language,
}

/// A place between two problems, for who has the input piece by piece.
#[derive(Debug, Clone, Copy)]
pub struct Bookmark {
    state: ReadingPlace,
    place: WordPlace,
}

impl Bookmark {
    /// The beginning of an input that begins with line `line` of its file.
    pub fn beginning(line: u64) -> Bookmark {
        Bookmark {
            state: ReadingPlace::Outside,
            place: WordPlace::beginning(line),
        }
    }

    /// The line that it stands in, counted from 1.
    pub fn line(&self) -> u64 {
        self.place.line_and_offset().0
    }

    /// How many bytes stand before it.
    pub fn offset(&self) -> usize {
        self.place.line_and_offset().1
    }

    /// How many bytes stand before it that nobody needs any more: whole lines.
    pub fn passed(&self) -> usize {
        self.place.passed()
    }

    /// The same bookmark in an input without those bytes.
    #[must_use]
    pub fn without_passed(self) -> Bookmark {
        Bookmark {
            place: self.place.without_passed(),
            ..self
        }
    }
}

/// Whether a line begins Popeye's input: `BeginProblem`, in one of the languages, or the first
/// letters of it with nothing or another keyword behind.
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

/// Whether a line has a word that may end a problem, in any of the languages. Whether it does, only
/// the problem says: it may stand in a title.
pub fn may_end_problem(line: &[u8]) -> bool {
    let languages = [Language::English, Language::German, Language::French];
    InputWords::new(line).any(|word| {
        languages.into_iter().any(|language| {
            let keyword = meaning(&KEYWORDS, language, word.text).only();
            matches!(keyword, Some(Keyword::End | Keyword::Next))
        })
    })
}

/// Where the reader stands.
#[derive(Debug, Clone, Copy)]
enum ReadingPlace {
    /// Before `BeginProblem`.
    Outside,
    /// In the input, before a problem.
    Inside(Language),
    /// Nothing more is read.
    Over,
}

impl<'a> Compositions<'a> {
    /// The problems of `input`.
    pub fn new(input: &'a [u8]) -> Compositions<'a> {
        Compositions {
            words: InputWords::new(input),
            state: ReadingPlace::Outside,
            language: Language::default(),
        }
    }

    /// The problems of `input` from a bookmark on.
    pub fn from_bookmark(input: &'a [u8], bookmark: Bookmark) -> Compositions<'a> {
        Compositions {
            words: InputWords::from_place(input, bookmark.place),
            state: bookmark.state,
            language: Language::default(),
        }
    }

    /// Where the next problem begins; none where the input ended before something in it did, so
    /// that more of it may make another problem of what was read last.
    pub fn bookmark(&self) -> Option<Bookmark> {
        match self.state {
            ReadingPlace::Over => None,
            state => Some(Bookmark {
                state,
                place: self.words.place(),
            }),
        }
    }

    /// The language of the problem that was read last.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Goes to the end of a problem that is refused.
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
                // The word may be the end itself.
                self.words = draft.before;
                self.skip(language);
                return Some(Err(refused));
            }
        }
        Some(draft.finish())
    }
}
