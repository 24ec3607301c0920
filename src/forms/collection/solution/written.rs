//! Reads one move as people write it: [`written_move`].

use super::bracketed;
use super::word::{self, WordMeaning};

/// The bytes of `ep.` at the beginning of a text.
pub fn en_passant(text: &str) -> Option<usize> {
    let signs = ["(e.p.)", "(ep)", "/ep", "e.p.", "e.p", "ep.", "ep"];
    let begins = |sign: &&str| {
        let begin = text.get(..sign.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(sign))
    };
    let length = signs.into_iter().find(begins)?.len();
    let goes_on = text[length..].starts_with(char::is_alphanumeric);
    (!goes_on).then_some(length)
}

/// A move as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenMove {
    /// The man: a letter of SAN, or `None` for a pawn, for castling and for `~`.
    man: Option<char>,
    /// The origin, a sign, and the target: `c3`, `e7xd8`, `4e3`, `c~`, `O-O`.
    squares: String,
    /// The promotions of a pawn: `Q`; with several, any of them is possible.
    promotions: String,
    /// Another possible man: the man of the previous move before a bare square, or the second of
    /// two.
    other: Option<char>,
    /// Whether there are blanks around the sign between its squares.
    pub is_spaced: bool,
}

impl WrittenMove {
    /// A move of `man` with nothing else specified.
    fn new(man: Option<char>, squares: &str) -> WrittenMove {
        WrittenMove {
            man,
            squares: squares.to_owned(),
            promotions: String::new(),
            other: None,
            is_spaced: false,
        }
    }

    /// Takes the king as the other possible man, unless there is one: `R` is *roi*, *rey* or *re*.
    pub fn or_king(&mut self) {
        self.other.get_or_insert('K');
    }

    /// The move in the letters of SAN; alternatives are separated by `/`.
    pub fn san(&self) -> String {
        let man = self.man.map(String::from).unwrap_or_default();
        let bare = format!("{man}{}", self.squares);
        let mut all: Vec<String> = Vec::new();
        for promotion in self.promotions.chars() {
            all.push(format!("{bare}={promotion}"));
        }
        if all.is_empty() {
            all.push(bare);
        }
        all.extend(self.other.map(|man| format!("{man}{}", self.squares)));
        all.join("/")
    }

    /// The move denoted by `word` next to this move, if `word` alone is not a move or may be
    /// another move of the same man: `d5` and `:d7` after `Qd6`, `S` after `e8=Q`.
    pub fn beside(&self, word: &str) -> Option<WrittenMove> {
        let bytes = word.as_bytes();
        if let [letter] = bytes
            && self.man.is_none()
            && let Some(man) = man(*letter).filter(|&man| "NBRQ".contains(man))
            && self.squares.ends_with(['1', '8'])
        {
            return Some(WrittenMove {
                promotions: man.to_string(),
                ..self.clone()
            });
        }
        let (sign, square) = match bytes {
            [sign, square @ ..] if is_sign(*sign) => (Some(*sign), square),
            square => (None, square),
        };
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = square else {
            return None;
        };
        let square = format!("{}{}", char::from(file), char::from(rank));
        let own_man = self.man.or(self.other);
        match (sign, own_man) {
            (None, None) => None,
            (None, man) => Some(WrittenMove {
                other: man,
                ..WrittenMove::new(None, &square)
            }),
            (Some(sign), man) => {
                let sign = if sign == b'-' { "" } else { "x" };
                let file = self.squares.get(..1).filter(|_| man.is_none());
                let squares = format!("{}{sign}{square}", file.unwrap_or_default());
                Some(WrittenMove::new(man, &squares))
            }
        }
    }
}

