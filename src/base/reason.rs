//! Reasons that can be said in several languages: a [`Reason`] keeps its template and its arguments
//! apart, so a translation is looked up and never recognised in a finished sentence.

use std::borrow::Cow;
use std::fmt;

/// A sentence without a capital letter and a full stop: an English template and the texts for its
/// gaps.
///
/// ```
/// use keymove_base::reason::Reason;
///
/// let reason = Reason::new("two men stand on {}", ["a1"]);
/// assert_eq!(reason.to_string(), "two men stand on a1");
/// let german = |template: &str| match template {
///     "two men stand on {}" => Some("zwei Steine stehen auf {}"),
///     _ => None,
/// };
/// assert_eq!(reason.translated(&german).as_deref(), Some("zwei Steine stehen auf a1"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    template: Cow<'static, str>,
    /// One text for each `{}` of the template.
    arguments: Vec<Reason>,
}

impl Reason {
    /// The reason made of a template with these texts in its gaps.
    pub fn new<A: Into<Reason>>(
        template: &'static str,
        arguments: impl IntoIterator<Item = A>,
    ) -> Reason {
        Reason {
            template: template.into(),
            arguments: arguments.into_iter().map(A::into).collect(),
        }
    }

    /// The reason in another language; `None` if there is no translation for its template. A
    /// translation may omit the last gaps, and an argument without a translation stays as it is.
    pub fn translated<'a>(&self, translation: &dyn Fn(&str) -> Option<&'a str>) -> Option<String> {
        let mut pieces = translation(&self.template)?.split("{}");
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for (argument, piece) in self.arguments.iter().zip(pieces) {
            let said = argument.translated(translation);
            text.push_str(&said.unwrap_or_else(|| argument.to_string()));
            text.push_str(piece);
        }
        Some(text)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A text from elsewhere may contain `{}`.
        let mut arguments = self.arguments.iter();
        for piece in self.template.split_inclusive("{}") {
            match (piece.strip_suffix("{}"), arguments.next()) {
                (Some(before), Some(argument)) => write!(f, "{before}{argument}")?,
                _ => f.write_str(piece)?,
            }
        }
        Ok(())
    }
}

impl std::error::Error for Reason {}

impl<T: Into<Cow<'static, str>>> From<T> for Reason {
    fn from(text: T) -> Reason {
        Reason {
            template: text.into(),
            arguments: Vec::new(),
        }
    }
}
