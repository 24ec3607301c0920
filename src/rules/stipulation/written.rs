//! Stipulations as people write them, whatever their source. [`AskedText::read`] also reads what the
//! text says beyond the stipulation.
//!
//! A text with a unique meaning is accepted: `#3`, `H#2`, `Ser-h#17`, `h#4.0`, `#2.`, `h# 2,5`,
//! `h#2½`, `2#`, `mate in two`, `Hilfsmatt in 3 Zügen`, and whole sentences that say nothing else,
//! see [`words`](super::words). Nothing is guessed: `#1 Loyd` says more than a stipulation and is
//! refused, and the error suggests what was probably meant. [`Display`] writes the canonical form
//! used in every output.
//!
//! `#`, `-#` and `h#` alone ask for a mate of any length, which is [`Length::LONGEST`].
//!
//! [`Display`]: std::fmt::Display

use std::fmt;
use std::str::FromStr;

use super::words::says_more;
use super::{AskedText, Kind, Length, Stipulation};
use keymove_base::error::excerpt;
use keymove_base::reason::Reason;

/// Why a text is not a supported stipulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StipulationError {
    /// It is not a known stipulation.
    Unknown {
        /// The text.
        name: String,
        /// What was probably meant, if the text says more than a stipulation.
        meant: Option<Stipulation>,
    },
    /// The number of moves is not between 1 and [`Length::LONGEST`].
    Length(String),
}

impl StipulationError {
    /// The error in words.
    pub fn reason(&self) -> Reason {
        match self {
            StipulationError::Unknown { name, meant } => match meant {
                None => Reason::new("stipulation {} is not supported", [name.clone()]),
                Some(meant) => Reason::new(
                    "stipulation {} is not supported; did you mean {}?",
                    [name.clone(), meant.to_string()],
                ),
            },
            StipulationError::Length(moves) => Reason::new(
                "depth {} is not between 1 and {}",
                [moves.clone(), Length::LONGEST.to_string()],
            ),
        }
    }
}

impl fmt::Display for StipulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason().fmt(f)
    }
}

impl std::error::Error for StipulationError {}

/// The maximum length in bytes of a text that may be a stipulation.
const LONGEST: usize = 60;

/// Parts of the names of kinds in English and German, and the corresponding parts in
/// [`Kind::name`]. A part comes before those that are its beginning.
const PARTS: [(&str, &str); 21] = [
    ("series", "series"),
    ("serien", "series"),
    ("ser", "series"),
    ("semi", "semi"),
    ("reflex", "reflex"),
    ("selbst", "self"),
    ("self", "self"),
    ("hilfs", "help"),
    ("help", "help"),
    ("double", "double"),
    ("doppel", "double"),
    ("direct", ""),
    ("check", ""),
    ("schach", ""),
    ("stalemate", "stalemate"),
    ("patt", "stalemate"),
    ("mated", "mated"),
    ("mates", "mate"),
    ("mate", "mate"),
    ("matt", "mate"),
    ("mat", "mate"),
];

/// One to ten in words.
const NUMBERS: [&str; 3] = [
    "one two three four five six seven eight nine ten",
    "einem zwei drei vier fünf sechs sieben acht neun zehn",
    "un deux trois quatre cinq six sept huit neuf dix",
];

/// Words allowed after a number of moves.
const MOVES: [&str; 7] = ["moves", "move", "zügen", "züge", "zug", "coups", "coup"];

impl Stipulation {
    /// Reads a stipulation as people write it, and drops what else the text says: a caller that has
    /// use for the side to move or the number of solutions takes [`AskedText::read`].
    ///
    /// ```
    /// use keymove_rules::stipulation::Stipulation;
    ///
    /// for text in ["Ser-h#17", "ser-H# 17.", "serieshelpmate in 17"] {
    ///     let read = Stipulation::read(text.as_bytes()).unwrap();
    ///     assert_eq!(read.to_string(), "ser-h#17");
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// It has no meaning, several meanings, or one that is not supported; or its length is not
    /// between 1 and [`Length::LONGEST`] moves (`0.5` in help play).
    pub fn read(text: &[u8]) -> Result<Stipulation, StipulationError> {
        AskedText::read(text).map(|asked| asked.stipulation)
    }