/// The move at the beginning of a text, and its length in bytes: `Rb4-c4`, `e7*d8=S`, `Sxc3`,
/// `S(x)c3`, `0-0`, `~`, `Sc~`, `S any`.
pub fn written_move(text: &str) -> Option<(WrittenMove, usize)> {
    if let Some(found) = castling(text).or_else(|| origin_first(text)) {
        return Some(found);
    }
    let (man, mut at) = leading_man(text);
    let other = man
        .and_then(|_| second_man(&text[at..]))
        .inspect(|&(_, length)| at += length)
        .map(|(man, _)| man);
    if man.is_some() && text[at..].starts_with(' ') {
        let behind = text[at..].trim_start();
        let (meaning, length) = word::meaning(behind);
        let end = text.len() - behind.len() + length;
        return (meaning == WordMeaning::AnyMove).then(|| (WrittenMove::new(man, "~"), end));
    }
    let mut squares = WrittenSquares::read(text, at, man.is_some());
    if squares.text.ends_with('~') {
        return Some((WrittenMove::new(man, &squares.text), squares.end));
    }
    let Some((mut end, length)) = squares.whole else {
        return squares
            .pawn_capture()
            .filter(|_| man.is_none() && !goes_on(&text[squares.end..]))
            .map(|capture| (WrittenMove::new(None, &capture), squares.end));
    };
    // A dash after the last square does not belong to the move.
    squares.text.truncate(length);
    if length > 5 {
        return None;
    }
    let man = man.filter(|&man| man != 'P');
    let mut found = WrittenMove {
        other,
        is_spaced: squares.is_spaced,
        ..WrittenMove::new(man, &squares.text)
    };
    if man.is_none() && squares.text.ends_with(['1', '8']) {
        // Without a man, or with `~`, any promotion is possible.
        let (man, more) = promotion(&text[end..]).unzip();
        found.promotions = man.map_or_else(|| "QRBN".to_owned(), String::from);
        let more = more.unwrap_or(0);
        end += more + usize::from(more == 0 && text[end..].starts_with('~'));
    }
    // A word of a language is not a move, whatever its beginning.
    (!goes_on(&text[end..])).then_some((found, end))
}

/// Whether `rest`, which follows a move, makes it part of a longer word.
fn goes_on(rest: &str) -> bool {
    let is_more = |c: char| c.is_alphanumeric() || c == '*';
    // `Qe5x` is mate in some countries.
    let is_mate = rest
        .strip_prefix('x')
        .is_some_and(|rest| !rest.starts_with(is_more));
    rest.starts_with(is_more) && en_passant(rest).is_none() && !is_mate
}

/// `0-0`, `O-O-O`.
fn castling(text: &str) -> Option<(WrittenMove, usize)> {
    let signs = [("0-0-0", "O-O-O"), ("0-0", "O-O")];
    let (sign, san) = signs.into_iter().find(|(sign, _)| {
        let begin = text.get(..sign.len());
        begin.is_some_and(|begin| begin.replace(['O', 'o'], "0") == *sign)
    })?;
    Some((WrittenMove::new(None, san), sign.len()))
}

/// `dRb4` for `Rdb4`, `6S~` for `S6~`.
fn origin_first(text: &str) -> Option<(WrittenMove, usize)> {
    let &[b'a' | b'c'..=b'h' | b'1'..=b'8', letter, ref behind @ ..] = text.as_bytes() else {
        return None;
    };
    let man = Some(man(letter)?);
    let goal = match behind {
        [b'~', ..] => "~",
        [b'a'..=b'h', b'1'..=b'8', ..] if !text[4..].starts_with(char::is_alphanumeric) => {
            &text[2..4]
        }
        _ => return None,
    };
    let squares = [&text[..1], goal].concat();
    Some((WrittenMove::new(man, &squares), 2 + goal.len()))
}

/// The man at the beginning of a move, and the length of its name in bytes.
fn leading_man(text: &str) -> (Option<char>, usize) {
    match *text.as_bytes() {
        [b'K', b't', ..] => (Some('N'), 2),
        [letter, ..] if man(letter).is_some() => (man(letter), 1),
        // `ke7`
        [
            letter @ (b'k' | b'q' | b'r' | b's' | b'n'),
            b'a'..=b'h' | b'x' | b'*' | b':',
            ..,
        ] => (man(letter.to_ascii_uppercase()), 1),
        _ => (None, 0),
    }
}

