//! A game as it was read: spans of its text, in its order.

use super::clock::{Clock, TimeControl};
use super::finding::{BpgnFinding, Severity};
use super::seat::Seat;
use keymove_base::error::excerpt;
use keymove_games::pgn::token::Span;
use keymove_games::pgn::{GameResult, MoveText, Place, Tag};

/// What stands between half-moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemKind {
    /// `{...}`
    Comment {
        /// Whether it has its brace at the end.
        closed: bool,
    },
    /// From `;` or `%` to the end of the line.
    LineComment,
    /// `$1`, or `!` and the like where a blank parts them from their move.
    Nag,
    /// A variation, parentheses included.
    Variation,
    /// Text that is not understood, or moves that are not played.
    Stray,
}

/// Something between half-moves and where it stands.
#[derive(Debug, Clone, Copy)]
pub struct GameItem {
    /// What it is.
    pub kind: ItemKind,
    /// Where it stands, braces included.
    pub span: Span,
}

/// A half-move.
#[derive(Debug, Clone, Copy)]
pub struct HalfMove {
    /// The number that is written before it.
    pub number: u32,
    /// Whose it is.
    pub seat: Seat,
    /// Where the number stands.
    pub at: u32,
    /// The move.
    pub san: Span,
    /// The first item behind it.
    pub(super) items: u32,
}

/// What was wrong with the text itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextFault {
    /// Brackets around what is no tag.
    NotATag,
    /// A word that is no part of a game.
    NotUnderstood,
    /// A comment without its brace.
    OpenComment,
    /// A number without a move.
    NumberAlone,
    /// A number that is larger than any; the largest one counts.
    NumberTooLarge,
    /// A capital letter behind the number of Black's move.
    CapitalForBlack,
    /// A variation, which is passed over.
    Variation,
    /// A half-move that stands there before, sent again after a reconnect.
    SentAgain,
    /// The game is longer than any game, and was cut.
    TooLong,
}

impl TextFault {
    /// What becomes of the text.
    pub(super) fn item(self) -> ItemKind {
        match self {
            TextFault::Variation => ItemKind::Variation,
            _ => ItemKind::Stray,
        }
    }
}

/// The parts of a game, in vectors that the next game uses again.
#[derive(Debug, Clone, Default)]
pub struct Parts {
    pub(super) tags: Vec<Tag<Span, u32>>,
    pub(super) half_moves: Vec<HalfMove>,
    pub(super) items: Vec<GameItem>,
    /// The first item behind the result.
    pub(super) trailing: Option<u32>,
    pub(super) result: Option<(GameResult, Span)>,
    pub(super) problems: Vec<(TextFault, Span)>,
    /// How many half-moves are passed over because they were sent before.
    pub(super) sent_again: usize,
    /// The clocks of half-moves that have the times since the match began; empty where they have
    /// clocks.
    pub(super) stamped: Vec<Option<Clock>>,
}

impl Parts {
    pub(super) fn clear(&mut self) {
        self.tags.clear();
        self.half_moves.clear();
        self.items.clear();
        self.trailing = None;
        self.result = None;
        self.problems.clear();
        self.sent_again = 0;
        self.stamped.clear();
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

    /// Takes a word for the last half-move, where nothing that can be one stands behind its number
    /// so far; what does is not understood. False if it is no such word.
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
    /// Where it begins.
    pub(super) place: Place,
}

/// A game with text and parts of its own, for another thread.
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

    /// Its bytes in memory, roughly: a half-move has some 50, and 25 of text.
    pub fn bytes(&self) -> usize {
        size_of::<GameCopy>() + 3 * self.text.len()
    }
}

impl<'a> BpgnGame<'a> {
    /// A copy that needs nothing of the reader.
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

