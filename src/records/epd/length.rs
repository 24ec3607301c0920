//! Lengths of mates as chess programs and people write them: `#3`, `#-3`, `+M3`, `3#`, `mate in 3`.
//! They occur in `ce`, `dm` and `bm`, alone or with moves (`bm Kb2 #2`, `bm #2 Kb2`), and as a
//! stipulation.

use super::Operation;
use super::operation::is_blank;

/// Opcodes with moves and perhaps a length.
const MOVES: [&[u8]; 3] = [b"am", b"bm", b"pm"];

/// Names of a mate before its length, in lower case; a name comes before its own beginning.
const NAMES: [(&[u8], bool); 6] = [
    (b"matedin", true),
    (b"mated", true),
    (b"matein", false),
    (b"mate", false),
    (b"m", false),
    (b"#", false),
];

/// A mate of a certain length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedMate {
    /// Whether the side to move is mated.
    pub is_mated: bool,
    /// The number of moves in digits, at least one.
    pub digits: Vec<u8>,
}

impl CountedMate {
    /// The mate that `text` names; `None` if it says anything else.
    pub fn read(text: &[u8]) -> Option<CountedMate> {
        // Nearly every text is a move and ends here.
        if !may_begin_length(text) {
            return None;
        }
        let words: Vec<&[u8]> = text
            .split(|&b| is_blank(b))
            .filter(|w| !w.is_empty())
            .collect();
        // `M2 3` is not `M23`.
        let meet = |pair: &[&[u8]]| {
            let ends = [pair[0].last(), pair[1].first()];
            ends.iter().flatten().all(|b| b.is_ascii_digit())
        };
        if words.len() > MOST_WORDS || words.windows(2).any(meet) {
            return None;
        }
        let squeezed = words.concat().to_ascii_lowercase();
        let (outer, rest) = signed(&squeezed);
        let (is_mated, inner, digits) = match rest.strip_suffix(b"#") {
            Some(digits) => (false, None, digits),
            None => {
                let (name, is_mated, number) = NAMES.iter().find_map(|(name, is_mated)| {
                    Some((name, *is_mated, rest.strip_prefix(*name)?))
                })?;
                let (sign, digits) = signed(number);
                // `mate-2` may be spelt with a hyphen, `mate -2` is not.
                let is_hyphen = name.len() > 1 && sign.is_some();
                if is_hyphen && !words.last()?.starts_with(&number[..1]) {
                    return None;
                }
                (is_mated, sign, digits)
            }
        };
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        let is_signed_once = outer.is_none() || inner.is_none();
        (is_number && is_signed_once).then(|| CountedMate {
            is_mated: is_mated || outer.or(inner) == Some(b'-'),
            digits: digits.to_vec(),
        })
    }
}

/// Whether the first byte of `text` that is not blank may begin the name of a mate.
fn may_begin_length(text: &[u8]) -> bool {
    let first = text.iter().find(|&&b| !is_blank(b));
    first.is_some_and(|b| b.is_ascii_digit() || b"#mM+-".contains(b))
}

/// More words than any name of a mate has: `mate in - 2`.
const MOST_WORDS: usize = 4;

/// The sign at the beginning of a text, and the rest.
fn signed(text: &[u8]) -> (Option<u8>, &[u8]) {
    match text {
        [sign @ (b'+' | b'-'), rest @ ..] => (Some(*sign), rest),
        rest => (None, rest),
    }
}

/// The words of a `bm`, `am` or `pm` without the length in front of them or behind them, and that
/// length: `#2 Kf6`, `#2, Kf6`, `Kf6 #2`. `None` if there is no length, or if it is another
/// operation.
pub fn length_apart(operation: &Operation) -> Option<(Vec<Vec<u8>>, CountedMate)> {
    if !MOVES.contains(&operation.opcode()) {
        return None;
    }
    let is_comma = |&b: &u8| b == b',';
    let mut each = operation.each_operand();
    if !each.any(|operand| operand.split(is_comma).any(may_begin_length)) {
        return None;
    }
    let operands = operation.operands();
    let words = operands.iter().flat_map(|operand| operand.split(is_comma));
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).collect();
    let read = |part: &[&[u8]]| CountedMate::read(&part.join(&b' '));
    let most = words.len().min(MOST_WORDS);
    let behind =
        (words.len() - most..words.len()).find_map(|at| Some((&words[..at], read(&words[at..])?)));
    let in_front = || {
        (1..=most)
            .rev()
            .find_map(|at| Some((&words[at..], read(&words[..at])?)))
    };
    let (moves, length) = behind.or_else(in_front)?;
    Some((moves.iter().map(|word| word.to_vec()).collect(), length))
}

