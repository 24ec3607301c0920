//! A stipulation together with what people add to it: the side to play, that both sides solve, the
//! intended number of solutions, the signs for set play and tries. See [`AskedText::read`].

use shakmaty::Color;

use super::Stipulation;
use super::words::{clauses, in_words, side_named};
use super::written::{StipulationError, likely_meaning, plainly, unknown};

/// The question in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AskedText {
    /// The stipulation.
    pub stipulation: Stipulation,
    /// The side that begins, if the text names one.
    pub beginner: Option<Color>,
    /// Whether both sides solve: `#2 b) Black`, `#2 duplex`.
    pub duplex: bool,
    /// The intended number of solutions.
    pub solutions: Option<u64>,
}

impl From<Stipulation> for AskedText {
    /// The stipulation and nothing else.
    fn from(stipulation: Stipulation) -> AskedText {
        AskedText {
            stipulation,
            beginner: None,
            duplex: false,
            solutions: None,
        }
    }
}

impl AskedText {
    /// Reads a stipulation as people write it, with everything that they add to it.
    ///
    /// ```
    /// use keymove_rules::stipulation::AskedText;
    ///
    /// let asked = AskedText::read("h#3 2 solutions".as_bytes()).unwrap();
    /// assert_eq!((asked.stipulation.to_string(), asked.solutions), ("h#3".to_owned(), Some(2)));
    /// assert!(AskedText::read("ser-#2 duplex".as_bytes()).unwrap().duplex);
    /// ```
    ///
    /// # Errors
    ///
    /// It has no meaning, several meanings, or one that is not supported; or its length is not
    /// between 1 and the longest one (`0.5` in help play).
    pub fn read(text: &[u8]) -> Result<AskedText, StipulationError> {
        let asked = AskedText::read_any(text)?;
        match asked.stipulation.length.has_half() && !asked.stipulation.kind.is_help() {
            true => Err(unknown(text, None)),
            false => Ok(asked),
        }
    }

    /// Like [`read`](Self::read), but direct play may have half a move.
    pub(super) fn read_any(text: &[u8]) -> Result<AskedText, StipulationError> {
        if let Some(usual) = Stipulation::usual(text) {
            return Ok(usual.into());
        }
        if let Some(plain) = plainly(text) {
            return plain.map(AskedText::from);
        }
        let words = std::str::from_utf8(text).unwrap_or_default().trim();
        match with_addition(words).or_else(|| in_words(words)) {
            Some(asked) => asked.without_first_move(text),
            None => Err(unknown(text, likely_meaning(text))),
        }
    }

    /// The side that begins if the position does not say it: the named one, or else the one that
    /// begins by convention.
    pub fn beginner(&self) -> Color {
        self.beginner.unwrap_or(self.stipulation.beginner())
    }

    /// Whether the text says more than a stipulation.
    pub fn says_more(&self) -> bool {
        *self != AskedText::from(self.stipulation)
    }

    /// Refuses a number of solutions that leaves out the first move of whole moves: in `h#2 0.1.1.1`
    /// the other side begins, so that it is an `h#1.5`.
    fn without_first_move(self, text: &[u8]) -> Result<AskedText, StipulationError> {
        let Stipulation { kind, length, .. } = self.stipulation;
        if self.solutions != Some(0) {
            return Ok(self);
        }
        let shorter = length.moves().checked_sub(1).filter(|_| kind.is_help());
        let meant = shorter.map(|moves| Stipulation {
            length: length.with_moves(moves).with_half(true),
            ..self.stipulation
        });
        Err(unknown(text, meant))
    }
}

