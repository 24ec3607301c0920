//! A message about a file of problems: [`Remark`].

use std::fmt;

/// A message about a file, or about one of its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The line, from 1; 0 for the whole file.
    pub line: u64,
    /// The message, for readers of a page as well.
    pub text: String,
    /// The option of the command line that helps, in words that follow the message.
    pub option: Option<&'static str>,
}

impl Remark {
    /// A message about line `line`.
    pub fn new(line: u64, text: impl Into<String>) -> Remark {
        Remark {
            line,
            text: text.into(),
            option: None,
        }
    }

    /// The same message, followed by the words about an option.
    pub fn with_option(self, option: &'static str) -> Remark {
        Remark {
            option: Some(option),
            ..self
        }
    }
}

/// The message without its line.
impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        self.option.map_or(Ok(()), |option| write!(f, "; {option}"))
    }
}
