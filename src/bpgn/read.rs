//! Games out of a stream, one at a time.
//!
//! A game ends with its result and the comments on that line; before a tag, when there was
//! movetext; before `1A.` or `1B.` behind an empty line, when that board has begun. The memory is
//! that of the longest game, and what is longer than [`LONGEST`] is cut.

use std::io::{self, ErrorKind, Read};

use shakmaty::Color;

use super::clock::Clock;
use super::game::{BpgnGame, GameItem, ItemKind, Parts, TextFault, is_judgement};
use super::seat::Seat;
use super::token::{BpgnGrammar, token};
use crate::error::{UTF16, is_utf16};
use crate::pgn::token::{Scan, Span, Token, TokenKind, is_blank};
use crate::pgn::window::StreamWindow;
use crate::pgn::{MoveText, Tag};

/// The longest game, in bytes. The longest real ones have some 20,000.
pub const LONGEST: usize = 1 << 22;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// How half-moves are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Numbering {
    /// `12A.` before every half-move.
    #[default]
    Bpgn,
    /// `12.` before White's, `12...` or nothing before Black's; all are on board A.
    Pgn,
}

/// Reads games from a stream.
#[derive(Debug)]
pub struct Reader<R> {
    window: StreamWindow<R>,
    /// The length of the game that was given out.
    given: usize,
    parts: Parts,
    notation: Numbering,
}

impl<R: Read> Reader<R> {
    /// A reader of BPGN that has read nothing yet.
    pub fn new(input: R) -> Reader<R> {
        Reader::of(Numbering::Bpgn, input)
    }

    /// A reader of PGN, with a board a game. Its half-moves are those of board A, and variations
    /// are passed over.
    pub fn pgn(input: R) -> Reader<R> {
        Reader::of(Numbering::Pgn, input)
    }

    fn of(notation: Numbering, input: R) -> Reader<R> {
        Reader {
            notation,
            window: StreamWindow::new(input, LONGEST),
            given: 0,
            parts: Parts::default(),
        }
    }

    /// Reads the next game; none at the end of the stream.
    ///
    /// # Errors
    ///
    /// Those of the stream; it is UTF-16.
    pub fn next_game(&mut self) -> io::Result<Option<BpgnGame<'_>>> {
        self.window.skip(self.given);
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
            let text = self.window.text();
            let (eof, full) = (self.window.is_at_end(), self.window.is_full());
            match token(text, assembly.at, eof || full) {
                Scan::Token(token) => {
                    if let Some(cut) = assembly.take(text, &token, &mut self.parts) {
                        break cut;
                    }
                }
                Scan::End if eof => break text.len(),
                Scan::End if full => {
                    let place = Span::new(text.len() - 1, text.len());
                    self.parts.problems.push((TextFault::TooLong, place));
                    break text.len();
                }
                Scan::End | Scan::More => self.window.fill()?,
            }
        };
        assembly.end(&mut self.parts);
        let (text, place) = (&self.window.text()[..self.given], self.window.place());
        if assembly.stamped {
            let parts = &self.parts;
            let clocks = BpgnGame { text, parts, place }.clocks_of_stamps();
            self.parts.stamped = clocks;
        }
        Ok(Some(BpgnGame {
            text,
            parts: &self.parts,
            place,
        }))
    }

    /// Goes to the next byte that is no blank; false at the end.
    fn skip_blanks(&mut self) -> io::Result<bool> {
        loop {
            let text = self.window.text();
            let blanks = text
                .iter()
                .take_while(|&&b| is_blank::<BpgnGrammar>(b))
                .count();
            let found = blanks < text.len();
            self.window.skip(blanks);
            if found {
                return Ok(true);
            }
            if self.window.is_at_end() {
                return Ok(false);
            }
            let beginning = self.window.is_untouched();
            self.window.fill()?;
            if beginning {
                // Short reads are possible, but not of three bytes.
                if is_utf16(self.window.text()) {
                    return Err(io::Error::new(ErrorKind::InvalidData, UTF16));
                }
                if self.window.text().starts_with(BYTE_ORDER_MARK) {
                    self.window.skip(BYTE_ORDER_MARK.len());
                }
            }
        }
    }
}

