//! Splits a game's text into words, independently of line breaks.
//!
//! Nothing is copied: a token is a span. Only ASCII bytes have a meaning, so UTF-8 and Latin-1 are
//! treated alike. If a text is read in pieces, reading resumes at the beginning of a token that was
//! cut ([`Scan::More`]).

use memchr::{memchr, memmem};

use super::GameResult;
use super::tag;

/// A part of a game's text, as byte offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// The offset of its beginning.
    pub start: u32,
    /// The offset after its end.
    pub end: u32,
}

impl Span {
    /// The span between two offsets in a game, which are never more than 4 GB apart.
    #[inline]
    pub fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// Its bytes; empty if the span does not belong to `text`.
    #[inline]
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}

/// Why a text is not a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenFault {
    /// A bracket or brace without an opening one.
    ClosesNothing,
    /// A tag without a name.
    NoName,
    /// A tag without a value in quotation marks.
    NoValue,
    /// A tag whose value does not end.
    OpenValue,
    /// A tag without its closing bracket.
    OpenTag,
    /// `$` without a number.
    NoNumber,
}

/// The kinds of tokens; `S` is the type of the letter of a move number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind<S> {
    /// `[Name "value"]`
    Tag {
        /// The name.
        name: Span,
        /// The text between the quotation marks, including backslashes.
        value: Span,
    },
    /// `{...}`; one without an end stops before the next line that ends it according to its
    /// grammar.
    Comment {
        /// Whether it has its closing brace.
        closed: bool,
    },
    /// From `;` or `%` to the end of the line.
    LineComment,
    /// `$1`
    Nag,
    /// `12.` and `12...`, in BPGN `12A.`
    Number {
        /// The number.
        number: u32,
        /// The letter.
        seat: Option<S>,
    },
    /// A word that may be a move.
    Word,
    /// A result.
    Result(GameResult),
    /// A parenthesis, which opens or closes a variation.
    Parenthesis,
    /// A broken tag, or a lone bracket or brace.
    Stray(TokenFault),
}

/// A token with its span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<S> {
    /// Its kind.
    pub kind: TokenKind<S>,
    /// Its span, including brackets and braces.
    pub span: Span,
}

/// The result of looking for a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scan<S> {
    /// A token.
    Token(Token<S>),
    /// A token may begin here, but its end is not in the text yet.
    More,
    /// Only blanks up to the end.
    End,
}

/// The deviations of a notation from PGN's rules.
pub trait Grammar {
    /// The type of the letter after a move number.
    type Mover: Copy;

    /// The class of each byte; see [`classes`].
    const CLASSES: [u8; 256];

    /// The characters allowed in a tag's name in addition to letters and digits.
    const NAME_SIGNS: &'static [u8];

    /// The maximum length of a tag in bytes.
    const LONGEST_TAG: usize;

    /// Whether a tag's value may contain unescaped quotation marks and line breaks.
    const LOOSE_VALUES: bool;

    /// Whether `%` begins a comment anywhere, not only at the beginning of a line.
    const LOOSE_ESCAPES: bool;

    /// Reads the letter after a number.
    fn seat(letter: u8) -> Option<Self::Mover>;

    /// Whether a comment that contains this line, from its bracket on, has lost its brace.
    fn ends_comment(line: &[u8]) -> bool;

    /// The length of a comment to the end of the line. `line` is that line; `whole` says whether it
    /// is complete. `None` if more text is needed.
    fn line_comment(line: &[u8], whole: bool) -> Option<usize>;

    /// The end of a bracket that does not begin a tag, as an offset in `text`: the bracket is at
    /// `at`, and `stop` is the place where the tag broke off. `None` if more text is needed.
    fn broken_tag(text: &[u8], at: usize, stop: usize, last: bool) -> Option<usize>;

    /// The kind of a word, and the length of the part that has it.
    #[inline(always)]
    fn word(word: &[u8]) -> (TokenKind<Self::Mover>, usize) {
        numbered(word, Self::seat)
    }
}

const BLANK: u8 = 1;
const DELIMITER: u8 = 2;

/// The class of each byte: one of `blanks`, a delimiter, or a part of words.
pub const fn classes(blanks: &[u8]) -> [u8; 256] {
    let mut classes = [0; 256];
    let mut i = 0;
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
}

/// Whether a byte only separates words.
#[inline]
pub fn is_blank<G: Grammar>(byte: u8) -> bool {
    G::CLASSES[usize::from(byte)] & BLANK != 0
}

#[inline]
fn is_delimiter<G: Grammar>(byte: u8) -> bool {
    G::CLASSES[usize::from(byte)] & DELIMITER != 0
}

