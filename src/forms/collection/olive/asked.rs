//! Separates the stipulations in Olive's documents from what people add to them: the side to play,
//! the intended number of solutions, the signs for set play and tries. See [`AskedText::read`].

use shakmaty::Color;

use keymove_rules::stipulation::Stipulation;
pub(super) use keymove_rules::stipulation::side_named;

/// The question in a text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct AskedText {
    /// The stipulation, or the whole text if it is not understood.
    pub stipulation: String,
    /// The side that begins, if the text names one.
    pub beginner: Option<Color>,
    /// Whether both sides solve: `#2 b) Black`.
    pub duplex: bool,
    /// The intended number of solutions.
    pub solutions: Option<u64>,
}

impl AskedText {
    /// Reads the text of a stipulation.
    pub fn read(text: &str) -> AskedText {
        let text = text.trim();
        let whole = || AskedText {
            stipulation: text.to_owned(),
            ..AskedText::default()
        };
        if Stipulation::short(text.as_bytes()).is_some() {
            return whole();
        }
        let ends = text.match_indices(char::is_whitespace).map(|(at, _)| at);
        let mut ends: Vec<usize> = ends.collect();
        ends.push(text.len());
        let read = ends.into_iter().rev().find_map(|end| {
            let (named, more) = text.split_at(end);
            let named = named.trim_end_matches([',', ';', ':']);
            // `h#2*`, `#2vv`: set play and tries exist.
            let bare = named.trim_end_matches(['*', 'v', '!']).trim_end();
            let stipulation = Stipulation::short(bare.as_bytes())?;
            let mut asked = AskedText {
                stipulation: bare.to_owned(),
                ..AskedText::default()
            };
            let more = more.trim_matches(|c: char| c.is_whitespace() || "()[],;:".contains(c));
            let more = more.to_lowercase();
            if let Some(side) = side_named(&more).filter(|_| !stipulation.kind.is_help()) {
                asked.beginner = Some(side);
            } else if is_of_both(&more) {
                asked.duplex = true;
            } else if let Some(number) = solutions(&more) {
                asked.solutions = Some(number);
            } else if !["", "*", "v", "vv", "set play", "setplay", "with set play"]
                .contains(&more.as_str())
            {
                return None;
            }
            Some(asked)
        });
        read.unwrap_or_else(|| AskedText {
            beginner: beginner_of_sentence(text),
            ..whole()
        })
    }
}

/// The side to move according to a sentence: `Black to move and mate in 2`. `None` if it names both
/// sides or neither.
fn beginner_of_sentence(text: &str) -> Option<Color> {
    Stipulation::read(text.as_bytes()).ok()?;
    let text = text.to_lowercase();
    let names = |words: [&str; 4]| words.iter().any(|word| text.contains(word));
    let white = names(["white", "wei\u{df}", "weiss", "blanc"]);
    let black = names(["black", "schwarz", "noir", "nero"]);
    (white != black).then_some(Color::from_white(white))
}

/// Whether both sides solve: `b) Black`, `a) White b) Black`, `duplex`.
fn is_of_both(text: &str) -> bool {
    match text.rsplit_once("b)") {
        None => text == "duplex",
        Some((first, second)) => {
            let first = first.trim().trim_start_matches("a)");
            let is_first = first.is_empty() || side_named(first) == Some(Color::White);
            is_first && (side_named(second) == Some(Color::Black) || second.trim() == "duplex")
        }
    }
}

/// The number of solutions in a text: `2.1.1.1`, `2 solutions`.
fn solutions(text: &str) -> Option<u64> {
    let words = [
        "solutions",
        "solution",
        "sols",
        "sol",
        "l\u{f6}sungen",
        "l\u{f6}sung",
        "lsgn",
        "lsg",
        "solutions",
        "soluzioni",
        "soluciones",
        "решения",
        "решений",
    ];
    let bare = text.trim_end_matches('.').trim_end();
    let number = words.iter().find_map(|word| bare.strip_suffix(word));
    intended_solutions(number.unwrap_or(text))
}

/// `3` or, if the play branches, `2.1.1...` and `2.2.1`: the number of choices at each move. `None`
/// for anything else.
pub(super) fn intended_solutions(text: &str) -> Option<u64> {
    let text = text.trim().trim_end_matches('.');
    let mut choices = text.split('.');
    let number = choices.try_fold(1u64, |product, choice| {
        product.checked_mul(choice.parse().ok()?)
    })?;
    (number > 0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use keymove_records::job::stipulation_named;

    #[test]
    fn what_people_add_is_taken_apart() {
        let read = |stipulation: &str| AskedText {
            stipulation: stipulation.to_owned(),
            ..AskedText::default()
        };
        for text in ["#2", "h#2*", "#2 *", "#2vv", "h#2 (set play)"] {
            let due = if text.starts_with('h') { "h#2" } else { "#2" };
            assert_eq!(AskedText::read(text), read(due), "{text}");
        }
        for text in [
            "#2 by Black",
            "#2 Black",
            "#2 (Schwarz)",
            "#2, black to move",
            "#2 Schwarz am Zug",
        ] {
            let beginner = Some(Color::Black);
            assert_eq!(
                AskedText::read(text),
                AskedText {
                    beginner,
                    ..read("#2")
                },
                "{text}"
            );
        }
        for (text, beginner) in [
            ("Black to move and mate in 2", Some(Color::Black)),
            ("Wei\u{df} am Zug, Matt in 2 Z\u{fc}gen", Some(Color::White)),
            ("2-mover", None),
        ] {
            let asked = AskedText::read(text);
            assert_eq!(asked.beginner, beginner, "{text}");
            let named = stipulation_named(asked.stipulation.as_bytes());
            assert_eq!(
                named.map(|s| s.to_string()).as_deref(),
                Some("#2"),
                "{text}"
            );
        }
        for text in [
            "#2  b) Black",
            "#2 a) White b) Black",
            "#2 duplex",
            "#2 b) by Black",
        ] {
            assert_eq!(
                AskedText::read(text),
                AskedText {
                    duplex: true,
                    ..read("#2")
                },
                "{text}"
            );
        }
        for (text, number) in [
            ("h#3 2.1.1.1.1.1", 2),
            ("h#3 2 solutions", 2),
            ("h#3 (3 Sol.)", 3),
            ("h#3 2.2.1...", 4),
        ] {
            let solutions = Some(number);
            assert_eq!(
                AskedText::read(text),
                AskedText {
                    solutions,
                    ..read("h#3")
                },
                "{text}"
            );
        }
        for text in [
            "#1 How many?",
            "Who plays #4?",
            "s#3 Maximummer",
            "+",
            "h#2 by White",
            "#2 b) Sa1",
            "-1w & #2",
            "See text",
        ] {
            assert_eq!(AskedText::read(text), read(text), "{text}");
        }
    }
}
