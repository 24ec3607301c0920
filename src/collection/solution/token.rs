//! The words of a solution: moves, numbers, signs: [`tokens`].

use super::LEFT_OUT;

/// Words of a solution that claim nothing.
const SILENT: [&str; 12] = [
    "zugzwang",
    "zz",
    "zugzwang!",
    "solution",
    "finished",
    "and",
    "or",
    "set",
    "play",
    "try",
    "key",
    "main",
];

/// A part of a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolutionToken<'a> {
    /// `2.`, or with dots `2...`.
    Number(usize, bool),
    /// A move, in the letters of SAN.
    Move(String),
    /// Signs behind a move: `!`, `? #`.
    Mark(&'a str),
    /// `...` alone: a move that is left out.
    Dots,
    /// `--`: a side passes.
    Pass,
    /// `/` or a comma: another move in the same place.
    Or,
    /// `but`, `refuted by`.
    But,
    /// `threat:` or `>`.
    Threat,
    /// A bracket.
    Open,
    /// Its end.
    Close,
    /// Anything else.
    Word(&'a str),
}

/// The parts of `text`, in their order.
pub fn tokens(text: &str) -> Vec<SolutionToken<'_>> {
    let mut tokens = Vec::new();
    for word in text.split_whitespace() {
        let mut rest = word;
        while !rest.is_empty() {
            let (token, length) = token(rest);
            let length = length.clamp(1, rest.len());
            match (&token, tokens.last_mut()) {
                // `1. ... Kf8`
                (SolutionToken::Dots, Some(SolutionToken::Number(_, dots @ false))) => *dots = true,
                _ => tokens.push(token),
            }
            rest = &rest[length..];
        }
    }
    tokens
}

/// The first part of a word, and its bytes.
fn token(word: &str) -> (SolutionToken<'_>, usize) {
    let lower = word.to_ascii_lowercase();
    let bare = lower.trim_end_matches([':', '.', ',', ';']);
    if let Some((m, length)) = written_move(word) {
        return (SolutionToken::Move(m), length);
    }
    if let Some(length) = en_passant(&lower) {
        return (SolutionToken::Mark(""), length);
    }
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|&b| b == b'.').count();
    if let (1..=4, 1..) = (digits, dots)
        && let Ok(number) = word[..digits].parse()
    {
        return (SolutionToken::Number(number, dots > 1), digits + dots);
    }
    let is_mark = |b: &u8| b"!?+#=".contains(b);
    let marks = word.bytes().take_while(is_mark).count();
    match word.as_bytes()[0] {
        b'-' if word.starts_with(LEFT_OUT) => (SolutionToken::Pass, word.len().min(2)),
        b'.' if dots > 1 => (SolutionToken::Dots, dots),
        b'.' | b':' => (SolutionToken::Mark(""), 1),
        b'(' | b'[' | b'{' => (SolutionToken::Open, 1),
        b')' | b']' | b'}' => (SolutionToken::Close, 1),
        b'/' | b',' | b';' => (SolutionToken::Or, 1),
        b'>' => (SolutionToken::Threat, 1),
        _ if marks > 0 => (SolutionToken::Mark(&word[..marks]), marks),
        _ if ["but", "refuted", "by", "refutes"].contains(&bare) => {
            (SolutionToken::But, word.len())
        }
        _ if ["threat", "threatens", "threats"].contains(&bare) => {
            (SolutionToken::Threat, word.len())
        }
        _ if SILENT.contains(&bare) => (SolutionToken::Mark(""), word.len()),
        _ => (SolutionToken::Word(word), word.len()),
    }
}

/// The bytes of `ep.` at the beginning of a word.
fn en_passant(word: &str) -> Option<usize> {
    let signs = ["e.p.", "e.p", "ep.", "ep"].into_iter();
    let mut found = signs.filter(|sign| word.starts_with(sign));
    let length = found.next()?.len();
    let goes_on = word[length..].starts_with(char::is_alphanumeric);
    (!goes_on).then_some(length)
}