    /// The value of the first tag of a name; names are compared exactly.
    pub fn tag(&self, name: impl AsRef<[u8]>) -> Option<&'a [u8]> {
        self.tag_named(name).map(|tag| self.bytes(tag.value))
    }

    /// The first tag of a name.
    pub fn tag_named(&self, name: impl AsRef<[u8]>) -> Option<&'a Tag<Span, u32>> {
        let mut tags = self.parts.tags.iter();
        tags.find(|tag| self.bytes(tag.name) == name.as_ref())
    }

    /// The tag that holds the position the game begins with, if there is one.
    pub fn fen_tag(&self) -> Option<&'a Tag<Span, u32>> {
        let is_dual = |tag: &&Tag<Span, u32>| self.is_dual_fen(tag);
        let dual = || self.parts.tags.iter().find(is_dual);
        self.tag_named("FEN").or_else(dual)
    }

    /// Whether a tag holds two FENs with counters, which are none of BFEN.
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

    /// The items behind the result, on its line.
    pub fn trailing(&self) -> &'a [GameItem] {
        &self.parts.items[self.before_result() as usize..]
    }

    /// All items, in the order of the text.
    pub fn all_items(&self) -> &'a [GameItem] {
        &self.parts.items
    }

    /// The result at the end of the text and where it stands.
    pub fn result(&self) -> Option<(GameResult, Span)> {
        self.parts.result
    }

    /// The result at the end of the text, or of the tag where the text has none.
    pub fn result_or_tag(&self) -> Option<GameResult> {
        let of_tag = || self.tag("Result").and_then(GameResult::read_loosely);
        self.result().map(|(result, _)| result).or_else(of_tag)
    }

    /// The text inside a comment's braces; the whole text of any other item.
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

    /// An item's `!` and `?`; none if it is no judgement in signs of its own.
    pub fn signs(&self, item: &GameItem) -> Option<&'a [u8]> {
        let bytes = self.bytes(item.span);
        (item.kind == ItemKind::Nag && is_judgement(bytes)).then_some(bytes)
    }

    /// The clock behind a half-move: its first comment that is one.
    #[inline]
    pub fn clock(&self, index: usize) -> Option<Clock> {
        self.clock_item(index).map(|(_, clock)| clock)
    }

    /// The same, with the place among the half-move's items.
    #[inline]
    pub fn clock_item(&self, index: usize) -> Option<(usize, Clock)> {
        // Nearly all there is, and short enough to stand where it is asked for.
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

    /// The times since the match began as clocks: what is left of the time control when the time of
    /// all own turns is taken off. A turn begins when the other side of the board has moved,
    /// White's first with the match. Where a time is missing, the board has no clocks from there.
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

    /// The lines of the file that the game stands on: the first and the last, counted from 1.
    pub fn lines(&self) -> (u64, u64) {
        let end = self.text.len().saturating_sub(1);
        (self.place.line, self.place.after(&self.text[..end]).line)
    }

    /// The lines and columns of places in the text.
    pub fn places(&self) -> Places<'a> {
        Places {
            game: *self,
            at: 0,
            place: self.place,
        }
    }

    /// What was wrong with the text itself, each with the half-move it stands behind.
    pub fn problems(&self) -> impl Iterator<Item = BpgnFinding> + '_ {
        use Severity::{Error, Note};
        self.parts.problems.iter().map(|&(problem, span)| {
            let text = excerpt(self.bytes(span));
            let (severity, text) = match problem {
                TextFault::NotATag => (Error, format!("this is no tag: {text}")),
                TextFault::NotUnderstood => (Error, format!("not understood: {text}")),
                TextFault::OpenComment => (Error, format!("a comment without its brace: {text}")),
                TextFault::NumberAlone => (Error, format!("a number without a move: {text}")),
                TextFault::NumberTooLarge => {
                    let largest = u32::MAX;
                    let text = format!("the number is too large: {text} counts as {largest}");
                    (Note, text)
                }
                TextFault::CapitalForBlack => {
                    let text = "Black's numbers have capital letters, too; taken for Black's";
                    (Note, text.to_owned())
                }
                TextFault::Variation => (Note, format!("a variation is passed over: {text}")),
                TextFault::SentAgain => {
                    let (many, first) = match self.parts.sent_again {
                        1 => (String::new(), ""),
                        number => (format!("{number} half-moves "), ", the first"),
                    };
                    (
                        Note,
                        format!("{many}sent again, and passed over{first}: {text}"),
                    )
                }
                TextFault::TooLong => (Error, "longer than any game; cut here".to_owned()),
            };
            let begun = self
                .half_moves()
                .partition_point(|half_move| half_move.at <= span.start);
            let behind = begun.checked_sub(1).map(|last| &self.half_moves()[last]);
            BpgnFinding::of(severity, span.start, behind, text)
        })
    }

    /// The seats' players, by [`Seat::index`]; those without a tag are none.
    pub fn players(&self) -> [Option<&'a [u8]>; 4] {
        Seat::ALL.map(|seat| self.tag(seat.tag()).filter(|name| !name.is_empty()))
    }

    /// The half-move's number and letter, `29a`.
    pub fn name(half_move: &HalfMove) -> String {
        format!("{}{}", half_move.number, half_move.seat.letter())
    }
}

/// Whether a word is nothing but `!` and `?`, somebody's judgement of a move.
pub(super) fn is_judgement(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(|b| matches!(b, b'!' | b'?'))
}

/// Lines and columns, one after the other: a place behind the last one costs the way from there, so
/// that a text full of errors is gone through once.
#[derive(Debug, Clone)]
pub struct Places<'a> {
    game: BpgnGame<'a>,
    at: usize,
    place: Place,
}

impl Places<'_> {
    /// The line and the column in bytes of a place in the text, counted from 1.
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
