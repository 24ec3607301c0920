//! The languages of texts for people and of the keywords of problem files. The words themselves are
//! defined where they are used.

use serde::{Deserialize, Serialize};

/// A language, which determines the letters of the men.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Language {
    /// `en`: K Q R B N P.
    #[default]
    #[serde(rename = "en")]
    English,
    /// English with the letters of problem literature: K Q R B S P.
    #[serde(skip)]
    ProblemEnglish,
    /// `de`: K D T L S B.
    #[serde(rename = "de")]
    German,
    /// `fr`: R D T F C P.
    #[serde(rename = "fr")]
    French,
}

impl Language {
    /// The languages of texts, with their names.
    pub const NAMES: [(&str, Language); 3] = [
        ("en", Language::English),
        ("de", Language::German),
        ("fr", Language::French),
    ];
}