/// The squares of a move as written: files, ranks, a sign between them, `~`.
struct WrittenSquares {
    text: String,
    /// The offset of the text after them.
    end: usize,
    /// The end of the last whole square, in the text and in these squares.
    whole: Option<(usize, usize)>,
    /// Whether there are blanks around the sign.
    is_spaced: bool,
}

impl WrittenSquares {
    /// Reads `text` from byte `at`, which is after the name of the man if there is one.
    fn read(text: &str, at: usize, has_man: bool) -> WrittenSquares {
        let is_file = |b: u8| (b'a'..=b'h').contains(&b);
        let is_rank = |b: u8| (b'1'..=b'8').contains(&b);
        let mut squares = WrittenSquares {
            text: String::new(),
            end: at,
            whole: None,
            is_spaced: false,
        };
        while let Some(&b) = text.as_bytes().get(squares.end) {
            let last = squares.text.bytes().last();
            let is_first = last.is_none() && !has_man;
            let begins_rank = last.is_none_or(|last| is_file(last) || is_sign(last)) && !is_first;
            let rest = &text[squares.end..];
            let spaced = spaced_sign(rest, &squares.text, has_man);
            if let Some((sign, length)) = spaced {
                squares.text.push(sign);
                squares.end += length - 1;
                squares.is_spaced = true;
            } else if is_file(b) || is_rank(b) && begins_rank {
                squares.text.push(char::from(b));
            } else if is_sign(b) && last.is_none_or(|last| !is_sign(last)) && !is_first {
                squares.text.push(if b == b'-' { '-' } else { 'x' });
            } else if rest.starts_with("(x)") || rest.starts_with("(:)") {
                squares.end += 2;
            } else if b == b'~' && (has_man || squares.whole.is_none()) {
                squares.text.push('~');
                squares.end += 1;
                break;
            } else {
                break;
            }
            squares.end += 1;
            if let [.., file, rank] = *squares.text.as_bytes()
                && is_file(file)
                && is_rank(rank)
            {
                squares.whole = Some((squares.end, squares.text.len()));
            }
        }
        squares
    }

    /// The capture of a pawn with only the two files: `exd~` for `e:d` or `ed`.
    fn pawn_capture(&self) -> Option<String> {
        let files = self.text.replace(is_capture, "");
        let (from, to) = match *files.as_bytes() {
            [from @ b'a'..=b'h', to @ b'a'..=b'h'] if from.abs_diff(to) == 1 => (from, to),
            _ => return None,
        };
        Some(format!("{}x{}~", char::from(from), char::from(to)))
    }
}

/// `~xb5`, a capture by any man: the possible moves, and the length in bytes.
pub fn any_capture(text: &str) -> Option<(String, usize)> {
    let &[b'~', sign, file @ b'a'..=b'h', rank @ b'1'..=b'8', ..] = text.as_bytes() else {
        return None;
    };
    if !is_capture(char::from(sign)) {
        return None;
    }
    let square = [file, rank].map(char::from).iter().collect::<String>();
    let pawns = [file - 1, file + 1].map(char::from);
    let pawns = pawns.into_iter().filter(|file| ('a'..='h').contains(file));
    let men = "KQRBN".chars().chain(pawns);
    let captures: Vec<String> = men.map(|man| format!("{man}x{square}")).collect();
    Some((captures.join("/"), 4))
}

/// The sign between the squares of a move if it has blanks before or after it, ` - ` or ` x `, and
/// the length in bytes up to the second square; `before` is the man alone, its square, or the file
/// of a pawn.
fn spaced_sign(text: &str, before: &str, has_man: bool) -> Option<(char, usize)> {
    let blank = [' ', '\t'];
    let sign = text.trim_start_matches(blank);
    let first = *sign.as_bytes().first()?;
    let square = sign.get(1..)?.trim_start_matches(blank);
    let length = text.len() - square.len();
    let is_square = matches!(square.as_bytes(), [b'a'..=b'h', b'1'..=b'8', rest @ ..]
        if !rest.first().is_some_and(u8::is_ascii_alphanumeric) || square[2..].starts_with("ep"));
    let is_between = match before.as_bytes() {
        [] => has_man && b"x*X".contains(&first),
        [b'a'..=b'h'] => b"x*X:".contains(&first),
        [b'a'..=b'h', b'1'..=b'8'] => is_sign(first),
        _ => false,
    };
    let is_spaced = is_between && is_square && length > 1;
    is_spaced.then_some((if first == b'-' { '-' } else { 'x' }, length))
}

