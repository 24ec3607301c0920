//! Games out of a stream, one at a time.
//!
//! A game ends with its result and the comments on that line; before a tag, when there was
//! movetext; before `1A.` or `1B.` behind an empty line, when that board has begun. The memory is
//! that of the longest game, and what is longer than [`LONGEST`] is cut.

use std::io::{self, ErrorKind, Read};

use super::game::{Game, Item, ItemKind, Parts, Problem};
use super::san::San;
use super::seat::Seat;
use super::token::{Kind, Lexed, Span, Token, is_blank, token};
use crate::error::{UTF16, is_utf16};

/// The longest game, in bytes. The longest real ones have some 20,000.
pub const LONGEST: usize = 1 << 22;

/// How much is read at once, at most.
const CHUNK: usize = 1 << 18;

/// How much is read at first.
const FIRST_CHUNK: usize = 1 << 13;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// How half-moves are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Notation {
    /// `12A.` before every half-move.
    #[default]
    Bpgn,
    /// `12.` before White's, `12...` or nothing before Black's; all are on board A.
    Pgn,
}

/// Reads games from a stream.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    buffer: Vec<u8>,
    /// Where the present game begins.
    start: usize,
    /// Where what has been read ends.
    end: usize,
    /// The length of the game that was given out.
    given: usize,
    eof: bool,
    line: u64,
    before: usize,
    parts: Parts,
    notation: Notation,
}

impl<R: Read> Reader<R> {
    /// A reader of BPGN that has read nothing yet.
    pub fn new(input: R) -> Reader<R> {
        Reader::of(Notation::Bpgn, input)
    }

    /// A reader of PGN. Its half-moves are those of board A.
    pub(super) fn pgn(input: R) -> Reader<R> {
        Reader::of(Notation::Pgn, input)
    }

    fn of(notation: Notation, input: R) -> Reader<R> {
        Reader {
            notation,
            input,
            buffer: Vec::new(),
            start: 0,
            end: 0,
            given: 0,
            eof: false,
            line: 1,
            before: 0,
            parts: Parts::default(),
        }
    }

