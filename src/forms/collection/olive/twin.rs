//! Translates twins, as people write them in Olive's documents, into Popeye's words: [`TwinText`].
//!
//! ```text
//! Bg2-e6, wPa2->a3, Pg3 -- h2   Move g2 e6 ...
//! bKe5<->wSe4                   Exchange e5 e4
//! wSc2 (on an occupied square), +bPa3, Add wPe3, Sd4=B
//!                               Add white Sc2 ...
//! -wPa2                         Remove a2
//! shift a1 == a2                Shift a1 a2
//! h#3, Black, s#2 Black         Stipulation h#3; which side begins
//! diagram                       nothing
//! ```
//!
//! A named man must be on the board as the text says.

use shakmaty::{Board, Color, Piece, Role, Square};

use crate::composition::TwinDescription;
use crate::composition::language::Phrases;
use keymove_base::language::Language;
use keymove_rules::stipulation::{Stipulation, side_named};

/// A twin that has been read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct TwinText {
    /// The changes in Popeye's words.
    pub words: String,
    /// The side that begins, if the text names one.
    pub beginner: Option<Color>,
}

/// A man, or a part of its description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Man {
    color: Option<Color>,
    role: Option<Role>,
    square: Option<Square>,
}

impl Man {
    /// The matching man of `board`, if it is on that square.
    fn on(self, board: &Board) -> Option<Piece> {
        let found = board.piece_at(self.square?)?;
        let is_it = self.role.is_none_or(|role| role == found.role)
            && self.color.is_none_or(|color| color == found.color);
        is_it.then_some(found)
    }
}

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
enum Part<'a> {
    Man(Man),
    /// `-->`, `-`, `=`.
    Arrow,
    /// `<->`.
    Exchange,
    Plus,
    Minus,
    /// Any other word.
    Word(&'a str),
}

impl TwinText {
    /// Reads a twin that changes `board`; `None` if it is not understood. Popeye's own words are
    /// kept.
    pub fn read(text: &str, board: &Board) -> Option<TwinText> {
        let kept = |words: &str, beginner| TwinText {
            words: words.to_owned(),
            beginner,
        };
        let text = text.trim().trim_matches(['"', '\'']).trim();
        // `Rb4-f3.`
        let bare = text.strip_suffix('.').filter(|bare| !bare.ends_with('.'));
        let text = bare.unwrap_or(text);
        if TwinDescription::read(text).is_ok() {
            return Some(kept(text, None));
        }
        if Stipulation::short(text.as_bytes()).is_some() {
            return Some(kept(&format!("Stipulation {text}"), None));
        }
        if let Some(beginner) = side_named(text) {
            return Some(kept("", Some(beginner)));
        }
        // `Stipulation s#2 Black`
        let mut blanks = text.match_indices(char::is_whitespace);
        let with_side = blanks.find_map(|(at, _)| {
            let beginner = side_named(&text[at..])?;
            let before = text[..at].trim_end_matches([',', ';']);
            // `Pf4 white` changes the colour of a man.
            if man(before, ENGLISH).is_some() {
                return None;
            }
            let twin = TwinText::read(before, board)?;
            Some(kept(&twin.words, Some(beginner)))
        });
        if with_side.is_some() {
            return with_side;
        }
        let parts = parts(text)?;
        let words = words(&parts, board)?;
        TwinDescription::read(&words)
            .is_ok()
            .then(|| kept(&words, None))
    }
}