fn is_capture(c: char) -> bool {
    "*x:X".contains(c)
}

fn is_sign(b: u8) -> bool {
    b"-*x:X".contains(&b)
}

/// The second of two men either of which may move, `(R)`, `(or R)`, `/R`, and its length in bytes.
fn second_man(text: &str) -> Option<(char, usize)> {
    let (inside, behind) = bracketed(text, '(', b')')?;
    let &[letter] = inside.trim_start_matches("or ").as_bytes() else {
        return None;
    };
    let is_move = behind.starts_with(|c: char| matches!(c, 'a'..='h' | '1'..='8') || is_capture(c));
    man(letter)
        .filter(|_| is_move)
        .map(|man| (man, inside.len() + 2))
}

/// The SAN letter for the letter of a man: English with `S` for the knight, German (`D T L`), and
/// French, Spanish and Italian (`D T F A C`).
fn man(letter: u8) -> Option<char> {
    match letter {
        b'S' | b'C' => Some('N'),
        b'D' => Some('Q'),
        b'T' => Some('R'),
        b'L' | b'F' | b'A' => Some('B'),
        b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' => Some(char::from(letter)),
        _ => None,
    }
}

/// `=S`, `=(Q)`, `(Q)`, `/Q`, `Q`: the man and the length in bytes.
fn promotion(text: &str) -> Option<(char, usize)> {
    let bare = text.strip_prefix(['=', '/']).unwrap_or(text);
    let before = text.len() - bare.len();
    let (inside, around) = match bare.strip_prefix('(') {
        Some(inside) if inside.as_bytes().get(1) == Some(&b')') => (inside, 2),
        Some(_) => return None,
        None => (bare, 0),
    };
    let letter = *inside.as_bytes().first()?;
    let letter = match (before, letter) {
        (1, b'q' | b'r' | b's' | b'n') => letter.to_ascii_uppercase(),
        (1, b'b') if !inside[1..].starts_with(char::is_alphanumeric) => b'B',
        _ => letter,
    };
    let man = man(letter).filter(|&man| "NBRQ".contains(man))?;
    // `e8/Qd3` consists of two moves.
    let is_alone = around > 0 || !inside[1..].starts_with(char::is_alphanumeric);
    is_alone.then_some((man, before + around + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_no_moves() {
        for word in [
            "Ra", "e4you", "black", "Bb", "a-c", "Kings", "=Q", "h9", "b", "B1", "4", "eg", "Kg2*",
            "edge",
        ] {
            assert_eq!(written_move(word), None, "{word}");
        }
        for (word, san) in [
            ("Rb4-c4+", "Rb4-c4"),
            ("e7*d8=S#", "e7xd8=N"),
            ("e8Q", "e8=Q"),
            ("e8/S", "e8=N"),
            ("c4xd3ep.", "c4xd3"),
            ("S1xd2!", "N1xd2"),
            ("S(x)c5#", "Nc5"),
            ("Ktf3", "Nf3"),
            ("Pe4", "e4"),
            ("0-0-0+", "O-O-O"),
            ("O-O", "O-O"),
            ("~", "~"),
            ("Rd~", "Rd~"),
            ("S any", "N~"),
            ("dRb4!", "Rdb4"),
            ("6Sd5", "N6d5"),
            ("e1~", "e1=Q/e1=R/e1=B/e1=N"),
            ("fxe1~", "fxe1=Q/fxe1=R/fxe1=B/fxe1=N"),
            ("d1/~", "d1=Q/d1=R/d1=B/d1=N"),
            ("ed", "exd~"),
            ("e:d", "exd~"),
            ("ed(e.p.)", "exd~"),
            ("Qe4-", "Qe4"),
        ] {
            let found = written_move(word).map(|(m, _)| m.san());
            assert_eq!(found.as_deref(), Some(san), "{word}");
        }
    }
}
