//! What is asked as a word, `w - - #3`, in the place of `Stip "#3";`.
//!
//! The words are those of all stipulations, and nothing else: no move and no opcode looks like one.
//! A word counts where it is an operation by itself and no `Stip` says what is asked.

use super::operation::Operation;

/// What stands before the goal.
const PLAY: [&[u8]; 12] = [
    b"", b"-", b"s", b"r", b"semi-r", b"h", b"hs", b"hr", b"ser-", b"ser-h", b"ser-s", b"ser-r",
];

/// The goals, the longer first.
const GOALS: [&[u8]; 3] = [b"==", b"#", b"="];

/// Puts a `Stip` in the place of the first word that is a stipulation, if there is none.
pub(super) fn put_stipulation(operations: &mut [Operation]) {
    let is_word = |operation: &&mut Operation| is_stipulation(operation.as_bytes());
    // Nearly every record says nothing of the kind.
    if operations.iter().any(|o| is_stipulation(o.as_bytes()))
        && !operations.iter().any(|o| o.is("Stip"))
        && let Some(word) = operations.iter_mut().find(is_word)
    {
        let text = String::from_utf8_lossy(word.as_bytes()).into_owned();
        *word = Operation::string("Stip", &text).read_at(word.column());
    }
}

/// Whether a text is a stipulation, of whatever length.
fn is_stipulation(text: &[u8]) -> bool {
    let length = text.len() - text.iter().rev().take_while(|b| is_of_number(**b)).count();
    let (sign, number) = text.split_at(length);
    let number = number.strip_suffix(b".5").unwrap_or(number);
    if number.is_empty() || !number.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let sign = sign.strip_prefix(b"exact-").unwrap_or(sign);
    let play = GOALS.iter().find_map(|goal| sign.strip_suffix(*goal));
    play.is_some_and(|play| PLAY.contains(&play))
}

fn is_of_number(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b'.'
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::Epd;

    #[test]
    fn stipulations_are_words_of_their_own() {
        for word in [
            "#1",
            "#12",
            "=3",
            "==2",
            "-#4",
            "s#3",
            "h#2.5",
            "h=2",
            "semi-r#3",
            "ser-h==5",
            "exact-h#3",
            "hs#3.5",
            "ser-r#4",
            "hr#1.5",
            "r=2",
        ] {
            assert!(is_stipulation(word.as_bytes()), "{word}");
        }
        for other in [
            "", "#", "1", "#x", "2#", "#1.", "#1.6", "x#3", "Qg7#", "e8=Q", "c3", "=Q", "1-0",
            "+3", "h#", "-3", "v=-179", "48", "h##2",
        ] {
            assert!(!is_stipulation(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn a_word_is_read_as_what_it_says_unless_something_else_does() {
        let fields = "7k/8/6K1/8/8/8/Q7/8 w - -";
        for (line, read) in [
            (" #1", " Stip \"#1\";"),
            (" 0 1 h#2.5;", " Stip \"h#2.5\"; fmvn 1; hmvc 0;"),
            (" id x; #1;", " Stip \"#1\"; id x;"),
            (" #1 Loyd;", " #1 Loyd;"),
            (" #1; Stip \"#2\";", " #1; Stip \"#2\";"),
            (" #1; #2;", " #2; Stip \"#1\";"),
            (" bm #1;", " bm #1;"),
        ] {
            let epd: Epd = format!("{fields}{line}").parse().expect("a position");
            assert_eq!(epd.to_string(), format!("{fields}{read}"));
        }
    }
}
