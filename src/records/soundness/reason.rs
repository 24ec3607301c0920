//! Translates the reasons for refusing a record, and what its solution depends on, into the
//! languages of the output: [`reason`].

use keymove_base::language::Language;

/// Each reason in English, German and French. Each `{}` stands for a text that is itself
/// translated.
const REASONS: [[&str; 3]; 41] = [
    [
        "unsupported: {}",
        "nicht unterstützt: {}",
        "non pris en charge : {}",
    ],
    [
        "stipulation {} is not supported; did you mean {}?",
        "die Forderung {} wird nicht unterstützt; ist {} gemeint?",
        "l’énoncé {} n’est pas pris en charge ; vouliez-vous dire {} ?",
    ],
    [
        "stipulation {} is not supported; {}",
        "die Forderung {} wird nicht unterstützt",
        "l’énoncé {} n’est pas pris en charge",
    ],
    [
        "structured stipulations are not supported",
        "Forderungen aus Strukturen werden nicht unterstützt",
        "les énoncés structurés ne sont pas pris en charge",
    ],
    [
        "men that are {} are not supported",
        "Steine mit der Eigenschaft {} werden nicht unterstützt",
        "les pièces {} ne sont pas prises en charge",
    ],
    [
        "stipulation {} is not supported",
        "die Forderung {} wird nicht unterstützt",
        "l’énoncé {} n’est pas pris en charge",
    ],
    [
        "condition {} is not supported",
        "die Bedingung {} wird nicht unterstützt",
        "la condition {} n’est pas prise en charge",
    ],
    [
        "variant {} is not supported",
        "die Variante {} wird nicht unterstützt",
        "la variante {} n’est pas prise en charge",
    ],
    ["stipulation {}", "Forderung {}", "énoncé {}"],
    ["condition {}", "Bedingung {}", "condition {}"],
    [
        "fairy men: {} (S is the knight)",
        "Märchenfiguren: {} (S ist der Springer)",
        "pièces féeriques : {} (S est le cavalier)",
    ],
    [
        "fairy men: {}",
        "Märchenfiguren: {}",
        "pièces féeriques : {}",
    ],
    ["twin {}: {}", "Zwilling {}: {}", "jumeau {} : {}"],
    [
        "the side not to move is in check",
        "die Seite, die nicht am Zug ist, steht im Schach",
        "le camp qui n’est pas au trait est en échec",
    ],
    [
        "white has no king",
        "Weiß hat keinen König",
        "les Blancs n’ont pas de roi",
    ],
    [
        "black has no king",
        "Schwarz hat keinen König",
        "les Noirs n’ont pas de roi",
    ],
    [
        "white has more than one king",
        "Weiß hat mehr als einen König",
        "les Blancs ont plus d’un roi",
    ],
    [
        "black has more than one king",
        "Schwarz hat mehr als einen König",
        "les Noirs ont plus d’un roi",
    ],
    [
        "a pawn stands on the first or last rank",
        "ein Bauer steht auf der ersten oder letzten Reihe",
        "un pion est sur la première ou la dernière rangée",
    ],
    [
        "the board has {} ranks, not 8",
        "das Brett hat {} statt 8 Reihen",
        "l’échiquier a {} rangées au lieu de 8",
    ],
    [
        "rank {} has {} squares, not 8",
        "die {}. Reihe hat {} statt 8 Felder",
        "la rangée {} a {} cases au lieu de 8",
    ],
    [
        "{} is not a board of 8 times 8 squares",
        "{} ist kein Brett von 8 mal 8 Feldern",
        "{} n’est pas un échiquier de 8 cases sur 8",
    ],
    [
        "{} is not a board",
        "{} ist kein Brett",
        "{} n’est pas un échiquier",
    ],
    [
        "{} is not a side to move",
        "{} ist keine Seite, die am Zug sein kann",
        "{} n’est pas un camp",
    ],
    [
        "{} is not a set of castling rights",
        "{} sind keine Rochaderechte",
        "{} ne sont pas des droits de roque",
    ],
    [
        "{} is not an en-passant square",
        "{} ist kein Feld für En passant",
        "{} n’est pas une case de prise en passant",
    ],
    [
        "depth {} is not between 1 and {}",
        "die Länge {} liegt nicht zwischen 1 und {}",
        "la longueur {} n’est pas comprise entre 1 et {}",
    ],
    [
        "there is no diagram (algebraic)",
        "es gibt kein Diagramm (algebraic)",
        "il n’y a pas de diagramme (algebraic)",
    ],
    [
        "two men stand on {}",
        "zwei Steine stehen auf {}",
        "deux pièces sont sur {}",
    ],
    [
        "{} is not a man on a square",
        "{} ist kein Stein auf einem Feld",
        "{} n’est pas une pièce sur une case",
    ],
    [
        "this YAML cannot be read: {}",
        "dieses YAML ist nicht lesbar",
        "ce YAML est illisible",
    ],
    [
        "{} is not a keyword allowed here",
        "{} ist kein Wort, das hier stehen kann",
        "{} n’est pas un mot possible ici",
    ],
    [
        "there is no man on {}",
        "auf {} steht kein Stein",
        "il n’y a pas de pièce sur {}",
    ],
    [
        "{} takes a man off the board",
        "{} nimmt einen Stein vom Brett",
        "{} fait sortir une pièce de l’échiquier",
    ],
    [
        "{} is not a man of orthodox chess",
        "{} ist kein Stein des orthodoxen Schachs",
        "{} n’est pas une pièce orthodoxe",
    ],
    [
        "option {}: {} is not a square",
        "Option {}: {} ist kein Feld",
        "option {} : {} n’est pas une case",
    ],
    [
        "{} is not a square",
        "{} ist kein Feld",
        "{} n’est pas une case",
    ],
    [
        "twins are letters, each with what it changes",
        "Zwillinge sind Buchstaben, jeder mit dem, was er ändert",
        "les jumeaux sont des lettres, chacune avec ce qu’elle change",
    ],
    [
        "retro-analysis, which is not done here",
        "Retroanalyse, die hier nicht gemacht wird",
        "l’analyse rétrograde, qui n’est pas faite ici",
    ],
    [
        "which way a board is rotated",
        "der Richtung, in die ein Brett gedreht wird",
        "le sens de rotation de l’échiquier",
    ],
    [
        "a twin that could not be read",
        "einem Zwilling, der nicht gelesen wurde",
        "un jumeau qui n’a pas été lu",
    ],
];

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
    REASONS.iter().find_map(|reason| {
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
        for reason in REASONS {
            let gaps = reason.map(|text| text.matches("{}").count());
            assert!(gaps[1] <= gaps[0] && gaps[2] == gaps[1], "{reason:?}");
        }
    }
}
