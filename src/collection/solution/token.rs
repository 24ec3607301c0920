//! The words of a solution, in the order in which they are written: [`tokens`].
//!
//! Read are the ways in which composers, their programs and editors write: long and short algebraic
//! notation with the letters `S` or `N` for the knight and with figurines, `*`, `:` and `x` for
//! captures, several moves of one man (`Qd6/d5/:d7`), moves with a choice in them (`S(x)c5`,
//! `Kd4(d6)`, `Sc~`), and the words of [`word`]. Passed over are comments in braces, the letters of
//! themes (`[A]`) and brackets without a move or a number in them.
//!
//! Moves come out in the letters of SAN (`S` is `N`, `*` is `x`); where one word can mean several
//! moves they are joined by `/`, and any of them may be meant.

use super::LEFT_OUT;
use super::word::{self, WordMeaning};

/// The results of games.
const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];

/// A part of a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolutionToken<'a> {
    /// `2.`, or with dots `2...`.
    Number(usize, bool),
    /// A move, in the letters of SAN.
    Move(String),
    /// Signs behind a move: `!`, `? #`.
    Mark(&'a str),
    /// `...` alone, or a dash right behind a number: a move that is left out.
    Dots,
    /// `--`: a side passes.
    Pass,
    /// `/`, `and`, `or`: another move in the same place.
    Or,
    /// A comma or semicolon: another move in the same place, or nothing.
    Comma,
    /// `e.p.`
    EnPassant,
    /// `but`, `refuted by`.
    But,
    /// `threat:` or `>`.
    Threat,
    /// `Set play:`, a heading.
    SetPlay,
    /// `Solution:`, `Tries:`, a heading of anything but set play.
    Heading,
    /// A bracket.
    Open,
    /// Its end.
    Close,
    /// Anything else.
    Word(&'a str),
}

/// The parts of `text`, which is [`plain`], in their order.
pub fn tokens(text: &str) -> Vec<SolutionToken<'_>> {
    let mut reader = TokenReader::default();
    let mut rest = text;
    loop {
        let bare = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '"');
        let Some(length) = reader.read(bare, bare.len() == rest.len()) else {
            break;
        };
        rest = &bare[length..];
    }
    without_asides(reader.tokens)
}

/// The text with signs that everybody has.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2026}' => plain.push_str("..."),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
            // The multiplication sign, and letters of Cyrillic that look like it.
            '\u{d7}' | '\u{445}' | '\u{425}' => plain.push('x'),
            '\u{2020}' => plain.push('+'),
            '\u{2021}' | '\u{2260}' => plain.push('#'),
            '\u{223c}' | '\u{ff5e}' => plain.push('~'),
            '\u{a0}' => plain.push(' '),
            '\u{2654}' | '\u{265a}' => plain.push('K'),
            '\u{2655}' | '\u{265b}' => plain.push('Q'),
            '\u{2656}' | '\u{265c}' => plain.push('R'),
            '\u{2657}' | '\u{265d}' => plain.push('B'),
            '\u{2658}' | '\u{265e}' => plain.push('N'),
            // A pawn has no letter; then a sign that a figurine is to be shown as text.
            '\u{2659}' | '\u{265f}' | '\u{fe0e}' | '\u{fe0f}' => {}
            c => plain.push(c),
        }
    }
    plain
}

/// The tokens without brackets in which no move and no number stands.
fn without_asides(tokens: Vec<SolutionToken<'_>>) -> Vec<SolutionToken<'_>> {
    let mut kept: Vec<SolutionToken<'_>> = Vec::with_capacity(tokens.len());
    // Where each open bracket stands, and whether anything is claimed in it.
    let mut open: Vec<(usize, bool)> = Vec::new();
    for token in tokens {
        match token {
            SolutionToken::Open => open.push((kept.len(), false)),
            SolutionToken::Close => {
                if let Some((at, claims)) = open.pop() {
                    if !claims {
                        kept.truncate(at);
                        continue;
                    }
                    if let Some((_, outside)) = open.last_mut() {
                        *outside = true;
                    }
                }
            }
            SolutionToken::Number(..) | SolutionToken::Threat => {
                open.iter_mut().for_each(|(_, claims)| *claims = true);
            }
            SolutionToken::Move(ref m) if !m.ends_with('~') => {
                open.iter_mut().for_each(|(_, claims)| *claims = true);
            }
            _ => {}
        }
        kept.push(token);
    }
    kept
}

/// Reads a text token by token.
#[derive(Debug, Default)]
struct TokenReader<'a> {
    tokens: Vec<SolutionToken<'a>>,
    /// The last move and how it is made, until a number, a word or a bracket comes.
    last: Option<WrittenMove>,
    /// Inside of brackets that are passed over: what stands in them stands beside the last move.
    in_choice: bool,
}

