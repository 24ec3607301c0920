//! Translates the reasons for refusing a record, and what its solution depends on, into the
//! languages of the output: [`reason`].

use keymove_base::language::Language;
use keymove_base::reason::Reason;

/// The template of each reason in English, German and French, a row each.
const REASONS: &str = include_str!("reasons.tsv");

/// The rows of [`REASONS`].
fn reasons() -> impl Iterator<Item = [&'static str; 3]> {
    REASONS.lines().map(|row| {
        let mut texts = row.split('\t');
        [(); 3].map(|()| texts.next().expect("a row has three languages"))
    })
}

/// A reason in `language`; in quotation marks if only its English form is known.
pub fn reason(reason: &Reason, language: Language) -> String {
    let (at, [open, close]) = match language {
        Language::English | Language::ProblemEnglish => return reason.to_string(),
        Language::German => (1, ["„", "“"]),
        Language::French => (2, ["« ", " »"]),
    };
    let translation = |template: &str| Some(reasons().find(|row| row[0] == template)?[at]);
    let translated = reason.translated(&translation);
    translated.unwrap_or_else(|| format!("{open}{reason}{close}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_put_into_the_language() {
        let twin = Reason::new("there is no man on {}", ["a1"]);
        for (said, german, french) in [
            (
                Reason::new(
                    "unsupported: {}",
                    [Reason::new("fairy men: {} (S is the knight)", ["Nb1"])],
                ),
                "nicht unterstützt: Märchenfiguren: Nb1 (S ist der Springer)",
                "non pris en charge : pièces féeriques : Nb1 (S est le cavalier)",
            ),
            (
                Reason::new("twin {}: {}", ["Move a1".into(), twin]),
                "Zwilling Move a1: auf a1 steht kein Stein",
                "jumeau Move a1 : il n’y a pas de pièce sur a1",
            ),
            (
                Reason::new("this YAML cannot be read: {}", ["a tab"]),
                "dieses YAML ist nicht lesbar",
                "ce YAML est illisible",
            ),
            (
                "something {} else".into(),
                "„something {} else“",
                "« something {} else »",
            ),
        ] {
            assert_eq!(reason(&said, Language::English), said.to_string());
            assert_eq!(reason(&said, Language::German), german);
            assert_eq!(reason(&said, Language::French), french);
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
