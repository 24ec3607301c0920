//! Says what is wrong with a board that cannot be read: which rank, which letter.
//!
//! This applies only to a text that was meant to be a board. A word with fewer slashes than
//! [`FEWEST_SLASHES`] is something else and gets a different message.

use super::read::Field;
use super::refusal::EpdError;
use keymove_base::error::excerpt;
use keymove_base::reason::Reason;

/// The number of slashes from which a word is taken for a board. Dates and paths have fewer.
const FEWEST_SLASHES: usize = 4;

/// The first fault of a board, if the text is a board at all and the fault lies in a rank or a
/// letter.
pub(super) fn fault(field: &Field<'_>) -> Option<EpdError> {
    let slashes = field.text.iter().filter(|&&b| b == b'/').count();
    // Every second byte of UTF-16 is 0.
    if slashes < FEWEST_SLASHES || field.text.contains(&0) {
        return None;
    }
    let at = |offset: usize, reason: Reason| Some(EpdError::new(field.column + offset, reason));
    let men = field.text.iter().position(|&b| b == b'[');
    let board = &field.text[..men.unwrap_or(field.text.len())];
    let ranks = || board.split(|&b| b == b'/');
    let mut offset = 0;
    // The men in hand may follow as a ninth rank.
    for (index, rank) in ranks().enumerate().take(8) {
        let mut squares = 0;
        for (inside, &byte) in rank.iter().enumerate() {
            match byte {
                b'1'..=b'8' => squares += usize::from(byte - b'0'),
                b'~' => (),
                _ if is_man(byte) => squares += 1,
                _ => {
                    let letter = first_character(&rank[inside..]);
                    return at(offset + inside, no_man(letter));
                }
            }
        }
        if squares != 8 {
            let rank = 8 - index;
            return at(
                offset,
                match squares {
                    1 => format!("rank {rank} has 1 square, not 8").into(),
                    _ => Reason::new(
                        "rank {} has {} squares, not 8",
                        [rank.to_string(), squares.to_string()],
                    ),
                },
            );
        }
        offset += rank.len() + 1;
    }
    match (ranks().count(), ranks().nth(8)) {
        (8, _) => None,
        (9, Some(held)) if men.is_none() && held.iter().all(|&byte| is_man(byte)) => None,
        (ranks, _) => at(
            0,
            Reason::new("the board has {} ranks, not 8", [ranks.to_string()]),
        ),
    }
}

/// The reason for refusing a letter that does not denote a man.
fn no_man(letter: char) -> Reason {
    let shown = excerpt(letter.to_string().as_bytes());
    match man_in_another_language(letter) {
        Some((man, name)) => format!("{shown} is not a man in FEN; {man} is the {name}").into(),
        None => format!("{shown} is not a man in FEN").into(),
    }
}

/// The FEN letter and the English name of the man that `letter` denotes in German or French problem
/// literature.
fn man_in_another_language(letter: char) -> Option<(char, &'static str)> {
    let (man, name) = match letter.to_ascii_uppercase() {
        'D' => ('Q', "queen"),
        'T' => ('R', "rook"),
        'L' | 'F' => ('B', "bishop"),
        'S' | 'C' => ('N', "knight"),
        _ => return None,
    };
    let man = if letter.is_ascii_uppercase() {
        man
    } else {
        man.to_ascii_lowercase()
    };
    Some((man, name))
}

fn is_man(byte: u8) -> bool {
    b"pnbrqk".contains(&byte.to_ascii_lowercase())
}

