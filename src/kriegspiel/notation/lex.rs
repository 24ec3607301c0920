//! Bytes -> tokens of Kriegspiel's PGN, one at a time, each with its place.
//!
//! The words are those of [`keymove_games::pgn::token`]; this module contains the strict rules of
//! this notation, the messages, and the recovery after a fault. Memory is bounded: a token longer
//! than the limit for games ([`LONGEST_GAME`]) is an error and is not buffered.

use std::convert::Infallible;
use std::io::{self, Read};

use super::super::finding::RecordFinding;
use super::read::{ReadError, syntax};
use super::{LONGEST_GAME, TagPair};
use keymove_games::pgn::Place;
use keymove_games::pgn::tag::unescape;
use keymove_games::pgn::token::{
    Grammar, Scan, Span, Token, TokenFault, TokenKind, classes, token,
};
use keymove_games::pgn::window::StreamWindow;

/// A token. A tag is complete; the bytes of other tokens are in [`Lexer::content`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lexeme {
    /// `[Name "value"]`
    Tag(Box<TagPair>),
    /// Any other text between blanks and signs: numbers, moves, results.
    Word,
    /// `$` and its number.
    Nag(u16),
    /// `{...}`, without the braces.
    Comment,
    /// `;...`, without the semicolon and the line's end.
    LineComment,
    /// A line that begins with `%`, without the `%`.
    Escape,
    /// `(`
    Open,
    /// `)`
    Close,
    /// A comment without an end; the tokens before it remain valid.
    Unclosed(RecordFinding),
}

/// The first tag of every game. Comments may span lines, so an unclosed one would swallow the next
/// game; this tag ends it.
pub const FIRST_TAG: &[u8] = b"[Event \"";

/// A token of [`LONGEST_GAME`] bytes, with the signs around it, and a byte to show that it is
/// longer.
pub(super) const WIDEST: usize = LONGEST_GAME + 64;

/// The grammar of the records: that of PGN, with strict rules for tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RecordGrammar {}

impl Grammar for RecordGrammar {
    type Mover = Infallible;

    // Zero bytes are remains of UTF-16.
    const CLASSES: [u8; 256] = classes(b" \t\n\r\x0c\0");
    const NAME_SIGNS: &'static [u8] = b"_+#=:-";
    const LONGEST_TAG: usize = usize::MAX;
    const LOOSE_VALUES: bool = false;
    const LOOSE_ESCAPES: bool = false;

    fn seat(_: u8) -> Option<Infallible> {
        None
    }

    fn ends_comment(line: &[u8]) -> bool {
        line.starts_with(FIRST_TAG)
    }

    fn line_comment(line: &[u8], whole: bool) -> Option<usize> {
        whole.then_some(line.len())
    }

    fn broken_tag(_: &[u8], _: usize, stop: usize, _: bool) -> Option<usize> {
        Some(stop)
    }

    /// A number belongs to the word that follows: only the rest shows whether `12.??` is a move.
    fn word(word: &[u8]) -> (TokenKind<Infallible>, usize) {
        (TokenKind::Word, word.len())
    }
}

/// Reads tokens from a stream.
#[derive(Debug)]
pub struct Lexer<R> {
    pub(super) window: StreamWindow<R>,
    /// The content of the last token, relative to the end of the consumed text.
    content: (usize, usize),
    /// The number of bytes before the last token.
    pub(super) before: u64,
}

impl<R: Read> Lexer<R> {
    /// Reads the text of a window.
    pub fn new(window: StreamWindow<R>) -> Lexer<R> {
        Lexer {
            window,
            content: (0, 0),
            before: 0,
        }
    }

    /// The place of the next byte.
    pub fn place(&self) -> Place {
        self.window.place()
    }

    /// The content of the last token: for a comment, the text between its signs.
    pub fn content(&self) -> &[u8] {
        let (length, behind) = self.content;
        let left = self.window.left(length + behind);
        &left[..length]
    }

    /// The text available at the beginning of the stream.
    ///
    /// # Errors
    ///
    /// The stream fails.
    pub fn beginning(&mut self) -> io::Result<&[u8]> {
        self.window.fill()?;
        Ok(self.window.text())
    }

    /// The next token and its place; `None` at the end of the stream.
    ///
    /// # Errors
    ///
    /// [`ReadError`]; after a syntax error, continue with [`Lexer::skip_to_tags`].
    pub fn token(&mut self) -> Result<Option<(Lexeme, Place)>, ReadError> {
        loop {
            self.skip_marks()?;
            let last = self.window.is_at_end() || self.window.is_full();
            let begins_line = self.place().column == 1;
            match token::<RecordGrammar>(self.window.text(), 0, begins_line, last) {
                Scan::Token(found) => {
                    if found.span.start > 0 {
                        self.window.skip(found.span.start as usize);
                    }
                    self.before = self.window.passed();
                    let place = self.place();
                    let lexeme = self.lexeme(found)?;
                    return Ok(Some((lexeme, place)));
                }
                Scan::End if self.window.is_at_end() => {
                    self.window.skip(self.window.text().len());
                    return Ok(None);
                }
                Scan::End => {
                    self.window.skip(self.window.text().len());
                    self.window.fill()?;
                }
                Scan::More => self.window.fill()?,
            }
        }
    }

