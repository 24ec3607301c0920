//! A game as spans of its text, in the order of the text.

use super::clock::{Clock, TimeControl};
use super::seat::Seat;
use keymove_games::pgn::token::Span;
use keymove_games::pgn::{GameResult, MoveText, Place, Tag};

/// The kinds of items between half-moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemKind {
    /// `{...}`
    Comment {
        /// Whether it has its brace at the end.
        closed: bool,
    },
    /// From `;` or `%` to the end of the line.
    LineComment,
    /// `$1`, or signs such as `!` if a blank separates them from their move.
    Nag,
    /// A variation, including its parentheses.
    Variation,
    /// Text that is not understood, or moves that are not played.
    Stray,
}

/// An item between half-moves, and its place.
#[derive(Debug, Clone, Copy)]
pub struct GameItem {
    /// Its kind.
    pub kind: ItemKind,
    /// Its place, including braces.
    pub span: Span,
}

/// A half-move.
#[derive(Debug, Clone, Copy)]
pub struct HalfMove {
    /// The number written before it.
    pub number: u32,
    /// The seat that makes it.
    pub seat: Seat,
    /// The place of its number.
    pub at: u32,
    /// The move.
    pub san: Span,
    /// The index of the first item after it.
    pub(super) items: u32,
}

/// The faults of the text itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextFault {
    /// Brackets around something that is not a tag.
    NotATag,
    /// A word that does not belong to a game.
    NotUnderstood,
    /// A comment without its brace.
    OpenComment,
    /// A number without a move.
    NumberAlone,
    /// A number that is too large; the largest possible one is used.
    NumberTooLarge,
    /// An upper-case letter after the number of Black's move.
    CapitalForBlack,
    /// A variation, which is ignored.
    Variation,
    /// A half-move that occurs before, sent again after a reconnect.
    SentAgain,
    /// The game is longer than the limit and was cut.
    TooLong,
}

impl TextFault {
    /// The kind of item that such a text becomes.
    pub(super) fn item(self) -> ItemKind {
        match self {
            TextFault::Variation => ItemKind::Variation,
            _ => ItemKind::Stray,
        }
    }
}

/// The parts of a game, in vectors that are reused for the next game.
#[derive(Debug, Clone, Default)]
pub struct Parts {
    pub(super) tags: Vec<Tag<Span, u32>>,
    pub(super) half_moves: Vec<HalfMove>,
    pub(super) items: Vec<GameItem>,
    /// The index of the first item after the result.
    pub(super) trailing: Option<u32>,
    pub(super) result: Option<(GameResult, Span)>,
    pub(super) problems: Vec<(TextFault, Span)>,
    /// The number of half-moves ignored because they were sent before.
    pub(super) sent_again: usize,
    /// The clocks of half-moves that have times since the match began; empty if they have clocks.
    pub(super) stamped: Vec<Option<Clock>>,
}

impl Parts {
    /// Forgets the game, but keeps the memory for the next one.
    pub(super) fn clear(&mut self) {
        let Parts {
            tags,
            half_moves,
            items,
            trailing,
            result,
            problems,
            sent_again,
            stamped,
        } = self;
        tags.clear();
        half_moves.clear();
        items.clear();
        problems.clear();
        stamped.clear();
        (*trailing, *result, *sent_again) = (None, None, 0);
    }

    #[inline]
    pub(super) fn push_half_move(&mut self, number: u32, seat: Seat, at: u32, san: Span) {
        let items = self.items.len() as u32;
        self.half_moves.push(HalfMove {
            number,
            seat,
            at,
            san,
            items,
        });
    }

    pub(super) fn push_item(&mut self, kind: ItemKind, span: Span) {
        self.items.push(GameItem { kind, span });
    }

    pub(super) fn push_stray(&mut self, problem: TextFault, span: Span) {
        self.problems.push((problem, span));
        self.push_item(problem.item(), span);
    }

    /// Uses a word as the move of the last half-move, if nothing after its number could be one so
    /// far; the previous text counts as not understood. `false` if the word does not look like a
    /// move.
    pub(super) fn put_move(&mut self, text: &[u8], span: Span) -> bool {
        let Some(last) = self.half_moves.last_mut() else {
            return false;
        };
        let odd = last.san;
        let behind = &self.items[last.items as usize..];
        if self.result.is_some()
            || MoveText::read_loosely(span.of(text)).is_none()
            || is_foreign_move(odd.of(text))
            || behind.iter().any(|item| item.kind != ItemKind::Stray)
        {
            return false;
        }
        last.san = span;
        let before = last.items as usize;
        last.items = self.items.len() as u32 + 1;
        let kind = ItemKind::Stray;
        self.items.insert(before, GameItem { kind, span: odd });
        self.problems.push((TextFault::NotUnderstood, odd));
        true
    }
}

