//! Bytes -> tokens of PGN, one at a time, each with its place. Memory is bounded: a token longer
//! than a game may be ([`LONGEST_GAME`]) is an error, not a buffer.

use std::io::{self, BufRead, ErrorKind};

use super::{LONGEST_GAME, Place};
use crate::error::is_utf16;

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// `[Name "value"]`
    Tag {
        /// The name.
        name: Vec<u8>,
        /// The value, without quotes and escapes.
        value: Vec<u8>,
    },
    /// Anything else between blanks and signs: numbers, moves, results.
    Word(Vec<u8>),
    /// `$` and its number.
    Nag(u16),
    /// `{...}`, without the braces.
    Comment(Vec<u8>),
    /// `;...`, without the semicolon and the line's end.
    LineComment(Vec<u8>),
    /// A line that begins with `%`, without that.
    Escape(Vec<u8>),
    /// `(`
    Open,
    /// `)`
    Close,
}

/// Why a token cannot be read.
#[derive(Debug)]
pub enum LexError {
    /// The stream fails.
    Io(io::Error),
    /// This is not PGN.
    Syntax {
        /// Where.
        place: Place,
        /// What is wrong, in lower case.
        text: String,
    },
    /// A comment has no end; what stands before it is as good as ever.
    Unclosed {
        /// Where it begins.
        place: Place,
        /// What is wrong, in lower case.
        text: String,
    },
}

impl From<io::Error> for LexError {
    fn from(error: io::Error) -> LexError {
        LexError::Io(error)
    }
}

fn syntax(place: Place, text: impl Into<String>) -> LexError {
    LexError::Syntax {
        place,
        text: text.into(),
    }
}

/// Reads tokens from `input`.
#[derive(Debug)]
pub struct Lexer<R> {
    input: R,
    place: Place,
    // The bytes that were gone past.
    passed: u64,
    // What was read too far and stands before `input` again.
    again: &'static [u8],
}

// Comments may span lines, so one that is not closed would swallow the next game; every game's
// first tag ends it.
const FIRST_TAG: &[u8] = b"[Event \"";

impl<R: BufRead> Lexer<R> {
    /// Begins at the first byte of `input`.
    pub fn new(input: R) -> Lexer<R> {
        Lexer {
            input,
            place: Place { line: 1, column: 1 },
            passed: 0,
            again: &[],
        }
    }

    /// Where the next byte stands.
    pub fn place(&self) -> Place {
        self.place
    }

    /// The number of bytes that were read.
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// Tells whether the stream, at its first byte, is UTF-16.
    ///
    /// # Errors
    ///
    /// The stream fails.
    pub fn is_utf16(&mut self) -> io::Result<bool> {
        self.peek()?;
        Ok(is_utf16(self.input.fill_buf()?))
    }

    /// The next token and its place; `None` at the end of the stream.
    ///
    /// # Errors
    ///
    /// [`LexError`]; after a syntax error [`Lexer::skip_to_tags`] goes on.
    pub fn token(&mut self) -> Result<Option<(Token, Place)>, LexError> {
        loop {
            let place = self.place;
            let Some(byte) = self.peek()? else {
                return Ok(None);
            };
            let token = match byte {
                // A byte order mark, or what is left of one, belongs to nothing.
                0xef if place.line == 1 && place.column == 1 => {
                    for expected in [0xef, 0xbb, 0xbf] {
                        if self.peek()? == Some(expected) {
                            self.bump();
                        }
                    }
                    self.place = Place { line: 1, column: 1 };
                    continue;
                }
                byte if byte.is_ascii_whitespace() || byte == 0 => {
                    self.bump();
                    continue;
                }
                b'%' if place.column == 1 => {
                    self.bump();
                    Token::Escape(self.rest_of_line(place)?)
                }
                b'[' => self.tag(place)?,
                b'{' => {
                    self.bump();
                    Token::Comment(self.comment(place)?)
                }
                b';' => {
                    self.bump();
                    Token::LineComment(self.rest_of_line(place)?)
                }
                b'$' => self.nag(place)?,
                b'(' => {
                    self.bump();
                    Token::Open
                }
                b')' => {
                    self.bump();
                    Token::Close
                }
                b']' | b'}' => {
                    self.bump();
                    let sign = char::from(byte);
                    return Err(syntax(place, format!("{sign} closes nothing")));
                }
                _ => Token::Word(self.word(place)?),
            };
            return Ok(Some((token, place)));
        }
    }

    /// Skips to the next line that begins with `[`: there a game may begin. With `among_tags`, the
    /// lines that begin so from here on are tags of the game that is left, until one is a game's
    /// first.
    ///
    /// # Errors
    ///
    /// The stream fails.
    pub fn skip_to_tags(&mut self, mut among_tags: bool) -> io::Result<()> {
        // How much of the line is the beginning of a first tag.
        let mut matched = 0;
        while let Some(byte) = self.peek()? {
            if self.place.column == 1 {
                if byte == b'[' && !among_tags {
                    break;
                }
                among_tags &= byte == b'[';
                matched = 0;
            }
            let fits = matched + 1 == self.place.column && FIRST_TAG.get(matched) == Some(&byte);
            matched += usize::from(fits);
            self.bump();
            if fits && matched == FIRST_TAG.len() {
                self.begin_again();
                break;
            }
        }
        Ok(())
    }