/// A stipulation and an addition to it: `#2 by Black`, `h#3 (3 Sol.)`.
fn with_addition(text: &str) -> Option<AskedText> {
    let ends = text.match_indices(char::is_whitespace).map(|(at, _)| at);
    let mut ends: Vec<usize> = ends.take(MOST_WORDS).collect();
    ends.push(text.len());
    ends.into_iter().rev().find_map(|end| {
        let (named, more) = text.split_at(end);
        let named = named.trim_end_matches([',', ';', ':']);
        // `h#2*`, `#2vv`: set play and tries exist.
        let bare = named.trim_end_matches(['*', 'v', '!']).trim_end();
        let stipulation = Stipulation::short(bare.as_bytes())?;
        let more = more.trim_matches(|c: char| c.is_whitespace() || "()[],;:".contains(c));
        let more = more.to_lowercase();
        let mut asked = AskedText::from(stipulation);
        if let Some(side) = side_in_words(&more).filter(|_| !stipulation.kind.is_help()) {
            asked.beginner = Some(side);
        } else if is_of_both(&more) {
            asked.duplex = true;
        } else if let Some(number) = solutions(&more, stipulation) {
            asked.solutions = Some(number);
        } else if !MARKS.contains(&more.as_str()) {
            return None;
        }
        Some(asked)
    })
}

/// The side that a text names. A letter may be that of a twin.
fn side_in_words(text: &str) -> Option<Color> {
    side_named(text).filter(|_| text.len() > 1)
}

/// The number of blanks in a text that are examined.
const MOST_WORDS: usize = 40;

/// Additions that do not change the question.
const MARKS: [&str; 7] = ["", "*", "v", "vv", "set play", "setplay", "with set play"];