    /// Reads the next game; none at the end of the stream.
    ///
    /// # Errors
    ///
    /// Those of the stream; it is UTF-16.
    pub fn next_game(&mut self) -> io::Result<Option<Game<'_>>> {
        self.skip(self.given);
        self.given = 0;
        self.parts.clear();
        if !self.skip_blanks()? {
            return Ok(None);
        }
        let mut assembly = Assembly {
            notation: self.notation,
            ..Assembly::default()
        };
        self.given = loop {
            let text = &self.buffer[self.start..self.end];
            let full = text.len() >= LONGEST;
            match token(text, assembly.at, self.eof || full) {
                Lexed::Token(token) => {
                    if let Some(cut) = assembly.take(text, &token, &mut self.parts) {
                        break cut;
                    }
                }
                Lexed::End if self.eof => break text.len(),
                Lexed::End if full => {
                    let place = Span::new(text.len() - 1, text.len());
                    self.parts.problems.push((Problem::TooLong, place));
                    break text.len();
                }
                Lexed::End | Lexed::More => self.fill()?,
            }
        };
        let text = &self.buffer[self.start..self.start + self.given];
        assembly.end(&mut self.parts);
        Ok(Some(Game {
            text,
            parts: &self.parts,
            line: self.line,
            before: self.before,
        }))
    }

    /// Goes to the next byte that is no blank; false at the end.
    fn skip_blanks(&mut self) -> io::Result<bool> {
        loop {
            let text = &self.buffer[self.start..self.end];
            let blanks = text.iter().take_while(|&&b| is_blank(b)).count();
            let found = blanks < text.len();
            self.skip(blanks);
            if found {
                return Ok(true);
            }
            if self.eof {
                return Ok(false);
            }
            let beginning = self.buffer.is_empty();
            self.fill()?;
            if beginning {
                // Short reads are possible, but not of three bytes.
                if is_utf16(&self.buffer[self.start..self.end]) {
                    return Err(io::Error::new(ErrorKind::InvalidData, UTF16));
                }
                if self.buffer[self.start..self.end].starts_with(BYTE_ORDER_MARK) {
                    self.skip(BYTE_ORDER_MARK.len());
                }
            }
        }
    }

    /// Leaves bytes behind and counts their lines.
    fn skip(&mut self, length: usize) {
        let text = &self.buffer[self.start..self.start + length];
        match memchr::memrchr(b'\n', text) {
            Some(last) => {
                self.line += memchr::memchr_iter(b'\n', text).count() as u64;
                self.before = length - last - 1;
            }
            None => self.before += length,
        }
        self.start += length;
    }

    /// Reads more behind what there is: in proportion, as what there is may be looked through
    /// again.
    fn fill(&mut self) -> io::Result<()> {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        // A game in memory is not worth a chunk; whoever reads a file comes to one in three steps.
        let chunk = (4 * self.buffer.len()).clamp(FIRST_CHUNK, CHUNK);
        if self.buffer.len() < self.end + chunk / 2 {
            let length = (self.end + chunk).max(self.buffer.len() * 3 / 2);
            self.buffer.resize(length.min(LONGEST + CHUNK), 0);
        }
        let wanted = (self.end + self.end / 4 + 1).min(self.buffer.len());
        while self.end < wanted && !self.eof {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.eof = true,
                Ok(length) => self.end += length,
                Err(error) if error.kind() == ErrorKind::Interrupted => (),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// A game that is being put together.
#[derive(Debug, Default)]
struct Assembly {
    notation: Notation,
    /// Where the last token ended.
    at: usize,
    /// A number that waits for its move.
    pending: Option<(u32, Seat, Span)>,
    /// Whether the boards have a half-move.
    begun: [bool; 2],
}

impl Assembly {
    /// Takes a token; gives back where the game ended, if it ended before the token.
    #[inline]
    fn take(&mut self, text: &[u8], token: &Token, parts: &mut Parts) -> Option<usize> {
        let Token { kind, span } = *token;
        let gap = &text[self.at..span.start as usize];
        let kind = match self.notation {
            Notation::Bpgn => kind,
            Notation::Pgn => self.with_seat(kind, span, text, parts),
        };
        // A comment to the end of the line ends it, even where the next game begins on it.
        let line_over = parts.items.last().is_some_and(|item| {
            item.kind == ItemKind::LineComment && item.span.end as usize == self.at
        });
        if parts.result.is_some()
            && (line_over
                || gap.contains(&b'\n')
                || matches!(
                    kind,
                    Kind::Tag { .. } | Kind::Number { .. } | Kind::Result(_)
                ))
        {
            return Some(self.at);
        }
        match kind {
            Kind::Comment { closed } => {
                if !closed {
                    parts.problems.push((Problem::OpenComment, span));
                }
                let kind = ItemKind::Comment { closed };
                parts.items.push(Item { kind, span });
            }
            Kind::Number {
                number,
                seat: Some(seat),
            } => {
                let first = number == 1 && seat.color.is_white();
                if first
                    && self.begun[seat.board.index()]
                    && gap.iter().filter(|&&b| b == b'\n').count() > 1
                {
                    return Some(self.at);
                }
                self.give_up_number(parts);
                if number == u32::MAX {
                    parts.problems.push((Problem::NumberTooLarge, span));
                }
                self.pending = Some((number, seat, span));
            }
            Kind::Word => match self.pending.take() {
                Some((number, seat, at)) => {
                    self.begun[seat.board.index()] = true;
                    parts.push_half_move(number, seat, at.start, span);
                }
                None => self.stray(gap, Problem::NotUnderstood, span, parts),
            },
            Kind::Tag { name, value } => {
                let name_bytes = name.of(text);
                let another = name_bytes == b"Event"
                    && parts.tags.iter().any(|tag| tag.name.of(text) == b"Event");
                if another || !parts.half_moves.is_empty() {
                    return Some(self.at);
                }
                self.give_up_number(parts);
                parts.tags.push(super::game::Tag { name, value });
            }
            Kind::Result(result) => {
                self.give_up_number(parts);
                parts.result = Some((result, span));
                parts.trailing = Some(parts.items.len() as u32);
            }
            Kind::LineComment => parts.items.push(Item {
                kind: ItemKind::LineComment,
                span,
            }),
            Kind::Nag => parts.items.push(Item {
                kind: ItemKind::Nag,
                span,
            }),
            Kind::Number { seat: None, .. } => {
                self.stray(gap, Problem::NotUnderstood, span, parts);
            }
            Kind::Stray => {
                let tag = span.of(text).len() > 1;
                let problem = if tag {
                    Problem::NotATag
                } else {
                    Problem::NotUnderstood
                };
                self.stray(gap, problem, span, parts);
            }
        }
        self.at = span.end as usize;
        None
    }

    /// The token of a PGN as one of a BPGN: numbers have a seat, and moves without a number get
    /// theirs.
    fn with_seat(&mut self, kind: Kind, span: Span, text: &[u8], parts: &Parts) -> Kind {
        match kind {
            Kind::Number { number, seat: None } => {
                let black = span.of(text).ends_with(b"..");
                Kind::Number {
                    number,
                    seat: Some(Seat::ALL[usize::from(black)]),
                }
            }
            Kind::Word if self.pending.is_none() && San::read(span.of(text)).is_some() => {
                let (number, seat) = match parts.half_moves.last() {
                    None => (1, Seat::ALL[0]),
                    Some(last) => {
                        let step = u32::from(last.seat.color.is_black());
                        (last.number.saturating_add(step), last.seat.opponent())
                    }
                };
                self.pending = Some((number, seat, span));
                Kind::Word
            }
            other => other,
        }
    }

    /// The end of the game.
    fn end(&mut self, parts: &mut Parts) {
        self.give_up_number(parts);
    }

    /// Keeps what is not understood; what stands together on a line is one thing.
    fn stray(&self, gap: &[u8], problem: Problem, span: Span, parts: &mut Parts) {
        if let (Some(item), Some((before, place))) =
            (parts.items.last_mut(), parts.problems.last_mut())
            && item.kind == ItemKind::Stray
            && item.span.end as usize == self.at
            && *before == problem
            && place.end as usize == self.at
            && !gap.contains(&b'\n')
        {
            item.span.end = span.end;
            place.end = span.end;
            return;
        }
        parts.problems.push((problem, span));
        parts.items.push(Item {
            kind: ItemKind::Stray,
            span,
        });
    }

    /// Keeps a number that has no move.
    fn give_up_number(&mut self, parts: &mut Parts) {
        if let Some((_, _, span)) = self.pending.take() {
            parts.problems.push((Problem::NumberAlone, span));
            parts.items.push(Item {
                kind: ItemKind::Stray,
                span,
            });
        }
    }
}