/// Finds the next token at or after `at`. `begins_line` says that the text begins a line, `last`
/// that nothing follows it.
#[inline]
pub fn token<G: Grammar>(text: &[u8], at: usize, begins_line: bool, last: bool) -> Scan<G::Mover> {
    let mut at = at;
    while text.get(at).is_some_and(|&b| is_blank::<G>(b)) {
        at += 1;
    }
    if at == text.len() {
        return Scan::End;
    }
    match token_at::<G>(text, at, begins_line, last) {
        Some((kind, end)) => Scan::Token(Token {
            kind,
            span: Span::new(at, end),
        }),
        None => Scan::More,
    }
}

/// The kind and the end of the token at `at`; `None` if more text is needed.
#[inline(always)]
fn token_at<G: Grammar>(
    text: &[u8],
    at: usize,
    begins_line: bool,
    last: bool,
) -> Option<(TokenKind<G::Mover>, usize)> {
    let escapes = || {
        G::LOOSE_ESCAPES
            || match at.checked_sub(1) {
                Some(before) => text[before] == b'\n',
                None => begins_line,
            }
    };
    Some(match text[at] {
        b'{' => {
            let (closed, end) = comment::<G>(text, at, last)?;
            (TokenKind::Comment { closed }, end)
        }
        b'[' => tag::read::<G>(text, at, last)?,
        sign @ (b';' | b'%') if sign == b';' || escapes() => {
            (TokenKind::LineComment, line_comment::<G>(text, at, last)?)
        }
        b'$' => nag(text, at, last)?,
        b'}' | b']' => (TokenKind::Stray(TokenFault::ClosesNothing), at + 1),
        b'(' | b')' => (TokenKind::Parenthesis, at + 1),
        _ => {
            let mut end = at + 1;
            while text.get(end).is_some_and(|&b| !is_delimiter::<G>(b)) {
                end += 1;
            }
            if end == text.len() && !last {
                return None;
            }
            let (kind, length) = G::word(&text[at..end]);
            (kind, at + length)
        }
    })
}

/// The numeric annotation at `at`, and its end; nothing if more of it may follow.
fn nag<M>(text: &[u8], at: usize, last: bool) -> Option<(TokenKind<M>, usize)> {
    let digits = text[at + 1..].iter().take_while(|b| b.is_ascii_digit());
    let digits = digits.count();
    let end = at + 1 + digits;
    let kind = match digits {
        0 => TokenKind::Stray(TokenFault::NoNumber),
        _ => TokenKind::Nag,
    };
    (end < text.len() || last).then_some((kind, end))
}

/// The kind of a word, and the length of the part that has it: a move number, with the letter
/// accepted by `seat`, is a token of its own.
#[inline(always)]
fn numbered<S>(word: &[u8], seat: impl Fn(u8) -> Option<S>) -> (TokenKind<S>, usize) {
    if !word[0].is_ascii_digit() {
        return match word {
            b"*" => (TokenKind::Result(GameResult::Unknown), 1),
            _ => (TokenKind::Word, word.len()),
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
    let seat = word.get(length).and_then(|&letter| seat(letter));
    let letter = length + usize::from(seat.is_some());
    let dots = word[letter..].iter().take_while(|&&b| b == b'.').count();
    if dots > 0 || (seat.is_some() && letter == word.len()) {
        return (TokenKind::Number { number, seat }, letter + dots);
    }
    match GameResult::read_loosely(word) {
        Some(result) => (TokenKind::Result(result), word.len()),
        None => (TokenKind::Word, word.len()),
    }
}

/// The end of the comment at `at`, and whether there is a brace.
#[inline]
fn comment<G: Grammar>(text: &[u8], at: usize, last: bool) -> Option<(bool, usize)> {
    let rest = &text[at + 1..];
    // Clocks and announcements are short, and most comments are of that kind.
    let mut near = rest.iter().take(16);
    let sign = near.position(|b| matches!(b, b'}' | b'\n' | b'['));
    if let Some(length) = sign.filter(|&length| rest[length] == b'}') {
        return Some((true, at + 1 + length + 1));
    }
    let brace = memchr(b'}', rest);
    let inside = &rest[..brace.unwrap_or(rest.len())];
    // A tag at the beginning of a line means that the brace was forgotten. Most comments are on one
    // line, and setting up a search for two bytes takes longer than looking for one.
    let forgotten = memchr(b'\n', inside).and_then(|first| {
        memmem::find_iter(&inside[first..], b"\n[")
            .map(|line| first + line)
            .find(|line| G::ends_comment(&inside[line + 1..]))
    });
    match (forgotten, brace) {
        (Some(line), _) => Some((false, at + 1 + line)),
        (None, Some(length)) => Some((true, at + 1 + length + 1)),
        (None, None) if last => Some((false, text.len())),
        (None, None) => None,
    }
}

/// The end of the comment at `at` that extends to the end of the line.
fn line_comment<G: Grammar>(text: &[u8], at: usize, last: bool) -> Option<usize> {
    let (line, whole) = match memchr(b'\n', &text[at..]) {
        Some(length) => (&text[at..at + length], true),
        None => (&text[at..], last),
    };
    G::line_comment(line, whole).map(|length| at + length)
}