/// Splits a text into its parts; `None` if it contains an unknown sign.
fn parts(text: &str) -> Option<Vec<Part<'_>>> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    let mut rest = text.trim_start();
    let languages = languages(text);
    // `pawn`, followed by its square.
    let mut is_named = false;
    while let Some(first) = rest.chars().next() {
        let is_sign = |c: char| "<>=-+→↔–—−".contains(c);
        let end = if is_sign(first) {
            rest.find(|c: char| !is_sign(c))
        } else {
            rest.find(|c: char| c.is_whitespace() || ",;&()".contains(c) || is_sign(c))
        };
        let (word, behind) = rest.split_at(end.unwrap_or(rest.len()).max(first.len_utf8()));
        let is_behind_man = matches!(parts.last(), Some(Part::Man(man)) if man.square.is_some());
        let was_named = std::mem::take(&mut is_named);
        let part = match word {
            "," | ";" | "&" | "(" | ")" => {
                rest = behind.trim_start();
                continue;
            }
            "↔" => Part::Exchange,
            "+" => Part::Plus,
            "-" | "–" | "−" if !is_behind_man => Part::Minus,
            _ if is_sign(first) => match (word.starts_with('<'), word.ends_with(['>', '→'])) {
                (true, true) => Part::Exchange,
                (false, _) if !word.contains(['<', '+', '↔']) => Part::Arrow,
                _ => return None,
            },
            "to" | "nach" | "auf" | "vers" | "en" if is_behind_man => Part::Arrow,
            _ => match (man(word, languages), man_named(word)) {
                (Some(man), _) if was_named && man.role.is_none() => {
                    let named = match parts.pop() {
                        Some(Part::Man(named)) => named,
                        _ => return None,
                    };
                    Part::Man(Man {
                        square: man.square,
                        ..named
                    })
                }
                (Some(man), _) => Part::Man(man),
                (None, Some(role)) => {
                    is_named = true;
                    Part::Man(Man {
                        color: None,
                        role: Some(role),
                        square: None,
                    })
                }
                (None, None) => Part::Word(word),
            },
        };
        parts.push(part);
        rest = behind.trim_start();
    }
    Some(parts)
}

/// The languages whose letters of men are tried one after the other in a text: German first, where
/// `B` is *Bauer*, the pawn, if a black man is marked by `s`, if a letter stands for *Dame*, *Turm* or
/// *Läufer*, or if a word is German.
fn languages(text: &str) -> &'static [Language] {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let is_german = |word: &str| match word.as_bytes() {
        [b's', b'K' | b'D' | b'T' | b'L' | b'S' | b'B', ..] => word.len() < 5,
        [b'D' | b'T' | b'L', b'a'..=b'h', b'1'..=b'8']
        | [b'w', b'D' | b'T' | b'L', b'a'..=b'h', b'1'..=b'8'] => true,
        _ => ["ohne", "nach", "Bauer", "statt"].contains(&word),
    };
    match words.any(is_german) {
        true => &[Language::German, Language::English],
        false => ENGLISH,
    }
}

/// For a text whose language is not known.
const ENGLISH: &[Language] = &[Language::English];

/// The man with this name: `pawn`, `Bauer`.
fn man_named(word: &str) -> Option<Role> {
    Some(match word.to_lowercase().as_str() {
        "king" | "k\u{f6}nig" => Role::King,
        "queen" | "dame" => Role::Queen,
        "rook" | "turm" => Role::Rook,
        "bishop" | "l\u{e4}ufer" => Role::Bishop,
        "knight" | "springer" => Role::Knight,
        "pawn" | "bauer" => Role::Pawn,
        _ => return None,
    })
}

/// `wSc2`, `Sc2`, `c2`, `wS`, `S`.
fn man(word: &str, languages: &[Language]) -> Option<Man> {
    let bytes = word.as_bytes();
    let (named, square) = match word.len().checked_sub(2) {
        Some(at) if word.is_char_boundary(at) => match word[at..].parse::<Square>() {
            Ok(square) => (&bytes[..at], Some(square)),
            Err(_) => (bytes, None),
        },
        _ => (bytes, None),
    };
    let role = |letter: &u8| {
        let mut languages = languages.iter().filter(|_| letter.is_ascii_uppercase());
        languages.find_map(|&language| Phrases::of(language).role(*letter))
    };
    let (color, role) = match named {
        [] if square.is_some() => (None, None),
        [letter] => (None, Some(role(letter)?)),
        [b'w' | b'W', letter] => (Some(Color::White), Some(role(letter)?)),
        [b'b' | b'B' | b's', letter] => (Some(Color::Black), Some(role(letter)?)),
        _ => return None,
    };
    Some(Man {
        color,
        role,
        square,
    })
}

