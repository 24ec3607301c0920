//! Keywords, which can be abbreviated to any unique beginning: `stip` is `Stipulation`, while `s`
//! is ambiguous.
//!
//! The words are those of Popeye 4.104 in its three languages, as in its published tables and
//! example files. [`BeginProblem`](BEGIN) determines the language of the rest.

use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::value::{BorrowedStrDeserializer, Error};

use keymove_base::language::Language;

/// A keyword with its spellings in English, German and French.
pub type Spellings<T> = (T, [&'static str; 3]);

/// Reads a table with a keyword in each row: its value, and its spellings.
fn table<T: Deserialize<'static>>(text: &'static str) -> Vec<Spellings<T>> {
    let row = |row: &'static str| {
        let mut words = row.split(' ');
        let mut next = || words.next().expect("a row has four words");
        let value = T::deserialize(BorrowedStrDeserializer::<Error>::new(next()));
        let value = value.expect("the first word is a name of a value");
        (value, [(); 3].map(|()| next()))
    };
    text.lines().map(row).collect()
}

/// The beginning of the input, by language.
pub const BEGIN: [Spellings<Language>; 3] = [
    (Language::English, ["BeginProblem"; 3]),
    (Language::German, ["AnfangProblem"; 3]),
    (Language::French, ["DebutProbleme"; 3]),
];

/// The result of looking up an abbreviation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning<T> {
    /// No keyword of the table begins with it.
    Nothing,
    /// This one.
    Only(T),
    /// Several keywords begin with it, and none equals it.
    Several,
}

impl<T> Meaning<T> {
    /// The keyword, if it is unique.
    pub fn only(self) -> Option<T> {
        match self {
            Meaning::Only(value) => Some(value),
            Meaning::Nothing | Meaning::Several => None,
        }
    }
}

/// Looks up `word`, whole or abbreviated, in upper or lower case.
pub fn meaning<T: Copy>(table: &[Spellings<T>], language: Language, word: &[u8]) -> Meaning<T> {
    let mut found = Meaning::Nothing;
    for &(value, spellings) in table {
        let spelling = spellings[column(language)].as_bytes();
        let Some(beginning) = spelling.get(..word.len()) else {
            continue;
        };
        if word.is_empty() || !beginning.eq_ignore_ascii_case(word) {
            continue;
        }
        if spelling.len() == word.len() {
            return Meaning::Only(value);
        }
        found = match found {
            Meaning::Nothing => Meaning::Only(value),
            Meaning::Only(_) | Meaning::Several => Meaning::Several,
        };
    }
    found
}

/// The index of a language's spelling.
fn column(language: Language) -> usize {
    match language {
        Language::English | Language::ProblemEnglish => 0,
        Language::German => 1,
        Language::French => 2,
    }
}

/// The keywords allowed between `BeginProblem` and `EndProblem`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Keyword {
    /// The end of all problems.
    End,
    /// The end of this problem.
    Next,
    /// Another form of the problem.
    Twin,
    /// The diagram is not a problem; the changes that follow make it one.
    ZeroPosition,
    /// A line of text.
    Remark,
    /// A structured stipulation in Popeye's language.
    Structured,
    /// The author.
    Author,
    /// Where it was published.
    Origin,
    /// The award.
    Award,
    /// Its title.
    Title,
    /// The men.
    Pieces,
    /// The men, as the first field of a FEN.
    Forsyth,
    /// The men of the initial position.
    InitialArray,
    /// A rule that does not belong to orthodox chess.
    Condition,
    /// The choice of what is written.
    Option,
    /// The stipulation.
    Stipulation,
    /// A file for the output; it is not written.
    Protocol,
    /// A file for a diagram in LaTeX; it is not written.
    Latex,
    /// A letter of such a diagram.
    LatexPieces,
}

impl Keyword {
    /// Whether what follows it is part of the problem from which the twins are made.
    pub fn is_of_diagram(self) -> bool {
        matches!(
            self,
            Keyword::Pieces
                | Keyword::Forsyth
                | Keyword::InitialArray
                | Keyword::Stipulation
                | Keyword::Option
        )
    }
}

/// The keywords.
pub static KEYWORDS: LazyLock<Vec<Spellings<Keyword>>> =
    LazyLock::new(|| table(include_str!("keywords.txt")));