/// Whether a word is a move, or looks like one in the letters of another language: it ends with a
/// square.
fn is_foreign_move(word: &[u8]) -> bool {
    let signs = |b: &u8| matches!(b, b'+' | b'#' | b'!' | b'?');
    let length = word
        .iter()
        .rposition(|b| !signs(b))
        .map_or(0, |last| last + 1);
    matches!(word[..length], [.., b'a'..=b'h', b'1'..=b'8'])
        || MoveText::read_loosely(word).is_some()
}

/// A game.
#[derive(Debug, Clone, Copy)]
pub struct BpgnGame<'a> {
    pub(super) text: &'a [u8],
    pub(super) parts: &'a Parts,
    /// The place where it begins.
    pub(super) place: Place,
}

/// A game that owns its text and parts, for another thread.
#[derive(Debug, Clone)]
pub struct GameCopy {
    text: Vec<u8>,
    parts: Parts,
    place: Place,
}

impl GameCopy {
    /// The game.
    pub fn game(&self) -> BpgnGame<'_> {
        BpgnGame {
            text: &self.text,
            parts: &self.parts,
            place: self.place,
        }
    }

    /// Its approximate size in memory: about 50 bytes for each half-move, and 25 of text.
    pub fn bytes(&self) -> usize {
        size_of::<GameCopy>() + 3 * self.text.len()
    }
}

impl<'a> BpgnGame<'a> {
    /// A copy that is independent of the reader.
    pub fn copied(&self) -> GameCopy {
        GameCopy {
            text: self.text.to_vec(),
            parts: self.parts.clone(),
            place: self.place,
        }
    }