impl<'a> TokenReader<'a> {
    /// Reads the first token of `text`, `glued` to the one before if no blank is between; the bytes
    /// that it takes, nothing at the end.
    fn read(&mut self, text: &'a str, glued: bool) -> Option<usize> {
        let first = *text.as_bytes().first()?;
        if first == b'{' {
            let length = comment(text);
            if length.is_none() {
                self.tokens.push(SolutionToken::Word("{"));
            }
            return Some(length.unwrap_or(1));
        }
        if let Some(length) = theme_letters(text) {
            return Some(length);
        }
        if let Some(length) = self.choice(text, glued) {
            return Some(length);
        }
        if first == b')' && std::mem::take(&mut self.in_choice) {
            return Some(1);
        }
        // `~Sa5` is a move of the knight, whichever.
        if first == b'~' && text[1..].starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return Some(1);
        }
        if let Some((found, length)) = self.next_move(text) {
            self.tokens.push(SolutionToken::Move(found.san()));
            self.last = Some(found);
            return Some(length);
        }
        let (token, length) = token(text, self.tokens.last());
        let length = length.clamp(1, text.len());
        match token {
            SolutionToken::Mark(_) | SolutionToken::Or | SolutionToken::Comma => {}
            _ => self.last = None,
        }
        match (&token, self.tokens.last_mut()) {
            // `1. ... Kf8`
            (SolutionToken::Dots, Some(SolutionToken::Number(_, dots @ false))) => *dots = true,
            _ => self.tokens.push(token),
        }
        Some(length)
    }

    /// Reads the bracket of `Kd4(d6)`, `Bb4(c3 or d2)`, `a3 (or Kb6)`, in which other moves for the
    /// one before it stand, and passes over `(+)`; the bytes, if it is such a bracket.
    fn choice(&mut self, text: &'a str, glued: bool) -> Option<usize> {
        let (inside, _) = text.strip_prefix('(')?.split_once(')')?;
        if glued && !inside.is_empty() && inside.bytes().all(|b| b"+#!?=x".contains(&b)) {
            return Some(inside.len() + 2);
        }
        let last = self.last.as_ref()?;
        let is_other = |word: &str| {
            let is_move = written_move(word).is_some_and(|(_, length)| length == word.len());
            is_move || last.beside(word).is_some() || word == "or"
        };
        let mut words = inside
            .split([' ', ',', '/'])
            .map(|word| word.trim_end_matches(['+', '#', '!', '?']))
            .filter(|word| !word.is_empty())
            .peekable();
        let begins = glued || words.peek() == Some(&"or");
        if !begins || words.peek().is_none() || !words.all(is_other) {
            return None;
        }
        self.tokens.push(SolutionToken::Or);
        self.in_choice = true;
        Some(1)
    }

    /// The move that `text` begins with, perhaps one that borrows from the move before.
    fn next_move(&self, text: &str) -> Option<(WrittenMove, usize)> {
        let is_beside = matches!(
            self.tokens.last(),
            Some(SolutionToken::Or | SolutionToken::Comma)
        );
        if let Some(last) = self.last.as_ref().filter(|_| is_beside) {
            let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || "=*:-".contains(c)));
            let word = &text[..end.unwrap_or(text.len())];
            if let Some(found) = last.beside(word) {
                return Some((found, word.len()));
            }
        }
        written_move(text)
    }
}

/// The bytes of a comment in braces, which may hold others; nothing if it does not end.
fn comment(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    text.bytes()
        .position(|b| {
            depth += usize::from(b == b'{');
            depth -= usize::from(b == b'}');
            depth == 0
        })
        .map(|at| at + 1)
}