    /// Goes back to the beginning of the line, where a first tag has been read.
    fn begin_again(&mut self) {
        self.again = FIRST_TAG;
        self.passed -= FIRST_TAG.len() as u64;
        self.place.column = 1;
    }

    fn tag(&mut self, place: Place) -> Result<Token, LexError> {
        self.bump();
        self.blanks()?;
        let mut name = Vec::new();
        while let Some(byte) = self.peek()? {
            if !(byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte)) {
                break;
            }
            self.push(&mut name, byte, place)?;
        }
        if name.is_empty() {
            return Err(syntax(place, "a tag needs a name"));
        }
        self.blanks()?;
        if self.peek()? != Some(b'"') {
            return Err(syntax(place, "a tag needs a value in quotes"));
        }
        self.bump();
        let mut value = Vec::new();
        loop {
            match self.peek()? {
                None | Some(b'\n') => return Err(syntax(place, "the tag's value is not closed")),
                Some(b'"') => break,
                Some(b'\\') => {
                    self.bump();
                    match self.peek()? {
                        Some(escaped @ (b'"' | b'\\')) => self.push(&mut value, escaped, place)?,
                        // Not an escape: a backslash.
                        _ => value.push(b'\\'),
                    }
                }
                Some(byte) => self.push(&mut value, byte, place)?,
            }
        }
        self.bump();
        self.blanks()?;
        if self.peek()? != Some(b']') {
            return Err(syntax(place, "the tag is not closed"));
        }
        self.bump();
        Ok(Token::Tag { name, value })
    }

    fn nag(&mut self, place: Place) -> Result<Token, LexError> {
        self.bump();
        let mut digits = Vec::new();
        while let Some(byte) = self.peek()?.filter(u8::is_ascii_digit) {
            self.push(&mut digits, byte, place)?;
        }
        std::str::from_utf8(&digits)
            .ok()
            .and_then(|digits| digits.parse().ok())
            .map(Token::Nag)
            .ok_or_else(|| syntax(place, "$ needs a number up to 65535"))
    }

    fn word(&mut self, place: Place) -> Result<Vec<u8>, LexError> {
        let mut word = Vec::new();
        while let Some(byte) = self.peek()? {
            if byte.is_ascii_whitespace() || byte == 0 || b"{}()[];$".contains(&byte) {
                break;
            }
            self.push(&mut word, byte, place)?;
        }
        Ok(word)
    }

    fn comment(&mut self, place: Place) -> Result<Vec<u8>, LexError> {
        let unclosed = |text: &str| LexError::Unclosed {
            place,
            text: text.to_owned(),
        };
        let mut text = Vec::new();
        loop {
            match self.peek()? {
                None => return Err(unclosed("the comment is not closed")),
                Some(b'}') => break,
                Some(_) if text.len() == LONGEST_GAME => {
                    return Err(unclosed(
                        "the comment is longer than 8 MiB: is it not closed?",
                    ));
                }
                Some(byte) => self.push(&mut text, byte, place)?,
            }
            if let Some(before) = text.strip_suffix(FIRST_TAG)
                && before.last() == Some(&b'\n')
            {
                self.begin_again();
                return Err(unclosed("the comment is not closed"));
            }
        }
        self.bump();
        Ok(text)
    }

    fn rest_of_line(&mut self, place: Place) -> Result<Vec<u8>, LexError> {
        let mut text = Vec::new();
        while let Some(byte) = self.peek()?.filter(|&byte| byte != b'\n') {
            self.push(&mut text, byte, place)?;
        }
        if text.last() == Some(&b'\r') {
            text.pop();
        }
        Ok(text)
    }

    fn blanks(&mut self) -> io::Result<()> {
        while self.peek()?.is_some_and(|b| b.is_ascii_whitespace()) {
            self.bump();
        }
        Ok(())
    }

    fn push(&mut self, text: &mut Vec<u8>, byte: u8, place: Place) -> Result<(), LexError> {
        if text.len() == LONGEST_GAME {
            return Err(syntax(place, "longer than 8 MiB: something is not closed"));
        }
        text.push(byte);
        self.bump();
        Ok(())
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        if let Some(byte) = self.again.first() {
            return Ok(Some(*byte));
        }
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Goes past the byte that was peeked at.
    fn bump(&mut self) {
        if let Some((byte, again)) = self.again.split_first() {
            self.place = self.place.after(&[*byte]);
            self.passed += 1;
            self.again = again;
            return;
        }
        // The byte is in the buffer: this does not read.
        if let Ok([byte, ..]) = self.input.fill_buf() {
            self.place = self.place.after(&[*byte]);
            self.passed += 1;
            self.input.consume(1);
        }
    }
}