/// The first character of `text`.
fn first_character(text: &[u8]) -> char {
    // No character has more than four bytes.
    let head = &text[..text.len().min(4)];
    String::from_utf8_lossy(head)
        .chars()
        .next()
        .unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use crate::epd::Epd;

    fn message(line: &str) -> String {
        let error = Epd::read(line.as_bytes()).unwrap_err();
        format!("{}: {error}", error.column)
    }

    #[test]
    fn a_rank_of_another_length_is_named_with_its_squares() {
        let cases = [
            ("7k/8/8/8/8/7/8/K7 w - -", "12: rank 3 has 7 squares, not 8"),
            ("7k1/8/8/8/8/8/8/K7 w - -", "1: rank 8 has 9 squares, not 8"),
            ("7k/8/8/8/8/8/8/K w - -", "16: rank 1 has 1 square, not 8"),
            ("7k/8/8//8/8/8/K7 w - -", "8: rank 5 has 0 squares, not 8"),
            (
                "  7k/8/pp8/8/8/8/8/K7[Qq] w - -",
                "8: rank 6 has 10 squares, not 8",
            ),
        ];
        for (line, text) in cases {
            assert_eq!(message(line), text, "{line}");
        }
    }

    #[test]
    fn a_board_of_another_height_is_counted() {
        let cases = [
            ("7k/8/8/8/8/8/K7 w - -", "1: the board has 7 ranks, not 8"),
            (
                "7k/8/8/8/8/8/8/8/K7 w - -",
                "1: the board has 9 ranks, not 8",
            ),
            (
                "7k/8/8/8/8/8/8/8/8/K7 w - -",
                "1: the board has 10 ranks, not 8",
            ),
        ];
        for (line, text) in cases {
            assert_eq!(message(line), text, "{line}");
        }
    }

    #[test]
    fn letters_of_other_languages_are_explained() {
        let cases = [
            (
                "7k/8/8/8/3S4/8/8/K7 w - -",
                "11: S is not a man in FEN; N is the knight",
            ),
            (
                "7k/8/8/8/3d4/8/8/K7 w - -",
                "11: d is not a man in FEN; q is the queen",
            ),
            (
                "7k/8/8/8/T7/8/8/K7 w - -",
                "10: T is not a man in FEN; R is the rook",
            ),
            (
                "7k/8/8/8/7L/8/8/K7 w - -",
                "11: L is not a man in FEN; B is the bishop",
            ),
            ("7k/8/8/8/7X/8/8/K7 w - -", "11: X is not a man in FEN"),
            ("7k/8/8/8/9/8/8/K7 w - -", "10: 9 is not a man in FEN"),
            (
                "7k/8/8/8/7\u{2654}/8/8/8 w - -",
                "11: \u{2654} is not a man in FEN",
            ),
            (
                "7k/8/8/8/7\u{1}/8/8/8 w - -",
                "11: \u{fffd} is not a man in FEN",
            ),
        ];
        for (line, text) in cases {
            assert_eq!(message(line), text, "{line:?}");
        }
    }

    #[test]
    fn something_else_is_no_board() {
        for line in [
            "2021/11/21 w - -",
            "a/b/c/d w - -",
            "[Event w - -",
            "1.e4 e5",
        ] {
            assert!(message(line).ends_with("is not a board"), "{line}");
        }
    }

    /// Every text with a board's slashes that shakmaty refuses is either explained here or refused
    /// for a reason other than ranks and letters; no fault is found in a text that shakmaty reads.
    #[test]
    fn every_single_slip_in_a_board_is_explained() {
        let good = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R";
        assert!(Epd::read(format!("{good} w KQkq -").as_bytes()).is_ok());
        let mut refused = 0;
        for at in 0..good.len() {
            for byte in (b'!'..=b'~').filter(|byte| !b"[]~;".contains(byte)) {
                let mut board = good.as_bytes().to_vec();
                board[at] = byte;
                let board = String::from_utf8(board).unwrap();
                let Err(error) = Epd::read(format!("{board} w - -").as_bytes()) else {
                    continue;
                };
                if error.column == 1 && error.to_string().contains("king") {
                    continue;
                }
                refused += 1;
                assert!(
                    !error.to_string().contains("is not a board"),
                    "{board}: {error}"
                );
            }
        }
        assert!(refused > 1000, "{refused}");
    }
}