    /// All of its text.
    pub fn text(&self) -> &'a [u8] {
        self.text
    }

    /// A part of its text.
    #[inline]
    pub fn bytes(&self, span: Span) -> &'a [u8] {
        span.of(self.text)
    }

    /// The tags in the order of the text.
    pub fn tags(&self) -> &'a [Tag<Span, u32>] {
        &self.parts.tags
    }

    /// The value of the first tag with this name; names are case-sensitive.
    pub fn tag(&self, name: impl AsRef<[u8]>) -> Option<&'a [u8]> {
        self.tag_named(name).map(|tag| self.bytes(tag.value))
    }

    /// The first tag of a name.
    pub fn tag_named(&self, name: impl AsRef<[u8]>) -> Option<&'a Tag<Span, u32>> {
        let mut tags = self.parts.tags.iter();
        tags.find(|tag| self.bytes(tag.name) == name.as_ref())
    }

    /// The tag with the starting position, if there is one.
    pub fn fen_tag(&self) -> Option<&'a Tag<Span, u32>> {
        let is_dual = |tag: &&Tag<Span, u32>| self.is_dual_fen(tag);
        let dual = || self.parts.tags.iter().find(is_dual);
        self.tag_named("FEN").or_else(dual)
    }

    /// Whether a tag contains two FENs with counters, which do not belong to BFEN.
    pub(super) fn is_dual_fen(&self, tag: &Tag<Span, u32>) -> bool {
        self.bytes(tag.name).eq_ignore_ascii_case(b"SetUpDualFEN")
    }

    /// The half-moves in the order of the match.
    #[inline]
    pub fn half_moves(&self) -> &'a [HalfMove] {
        &self.parts.half_moves
    }

    /// The items before the first half-move.
    pub fn preamble(&self) -> &'a [GameItem] {
        let end = match self.parts.half_moves.first() {
            Some(first) => first.items,
            None => self.before_result(),
        };
        &self.parts.items[..end as usize]
    }

    fn before_result(&self) -> u32 {
        self.parts.trailing.unwrap_or(self.parts.items.len() as u32)
    }

    /// The items between the half-move of this index and the next one.
    #[inline]
    pub fn items(&self, index: usize) -> &'a [GameItem] {
        let moves = &self.parts.half_moves;
        let Some(half_move) = moves.get(index) else {
            return &[];
        };
        let end = match moves.get(index + 1) {
            Some(next) => next.items,
            None => self.before_result(),
        };
        &self.parts.items[half_move.items as usize..end as usize]
    }

    /// The items after the result, on the same line.
    pub fn trailing(&self) -> &'a [GameItem] {
        &self.parts.items[self.before_result() as usize..]
    }

    /// All items, in the order of the text.
    pub fn all_items(&self) -> &'a [GameItem] {
        &self.parts.items
    }

    /// The result at the end of the text, and its place.
    pub fn result(&self) -> Option<(GameResult, Span)> {
        self.parts.result
    }

    /// The result at the end of the text, or else of the tag.
    pub fn result_or_tag(&self) -> Option<GameResult> {
        let of_tag = || self.tag("Result").and_then(GameResult::read_loosely);
        self.result().map(|(result, _)| result).or_else(of_tag)
    }

    /// The text inside a comment's braces; for any other item, its whole text.
    #[inline]
    pub fn inside(&self, item: &GameItem) -> &'a [u8] {
        let bytes = self.bytes(item.span);
        match item.kind {
            ItemKind::Comment { closed: true } => &bytes[1..bytes.len() - 1],
            ItemKind::Comment { closed: false } => &bytes[1..],
            _ => bytes,
        }
    }

    /// The text inside a comment's braces, trimmed; `None` for any other item.
    #[inline]
    pub fn comment(&self, item: &GameItem) -> Option<&'a [u8]> {
        let is_comment = matches!(item.kind, ItemKind::Comment { .. });
        is_comment.then(|| self.inside(item).trim_ascii())
    }

    /// The `!` and `?` of an item; `None` if it is not a judgement in separate signs.
    pub fn signs(&self, item: &GameItem) -> Option<&'a [u8]> {
        let bytes = self.bytes(item.span);
        (item.kind == ItemKind::Nag && is_judgement(bytes)).then_some(bytes)
    }

    /// The clock after a half-move: its first comment that is a clock.
    #[inline]
    pub fn clock(&self, index: usize) -> Option<Clock> {
        self.clock_item(index).map(|(_, clock)| clock)
    }

    /// The clock, with its index among the half-move's items.
    #[inline]
    pub fn clock_item(&self, index: usize) -> Option<(usize, Clock)> {
        // The most common case, and short enough to be inlined.
        if self.parts.stamped.is_empty()
            && let [first, ..] = self.items(index)
            && first.kind == (ItemKind::Comment { closed: true })
            && let Some(clock) = Clock::seconds(self.inside(first))
        {
            return Some((0, clock));
        }
        self.clock_anywhere(index)
    }

    fn clock_anywhere(&self, index: usize) -> Option<(usize, Clock)> {
        let mut comments = self
            .items(index)
            .iter()
            .enumerate()
            .filter(|(_, item)| matches!(item.kind, ItemKind::Comment { .. }));
        if let Some(Some(clock)) = self.parts.stamped.get(index) {
            return comments
                .find(|(_, item)| Clock::stamp(self.inside(item)).is_some())
                .map(|(place, _)| (place, *clock));
        }
        comments
            .find_map(|(place, item)| Clock::read(self.inside(item)).map(|clock| (place, clock)))
    }

    /// Converts the times since the match began into clocks: the time control minus the time of all
    /// own turns. A turn begins with the move of the other side of the board, White's first one
    /// with the match. If a time is missing, the board has no clocks from there.
    pub(super) fn clocks_of_stamps(&self) -> Vec<Option<Clock>> {
        let Some(control) = self.tag("TimeControl").and_then(TimeControl::read) else {
            return Vec::new();
        };
        let mut left = [control.start; 4];
        let mut turn_began = [Some(0i64); 2];
        let clock = |(index, half_move): (usize, &HalfMove)| {
            let began = &mut turn_began[half_move.seat.board.index()];
            let stamp = self
                .items(index)
                .iter()
                .filter(|item| matches!(item.kind, ItemKind::Comment { .. }))
                .find_map(|item| Clock::stamp(self.inside(item)));
            let (Some(from), Some(to)) = (*began, stamp) else {
                *began = None;
                return None;
            };
            *began = Some(to);
            let left = &mut left[half_move.seat.index()];
            *left += control.increment - (to - from);
            Some(Clock {
                millis: *left,
                decimals: 3,
            })
        };
        self.half_moves().iter().enumerate().map(clock).collect()
    }

    /// The first and the last line of the game in the file, from 1.
    pub fn lines(&self) -> (u64, u64) {
        let end = self.text.len().saturating_sub(1);
        (self.place.line, self.place.after(&self.text[..end]).line)
    }

    /// Converts offsets in the text to lines and columns.
    pub fn places(&self) -> Places<'a> {
        Places {
            game: *self,
            at: 0,
            place: self.place,
        }
    }

    /// The players of the seats, by [`Seat::index`]; `None` without a tag.
    pub fn players(&self) -> [Option<&'a [u8]>; 4] {
        Seat::ALL.map(|seat| self.tag(seat.tag()).filter(|name| !name.is_empty()))
    }

    /// The half-move's number and letter, `29a`.
    pub fn name(half_move: &HalfMove) -> String {
        format!("{}{}", half_move.number, half_move.seat.letter())
    }
}

/// Whether a word consists of `!` and `?`, a judgement of a move.
pub(super) fn is_judgement(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(|b| matches!(b, b'!' | b'?'))
}

/// Lines and columns, computed one after the other: a place costs the distance from the last one,
/// so a text full of errors is scanned only once.
#[derive(Debug, Clone)]
pub struct Places<'a> {
    game: BpgnGame<'a>,
    at: usize,
    place: Place,
}

impl Places<'_> {
    /// The line and the column in bytes of a place in the text, from 1.
    pub fn locate(&mut self, at: u32) -> Place {
        let at = (at as usize).min(self.game.text.len());
        if at < self.at {
            *self = self.game.places();
        }
        self.place = self.place.after(&self.game.text[self.at..at]);
        self.at = at;
        self.place
    }
}