/// The operation without its length, if moves are left.
pub fn without_length(operation: &Operation) -> Option<Operation> {
    let (moves, _) = length_apart(operation).filter(|(moves, _)| !moves.is_empty())?;
    let moves = moves
        .iter()
        .map(|word| String::from_utf8_lossy(word).into_owned());
    let moves: Vec<String> = moves.collect();
    let are_words = moves
        .iter()
        .all(|word| !word.contains([' ', '\t', ';', '"']));
    are_words.then(|| Operation::words(&String::from_utf8_lossy(operation.opcode()), moves))
}

/// Whether an operation seems to name a length, readable or not: `mate soon`, `Kb2 #2x`, `Kb2#2`,
/// `Kb2 (mate in 2)`.
pub fn seems_to_name_length(operation: &Operation) -> bool {
    let operands = operation.operands();
    operands.iter().enumerate().any(|(index, word)| {
        let word = word.to_ascii_lowercase();
        let (_, rest) = signed(word.strip_prefix(b"(").unwrap_or(&word));
        let has_number = rest.iter().any(u8::is_ascii_digit);
        // `Qg7 mate` is a move with its sign in words.
        let is_name = rest.starts_with(b"mate") && (has_number || index + 1 < operands.len());
        let is_counted = match rest {
            [b'#' | b'm', behind @ ..] => signed(behind).1.first().is_some_and(u8::is_ascii_digit),
            [digits @ .., b'#'] => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
            _ => rest
                .windows(2)
                .any(|pair| pair[0] == b'#' && pair[1].is_ascii_digit()),
        };
        is_name || is_counted
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::Epd;

    #[test]
    fn a_length_is_read_in_every_common_form() {
        for (text, is_mated) in [
            ("#2", false),
            ("#+2", false),
            ("+#2", false),
            ("# 2", false),
            ("2#", false),
            ("M2", false),
            ("+M2", false),
            ("mate 2", false),
            ("Mate in 2", false),
            ("-#2", true),
            ("#-2", true),
            ("-M2", true),
            ("mate -2", true),
            ("mate in -2", true),
            ("mated in 2", true),
        ] {
            let digits = b"2".to_vec();
            let read = CountedMate::read(text.as_bytes());
            assert_eq!(read, Some(CountedMate { is_mated, digits }), "{text}");
        }
        for text in [
            "",
            "2",
            "#",
            "M",
            "mate",
            "mate-in-2",
            "mate-2",
            "-#-2",
            "M2 3",
            "#2x",
            "Kb2",
        ] {
            assert_eq!(CountedMate::read(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_length_may_stand_before_or_after_moves() {
        for (line, moves) in [
            ("bm Kb2 #2;", Some("bm Kb2")),
            ("bm Kb2 Kb3 mate in 2;", Some("bm Kb2 Kb3")),
            ("bm #2 Kb2;", Some("bm Kb2")),
            ("bm #2, Kb2, Kb3;", Some("bm Kb2 Kb3")),
            ("bm mate in 2: Kb2;", None),
            ("bm mate in 2 Kb2;", Some("bm Kb2")),
            ("bm #2,Kb2;", Some("bm Kb2")),
            ("bm #2;", None),
            ("bm Kb2;", None),
        ] {
            let epd: Epd = format!("7k/8/8/4K3/8/8/6Q1/8 w - - {line}")
                .parse()
                .expect("a record");
            let left = epd.operation("bm").and_then(without_length);
            let left = left.map(|o| String::from_utf8_lossy(o.as_bytes()).into_owned());
            assert_eq!(left.as_deref(), moves, "{line}");
        }
    }
}
