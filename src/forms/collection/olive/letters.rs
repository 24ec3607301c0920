//! Reads solutions whose letters may belong to several languages: [`claims`] tries each language
//! and keeps the reading in which all moves can be played.
//!
//! `K` is the king, but the knight (*kon*) in Russian written in Latin letters; the corresponding
//! Cyrillic letter is the knight, or the king for writers who do not use `Kr`. `P` is a pawn or, in
//! Dutch, the knight. Men may be in lower case, where `bc4` is a bishop or a pawn.

use keymove_records::epd::{Epd, Operation};
use keymove_records::record::line::LineFault;
use keymove_records::record::stated::Claims;
use keymove_solve::Stipulation;

/// What the letters of men mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Letters {
    /// As [`super::solution`] reads them.
    Usual,
    /// `Kr F L S K`.
    Russian,
    /// `P` is the knight.
    Dutch,
    /// Men in lower case, `bxc4` is a pawn.
    Small,
    /// Men in lower case, `bxc4` is a bishop.
    SmallBishop,
}

/// The possible meanings of the letters in a solution, the likeliest first.
fn candidates(text: &str) -> Vec<Letters> {
    let mut has_king = false;
    let (mut found, mut small) = (Vec::new(), false);
    let mut has_lone_knight = false;
    for (at, c) in text.char_indices() {
        if text[..at].ends_with(char::is_alphanumeric) {
            continue;
        }
        let rest = &text[at + c.len_utf8()..];
        has_king |= c == 'K' && rest.starts_with(['r', 'p']) && begins_squares(&rest[1..]);
        if begins_squares(rest) {
            has_lone_knight |= c == '\u{41a}';
            small |= "kqrsn".contains(c);
            found.push(c);
        }
    }
    let has = |letters: &str| found.iter().any(|&c| letters.contains(c));
    let is_russian = has_king || has("F") && has("LSK") && !has("DTCAR");
    match () {
        () if is_russian => vec![Letters::Russian],
        () if has("FL") && !has("DTCARQBN") => vec![Letters::Usual, Letters::Russian],
        () if has_lone_knight && !text.contains("\u{41a}\u{440}") => {
            vec![Letters::Usual, Letters::Russian]
        }
        () if has("P") => vec![Letters::Usual, Letters::Dutch],
        () if small => {
            vec![Letters::Usual, Letters::Small, Letters::SmallBishop]
        }
        () => vec![Letters::Usual],
    }
}

/// The maximum number of bytes of a move behind the letter of its man.
const LONGEST_MOVE: usize = 40;

/// Whether the squares of a move follow, after the letter of a man.
fn begins_squares(text: &str) -> bool {
    let written = text
        .bytes()
        .take(LONGEST_MOVE)
        .take_while(|b| b"abcdefgh12345678x*:-()".contains(b));
    let squares: Vec<u8> = written.filter(|b| !b"x*:-()".contains(b)).collect();
    let is_square = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_digit();
    text.starts_with('~') || squares.windows(2).any(is_square)
}

/// The text with these letters replaced by the English ones.
fn translated(text: &str, letters: Letters) -> String {
    let pairs: &[(&str, char)] = match letters {
        Letters::Usual => return text.to_owned(),
        Letters::Russian => &[
            ("Kr", 'K'),
            ("Kp", 'K'),
            ("F", 'Q'),
            ("L", 'R'),
            ("S", 'B'),
            ("K", 'N'),
            ("\u{41a}", 'N'),
        ],
        Letters::Dutch => &[("P", 'N')],
        Letters::Small | Letters::SmallBishop => &[
            ("k", 'K'),
            ("q", 'Q'),
            ("r", 'R'),
            ("b", 'B'),
            ("s", 'N'),
            ("n", 'N'),
        ],
    };
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let begins_word = !plain.ends_with(char::is_alphanumeric);
        let promotes = plain.ends_with('=') || plain.ends_with(['1', '8']);
        let man = pairs.iter().find(|(name, _)| {
            let Some(behind) = rest.strip_prefix(name) else {
                return false;
            };
            let is_pawn = *name == "b"
                && (behind.starts_with(|c: char| c.is_ascii_digit())
                    || letters == Letters::Small
                        && behind.starts_with(['x', '*', ':'])
                        && is_beside_b(&behind[1..]));
            let is_man = begins_word && begins_squares(behind) && !is_pawn;
            is_man || promotes && !behind.starts_with(char::is_alphanumeric)
        });
        let length = match man {
            Some((name, letter)) => {
                plain.push(*letter);
                name.len()
            }
            None => {
                plain.push(c);
                c.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    plain
}

/// Whether the text begins with a square to which a pawn on the b-file can capture.
fn is_beside_b(text: &str) -> bool {
    text.starts_with(['a', 'c'])
}

/// The claims of `text` about the problem `record` with the stipulation `stipulation`, as
/// operations of its record. `read` reads them in English letters.
pub(super) fn claims(
    text: &str,
    stipulation: Stipulation,
    record: Option<&Epd>,
    read: impl Fn(&str) -> Vec<Operation>,
) -> Vec<Operation> {
    let candidates = candidates(text);
    let readings = candidates
        .iter()
        .map(|&letters| read(&translated(text, letters)));
    let mut readings: Vec<Vec<Operation>> = readings.collect();
    readings.dedup();
    let Some(record) = record.filter(|_| candidates != [Letters::Usual]) else {
        return readings.swap_remove(0);
    };
    let is_played = |operations: &&Vec<Operation>| can_be_played(record, operations, stipulation);
    let played: Vec<&Vec<Operation>> = readings.iter().filter(is_played).collect();
    let is_certain = played.len() == 1 && !has_both(text, &candidates);
    let mut claims = played.first().map_or(&readings[0], |first| *first).clone();
    if !is_certain {
        claims.push(Operation::string("Unsure", "the letters of the men"));
    }
    claims
}

/// Whether a text has both English and Russian letters.
fn has_both(text: &str, candidates: &[Letters]) -> bool {
    let mut men = text.match_indices(['Q', 'R', 'N']);
    let is_man = |(at, man): (usize, &str)| {
        !text[..at].ends_with(char::is_alphanumeric) && begins_squares(&text[at + man.len()..])
    };
    candidates == [Letters::Russian] && men.any(is_man)
}

/// Whether all claimed moves are legal.
fn can_be_played(record: &Epd, operations: &[Operation], stipulation: Stipulation) -> bool {
    let mut record = record.clone();
    operations
        .iter()
        .for_each(|operation| record.add(operation.clone()));
    let claims = Claims::of(&record, stipulation);
    let mut named = claims
        .tries
        .iter()
        .flat_map(|claimed| [&claimed.first, &claimed.refutations]);
    let is_legal = |fault: &Option<LineFault>| !matches!(fault, Some(LineFault::Illegal(..)));
    claims.unread.is_empty()
        && claims.keys.wrong.is_empty()
        && named.all(|named| named.wrong.is_empty())
        && claims
            .lines
            .iter()
            .all(|line| line.readings.iter().any(|reading| is_legal(&reading.fault)))
}