/// The side to move according to a sentence: `Black to move and mate in 2`. A clause that says
/// nothing else decides; otherwise it is the first side named, except as the object of a goal (`mate
/// Black in 2`).
pub(super) fn beginner_of_sentence(text: &str, first: Option<Color>) -> Option<Color> {
    clauses(text).find_map(side_named).or(first)
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
fn solutions(text: &str, stipulation: Stipulation) -> Option<u64> {
    let words = [
        "solutions",
        "solution",
        "sols",
        "sol",
        "l\u{f6}sungen",
        "l\u{f6}sung",
        "lsgn",
        "lsg",
        "soluzioni",
        "soluciones",
        "решения",
        "решений",
    ];
    let bare = text.trim_end_matches('.').trim_end();
    let named = words.iter().find_map(|word| bare.strip_suffix(word));
    // `#2 1` may mean anything.
    let is_number = text.contains('.') || stipulation.kind.has_lines();
    solutions_of(named.or(Some(text).filter(|_| is_number))?, stipulation)
}

/// The number of solutions of `stipulation` in `text`. With half a move, the number of choices at
/// the first move may be written as 0, because the side that would make it does not: `h#2.5
/// 0.2.1.1.1.1`. Elsewhere such a 0 leaves no solution.
pub(super) fn solutions_of(text: &str, stipulation: Stipulation) -> Option<u64> {
    match text.trim().strip_prefix("0.") {
        Some(rest) if stipulation.length.has_half() => intended_solutions(rest),
        Some(rest) => intended_solutions(rest).map(|_| 0),
        None => intended_solutions(text),
    }
}

/// `3` or, if the play branches, `2.1.1...` and `2.2.1`: the number of choices at each move. `None`
/// for anything else.
pub fn intended_solutions(text: &str) -> Option<u64> {
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

    fn read(text: &str) -> Result<AskedText, String> {
        AskedText::read(text.as_bytes()).map_err(|error| error.to_string())
    }

    fn asked(stipulation: &str) -> AskedText {
        stipulation.parse::<Stipulation>().expect("one").into()
    }

    #[test]
    fn what_does_not_change_the_question_is_left_out() {
        for text in [
            "h#2*",
            "h#2 *",
            "h#2 (set play)",
            "h#2 (3+4)",
            "Helpmate in 2",
        ] {
            assert_eq!(read(text), Ok(asked("h#2")), "{text}");
        }
        assert_eq!(read("#2vv"), Ok(asked("#2")));
        assert_eq!(
            read("White mates Black in 2").map(|read| read.beginner),
            Ok(Some(Color::White))
        );
        assert_eq!(read("Mate Black in 2"), Ok(asked("#2")));
    }

    #[test]
    fn the_side_that_begins_is_read() {
        for (text, side) in [
            ("#2 by Black", Color::Black),
            ("#2 Black", Color::Black),
            ("#2 (Schwarz)", Color::Black),
            ("#2, black to move", Color::Black),
            ("#2 black to move", Color::Black),
            ("#2 Schwarz am Zug", Color::Black),
            ("Black to move and mate in 2", Color::Black),
            ("Black mates in 2", Color::Black),
            ("Black to move, White mates in 2", Color::Black),
            ("White mates in 2, Black to move", Color::Black),
            ("Schwarz zieht und setzt in 2 Zügen matt", Color::Black),
            ("Les noirs jouent et font mat en 2 coups", Color::Black),
            ("Wei\u{df} am Zug, Matt in 2 Z\u{fc}gen", Color::White),
        ] {
            let beginner = Some(side);
            assert_eq!(
                read(text),
                Ok(AskedText {
                    beginner,
                    ..asked("#2")
                }),
                "{text}"
            );
        }
        let beginner = Some(Color::White);
        assert_eq!(
            read("h#2 White to move"),
            Ok(AskedText {
                beginner,
                ..asked("h#2")
            })
        );
    }

    #[test]
    fn both_sides_and_numbers_of_solutions_are_read() {
        for text in [
            "#2  b) Black",
            "#2 a) White b) Black",
            "#2 duplex",
            "#2 b) by Black",
            "duplex #2",
        ] {
            assert_eq!(
                read(text),
                Ok(AskedText {
                    duplex: true,
                    ..asked("#2")
                }),
                "{text}"
            );
        }
        for (text, stipulation, number) in [
            ("h#3 2.1.1.1.1.1", "h#3", 2),
            ("h#3 2.1;1.1;1.1", "h#3", 2),
            ("h#3 2 solutions", "h#3", 2),
            ("h#3 3 sols.", "h#3", 3),
            ("h#3 (3 Sol.)", "h#3", 3),
            ("h#3 2.2.1...", "h#3", 4),
            ("h#2.5 0.2.1.1.1.1", "h#2.5", 2),
            ("h#2.5 0.2;1.1;1.1", "h#2.5", 2),
        ] {
            let solutions = Some(number);
            assert_eq!(
                read(text),
                Ok(AskedText {
                    solutions,
                    ..asked(stipulation)
                }),
                "{text}"
            );
        }
        let all = AskedText {
            duplex: true,
            solutions: Some(2),
            ..asked("h#3")
        };
        assert_eq!(read("h#3 2.1.1 duplex"), Ok(all));
    }

    #[test]
    fn a_first_move_that_is_not_made_is_another_stipulation() {
        for (text, meant) in [
            ("h#2 0.1.1.1", "h#1.5"),
            ("h#1 0.1", "h#0.5"),
            ("h#2 0.1;1.1", "h#1.5"),
        ] {
            let refused = format!("stipulation {text} is not supported; did you mean {meant}?");
            assert_eq!(read(text), Err(refused));
        }
    }

    #[test]
    fn what_asks_for_something_else_has_no_suggestion() {
        for text in [
            "#2 by Blacks",
            "#1 Black How many?",
            "h#2 by White",
            "#2 duplex Loyd",
        ] {
            let error = read(text).err();
            let expected = match text {
                "#2 by Blacks" => "; did you mean #2?",
                _ => " is not supported",
            };
            assert!(
                error.is_some_and(|error| error.ends_with(expected)),
                "{text}"
            );
        }
        for text in [
            "Who plays #4?",
            "s#3 Maximummer",
            "+",
            "#2 b) Sa1",
            "#2 b",
            "-1w & #2",
            "See text",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