/// A game that is being put together.
#[derive(Debug, Default)]
struct Assembly {
    notation: Numbering,
    /// Where the last token ended.
    at: usize,
    /// A number that waits for its move.
    pending: Option<(u32, Seat, Span)>,
    /// The last half-move of each board: its number and side.
    last: [Option<(u32, Color)>; 2],
    /// Whether Black's numbers had White's letters.
    capitals: bool,
    /// Whether there are times since the match began.
    stamped: bool,
    /// How many variations are open; only in PGN.
    variations: u32,
}

impl Assembly {
    /// Takes a token; gives back where the game ended, if it ended before the token.
    #[inline]
    fn take(&mut self, text: &[u8], token: &Token<Seat>, parts: &mut Parts) -> Option<usize> {
        let span = token.span;
        let gap = &text[self.at..span.start as usize];
        let seated;
        // Not a copy: a token has just been written in pieces, and to read it whole has to wait for
        // them, which was a twentieth of all that `format` took.
        let kind = match self.notation {
            Numbering::Pgn if self.variations == 0 => {
                seated = self.with_seat(token.kind, span, text, parts);
                &seated
            }
            _ => &token.kind,
        };
        if parts.result.is_some()
            && (self.is_behind_line_comment(parts)
                || gap.contains(&b'\n')
                || matches!(
                    kind,
                    TokenKind::Tag { .. } | TokenKind::Number { .. } | TokenKind::Result(_)
                ))
        {
            return Some(self.at);
        }
        if self.is_variation(kind, span.of(text)) {
            self.stray(gap, TextFault::Variation, span, parts);
            self.at = span.end as usize;
            return None;
        }
        match *kind {
            TokenKind::Comment { closed } => {
                if !closed {
                    parts.problems.push((TextFault::OpenComment, span));
                }
                if text.get(span.start as usize + 1) == Some(&b'[') {
                    let inside = &text[span.start as usize + 1..span.end as usize];
                    self.stamped |= Clock::stamp(inside).is_some();
                }
                let kind = ItemKind::Comment { closed };
                parts.items.push(GameItem { kind, span });
            }
            TokenKind::Number {
                number,
                seat: Some(seat),
            } => {
                let first = number == 1 && seat.color.is_white();
                if first
                    && self.last[seat.board.index()].is_some()
                    && gap.iter().filter(|&&b| b == b'\n').count() > 1
                {
                    return Some(self.at);
                }
                self.give_up_number(parts);
                let seat = self.mover(number, seat, span, parts);
                if number == u32::MAX {
                    parts.problems.push((TextFault::NumberTooLarge, span));
                }
                self.pending = Some((number, seat, span));
            }
            TokenKind::Word => match self.pending.take() {
                Some((number, seat, at)) => {
                    self.last[seat.board.index()] = Some((number, seat.color));
                    parts.push_half_move(number, seat, at.start, span);
                }
                // Somebody wrote `e4 !`.
                None if is_judgement(span.of(text))
                    && !parts.half_moves.is_empty()
                    && parts.result.is_none() =>
                {
                    parts.items.push(GameItem {
                        kind: ItemKind::Nag,
                        span,
                    });
                }
                None => self.stray(gap, TextFault::NotUnderstood, span, parts),
            },
            TokenKind::Tag { name, value } => {
                let name_bytes = name.of(text);
                let another = name_bytes == b"Event"
                    && parts.tags.iter().any(|tag| tag.name.of(text) == b"Event");
                if another || !parts.half_moves.is_empty() {
                    return Some(self.at);
                }
                self.give_up_number(parts);
                parts.tags.push(Tag {
                    name,
                    value,
                    place: span.start,
                });
            }
            TokenKind::Result(result) => {
                self.give_up_number(parts);
                parts.result = Some((result, span));
                parts.trailing = Some(parts.items.len() as u32);
            }
            TokenKind::LineComment => parts.items.push(GameItem {
                kind: ItemKind::LineComment,
                span,
            }),
            TokenKind::Nag => parts.items.push(GameItem {
                kind: ItemKind::Nag,
                span,
            }),
            TokenKind::Number { seat: None, .. } => {
                self.stray(gap, TextFault::NotUnderstood, span, parts);
            }
            TokenKind::Stray(_) | TokenKind::Parenthesis => {
                let tag = span.of(text).len() > 1;
                let problem = if tag {
                    TextFault::NotATag
                } else {
                    TextFault::NotUnderstood
                };
                self.stray(gap, problem, span, parts);
            }
        }
        self.at = span.end as usize;
        None
    }