/// The bytes of letters of themes in square brackets: `[A]`, `[a1]`, `[A,b]`, `[x/y]`.
fn theme_letters(text: &str) -> Option<usize> {
    let (inside, _) = text.strip_prefix('[')?.split_once(']')?;
    let is_letter = |part: &str| {
        let letters = part
            .trim()
            .trim_end_matches(['\'', '!', '?', '*', '+', '#']);
        let digits = letters.trim_end_matches(|c: char| c.is_ascii_digit());
        digits.chars().count() == 1
            && digits.chars().all(char::is_alphabetic)
            && letters.len() <= digits.len() + 1
    };
    inside
        .split([',', '/', ' ', ';', '=', '-'])
        .all(is_letter)
        .then_some(inside.len() + 2)
}

/// The first token of a text that begins with no move, and its bytes; `before`: the last token.
fn token<'a>(text: &'a str, before: Option<&SolutionToken<'a>>) -> (SolutionToken<'a>, usize) {
    if let Some(length) = en_passant(text) {
        return (SolutionToken::EnPassant, length);
    }
    if let Some((number, dots, length)) = number(text) {
        return (SolutionToken::Number(number, dots), length);
    }
    if let Some(result) = RESULTS.iter().find(|result| text.starts_with(**result)) {
        return (SolutionToken::Word(result), result.len());
    }
    let dots = text.bytes().take_while(|&b| b == b'.').count();
    let marks = text.bytes().take_while(|b| b"!?+#=".contains(b)).count();
    let is_numbered = matches!(before, Some(SolutionToken::Number(..)));
    match text.as_bytes()[0] {
        b'-' if text.starts_with(LEFT_OUT) => (SolutionToken::Pass, LEFT_OUT.len()),
        b'-' if is_numbered => (SolutionToken::Dots, 1),
        b'.' if dots > 1 => (SolutionToken::Dots, dots),
        b'.' | b':' | b'-' | b'\'' | b'\\' => (SolutionToken::Mark(""), 1),
        b'(' | b'[' => (SolutionToken::Open, 1),
        b')' | b']' => (SolutionToken::Close, 1),
        b'/' | b'&' => (SolutionToken::Or, 1),
        b',' | b';' => (SolutionToken::Comma, 1),
        b'>' => (SolutionToken::Threat, 1),
        _ if marks > 0 => (SolutionToken::Mark(&text[..marks]), marks),
        _ => {
            let (meaning, length) = word::meaning(text);
            let token = match meaning {
                WordMeaning::Silent => SolutionToken::Mark(""),
                WordMeaning::Or => SolutionToken::Or,
                WordMeaning::But => SolutionToken::But,
                WordMeaning::Threat => SolutionToken::Threat,
                WordMeaning::SetPlay => SolutionToken::SetPlay,
                WordMeaning::Heading => SolutionToken::Heading,
                WordMeaning::AnyMove => SolutionToken::Move("~".to_owned()),
                WordMeaning::Unknown => SolutionToken::Word(&text[..length]),
            };
            (token, length)
        }
    }
}

/// `2.`, `2...`, `2 ...`, and `2` before a move: the number, whether there are dots, the bytes.
fn number(text: &str) -> Option<(usize, bool, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=4).contains(&digits) {
        return None;
    }
    let number = text[..digits].parse().ok()?;
    let behind = text[digits..].trim_start();
    let dots = behind.bytes().take_while(|&b| b == b'.').count();
    if dots > 0 {
        return Some((number, dots > 1, text.len() - behind.len() + dots));
    }
    let is_apart = behind.len() < text.len() - digits;
    (is_apart && written_move(behind).is_some()).then_some((number, false, digits))
}

/// The bytes of `ep.` at the beginning of a text.
fn en_passant(text: &str) -> Option<usize> {
    let signs = ["(e.p.)", "(ep)", "/ep", "e.p.", "e.p", "ep.", "ep"];
    let begins = |sign: &&str| {
        let begin = text.get(..sign.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(sign))
    };
    let length = signs.into_iter().find(begins)?.len();
    let goes_on = text[length..].starts_with(char::is_alphanumeric);
    (!goes_on).then_some(length)
}

/// A move as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
struct WrittenMove {
    /// The man: a letter of SAN, or nothing for a pawn, for castling and for `~`.
    man: Option<char>,
    /// Where it comes from, a sign, where it goes to: `c3`, `e7xd8`, `4e3`, `c~`, `O-O`.
    squares: String,
    /// What a pawn becomes, in turn: `Q`; several: any of them.
    promotions: String,
    /// A bare square behind a move of a man: a pawn's move, or one of this man.
    borrowed: Option<char>,
}

