//! The languages of texts for people and of the keywords of problem files. The words themselves are
//! defined where they are used.

/// A language, which determines the letters of the men.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// `en`: K Q R B N P.
    #[default]
    English,
    /// English with the letters of problem literature: K Q R B S P.
    ProblemEnglish,
    /// `de`: K D T L S B.
    German,
    /// `fr`: R D T F C P.
    French,
}