    /// Like [`read`](Self::read), but direct play may have half a move, too: Popeye's `#2.5` is the
    /// play after the key of `#3`.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn read_any(text: &[u8]) -> Result<Stipulation, StipulationError> {
        AskedText::read_any(text).map(|asked| asked.stipulation)
    }

    /// Like [`read`](Self::read), but refuses whole sentences, because these may also name the side
    /// that begins.
    pub fn short(text: &[u8]) -> Option<Stipulation> {
        let read = Stipulation::usual(text).or_else(|| plainly(text)?.ok())?;
        (!read.length.has_half() || read.kind.is_help()).then_some(read)
    }

    /// Reads a stipulation in the form written by `Display`; `None` for any other text. It
    /// allocates nothing.
    pub fn usual(text: &[u8]) -> Option<Stipulation> {
        let (exact, signed) = match text.strip_prefix(b"exact-") {
            Some(signed) => (true, signed),
            None => (false, text),
        };
        let (sign, moves) = signed.split_at(signed.iter().position(u8::is_ascii_digit)?);
        let mut kinds = Kind::ALL.into_iter();
        let kind = kinds.find(|kind| kind.sign().as_bytes() == sign)?;
        let length = Length::read(moves)?;
        let is_usual = matches!(moves, [b'1'..=b'9', ..] | b"0.5")
            && length.moves() <= Length::LONGEST
            && (kind.is_help() || !length.has_half());
        let stipulation = Stipulation {
            exact,
            ..Stipulation::within(kind, length)
        };
        (is_usual && stipulation.is_solved()).then_some(stipulation)
    }
}

impl FromStr for Stipulation {
    type Err = StipulationError;

    /// As [`Stipulation::read`].
    ///
    /// ```
    /// use keymove_rules::stipulation::Stipulation;
    ///
    /// let stipulation: Stipulation = "Mate in two".parse().unwrap();
    /// assert_eq!(stipulation.to_string(), "#2");
    /// let error = "#2 Loyd".parse::<Stipulation>().unwrap_err();
    /// assert_eq!(error.to_string(), "stipulation #2 Loyd is not supported; did you mean #2?");
    /// ```
    fn from_str(text: &str) -> Result<Stipulation, StipulationError> {
        Stipulation::read(text.as_bytes())
    }
}

pub(super) fn unknown(text: &[u8], meant: Option<Stipulation>) -> StipulationError {
    StipulationError::Unknown {
        name: excerpt(text),
        meant,
    }
}

/// The stipulation in the text; `None` if it is not one.
pub(super) fn plainly(text: &[u8]) -> Option<Result<Stipulation, StipulationError>> {
    let text = normalized(text)?;
    let (exact, text) = match text.strip_prefix("exact") {
        Some(rest) => (true, rest.strip_prefix('-').unwrap_or(rest)),
        None => (false, text.as_str()),
    };
    if let "#" | "-#" | "h#" = text
        && !exact
    {
        // Without a number: in any number of moves.
        return Some(Ok(Stipulation::new(kind_signed(text)?, Length::LONGEST)));
    }
    let (sign, moves) = split(text)?;
    let kind = kind_signed(sign).or_else(|| kind_named(sign))?;
    let (whole, half) = match moves.split_once('.') {
        None => (moves.as_str(), false),
        Some((whole, "0")) => (whole, false),
        Some((whole, "5")) => (whole, true),
        Some(_) => return None,
    };
    if whole.is_empty() || !whole.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let moves = whole.parse().ok().filter(|moves| *moves <= Length::LONGEST);
    let length = moves.map(|moves| Length::of_moves(moves).with_half(half));
    // h#0.5 is a single move.
    let Some(length) = length.filter(|length| *length > Length::NONE) else {
        return Some(Err(StipulationError::Length(excerpt(whole.as_bytes()))));
    };
    let stipulation = Stipulation {
        exact,
        ..Stipulation::within(kind, length)
    };
    stipulation.is_solved().then_some(Ok(stipulation))
}

/// The text in lower case without quotes, blanks, the word for moves and a final dot, with variants
/// of a sign replaced by a single one.
fn normalized(text: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(text)
        .ok()
        .filter(|text| text.len() <= LONGEST)?;
    let mut squeezed = String::new();
    let text = text.trim().trim_matches(['"', '\'']);
    for word in text.split_whitespace() {
        // `#2 1` is not `#21`.
        let goes_on = word.starts_with(|c: char| c.is_ascii_digit() || ".,½".contains(c));
        if goes_on && squeezed.ends_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        for c in word.chars().flat_map(char::to_lowercase) {
            match c {
                '‡' | '♯' | '≠' | '＃' => squeezed.push('#'),
                '−' | '–' | '‐' | '‑' => squeezed.push('-'),
                ',' => squeezed.push('.'),
                '½' => squeezed.push_str(".5"),
                c => squeezed.push(c),
            }
        }
    }
    let without_dot = squeezed.trim_end_matches('.');
    let without_moves = MOVES.iter().find_map(|word| without_dot.strip_suffix(word));
    Some(without_moves.unwrap_or(without_dot).to_owned())
}