    /// Whether a comment to the end of the line has just ended it; the next game may begin there.
    fn is_behind_line_comment(&self, parts: &Parts) -> bool {
        parts.items.last().is_some_and(|item| {
            item.kind == ItemKind::LineComment && item.span.end as usize == self.at
        })
    }

    /// Whether a token belongs to a variation of a PGN. A tag ends all of them: it is the next
    /// game's.
    #[inline]
    fn is_variation(&mut self, kind: &TokenKind<Seat>, word: &[u8]) -> bool {
        if self.notation == Numbering::Bpgn {
            return false;
        }
        let within = self.variations > 0;
        match kind {
            TokenKind::Tag { .. } => self.variations = 0,
            TokenKind::Parenthesis if word == b"(" => self.variations += 1,
            TokenKind::Parenthesis => self.variations = self.variations.saturating_sub(1),
            _ => (),
        }
        self.variations > 0 || within && !matches!(kind, TokenKind::Tag { .. })
    }

    /// Whose a number is: pychess gives Black's the letter of White's, and `1A.` behind White's
    /// first move on board A can be nobody else's.
    #[inline]
    fn mover(&mut self, number: u32, seat: Seat, span: Span, parts: &mut Parts) -> Seat {
        let again = self.last[seat.board.index()] == Some((number, Color::White));
        if seat.color.is_black() || !again || self.notation == Numbering::Pgn {
            return seat;
        }
        if !self.capitals {
            self.capitals = true;
            parts.problems.push((TextFault::CapitalForBlack, span));
        }
        seat.opponent()
    }

    /// The token of a PGN as one of a BPGN: numbers have a seat, and moves without a number get
    /// theirs.
    fn with_seat(
        &mut self,
        kind: TokenKind<Seat>,
        span: Span,
        text: &[u8],
        parts: &Parts,
    ) -> TokenKind<Seat> {
        match kind {
            TokenKind::Number { number, seat: None } => {
                let black = span.of(text).ends_with(b"..");
                TokenKind::Number {
                    number,
                    seat: Some(Seat::ALL[usize::from(black)]),
                }
            }
            TokenKind::Word
                if self.pending.is_none() && MoveText::read_loosely(span.of(text)).is_some() =>
            {
                let (number, seat) = match parts.half_moves.last() {
                    None => (1, Seat::ALL[0]),
                    Some(last) => {
                        let step = u32::from(last.seat.color.is_black());
                        (last.number.saturating_add(step), last.seat.opponent())
                    }
                };
                self.pending = Some((number, seat, span));
                TokenKind::Word
            }
            other => other,
        }
    }

    /// The end of the game.
    fn end(&mut self, parts: &mut Parts) {
        self.give_up_number(parts);
    }

    /// Keeps what is not understood; what stands together on a line is one thing.
    fn stray(&self, gap: &[u8], problem: TextFault, span: Span, parts: &mut Parts) {
        if let (Some(item), Some((before, place))) =
            (parts.items.last_mut(), parts.problems.last_mut())
            && item.kind == ItemKind::Stray
            && item.span.end as usize == self.at
            && *before == problem
            && place.end as usize == self.at
            && (problem == TextFault::Variation || !gap.contains(&b'\n'))
        {
            item.span.end = span.end;
            place.end = span.end;
            return;
        }
        parts.problems.push((problem, span));
        parts.items.push(GameItem {
            kind: ItemKind::Stray,
            span,
        });
    }

    /// Keeps a number that has no move.
    fn give_up_number(&mut self, parts: &mut Parts) {
        if let Some((_, _, span)) = self.pending.take() {
            parts.problems.push((TextFault::NumberAlone, span));
            parts.items.push(GameItem {
                kind: ItemKind::Stray,
                span,
            });
        }
    }
}