    /// Skips a byte order mark, or the remains of one.
    fn skip_marks(&mut self) -> io::Result<()> {
        while self.place() == Place::START && matches!(self.window.text(), [] | [0xef, ..]) {
            if self.window.text().len() < 3 && !self.window.is_at_end() {
                self.window.fill()?;
                continue;
            }
            let text = self.window.text();
            if text.is_empty() {
                break;
            }
            let mut length = 0;
            for expected in [0xef, 0xbb, 0xbf] {
                length += usize::from(text.get(length) == Some(&expected));
            }
            self.window.skip_mark(length);
        }
        Ok(())
    }

    /// The token at the beginning of the window, which is consumed; for a faulty token, the part
    /// read before the fault was detected.
    fn lexeme(&mut self, found: Token<Infallible>) -> Result<Lexeme, ReadError> {
        let place = self.window.place();
        let start = found.span.start as usize;
        let length = found.span.end as usize - start;
        let text = &self.window.text()[..length];
        // Braces and signs do not count.
        let longest = match found.kind {
            TokenKind::Word => LONGEST_GAME,
            TokenKind::Comment { closed: true } => LONGEST_GAME + 2,
            _ => LONGEST_GAME + 1,
        };
        let mut content = (0, 0);
        let lexeme = match found.kind {
            TokenKind::Comment { closed } => {
                if let Some(fault) = self.unclosed(length, closed) {
                    return Ok(Lexeme::Unclosed(fault));
                }
                content = (length - 2, 1);
                Ok(Lexeme::Comment)
            }
            _ if length > longest => {
                let text = "longer than 256 KiB: something is not closed";
                self.window.skip(longest);
                return Err(syntax(place, text).into());
            }
            TokenKind::Tag { name, value } => {
                let bytes =
                    |span: Span| &text[span.start as usize - start..span.end as usize - start];
                Ok(Lexeme::Tag(Box::new(TagPair {
                    name: bytes(name).to_vec(),
                    value: unescape(bytes(value)),
                    place,
                })))
            }
            TokenKind::LineComment => {
                // Skip all carriage returns before this line feed.
                let returns = text.iter().rev().take_while(|&&b| b == b'\r').count();
                content = (text.len() - returns - 1, returns);
                Ok(match text[0] {
                    b'%' => Lexeme::Escape,
                    _ => Lexeme::LineComment,
                })
            }
            TokenKind::Nag => std::str::from_utf8(&text[1..])
                .ok()
                .and_then(|digits| digits.parse().ok())
                .map(Lexeme::Nag)
                .ok_or_else(|| fault(TokenFault::NoNumber, text)),
            TokenKind::Parenthesis => Ok(match text[0] {
                b'(' => Lexeme::Open,
                _ => Lexeme::Close,
            }),
            TokenKind::Stray(found) => Err(fault(found, text)),
            TokenKind::Word | TokenKind::Number { .. } | TokenKind::Result(_) => {
                content = (length, 0);
                Ok(Lexeme::Word)
            }
        };
        self.window.skip(length);
        self.content = content;
        lexeme.map_err(|text| syntax(place, text).into())
    }

    /// The fault of a comment of `length` bytes if it is too long or not closed; it is skipped.
    fn unclosed(&mut self, length: usize, closed: bool) -> Option<RecordFinding> {
        // The tag that reveals the missing brace counts as a part of the comment.
        let shown = match self.window.text().get(length) {
            Some(_) if !closed => length + FIRST_TAG.len(),
            _ => length,
        };
        let (skipped, text) = if shown > LONGEST_GAME + 1 + usize::from(closed) {
            let text = "the comment is longer than 256 KiB: is it not closed?";
            (1 + LONGEST_GAME, text)
        } else if closed {
            return None;
        } else {
            (length, "the comment is not closed")
        };
        let place = self.window.place();
        self.window.skip(skipped);
        Some(syntax(place, text))
    }

    /// Skips to the next line that begins with `[`, where a game may begin. With `among_tags`, such
    /// lines are tags of the skipped game until one is the first tag of a game.
    ///
    /// # Errors
    ///
    /// The stream fails.
    pub fn skip_to_tags(&mut self, mut among_tags: bool) -> io::Result<()> {
        loop {
            if self.place().column == 1 {
                while self.window.text().len() < FIRST_TAG.len() && !self.window.is_at_end() {
                    self.window.fill()?;
                }
                let text = self.window.text();
                let tag = text.first() == Some(&b'[');
                if text.is_empty() || tag && !among_tags || text.starts_with(FIRST_TAG) {
                    return Ok(());
                }
                among_tags &= tag;
            }
            let text = self.window.text();
            match memchr::memchr(b'\n', text) {
                Some(length) => self.window.skip(length + 1),
                None => {
                    let length = text.len();
                    self.window.skip(length);
                    if self.window.is_at_end() {
                        return Ok(());
                    }
                    self.window.fill()?;
                }
            }
        }
    }
}

/// The message for a fault; `text` is the faulty text.
fn fault(fault: TokenFault, text: &[u8]) -> String {
    match fault {
        TokenFault::ClosesNothing => format!("{} closes nothing", char::from(text[0])),
        TokenFault::NoName => "a tag needs a name".to_owned(),
        TokenFault::NoValue => "a tag needs a value in quotes".to_owned(),
        TokenFault::OpenValue => "the tag's value is not closed".to_owned(),
        TokenFault::OpenTag => "the tag is not closed".to_owned(),
        TokenFault::NoNumber => "$ needs a number up to 65535".to_owned(),
    }
}
