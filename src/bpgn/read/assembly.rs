//! Builds a game from its tokens.

use shakmaty::Color;

use crate::clock::Clock;
use crate::game::{BpgnGame, ItemKind, Parts, TextFault, is_judgement};
use crate::numbers;
use crate::seat::Seat;
use crate::tags::foreign_rules;
use keymove_games::pgn::token::{Span, Token, TokenKind};
use keymove_games::pgn::{MoveText, Place, Tag};

/// A game under construction.
#[derive(Debug, Default)]
pub(super) struct Assembly {
    /// Whether numbers are those of PGN (`12.` before White's half-move, `12...` or nothing before
    /// Black's), and all half-moves are on board A.
    one_board: bool,
    /// The end of the last token.
    pub at: usize,
    /// A number without a move so far.
    pending: Option<(u32, Seat, Span)>,
    /// The last half-move of each board: its number and side.
    last: [Option<(u32, Color)>; 2],
    /// Whether, according to the numbers, a half-move does not follow the previous one on its
    /// board.
    disordered: bool,
    /// Whether there are times since the match began.
    pub stamped: bool,
    /// The offsets of the open variations.
    variations: Vec<u32>,
    /// The parentheses of this game that are never closed, known when it is read again.
    unclosed: Vec<u32>,
    /// The number of times the game has been restarted.
    repeats: u32,
}

/// The maximum number of restarts because of unclosed parentheses. After that, a game is read
/// without variations.
const MOST_REPEATS: u32 = 4;

impl Assembly {
    /// An empty game.
    pub fn new(one_board: bool) -> Assembly {
        Assembly {
            one_board,
            ..Assembly::default()
        }
    }

