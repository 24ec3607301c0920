//! The words of a game's text, told apart without regard to where lines are broken.
//!
//! Nothing is copied: a token is a span. Bytes are bytes; only ASCII ones mean something, so that
//! UTF-8 and Latin-1 go through alike.

use memchr::{memchr, memchr2, memmem};

use super::seat::Seat;

/// A part of a game's text, in bytes from its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// Where it begins.
    pub start: u32,
    /// Where the next thing begins.
    pub end: u32,
}

impl Span {
    /// The span between two places in a game, which are never farther apart than 4 GB.
    #[inline]
    pub fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// Its bytes; none if the text is another one's.
    #[inline]
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}

/// How a game ended, for WhiteA's team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// `1-0`: WhiteA and BlackB won.
    Won,
    /// `0-1`: they lost.
    Lost,
    /// `1/2-1/2`
    Drawn,
    /// `*`
    Unknown,
}

impl GameResult {
    /// Reads a result, `1/2` included.
    #[inline]
    pub fn read(text: &[u8]) -> Option<GameResult> {
        Some(match text {
            b"1-0" => GameResult::Won,
            b"0-1" => GameResult::Lost,
            b"1/2-1/2" | b"1/2" => GameResult::Drawn,
            b"*" => GameResult::Unknown,
            _ => return None,
        })
    }

    /// The result as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            GameResult::Won => "1-0",
            GameResult::Lost => "0-1",
            GameResult::Drawn => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// The same for the other team.
    pub fn reversed(self) -> GameResult {
        match self {
            GameResult::Won => GameResult::Lost,
            GameResult::Lost => GameResult::Won,
            other => other,
        }
    }
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `[Name "value"]`
    Tag {
        /// The name.
        name: Span,
        /// What stands between the quotation marks, backslashes and all.
        value: Span,
    },
    /// `{...}`; one without an end stops before the next line that begins with a tag.
    Comment {
        /// Whether it has its brace at the end.
        closed: bool,
    },
    /// From `;` or `%` to the end of the line, or to the `[Event "` of the next game on it.
    LineComment,
    /// `$1`
    Nag,
    /// `12A.`, or `12.` and `12...` in PGN.
    Number {
        /// The number.
        number: u32,
        /// The letter.
        seat: Option<Seat>,
    },
    /// What may be a move.
    Word,
    /// A result.
    Result(GameResult),
    /// A tag that is none, a lone bracket or brace.
    Stray,
}

/// A token and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it stands, brackets and braces included.
    pub span: Span,
}

/// What there is at a place of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lexed {
    /// A token.
    Token(Token),
    /// A token may begin here, but its end is not in the text.
    More,
    /// Blanks to the end.
    End,
}

/// The longest tag, in bytes.
const LONGEST_TAG: usize = 1 << 16;

const BLANK: u8 = 1;
const DELIMITER: u8 = 2;

/// What a byte is between words.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut i = 0;
    let blanks = b" \t\n\r\x0b\x0c";
    while i < blanks.len() {
        classes[blanks[i] as usize] = BLANK | DELIMITER;
        i += 1;
    }
    let delimiters = b"{}[]();$";
    i = 0;
    while i < delimiters.len() {
        classes[delimiters[i] as usize] = DELIMITER;
        i += 1;
    }
    classes
};

/// Whether a byte only keeps words apart.
#[inline]
pub fn is_blank(byte: u8) -> bool {
    CLASSES[usize::from(byte)] & BLANK != 0
}

#[inline]
fn is_delimiter(byte: u8) -> bool {
    CLASSES[usize::from(byte)] & DELIMITER != 0
}

/// Finds the next token at or behind `at`. `last` says that nothing follows the text.
#[inline]
pub fn token(text: &[u8], at: usize, last: bool) -> Lexed {
    let mut at = at;
    while text.get(at).is_some_and(|&b| is_blank(b)) {
        at += 1;
    }
    let Some(&first) = text.get(at) else {
        return Lexed::End;
    };
    let (kind, end) = match first {
        b'{' => match comment(text, at, last) {
            Some((closed, end)) => (Kind::Comment { closed }, end),
            None => return Lexed::More,
        },
        b'[' => match tag(text, at, last) {
            Some(found) => found,
            None => return Lexed::More,
        },
        b';' | b'%' => match line_comment(text, at, last) {
            Some(end) => (Kind::LineComment, end),
            None => return Lexed::More,
        },
        b'$' => {
            let digits = text[at + 1..]
                .iter()
                .take_while(|b| b.is_ascii_digit())
                .count();
            let end = at + 1 + digits;
            if end == text.len() && !last {
                return Lexed::More;
            }
            (if digits > 0 { Kind::Nag } else { Kind::Stray }, end)
        }
        b'}' | b']' | b'(' | b')' => (Kind::Stray, at + 1),
        _ => {
            let mut end = at + 1;
            while text.get(end).is_some_and(|&b| !is_delimiter(b)) {
                end += 1;
            }
            if end == text.len() && !last {
                return Lexed::More;
            }
            let (kind, length) = word(&text[at..end]);
            (kind, at + length)
        }
    };
    Lexed::Token(Token {
        kind,
        span: Span::new(at, end),
    })
}

/// The length without blanks at the end.
fn trimmed(text: &[u8]) -> usize {
    text.iter()
        .rposition(|&b| !is_blank(b))
        .map_or(0, |last| last + 1)
}