/// The sign or the name of the kind, and the number of moves: `h#` and `2.5`.
fn split(text: &str) -> Option<(&str, String)> {
    let is_of_number = |c: char| c.is_ascii_digit() || c == '.';
    match text.find(|c: char| c.is_ascii_digit()) {
        // `2#`
        Some(0) => {
            let (moves, sign) = text.split_at(text.find(|c| !is_of_number(c))?);
            Some((sign, moves.trim_end_matches('.').to_owned()))
        }
        Some(digit) => Some((&text[..digit], text[digit..].to_owned())),
        None => {
            let words = NUMBERS
                .iter()
                .flat_map(|words| words.split(' ').zip(1_u8..));
            let fits = words.filter(|(word, _)| text.ends_with(word));
            // `neun` ends in `un`.
            let (word, number) = fits.max_by_key(|(word, _)| word.len())?;
            Some((text.strip_suffix(word)?, number.to_string()))
        }
    }
}

/// The kind with this sign, whose hyphen may be missing.
fn kind_signed(sign: &str) -> Option<Kind> {
    let sign = match sign {
        // As in engines' output.
        "#-" => "-#".to_owned(),
        _ => ["ser", "semi"].iter().fold(sign.to_owned(), |sign, play| {
            match sign.strip_prefix(play) {
                Some(rest) => format!("{play}-{}", rest.trim_start_matches('-')),
                None => sign,
            }
        }),
    };
    Kind::ALL.into_iter().find(|kind| kind.sign() == sign)
}

/// The kind with this name, with or without `in` after it.
fn kind_named(text: &str) -> Option<Kind> {
    let text = text.replace('-', "");
    let behind = ["in", "en"].iter().find_map(|word| text.strip_suffix(word));
    let mut rest = behind.unwrap_or(&text);
    let mut name = String::new();
    while !rest.is_empty() {
        let (part, own) = PARTS.iter().find(|(part, _)| rest.starts_with(part))?;
        rest = &rest[part.len()..];
        name.push_str(own);
    }
    Kind::ALL.into_iter().find(|kind| kind.name() == name)
}

/// The probable meaning of a text that says more: `#2!`, `#3 Loyd`. None if it also says who plays,
/// because the suggestion would ask for something else.
pub(super) fn likely_meaning(text: &[u8]) -> Option<Stipulation> {
    let text = std::str::from_utf8(text)
        .ok()
        .filter(|text| text.len() <= LONGEST && !says_more(text))?;
    let read = |text: &str| {
        let text = text.trim_end_matches(['*', '!', '?', 'v', '°', ' ']);
        plainly(text.as_bytes())?.ok()
    };
    let mut words = text.split_whitespace();
    let first = words.next()?;
    read(text).or_else(|| read(first).filter(|_| !words.any(|word| read(word).is_some())))
}

/// Whether an opcode may begin a stipulation on its own. This must be fast, because it is called
/// for every operation of every record.
pub fn may_ask(opcode: &[u8]) -> bool {
    let opcode = match opcode {
        [b'"' | b'(', rest @ ..] => rest,
        opcode => opcode,
    };
    let begins = |part: &str| {
        let head = opcode.get(..part.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(part.as_bytes()))
    };
    opcode
        .iter()
        .any(|&b| b == b'#' || b == b'=' || !b.is_ascii())
        || opcode.first().is_some_and(u8::is_ascii_digit)
        || ["exact", "white", "black"].iter().any(|word| begins(word))
        || PARTS.iter().any(|(part, _)| begins(part))
}

