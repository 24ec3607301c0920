//! The form of a judgement of results.

/// The form in which `check`, `verify` and `compare` write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JudgementForm {
    /// Lines for people.
    Text,
    /// JSON Lines.
    Json,
}

impl JudgementForm {
    /// All forms with their names.
    pub const NAMES: [(&str, JudgementForm); 2] =
        [("text", JudgementForm::Text), ("json", JudgementForm::Json)];
}