/// What a word is, and how much of it.
#[inline]
fn word(word: &[u8]) -> (Kind, usize) {
    if !word[0].is_ascii_digit() {
        return match word {
            b"*" => (Kind::Result(GameResult::Unknown), 1),
            _ => (Kind::Word, word.len()),
        };
    }
    let mut number = 0u32;
    let mut length = 0;
    while let Some(digit) = word.get(length).filter(|b| b.is_ascii_digit()) {
        number = number
            .saturating_mul(10)
            .saturating_add(u32::from(digit - b'0'));
        length += 1;
    }
    let seat = word
        .get(length)
        .and_then(|&letter| Seat::from_letter(letter));
    let letter = length + usize::from(seat.is_some());
    let dots = word[letter..].iter().take_while(|&&b| b == b'.').count();
    if dots > 0 || (seat.is_some() && letter == word.len()) {
        return (Kind::Number { number, seat }, letter + dots);
    }
    match GameResult::read(word) {
        Some(result) => (Kind::Result(result), word.len()),
        None => (Kind::Word, word.len()),
    }
}

/// Where the comment at `at` ends and whether it has a brace there.
#[inline]
fn comment(text: &[u8], at: usize, last: bool) -> Option<(bool, usize)> {
    let rest = &text[at + 1..];
    // Clocks are short, and most comments are clocks.
    let brace = match rest.iter().take(16).position(|&b| b == b'}') {
        Some(length) if memchr2(b'\n', b'[', &rest[..length]).is_none() => {
            return Some((true, at + 1 + length + 1));
        }
        Some(length) => Some(length),
        None => memchr(b'}', rest),
    };
    let inside = &rest[..brace.unwrap_or(rest.len())];
    // A tag at the beginning of a line: somebody forgot the brace.
    let forgotten = memmem::find_iter(inside, b"\n[").find(|line| begins_tag(&inside[line + 1..]));
    match (forgotten, brace) {
        (Some(line), _) => Some((false, at + 1 + line)),
        (None, Some(length)) => Some((true, at + 1 + length + 1)),
        (None, None) if last => Some((false, text.len())),
        (None, None) => None,
    }
}

/// Where the comment at `at` ends that goes to the end of the line. In a file that is one line it
/// goes to the next game.
fn line_comment(text: &[u8], at: usize, last: bool) -> Option<usize> {
    let rest = match memchr(b'\n', &text[at..]) {
        Some(length) => &text[at..at + length],
        None => &text[at..],
    };
    let end = match memmem::find(rest, b"[Event \"") {
        Some(game) => game,
        None if at + rest.len() < text.len() || last => rest.len(),
        None => return None,
    };
    Some(at + trimmed(&rest[..end]))
}

/// Whether this is `[`, a name, a blank and a quotation mark.
fn begins_tag(text: &[u8]) -> bool {
    let name = text[1..]
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
        .count();
    name > 0 && text[1 + name..].trim_ascii_start().starts_with(b"\"")
}

/// The tag at `at`, or how much of the line is none.
fn tag(text: &[u8], at: usize, last: bool) -> Option<(Kind, usize)> {
    // What is longer is none, wherever its end may be.
    let last = last || text.len() - at > LONGEST_TAG;
    let text = &text[..text.len().min(at + LONGEST_TAG)];
    // A bracket before a name is meant for a tag; everything in it belongs together.
    let named = text.get(at + 1).is_some_and(u8::is_ascii_alphabetic);
    let stray = || match memchr2(b']', b'\n', &text[at..]) {
        _ if !named => Some((Kind::Stray, at + 1)),
        Some(length) if text[at + length] == b']' => Some((Kind::Stray, at + length + 1)),
        Some(length) => Some((Kind::Stray, at + trimmed(&text[at..at + length]))),
        None if last => Some((Kind::Stray, at + trimmed(&text[at..]))),
        None => None,
    };
    let blanks = |from: usize| from + text[from..].iter().take_while(|&&b| is_blank(b)).count();
    let incomplete = |end: usize| end == text.len() && !last;

    let name_start = blanks(at + 1);
    let name_end = name_start
        + text[name_start..]
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
            .count();
    let quote = blanks(name_end);
    if incomplete(quote) {
        return None;
    }
    if name_end == name_start || text.get(quote) != Some(&b'"') {
        return stray();
    }
    let value_start = quote + 1;
    let mut from = value_start;
    while let Some(length) = memchr(b'"', &text[from..]) {
        let end = from + length;
        from = end + 1;
        let bracket = blanks(from);
        if incomplete(bracket) {
            return None;
        }
        let value = &text[value_start..end];
        let backslashes = value.iter().rev().take_while(|&&b| b == b'\\').count();
        // A quotation mark that nobody escaped, but that is not before a bracket, is a part of the
        // value.
        let ends = text.get(bracket) == Some(&b']') && backslashes % 2 == 0;
        let marks = memchr(b'"', value).is_some() || !ends;
        // Values may be wrapped; those with marks in them are likelier to have lost their end.
        if marks && memchr(b'\n', value).is_some() {
            return stray();
        }
        if !ends {
            continue;
        }
        let kind = Kind::Tag {
            name: Span::new(name_start, name_end),
            value: Span::new(value_start, end),
        };
        return Some((kind, bracket + 1));
    }
    if last { stray() } else { None }
}
