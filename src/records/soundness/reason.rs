//! Translates the reasons for refusing a record, and what its solution depends on, into the
//! languages of the output: [`reason`].

use keymove_base::language::Language;

/// Each reason in English, German and French, a row each. Each `{}` stands for a text that is itself
/// translated.
const REASONS: &str = include_str!("reasons.tsv");

/// The rows of [`REASONS`].
fn reasons() -> impl Iterator<Item = [&'static str; 3]> {
    REASONS.lines().map(|row| {
        let mut texts = row.split('\t');
        [(); 3].map(|()| texts.next().expect("a row has three languages"))
    })
}

/// A reason in `language`; in quotation marks if only its English form is known.
pub fn reason(text: &str, language: Language) -> String {
    let (at, [open, close]) = match language {
        Language::English | Language::ProblemEnglish => return text.to_owned(),
        Language::German => (1, ["„", "“"]),
        Language::French => (2, ["« ", " »"]),
    };
    translated(text, at).unwrap_or_else(|| format!("{open}{text}{close}"))
}

/// A reason in the language with index `at` in [`REASONS`], if there is a translation.
fn translated(text: &str, at: usize) -> Option<String> {
    reasons().find_map(|reason| {
        let parts = parts(text, reason[0])?;
        let mut translation = String::new();
        let mut parts = parts.into_iter();
        for (gap, piece) in reason[at].split("{}").enumerate() {
            if gap > 0 {
                let part = parts.next()?;
                translation.push_str(&translated(part, at).unwrap_or_else(|| part.to_owned()));
            }
            translation.push_str(piece);
        }
        Some(translation)
    })
}

/// The texts in the places of each `{}` of a pattern; `None` if `text` does not match it.
fn parts<'a>(text: &'a str, pattern: &str) -> Option<Vec<&'a str>> {
    let (first, pieces) = match pattern.split_once("{}") {
        Some((first, pieces)) => (first, pieces),
        None => return (text == pattern).then(Vec::new),
    };
    let mut rest = text.strip_prefix(first)?;
    let mut parts = Vec::new();
    let mut pieces = pieces.split("{}").peekable();
    while let Some(piece) = pieces.next() {
        let part = match pieces.peek() {
            Some(_) => rest.split_once(piece)?,
            None => (rest.strip_suffix(piece)?, ""),
        };
        parts.push(part.0);
        rest = part.1;
    }
    parts.iter().all(|part| !part.is_empty()).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_put_into_the_language() {
        for (text, german, french) in [
            (
                "unsupported: stipulation +",
                "nicht unterstützt: Forderung +",
                "non pris en charge : énoncé +",
            ),
            (
                "unsupported: fairy men: Nb1 (S is the knight)",
                "nicht unterstützt: Märchenfiguren: Nb1 (S ist der Springer)",
                "non pris en charge : pièces féeriques : Nb1 (S est le cavalier)",
            ),
            (
                "twin Move a1: there is no man on a1",
                "Zwilling Move a1: auf a1 steht kein Stein",
                "jumeau Move a1 : il n’y a pas de pièce sur a1",
            ),
            (
                "stipulation h#x is not supported; did you mean h#2?",
                "die Forderung h#x wird nicht unterstützt; ist h#2 gemeint?",
                "l’énoncé h#x n’est pas pris en charge ; vouliez-vous dire h#2 ?",
            ),
            (
                "this YAML cannot be read: a tab",
                "dieses YAML ist nicht lesbar",
                "ce YAML est illisible",
            ),
            ("something else", "„something else“", "« something else »"),
        ] {
            assert_eq!(reason(text, Language::English), text);
            assert_eq!(reason(text, Language::German), german);
            assert_eq!(reason(text, Language::French), french);
        }
    }

    #[test]
    fn every_language_has_the_same_gaps_or_fewer() {
        for reason in reasons() {
            let gaps = reason.map(|text| text.matches("{}").count());
            assert!(gaps[1] <= gaps[0] && gaps[2] == gaps[1], "{reason:?}");
        }
    }
}