    /// Adds a token; returns the end of the game, if it ended before the token.
    #[inline]
    pub fn take(&mut self, text: &[u8], token: &Token<Seat>, parts: &mut Parts) -> Option<usize> {
        let span = self.with_nag(text, token, parts);
        let gap = &text[self.at.min(span.start as usize)..span.start as usize];
        let seated;
        // Not a copy: a token has just been written in pieces, and reading it whole would have to
        // wait for them, which took a twentieth of the time of `format`.
        let kind = if self.one_board && !self.is_within() {
            seated = self.with_seat(token.kind, span, text, parts);
            &seated
        } else {
            &token.kind
        };
        if self.is_behind_game(kind, gap, parts) {
            return Some(self.at);
        }
        if self.is_within() && self.begins_game(kind, gap) {
            self.read_again(parts);
            return None;
        }
        if self.is_variation(kind, span, text) {
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
                parts.push_item(ItemKind::Comment { closed }, span);
            }
            TokenKind::Number {
                number,
                seat: Some(seat),
            } => {
                if self.begins_game(kind, gap) {
                    return Some(self.at);
                }
                self.give_up_number(parts);
                if number == u32::MAX {
                    parts.problems.push((TextFault::NumberTooLarge, span));
                }
                self.pending = Some((number, seat, span));
            }
            TokenKind::Word => match self.pending.take() {
                Some((number, seat, at)) => {
                    self.follow_number(number, seat);
                    parts.push_half_move(number, seat, at.start, span);
                    self.part_tail(text, parts);
                }
                // Sometimes written as `e4 !`.
                None if is_judgement(span.of(text))
                    && !parts.half_moves.is_empty()
                    && parts.result.is_none() =>
                {
                    parts.push_item(ItemKind::Nag, span);
                }
                None if parts.put_move(text, span) => (),
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
            TokenKind::LineComment => parts.push_item(ItemKind::LineComment, span),
            TokenKind::Nag => parts.push_item(ItemKind::Nag, span),
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

    /// Whether the result of the game has been read, and `kind` no longer belongs to the game.
    #[inline]
    fn is_behind_game(&self, kind: &TokenKind<Seat>, gap: &[u8], parts: &Parts) -> bool {
        parts.result.is_some()
            && !self.is_within()
            && (self.is_behind_line_comment(parts)
                || gap.contains(&b'\n')
                || matches!(
                    kind,
                    TokenKind::Tag { .. } | TokenKind::Number { .. } | TokenKind::Result(_)
                ))
    }

    /// Checks that the numbers of a board still ascend.
    #[inline]
    fn follow_number(&mut self, number: u32, seat: Seat) {
        let last = &mut self.last[seat.board.index()];
        let follows = last.is_none_or(|(before, color)| {
            number > before || number == before && color.is_white() && seat.color.is_black()
        });
        self.disordered |= !follows;
        *last = Some((number, seat.color));
    }

    /// Whether the next game begins with this token: a tag, or a board's first number after an
    /// empty line.
    #[inline]
    fn begins_game(&self, kind: &TokenKind<Seat>, gap: &[u8]) -> bool {
        match *kind {
            TokenKind::Tag { .. } => true,
            TokenKind::Number {
                number: 1,
                seat: Some(seat),
            } => {
                seat.color.is_white()
                    && self.last[seat.board.index()].is_some()
                    && gap.iter().filter(|&&b| b == b'\n').count() > 1
            }
            _ => false,
        }
    }

    /// Whether a comment to the end of the line has just ended it; the next game may begin there.
    fn is_behind_line_comment(&self, parts: &Parts) -> bool {
        parts.items.last().is_some_and(|item| {
            item.kind == ItemKind::LineComment && item.span.end as usize == self.at
        })
    }

    /// Whether a variation is open.
    #[inline]
    pub fn is_within(&self) -> bool {
        !self.variations.is_empty()
    }

    /// Whether a token belongs to a variation.
    #[inline]
    fn is_variation(&mut self, kind: &TokenKind<Seat>, span: Span, text: &[u8]) -> bool {
        let within = self.is_within();
        if *kind == TokenKind::Parenthesis && self.repeats < MOST_REPEATS {
            if span.of(text) == b")" {
                self.variations.pop();
            } else if self.unclosed.binary_search(&span.start).is_err() {
                self.variations.push(span.start);
            }
        }
        within || self.is_within()
    }

    /// Restarts the game because open variations are never closed: then the text after their
    /// parentheses belongs to the game.
    pub fn read_again(&mut self, parts: &mut Parts) {
        *parts = Parts::default();
        let mut unclosed = std::mem::take(&mut self.unclosed);
        unclosed.append(&mut self.variations);
        unclosed.sort_unstable();
        *self = Assembly {
            one_board: self.one_board,
            unclosed,
            repeats: self.repeats + 1,
            ..Assembly::default()
        };
    }

    /// The span of a token, including a NAG that a program made from the letter of a drop:
    /// `$146@g4`.
    #[inline]
    fn with_nag(&self, text: &[u8], token: &Token<Seat>, parts: &mut Parts) -> Span {
        let span = token.span;
        if token.kind != TokenKind::Word || text[span.start as usize] != b'@' {
            return span;
        }
        let nag = parts.items.last().filter(|item| {
            let behind_number = |(.., number): &(u32, Seat, Span)| number.end <= item.span.start;
            item.kind == ItemKind::Nag
                && item.span.end as usize == self.at
                && (item.span.end == span.start || self.pending.as_ref().is_some_and(behind_number))
        });
        let Some(start) = nag.map(|item| item.span.start) else {
            return span;
        };
        parts.items.pop();
        Span { start, ..span }
    }

    /// Splits off text that cannot belong to the last move: `e4,` or `e4-+`.
    #[inline]
    fn part_tail(&self, text: &[u8], parts: &mut Parts) {
        let Some(last) = parts.half_moves.last_mut() else {
            return;
        };
        let word = last.san.of(text);
        let is_sign = |b: &u8| matches!(b, b'+' | b'#' | b'!' | b'?');
        let end = word.iter().rposition(|b| !is_sign(b));
        let belongs = end.is_none_or(|end| word[end].is_ascii_alphanumeric());
        if belongs || MoveText::read_loosely(word).is_some() {
            return;
        }
        let mut length = word.len();
        while length > 0 && MoveText::read_loosely(&word[..length]).is_none() {
            length -= 1;
        }
        if length == 0 || word[length..].iter().any(u8::is_ascii_alphanumeric) {
            return;
        }
        let middle = last.san.start + length as u32;
        let tail = Span {
            start: middle,
            ..last.san
        };
        last.san.end = middle;
        parts.push_stray(TextFault::NotUnderstood, tail);
    }

    /// Converts the token of a PGN to one of a BPGN: numbers get a seat, and moves without a number
    /// get one.
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
                if self.pending.is_none()
                    && parts.result.is_none()
                    && MoveText::read_loosely(span.of(text)).is_some() =>
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

    /// Ends the game.
    pub fn end(&mut self, text: &[u8], parts: &mut Parts) {
        self.give_up_number(parts);
        if !self.disordered || self.one_board {
            return;
        }
        let place = Place::START;
        let game = BpgnGame { text, parts, place };
        if foreign_rules(&game).is_none() {
            numbers::settle(text, parts);
        }
    }

    /// Records text that is not understood; adjacent texts on a line form a single item.
    fn stray(&self, gap: &[u8], problem: TextFault, span: Span, parts: &mut Parts) {
        if let (Some(item), Some((before, place))) =
            (parts.items.last_mut(), parts.problems.last_mut())
            && item.kind == problem.item()
            && item.span.end as usize == self.at
            && *before == problem
            && place.end as usize == self.at
            && (problem == TextFault::Variation || !gap.contains(&b'\n'))
        {
            item.span.end = span.end;
            place.end = span.end;
            return;
        }
        parts.push_stray(problem, span);
    }

    /// Records a number without a move.
    fn give_up_number(&mut self, parts: &mut Parts) {
        if let Some((_, _, span)) = self.pending.take() {
            parts.push_stray(TextFault::NumberAlone, span);
        }
    }
}