/// Popeye's words for the parts of a twin of `board`.
fn words(parts: &[Part<'_>], board: &Board) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    let mut adds = None;
    let mut rest = parts;
    while let [first, behind @ ..] = rest {
        rest = behind;
        match (first, behind, adds) {
            (Part::Man(man), _, Some(true)) => {
                words.extend(man.color.map(|color| color.to_string()));
                words.push(format!("{}{}", letter(man.role?), man.square?));
            }
            (Part::Man(man), _, Some(false)) => words.push(man.square?.to_string()),
            (Part::Arrow | Part::Exchange, _, Some(_)) => {}
            (Part::Man(one), [Part::Arrow, Part::Man(other), behind @ ..], None) => {
                let found = one.on(board)?;
                let square = one.square?;
                words.push(match (other.square, other.role) {
                    (Some(to), Some(role))
                        if to == square
                            && other
                                .color
                                .is_none_or(|c| (c, role) != (found.color, found.role)) =>
                    {
                        added(other.color.unwrap_or(found.color), role, square)
                    }
                    (Some(to), role) if role.is_none_or(|role| role == found.role) => {
                        format!("Move {square} {to}")
                    }
                    (None, Some(role)) => added(other.color.unwrap_or(found.color), role, square),
                    _ => return None,
                });
                rest = behind;
            }
            (Part::Man(one), [Part::Exchange, Part::Man(other), behind @ ..], None) => {
                one.on(board).and(other.on(board))?;
                words.push(format!("Exchange {} {}", one.square?, other.square?));
                rest = behind;
            }
            (Part::Minus, [Part::Man(man), behind @ ..], _) => {
                man.on(board)?;
                words.push(format!("Remove {}", man.square?));
                rest = behind;
            }
            // `a2-a3 + b2-b3`
            (Part::Plus, [Part::Man(_), Part::Arrow | Part::Exchange, ..], None) => {}
            (Part::Plus, [Part::Man(man), behind @ ..], _) => {
                words.push(added(man.color?, man.role?, man.square?));
                rest = behind;
            }
            (Part::Man(one), [Part::Word(word), behind @ ..], None)
                if one.square.is_some() && named_color(word).is_some() =>
            {
                let found = one.on(board)?;
                words.push(added(named_color(word)?, found.role, one.square?));
                rest = behind;
            }
            (Part::Man(man), _, None) => {
                let square = man.square?;
                words.push(match (board.piece_at(square), man.role?) {
                    (Some(gone), role) => added(man.color.unwrap_or(gone.color), role, square),
                    // Otherwise it is not known whether a man moves or is added.
                    (None, Role::King) => format!("Move {} {square}", board.king_of(man.color?)?),
                    (None, _) => return None,
                });
            }
            (Part::Word(word), ..) => match twin_word(word, behind, adds == Some(true), board)? {
                TwinWord::Filler => {}
                TwinWord::Color(color) => words.push(color),
                TwinWord::Change(change, behind) => {
                    words.push(change);
                    adds = None;
                    rest = behind;
                }
                TwinWord::Keyword(keyword) => {
                    adds = Some(keyword == "add");
                    words.push(keyword);
                }
            },
            _ => return None,
        }
    }
    Some(words.join(" "))
}

/// The meaning of a word of a twin in Popeye's language.
enum TwinWord<'p, 'a> {
    /// A word that says nothing.
    Filler,
    /// The colour of the men that are added next.
    Color(String),
    /// A whole change, and what follows it.
    Change(String, &'p [Part<'a>]),
    /// A change of the men that follow.
    Keyword(String),
}

/// Reads `word`, with `behind` after it; `adds` says that men are being added.
fn twin_word<'p, 'a>(
    word: &str,
    behind: &'p [Part<'a>],
    adds: bool,
    board: &Board,
) -> Option<TwinWord<'p, 'a>> {
    let lower = word.trim_end_matches([':', '.', '°']).to_lowercase();
    let is_of_man = |man: &Man| {
        let color = man.square.and_then(|square| board.color_at(square));
        color == named_color(word)
    };
    Some(match lower.as_str() {
        "" => return None,
        "and" | "und" | "et" | "diagram" | "diagramm" | "diagramme" | "type" => TwinWord::Filler,
        "white" | "black" if adds => TwinWord::Color(lower),
        "white" | "black" if matches!(behind, [Part::Man(man), ..] if is_of_man(man)) => {
            TwinWord::Filler
        }
        "continued" | "continue" | "cont" => TwinWord::Change("Continued".to_owned(), behind),
        _ if Stipulation::short(word.as_bytes()).is_some() => {
            TwinWord::Change(format!("Stipulation {word}"), behind)
        }
        "mirror" => {
            let [Part::Man(one), others @ ..] = behind else {
                return None;
            };
            let others = others.strip_prefix(&[Part::Arrow]).unwrap_or(others);
            let others = others.strip_prefix(&[Part::Exchange]).unwrap_or(others);
            let [Part::Man(other), others @ ..] = others else {
                return None;
            };
            let change = format!("Mirror {}<-->{}", one.square?, other.square?);
            TwinWord::Change(change, others)
        }
        "without" | "ohne" | "sans" => TwinWord::Keyword("Remove".to_owned()),
        "swap" => TwinWord::Keyword("Exchange".to_owned()),
        "polish" => TwinWord::Keyword("PolishType".to_owned()),
        _ => TwinWord::Keyword(lower),
    })
}