/// Whether a text was intended as a stipulation, readable or not: `z#2`, `pser-h#7`, `#3 Loyd`,
/// `mate in x`. Moves (`Qg7#`, `e8=Q`) and values (`v=-179`) were not.
pub fn asks_something(text: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&text[..text.len().min(4 * LONGEST)]).to_lowercase();
    let mut words = head.split_whitespace();
    let first = words.next().unwrap_or_default();
    let is_letter = |c: char| c.is_alphabetic() || c == '-';
    let is_goal = |c: char| "#=‡♯≠＃".contains(c);
    let is_digit = |c: char| c.is_ascii_digit();
    let goal = first.trim_start_matches(is_letter);
    let play = &first[..first.len() - goal.len()];
    let is_mate = goal.starts_with(|c| is_goal(c) && c != '=');
    let is_play = is_mate || play.is_empty() || play.ends_with(['h', 's', 'r', '-']);
    let number_last = goal.trim_start_matches(is_goal);
    let number_first = first.trim_start_matches(|c| is_digit(c) || c == '.');
    let behind = number_first.trim_start_matches(is_letter);
    (is_play && number_last.len() < goal.len() && number_last.starts_with(is_digit))
        || (is_mate
            && number_last.is_empty()
            && words.next().is_some_and(|w| w.starts_with(is_digit)))
        || (number_first.len() < first.len() && behind.starts_with(|c| is_goal(c) && c != '='))
        || (kind_named(first).is_some()
            && head
                .split_whitespace()
                .nth(1)
                .is_some_and(|word| word == "in" || word == "en" || word.starts_with(is_digit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        Stipulation::read(text.as_bytes())
            .ok()
            .map(|read| read.to_string())
    }

    #[test]
    fn every_kind_is_read_as_it_is_written_signed_and_named() {
        for kind in Kind::ALL.into_iter().filter(|kind| kind.is_solved()) {
            for exact in [false, true] {
                let stipulation = Stipulation {
                    exact,
                    ..Stipulation::new(kind, 3)
                };
                let wanted = stipulation.is_solved().then(|| stipulation.to_string());
                let usual = Stipulation::usual(stipulation.to_string().as_bytes());
                assert_eq!(usual, wanted.is_some().then_some(stipulation));
                if wanted.is_none() {
                    continue;
                }
                let exact = if exact { "exact " } else { "" };
                for text in [
                    stipulation.to_string().to_uppercase(),
                    format!("{exact}{}{}.0", kind.sign(), 3),
                    format!(" {exact}{} 3. ", kind.sign()),
                    format!("{exact}{} in three moves", kind.name()),
                    format!("{exact}{} 3", kind.name().to_uppercase()),
                ] {
                    assert_eq!(read(&text), wanted, "{text}");
                }
            }
        }
    }

    #[test]
    fn what_has_one_meaning_is_read() {
        for (text, meaning) in [
            ("2#", "#2"),
            ("2 #", "#2"),
            ("12#.", "#12"),
            ("H#2", "h#2"),
            ("h#4.0", "h#4"),
            ("h#2.", "h#2"),
            ("#2.0", "#2"),
            ("#2.", "#2"),
            ("# 2", "#2"),
            ("h # 2.5", "h#2.5"),
            ("h#2,5", "h#2.5"),
            ("h#2½", "h#2.5"),
            ("2.5h#", "h#2.5"),
            ("h#0.5", "h#0.5"),
            ("Ser-h#17", "ser-h#17"),
            ("SER - H # 17", "ser-h#17"),
            ("ser h#17", "ser-h#17"),
            ("serh=3", "ser-h=3"),
            ("Semi-r#2", "semi-r#2"),
            ("semir#2", "semi-r#2"),
            ("S#3", "s#3"),
            ("S=3", "s=3"),
            ("−#3", "-#3"),
            ("#-3", "-#3"),
            ("mated in 3", "-#3"),
            ("‡3", "#3"),
            ("3≠", "#3"),
            ("\"#2\"", "#2"),
            ("mate in 2", "#2"),
            ("Mate in two", "#2"),
            ("mate-in-2", "#2"),
            ("Mates in 3 moves.", "#3"),
            ("Checkmate in 10", "#10"),
            ("mateIn3", "#3"),
            ("Matt in 3", "#3"),
            ("Matt in drei Zügen", "#3"),
            ("Matt in neun", "#9"),
            ("mat en 2 coups", "#2"),
            ("Stalemate in 4", "=4"),
            ("Selbstmatt in 4", "s#4"),
            ("Self-mate in 4", "s#4"),
            ("selfmate 4", "s#4"),
            ("Help-mate in 2.5", "h#2.5"),
            ("Hilfspatt in 2", "h=2"),
            ("series helpmate in 5", "ser-h#5"),
            ("Serienhilfsmatt in 5", "ser-h#5"),
            ("Semi-Reflexmate 3", "semi-r#3"),
            ("double stalemate in 2", "==2"),
        ] {
            assert_eq!(read(text).as_deref(), Some(meaning), "{text}");
            let usual = Stipulation::usual(text.as_bytes()).map(|usual| usual.to_string());
            assert_eq!(usual.is_some(), text == meaning, "{text}");
        }
    }

    #[test]
    fn what_says_more_is_refused_with_what_was_likely_meant() {
        for (text, meaning) in [
            ("#3 Loyd 1870", "#3"),
            ("h#2? Loyd", "h#2"),
            ("#2 ; Loyd", "#2"),
        ] {
            let error = text
                .parse::<Stipulation>()
                .expect_err("more than a stipulation");
            let wanted = format!("stipulation {text} is not supported; did you mean {meaning}?");
            assert_eq!(error.to_string(), wanted);
            assert!(asks_something(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_mate_without_a_number_is_of_any_length() {
        for text in ["#", " # ", "≠", "#1000", "1000#"] {
            assert_eq!(read(text).as_deref(), Some("#"), "{text}");
        }
        for text in ["-#", "h#"] {
            assert_eq!(read(text).as_deref(), Some(text));
        }
        assert_eq!(read("h#1000").as_deref(), Some("h#"));
        assert_eq!(read("exact-h#1000").as_deref(), Some("exact-h#1000"));
        assert_eq!(read("#999").as_deref(), Some("#999"));
    }

    #[test]
    fn others_are_refused() {
        for text in [
            "",
            "exact-#",
            "exact-h#",
            "h=",
            "s#",
            "2",
            "#x",
            "mate",
            "##2",
            "h##2",
            "===2",
            "#=2",
            "+2",
            "+#3",
            "~1",
            "zc3",
            "z#2",
            "r2",
            "ser-2",
            "pser-#3",
            "pser-h#7",
            "reci-h#3",
            "rr#2",
            "dia 12",
            "#2 1",
            "#2 #3",
            "2.1.1",
            "#2.3",
            "#2.5",
            "s#2.5",
            "ser-h#2.5",
            "h#2.55",
            "mate in fourteen",
            "mate in 2 or 3",
            "exact--#3",
            "exact-x2",
            "two",
            "in 2",
            "Qg7#",
            "1.e8=Q",
        ] {
            let error = text.parse::<Stipulation>().expect_err(text);
            assert!(matches!(error, StipulationError::Unknown { .. }), "{text}");
        }
        for text in ["#0", "0#", "h#0", "h#0.0", "#1001", "#99999999999999999999"] {
            let error = text.parse::<Stipulation>().expect_err(text);
            assert!(matches!(error, StipulationError::Length(_)), "{text}");
        }
        assert!(Stipulation::read(&[b'2'; 1 << 20]).is_err());
        assert!(Stipulation::read(b"#2\xff").is_err());
    }

    #[test]
    fn what_was_meant_as_a_stipulation_is_known_and_other_words_are_not() {
        for text in [
            "#2",
            "z#2",
            "##2",
            "h##2",
            "pser-h#7",
            "pser-s=2",
            "reci-h#2",
            "2# Loyd",
            "h# 2 x",
            "mate in x",
            "Mate in 2 or 3",
            "s=2 x",
            "=3 x",
        ] {
            assert!(asks_something(text.as_bytes()), "{text}");
        }
        for text in [
            "",
            "Qg7#",
            "1.Qg7#",
            "e8=Q",
            "e8=Q#",
            "bxa1=N",
            "v=-179",
            "v=179",
            "x=3",
            "48",
            "1-0",
            "id \"#2\"",
            "mate",
            "mate Qg7",
            "rc 3",
            "dm 2",
            "3+3 0 1",
            "Puzzle #12",
            "+",
            "=",
        ] {
            assert!(!asks_something(text.as_bytes()), "{text}");
        }
        for text in [
            "#2",
            "2#",
            "stalemate",
            "Mate",
            "hilfsmatt",
            "‡2",
            "h=2",
            "exact",
        ] {
            assert!(may_ask(text.as_bytes()), "{text}");
        }
        for text in ["id", "bm", "acn", "pv", "c0", "dm"] {
            assert!(!may_ask(text.as_bytes()), "{text}");
        }
    }
}