/// The move that a word begins with, in the letters of SAN, and its bytes: `Rb4-c4`, `e7*d8=S`,
/// `Sxc3`, `0-0`, `~`, `Sc~`.
fn written_move(word: &str) -> Option<(String, usize)> {
    for (castling, san) in [
        ("0-0-0", "O-O-O"),
        ("O-O-O", "O-O-O"),
        ("0-0", "O-O"),
        ("O-O", "O-O"),
    ] {
        if word.starts_with(castling) {
            return Some((san.to_owned(), castling.len()));
        }
    }
    let bytes = word.as_bytes();
    let mut at = 0;
    let mut san = String::new();
    if let Some(man) = bytes.first().copied().and_then(man) {
        san.push(man);
        at += 1;
    }
    let is_file = |b: u8| (b'a'..=b'h').contains(&b);
    let is_rank = |b: u8| (b'1'..=b'8').contains(&b);
    // A file and a rank, either may be missing; then perhaps a sign and another square.
    let mut squares = String::new();
    let mut ends = None;
    while let Some(&b) = bytes.get(at) {
        let last = squares.bytes().last();
        if is_file(b) || (is_rank(b) && last.is_none_or(|l| is_file(l) || is_sign(l))) {
            squares.push(char::from(b));
        } else if is_sign(b) && last.is_none_or(|l| !is_sign(l)) && !(squares.is_empty() && at == 0)
        {
            squares.push(if b == b'-' { '-' } else { 'x' });
        } else if b == b'~' && !squares.bytes().any(is_sign) {
            return Some((format!("{san}{squares}~"), at + 1));
        } else {
            break;
        }
        at += 1;
        let two = squares.as_bytes();
        if two.len() >= 2 && is_file(two[two.len() - 2]) && is_rank(two[two.len() - 1]) {
            ends = Some((at, squares.len()));
        }
    }
    // A dash behind the last square is no part of the move.
    let (mut at, length) = ends?;
    squares.truncate(length);
    if squares.len() > 5 {
        return None;
    }
    san.push_str(&squares);
    if let Some((man, more)) = promotion(&word[at..]) {
        san.push('=');
        san.push(man);
        at += more;
    }
    // A word of a language is no move, whatever it begins with.
    let is_word = word[at..].starts_with(|c: char| c.is_alphanumeric() && c != 'e');
    (!is_word).then_some((san, at))
}

fn is_sign(b: u8) -> bool {
    b"-*x:".contains(&b)
}

/// The letter of a man in SAN.
fn man(letter: u8) -> Option<char> {
    match letter {
        b'S' => Some('N'),
        b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' => Some(char::from(letter)),
        _ => None,
    }
}

/// `=S`, `=(Q)`, `(Q)`, `Q`: the man and the bytes.
fn promotion(text: &str) -> Option<(char, usize)> {
    let bare = text.strip_prefix('=').unwrap_or(text);
    let before = text.len() - bare.len();
    let (inside, around) = match bare.strip_prefix('(') {
        Some(inside) if inside.as_bytes().get(1) == Some(&b')') => (inside, 2),
        Some(_) => return None,
        None => (bare, 0),
    };
    let man = man(*inside.as_bytes().first()?)?;
    "NBRQ".contains(man).then_some((man, before + around + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_no_moves() {
        for word in [
            "Ra", "e4you", "black", "Bb", "a-c", "Kings", "=Q", "h9", "b",
        ] {
            assert_eq!(written_move(word), None, "{word}");
        }
        for (word, san) in [
            ("Rb4-c4+", "Rb4-c4"),
            ("e7*d8=S#", "e7xd8=N"),
            ("e8Q", "e8=Q"),
            ("c4xd3ep.", "c4xd3"),
            ("S1xd2!", "N1xd2"),
            ("0-0-0+", "O-O-O"),
            ("~", "~"),
            ("Rd~", "Rd~"),
            ("Qe4-", "Qe4"),
        ] {
            assert_eq!(
                written_move(word).map(|(m, _)| m).as_deref(),
                Some(san),
                "{word}"
            );
        }
    }
}