impl WrittenMove {
    /// A move of `man` without more.
    fn new(man: Option<char>, squares: &str) -> WrittenMove {
        WrittenMove {
            man,
            squares: squares.to_owned(),
            promotions: String::new(),
            borrowed: None,
        }
    }

    /// The move in the letters of SAN; several, with `/` between them, where any may be meant.
    fn san(&self) -> String {
        let man = self.man.map(String::from).unwrap_or_default();
        let bare = format!("{man}{}", self.squares);
        let mut all: Vec<String> = Vec::new();
        for promotion in self.promotions.chars() {
            all.push(format!("{bare}={promotion}"));
        }
        if all.is_empty() {
            all.push(bare);
        }
        all.extend(self.borrowed.map(|man| format!("{man}{}", self.squares)));
        all.join("/")
    }

    /// The move that a `word` beside this one means that is none alone, or may be one of the same
    /// man: `d5` and `:d7` behind `Qd6`, `S` behind `e8=Q`.
    fn beside(&self, word: &str) -> Option<WrittenMove> {
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
        let own_man = self.man.or(self.borrowed);
        match (sign, own_man) {
            (None, None) => None,
            (None, man) => Some(WrittenMove {
                borrowed: man,
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

/// The move that a text begins with, and its bytes: `Rb4-c4`, `e7*d8=S`, `Sxc3`, `S(x)c3`, `0-0`,
/// `~`, `Sc~`, `S any`.
fn written_move(text: &str) -> Option<(WrittenMove, usize)> {
    for (castling, san) in [("0-0-0", "O-O-O"), ("0-0", "O-O")] {
        let begin = text.get(..castling.len());
        if begin.is_some_and(|begin| begin.replace(['O', 'o'], "0") == castling) {
            return Some((WrittenMove::new(None, san), castling.len()));
        }
    }
    let bytes = text.as_bytes();
    let (man, mut at) = match bytes {
        [b'K', b't', ..] => (Some('N'), 2),
        // `dRb4` is `Rdb4`.
        [
            b'a' | b'c'..=b'h' | b'1'..=b'8',
            letter,
            b'a'..=b'h',
            b'1'..=b'8',
            ..,
        ] if man(*letter).is_some() => {
            let squares = [&text[..1], &text[2..4]].concat();
            let found = WrittenMove::new(man(*letter), &squares);
            return (!text[4..].starts_with(char::is_alphanumeric)).then_some((found, 4));
        }
        [letter, ..] if man(*letter).is_some() => (man(*letter), 1),
        _ => (None, 0),
    };
    if man.is_some() && text[at..].starts_with(' ') {
        let (meaning, length) = word::meaning(text[at..].trim_start());
        let blanks = text[at..].len() - text[at..].trim_start().len();
        return (meaning == WordMeaning::AnyMove)
            .then(|| (WrittenMove::new(man, "~"), at + blanks + length));
    }
    let is_file = |b: u8| (b'a'..=b'h').contains(&b);
    let is_rank = |b: u8| (b'1'..=b'8').contains(&b);
    // A file and a rank, either may be missing; then perhaps a sign and another square.
    let mut squares = String::new();
    let mut ends = None;
    while let Some(&b) = bytes.get(at) {
        let last = squares.bytes().last();
        let is_first = squares.is_empty() && man.is_none();
        if is_file(b) || (is_rank(b) && last.is_none_or(|l| is_file(l) || is_sign(l)) && !is_first)
        {
            squares.push(char::from(b));
        } else if is_sign(b) && last.is_none_or(|l| !is_sign(l)) && !is_first {
            squares.push(if b == b'-' { '-' } else { 'x' });
        } else if text[at..].starts_with("(x)") || text[at..].starts_with("(:)") {
            at += 2;
        } else if b == b'~' && !(man.is_none() && ends.is_some()) {
            return Some((WrittenMove::new(man, &format!("{squares}~")), at + 1));
        } else {
            break;
        }
        at += 1;
        let two = squares.as_bytes();
        if two.len() >= 2 && is_file(two[two.len() - 2]) && is_rank(two[two.len() - 1]) {
            ends = Some((at, squares.len()));
        }
    }
    let is_word = |rest: &str| {
        let goes_on = |c: char| c.is_alphanumeric() || c == '*';
        // `Qe5x` is mate in some countries.
        let is_mate = rest
            .strip_prefix('x')
            .is_some_and(|rest| !rest.starts_with(goes_on));
        rest.starts_with(goes_on) && en_passant(rest).is_none() && !is_mate
    };
    let Some((mut at, length)) = ends else {
        // `e:d`, `ed`: a pawn captures on the next file.
        let files = squares.replace(is_capture, "");
        let are_near =
            matches!(files.as_bytes(), &[a, b] if is_file(a) && is_file(b) && a.abs_diff(b) == 1);
        let is_short = man.is_none() && are_near && !is_word(&text[at..]);
        return is_short.then(|| {
            let squares = format!("{}x{}~", &files[..1], &files[1..]);
            (WrittenMove::new(None, &squares), at)
        });
    };
    // A dash behind the last square is no part of the move.
    squares.truncate(length);
    if squares.len() > 5 {
        return None;
    }
    let man = man.filter(|&man| man != 'P');
    let mut found = WrittenMove::new(man, &squares);
    if man.is_none() && squares.ends_with(['1', '8']) {
        // Without its man, or with `~`, any promotion may be meant.
        let (men, more) = promotion(&text[at..]).map_or(("QRBN", 0), |(man, more)| (man, more));
        found = WrittenMove {
            promotions: men.to_owned(),
            ..found
        };
        at += more + usize::from(more == 0 && text[at..].starts_with('~'));
    }
    // A word of a language is no move, whatever it begins with.
    (!is_word(&text[at..])).then_some((found, at))
}

fn is_capture(c: char) -> bool {
    "*x:X".contains(c)
}

fn is_sign(b: u8) -> bool {
    b"-*x:X".contains(&b)
}

/// The letter of a man in SAN.
fn man(letter: u8) -> Option<char> {
    match letter {
        b'S' => Some('N'),
        b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' => Some(char::from(letter)),
        _ => None,
    }
}

/// `=S`, `=(Q)`, `(Q)`, `/Q`, `Q`: the man and the bytes.
fn promotion(text: &str) -> Option<(&'static str, usize)> {
    let bare = text.strip_prefix(['=', '/']).unwrap_or(text);
    let before = text.len() - bare.len();
    let (inside, around) = match bare.strip_prefix('(') {
        Some(inside) if inside.as_bytes().get(1) == Some(&b')') => (inside, 2),
        Some(_) => return None,
        None => (bare, 0),
    };
    let man = match inside.as_bytes().first()? {
        b'Q' => "Q",
        b'R' => "R",
        b'B' => "B",
        b'S' | b'N' => "N",
        _ => return None,
    };
    // `e8/Qd3` is two moves.
    let is_alone = around > 0 || !inside[1..].starts_with(char::is_alphanumeric);
    is_alone.then_some((man, before + around + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<String> {
        let found = tokens(text).into_iter().map(|token| match token {
            SolutionToken::Move(m) => m,
            other => format!("{other:?}"),
        });
        found.collect()
    }

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

    #[test]
    fn moves_beside_each_other_borrow_their_man() {
        for (text, due) in [
            ("Qd6/d5/:d7", &["Qd6", "Or", "d5/Qd5", "Or", "Qxd7"][..]),
            ("Rd1, xe1", &["Rd1", "Comma", "Rxe1"]),
            ("e8=Q/S", &["e8=Q", "Or", "e8=N"]),
            ("exd4/:f4", &["exd4", "Or", "exf4"]),
            ("Kd4(d6)", &["Kd4", "Or", "d6/Kd6"]),
            ("Kd4+(Kd6)", &["Kd4", "Mark(\"+\")", "Or", "Kd6"]),
            ("a3 (or Ka6)", &["a3", "Or", "Or", "Ka6"]),
            ("S~(+)", &["N~"]),
            ("~Sa5", &["Na5"]),
        ] {
            assert_eq!(moves(text), due, "{text}");
        }
    }

    #[test]
    fn comments_letters_and_asides_are_passed_over() {
        for text in [
            "Qd4{x}",
            "{a {b} Qe1\n c}Qd4",
            "Qd4[A]",
            "[a1]Qd4",
            "[A,b]/[x]Qd4",
            "Qd4 (a fine move) [Novotny]",
            "Qd4 (Qf~)",
        ] {
            let found = moves(text);
            let found: Vec<&String> = found.iter().filter(|m| *m != "Or").collect();
            assert_eq!(found, ["Qd4"], "{text}");
        }
        assert_eq!(moves("Qd4 {open")[1], "Word(\"{\")");
    }
}