/// The words allowed after `Option`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum PlayOption {
    /// No diagram.
    NoBoard,
    /// The play after the keys.
    Variation,
    /// First moves with a single refutation.
    Try,
    /// First moves with at most this number of refutations.
    Defence,
    /// The play if the other side begins.
    SetPlay,
    /// Neither threats nor zugzwang are written; then every reply is a variation.
    NoThreat,
    /// No variations that reach the goal sooner than necessary.
    NoShortVariations,
    /// Every first move with its number.
    MoveNumbers,
    /// The number of the first of the first moves to be tried.
    StartMoveNumber,
    /// The number of the last one.
    UpToMoveNumber,
    /// The maximum number of solutions.
    MaxSolutions,
    /// The time limit in seconds.
    MaxTime,
    /// In help play, only the set play.
    WhiteToPlay,
    /// The sides are exchanged.
    HalfDuplex,
    /// Both: as given, and with the sides exchanged.
    Duplex,
    /// Corners and kings' squares for which castling is excluded.
    NoCastling,
    /// The square passed by a pawn's double step.
    EnPassant,
    /// The key has already been played.
    PostKeyPlay,
    /// Another method of search; a number limits the solutions that it looks for.
    Intelligent,
    /// An option without effect on the solution, with or without a number.
    Counted,
    /// An option without effect on the solution.
    Idle,
    /// A limit on the flight squares of the king, with a number: saves work, may lose solutions.
    MaxFlightsquares,
    /// A limit on replies that are not answered at once, with two numbers: likewise.
    NonTrivial,
    /// Ends early if no man is left that could mate, which this program detects anyway.
    KeepMatingPiece,
    /// Leaves out tries that are refuted trivially (Popeye 4.104).
    TrivialTriesAvoid,
    /// An option that is not supported.
    Unsupported,
}

/// The options.
pub static CHOICES: LazyLock<Vec<Spellings<PlayOption>>> =
    LazyLock::new(|| table(include_str!("options.txt")));

/// The words allowed after `Twin` and `ZeroPosition`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Twinning {
    /// A man is moved to another square.
    Move,
    /// Two men are exchanged.
    Exchange,
    /// Another stipulation.
    Stipulation,
    /// Another stipulation, in structures.
    Structured,
    /// Men are added.
    Add,
    /// Men are removed.
    Remove,
    /// The twin is made from the previous twin, not from the diagram.
    Continued,
    /// The board is rotated.
    Rotate,
    /// Another rule.
    Condition,
    /// The colours are exchanged.
    PolishType,
    /// The board is mirrored.
    Mirror,
    /// All men are moved by the same distance in the same direction.
    Shift,
    /// All men of one kind become another kind.
    Substitute,
}

/// The words of twins.
pub static TWINNINGS: LazyLock<Vec<Spellings<Twinning>>> =
    LazyLock::new(|| table(include_str!("twinnings.txt")));

/// The colour of the men that follow; `None`: neutral.
pub const COLOURS: [Spellings<Option<shakmaty::Color>>; 3] = [
    (Some(shakmaty::Color::White), ["White", "Weiss", "Blanc"]),
    (Some(shakmaty::Color::Black), ["Black", "Schwarz", "Noir"]),
    (None, ["Neutral", "Neutral", "Neutre"]),
];

/// Properties of men in fairy chess, apart from colour.
pub static ATTRIBUTES: LazyLock<Vec<Spellings<&'static str>>> =
    LazyLock::new(|| table(include_str!("attributes.txt")));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unique_beginning_is_enough_and_a_whole_word_always() {
        let keyword = |word: &str| meaning(&KEYWORDS, Language::English, word.as_bytes());
        assert_eq!(keyword("stip"), Meaning::Only(Keyword::Stipulation));
        assert_eq!(keyword("FORS"), Meaning::Only(Keyword::Forsyth));
        assert_eq!(keyword("s"), Meaning::Several);
        assert_eq!(keyword("latex"), Meaning::Only(Keyword::Latex));
        assert_eq!(keyword("stipulations"), Meaning::Nothing);
        assert_eq!(keyword(""), Meaning::Nothing);
        let german = |word: &str| meaning(&KEYWORDS, Language::German, word.as_bytes());
        assert_eq!(german("ford"), Meaning::Only(Keyword::Stipulation));
        assert_eq!(german("stip"), Meaning::Nothing);
        let option = |word: &str| meaning(&CHOICES, Language::German, word.as_bytes());
        assert_eq!(option("satz"), Meaning::Only(PlayOption::SetPlay));
        assert_eq!(option("circe"), Meaning::Nothing);
    }

    /// Every word is found by its full spelling, and none occurs twice in a language.
    #[test]
    fn every_word_of_every_table_is_found_by_itself() {
        fn all<T: Copy + std::fmt::Debug + PartialEq>(table: &[Spellings<T>]) {
            for language in [Language::English, Language::German, Language::French] {
                for (at, &(value, spellings)) in table.iter().enumerate() {
                    let word = spellings[column(language)];
                    let lower = word.to_ascii_lowercase();
                    let found = meaning(table, language, lower.as_bytes());
                    assert_eq!(found, Meaning::Only(value), "{word}");
                    let same =
                        |row: &Spellings<T>| row.1[column(language)].eq_ignore_ascii_case(word);
                    assert_eq!(table.iter().position(same), Some(at), "{word} is twice");
                }
            }
        }
        all(&KEYWORDS);
        all(&CHOICES);
        all(&TWINNINGS);
        all(&COLOURS);
        all(&ATTRIBUTES);
    }
}