/// The color named by a word.
fn named_color(word: &str) -> Option<Color> {
    match word.to_lowercase().as_str() {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

/// A man that is added, possibly replacing another one.
fn added(color: Color, role: Role, square: Square) -> String {
    format!("Add {color} {}{square}", letter(role))
}

/// The letter of a man in Popeye's English.
fn letter(role: Role) -> char {
    Phrases::of(Language::English).letter(role)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_are_read_as_people_write_them() {
        let board: Board = "k7/8/8/8/8/8/PP6/K6R".parse().expect("a board");
        let read = |text: &str| TwinText::read(text, &board);
        for (text, due) in [
            ("", ""),
            ("diagram", ""),
            ("Move a2 a3", "Move a2 a3"),
            ("a2-a3", "Move a2 a3"),
            ("Pa2 -- a3", "Move a2 a3"),
            ("wPa2-->a3", "Move a2 a3"),
            ("wPa2 → a3, b2=a3", "Move a2 a3 Move b2 a3"),
            ("Ka8<->Rh1", "Exchange a8 h1"),
            ("bKa8 <--> wRh1", "Exchange a8 h1"),
            ("Rh1=S", "Add white Sh1"),
            ("Rh1-->bB", "Add black Bh1"),
            ("WSa2", "Add white Sa2"),
            ("BBa2", "Add black Ba2"),
            ("Sa2", "Add white Sa2"),
            ("wKa3", "Move a1 a3"),
            ("-wPa2", "Remove a2"),
            ("-a2 +bPc4", "Remove a2 Add black Pc4"),
            (
                "Remove a2, Add wPc4 bPd4",
                "remove a2 add white Pc4 black Pd4",
            ),
            ("Add white Sc3, bPd4", "add white Sc3 black Pd4"),
            ("Shift a1=b1", "shift a1 b1"),
            ("shift a1 ==> b1", "shift a1 b1"),
            ("continue a2-a3", "Continued Move a2 a3"),
            ("h#3", "Stipulation h#3"),
            ("#3 a2-a3", "Stipulation #3 Move a2 a3"),
            ("Rotate 90°", "rotate 90"),
            ("polish type", "PolishType"),
            ("without white Pa2", "Remove a2"),
            ("ohne Ba2", "Remove a2"),
            ("wTh1-g1", "Move h1 g1"),
            ("+sBh7", "Add black Ph7"),
            ("wRh1 = wSh1", "Add white Sh1"),
            ("Rh1->bRh1", "Add black Rh1"),
            ("Pa2 black", "Add black Pa2"),
            ("a2 to a3", "Move a2 a3"),
            ("Rh1 to g1.", "Move h1 g1"),
            ("Add Black pawn c4", "add black Pc4"),
            ("a2-a3 + b2-b3", "Move a2 a3 Move b2 b3"),
            ("Mirror a1 h1", "Mirror a1<-->h1"),
            ("Mirror a1<-->h1", "Mirror a1<-->h1"),
        ] {
            let words = read(text).map(|twin| twin.words);
            assert_eq!(words.as_deref(), Some(due), "{text}");
        }
        for (text, words, beginner) in [
            ("Black", "", Color::Black),
            ("Stipulation s#2 Black", "Stipulation s#2", Color::Black),
            ("s#2, white to move", "Stipulation s#2", Color::White),
        ] {
            let twin = read(text).expect(text);
            assert_eq!(
                (twin.words.as_str(), twin.beginner),
                (words, Some(beginner)),
                "{text}"
            );
        }
    }

    #[test]
    fn what_does_not_fit_the_board_is_not_read() {
        let board: Board = "k7/8/8/8/8/8/PP6/K6R".parse().expect("a board");
        for text in [
            "Moce a2 a3",
            "bPa2-a3",
            "Sa2-a3",
            "wSc3",
            "Sc3",
            "-c3",
            "bKa8<-wRh1",
            "as c) and a2-a3",
            "...",
            "+Pc4",
            "Gc3",
            "a2-a3 (or a4)",
            "without black Pa2",
            "Kb3",
            "Rh1 to",
            "Pc5 black",
        ] {
            assert_eq!(TwinText::read(text, &board), None, "{text}");
        }
    }
}
