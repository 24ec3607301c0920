//! Tokens -> [`Game`]s, one after the other: memory holds one game at a time.
//!
//! A game that is cut, inside a comment or because it never ends, keeps what stands before the cut
//! ([`Cut`]). Other faults of syntax leave the whole game out.
//!
//! The tags are read before the moves, since they say what `??` is: in a filtered record a move of
//! the other side, otherwise a remark on the move before, as in all PGN.

use std::collections::HashSet;
use std::io;

use super::lex::{LexError, Lexeme, Lexer};
use super::payload::NoPayload;
use super::{
    Attachment, Game, GameResult, LONGEST_GAME, MoveEntry, Payload, Place, Tag, Turn, Viewpoint,
};
use crate::error::UTF16;

/// The most variations within each other.
pub const DEEPEST_VARIATION: usize = 64;

/// Why a game cannot be read.
#[derive(Debug)]
pub enum ReadError {
    /// The stream fails; nothing more comes.
    Io(io::Error),
    /// The game is not PGN; the next one comes.
    Syntax {
        /// Where.
        place: Place,
        /// What is wrong, in lower case.
        text: String,
    },
}

impl From<LexError> for ReadError {
    fn from(error: LexError) -> ReadError {
        match error {
            LexError::Io(error) => ReadError::Io(error),
            LexError::Syntax { place, text } | LexError::Unclosed { place, text } => {
                ReadError::Syntax { place, text }
            }
        }
    }
}

fn syntax(place: Place, text: impl Into<String>) -> ReadError {
    ReadError::Syntax {
        place,
        text: text.into(),
    }
}

/// A comment that begins like a payload and is none; it is kept as a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenPayload {
    /// Where it is broken.
    pub place: Place,
    /// What is wrong with it.
    pub text: String,
}

/// Where a game ends before its end, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// Where what is missing begins.
    pub place: Place,
    /// What is wrong, in lower case.
    pub text: String,
}

/// A game as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The game.
    pub game: Game,
    /// What looked like payloads.
    pub broken: Vec<BrokenPayload>,
    /// The rest is missing: the game holds what stands before.
    pub cut: Option<Cut>,
}

/// The games of a stream.
#[derive(Debug)]
pub struct Games<R> {
    lexer: Lexer<R>,
    // The tag that showed that the game before was over.
    pending: Option<(Lexeme, Place)>,
    // Of the game that is being read nothing but tags has come yet.
    among_tags: bool,
    // The bytes of the game that came last.
    length: u64,
    begun: bool,
    over: bool,
}

impl<R: io::Read> Games<R> {
    /// Begins at the first byte of `input`.
    pub fn new(input: R) -> Games<R> {
        Games {
            lexer: Lexer::new(input),
            pending: None,
            among_tags: true,
            length: 0,
            begun: false,
            over: false,
        }
    }

    /// How long the game that came last is, in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    fn token(&mut self) -> Result<Option<(Lexeme, Place)>, LexError> {
        match self.pending.take() {
            Some(token) => Ok(Some(token)),
            None => self.lexer.token(),
        }
    }

    fn game(&mut self) -> Result<Option<Read>, ReadError> {
        let mut building: Option<Builder> = None;
        let mut last_line = 0;
        self.among_tags = true;
        let first = self.lexer.passed();
        loop {
            let (token, place) = match (self.token(), &mut building) {
                (Ok(Some(token)), _) => token,
                (Ok(None), _) => break,
                (Err(LexError::Unclosed { place, text }), Some(building)) => {
                    building.cut(place, text);
                    self.lexer
                        .skip_to_tags(self.among_tags)
                        .map_err(ReadError::Io)?;
                    break;
                }
                (Err(error), _) => return Err(error.into()),
            };
            self.length = self.lexer.passed() - first;
            if let Some(building) = &building
                && let Lexeme::Tag { name, .. } = &token
                && building.is_over_at(name, place.line > last_line + 1)
            {
                // A game without its termination.
                self.pending = Some((token, place));
                building.all_closed()?;
                break;
            }
            let building = building.get_or_insert_with(|| Builder::new(place));
            if self.length > LONGEST_GAME as u64 {
                let text = "the game is longer than 8 MiB: it is cut here";
                building.cut(place, text.to_owned());
                self.lexer
                    .skip_to_tags(self.among_tags)
                    .map_err(ReadError::Io)?;
                break;
            }
            building.read.game.end = place;
            self.among_tags = matches!(token, Lexeme::Tag { .. });
            last_line = self.lexer.place().line;
            if building.push(token, place)? {
                break;
            }
        }
        let Some(mut building) = building else {
            return Ok(None);
        };
        building.all_closed()?;
        if building.read.game.termination.is_none() && building.read.cut.is_none() {
            building.read.game.end = match &self.pending {
                Some((_, place)) => *place,
                None => self.lexer.place(),
            };
        }
        Ok(Some(building.read))
    }
}

impl<R: io::Read> Iterator for Games<R> {
    type Item = Result<Read, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        if !std::mem::replace(&mut self.begun, true) {
            match self.lexer.is_utf16() {
                Ok(false) => {}
                Ok(true) => {
                    self.over = true;
                    let place = self.lexer.place();
                    return Some(Err(syntax(place, UTF16)));
                }
                Err(error) => {
                    self.over = true;
                    return Some(Err(ReadError::Io(error)));
                }
            }
        }
        let game = self.game();
        match &game {
            Ok(Some(_)) => {}
            Ok(None) | Err(ReadError::Io(_)) => self.over = true,
            // The next game has begun already.
            Err(ReadError::Syntax { .. }) if self.pending.is_some() => {}
            Err(ReadError::Syntax { .. }) => {
                if let Err(error) = self.lexer.skip_to_tags(self.among_tags) {
                    self.over = true;
                    return Some(Err(ReadError::Io(error)));
                }
            }
        }
        game.transpose()
    }
}

/// A game that is being read.
struct Builder {
    read: Read,
    // The names of its tags.
    names: HashSet<Vec<u8>>,
    filtered: bool,
    moves_begun: bool,
    // A move number stands before what comes.
    numbered: bool,
    // A `??` that was taken for a remark: what follows may show that it is a move.
    doubtful: Option<Place>,
    // The last move of the game has its payload.
    paid: bool,
    // The variations that are open, the outermost first.
    open: Vec<OpenVariation>,
}

/// A variation that is open.
struct OpenVariation {
    turns: Vec<Turn>,
    // Its last move has its payload.
    paid: bool,
    // Where its parenthesis stands.
    place: Place,
}

impl Builder {
    fn new(place: Place) -> Builder {
        Builder {
            read: Read {
                game: Game {
                    place,
                    ..Game::default()
                },
                broken: Vec::new(),
                cut: None,
            },
            names: HashSet::new(),
            filtered: false,
            moves_begun: false,
            numbered: false,
            doubtful: None,
            paid: false,
            open: Vec::new(),
        }
    }

    /// Tells whether a tag belongs to the next game: after moves, or where it comes a second time,
    /// after a `gap`. Games without moves, as problems are, need not end with a result.
    fn is_over_at(&self, name: &[u8], gap: bool) -> bool {
        let game = &self.read.game;
        let again = self.names.contains(name);
        self.moves_begun || again && (gap || name == b"Event" || !game.opening.is_empty())
    }

    /// Takes a token; true if it ends the game.
    fn push(&mut self, token: Lexeme, place: Place) -> Result<bool, ReadError> {
        let doubtful = self.doubtful.take();
        match token {
            Lexeme::Tag { name, value } => {
                if self.names.insert(name.clone()) && name == b"Filtered" {
                    self.filtered =
                        matches!(Viewpoint::from_value(&value), Some(Viewpoint::For(_)));
                }
                self.read.game.tags.push(Tag { name, value, place });
                return Ok(false);
            }
            Lexeme::Word(word) => {
                self.moves_begun = true;
                return self.word(&word, place);
            }
            Lexeme::Nag(number) => self.attach(Attachment::Nag(number)),
            Lexeme::Comment(text) => self.comment(text, place, doubtful),
            Lexeme::LineComment(text) => self.attach(Attachment::LineComment(text)),
            Lexeme::Escape(text) => self.attach(Attachment::Escape(text)),
            Lexeme::Open => {
                if self.open.len() == DEEPEST_VARIATION {
                    return Err(syntax(place, "too many variations within each other"));
                }
                if self.last_turn().is_none() {
                    return Err(syntax(place, "a variation before the first move"));
                }
                self.open.push(OpenVariation {
                    turns: Vec::new(),
                    paid: false,
                    place,
                });
            }
            Lexeme::Close => {
                let closed = self
                    .open
                    .pop()
                    .ok_or_else(|| syntax(place, ") closes nothing"))?;
                if closed.turns.is_empty() {
                    return Err(syntax(closed.place, "the variation is empty"));
                }
                self.attach(Attachment::Variation(closed.turns));
            }
        }
        Ok(false)
    }

    fn all_closed(&self) -> Result<(), ReadError> {
        match self.open.first() {
            Some(open) => Err(syntax(open.place, "the variation is not closed")),
            None => Ok(()),
        }
    }

    /// Ends the game here; the rest is missing.
    fn cut(&mut self, place: Place, text: String) {
        while let Some(open) = self.open.pop() {
            if !open.turns.is_empty() {
                self.attach(Attachment::Variation(open.turns));
            }
        }
        self.read.game.end = place;
        self.read.cut = Some(Cut { place, text });
    }

    fn word(&mut self, word: &[u8], place: Place) -> Result<bool, ReadError> {
        let number = numbers_length(word);
        let place = place.after(&word[..number]);
        let text = &word[number..];
        if let Some(termination) = GameResult::read(text) {
            self.all_closed()?;
            self.read.game.termination = Some(termination);
            return Ok(true);
        }
        if text.is_empty() {
            self.numbered = true;
            return Ok(false);
        }
        let numbered = std::mem::take(&mut self.numbered) || number > 0;
        let (san, glyph) = split_glyph(text);
        if !san.is_empty() {
            self.turn(
                MoveEntry::San(String::from_utf8_lossy(san).into_owned()),
                glyph,
                place,
            );
            return Ok(false);
        }
        if glyph == Some("??") && (self.filtered || numbered) {
            self.turn(MoveEntry::Hidden, None, place);
            return Ok(false);
        }
        let (Some(glyph), Some(last)) = (glyph, self.last_turn()) else {
            let shown = crate::error::excerpt(text);
            return Err(syntax(place, format!("{shown} remarks on no move")));
        };
        if last.glyph.is_none() && last.after.is_empty() && last.written != MoveEntry::Hidden {
            last.glyph = Some(glyph);
        } else {
            last.attach(Attachment::Nag(glyph_number(glyph)));
            self.doubtful = (glyph == "??").then_some(place);
        }
        Ok(false)
    }

    fn turn(&mut self, written: MoveEntry, glyph: Option<&'static str>, place: Place) {
        let (turns, paid) = match self.open.last_mut() {
            Some(open) => (&mut open.turns, &mut open.paid),
            None => (&mut self.read.game.turns, &mut self.paid),
        };
        *paid = false;
        turns.push(Turn {
            written,
            glyph,
            after: Vec::new(),
            place,
        });
    }

    /// A comment. After a `??` that was taken for a remark on a move which has its payload, another
    /// payload shows that this is a filtered record which does not say so.
    fn comment(&mut self, text: Vec<u8>, place: Place, doubtful: Option<Place>) {
        if let Some(hidden) = doubtful
            && let Ok(payload) = Payload::parse(&text, place.after(b"{"))
            && let Some((last, true)) = self.last_turn_and_payment()
        {
            last.after.pop();
            self.turn(MoveEntry::Hidden, None, hidden);
            return self.pay(payload);
        }
        if matches!(self.last_turn_and_payment(), Some((_, false))) {
            match Payload::parse(&text, place.after(b"{")) {
                Ok(payload) => return self.pay(payload),
                Err(NoPayload::Broken { place, text }) => {
                    self.read.broken.push(BrokenPayload { place, text });
                }
                Err(NoPayload::Absent) => {}
            }
        }
        self.attach(Attachment::Comment(text));
    }

    fn attach(&mut self, attachment: Attachment) {
        match self.last_turn() {
            Some(turn) => turn.attach(attachment),
            None => self.read.game.opening.push(attachment),
        }
    }

    /// Gives the last move its payload.
    fn pay(&mut self, payload: Payload) {
        match self
            .open
            .iter_mut()
            .rev()
            .find(|open| !open.turns.is_empty())
        {
            Some(open) => open.paid = true,
            None => self.paid = true,
        }
        self.attach(Attachment::Payload(Box::new(payload)));
    }

    /// The turn that what follows belongs to. A comment at the beginning of a variation has none of
    /// its own and goes to the move that the variation replaces.
    fn last_turn(&mut self) -> Option<&mut Turn> {
        self.last_turn_and_payment().map(|(turn, _)| turn)
    }

    /// The same, and whether it has its payload.
    fn last_turn_and_payment(&mut self) -> Option<(&mut Turn, bool)> {
        for open in self.open.iter_mut().rev() {
            if let Some(turn) = open.turns.last_mut() {
                return Some((turn, open.paid));
            }
        }
        let paid = self.paid;
        self.read.game.turns.last_mut().map(|turn| (turn, paid))
    }
}

/// Whether a word alone would be read as a result or a number.
fn means_no_move(word: &[u8]) -> bool {
    numbers_length(word) == word.len() || GameResult::read(word).is_some()
}

/// The length of the move numbers at the beginning of a word: of `4.1.` both, as neither is a move.
fn numbers_length(word: &[u8]) -> usize {
    let mut length = 0;
    loop {
        match number_length(&word[length..]) {
            0 => return length,
            number => length += number,
        }
    }
}

/// The length of a move number (`12`, `12.`, `12...`, dots alone) at the beginning of a word.
fn number_length(word: &[u8]) -> usize {
    let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
    let dots = word[digits..].iter().take_while(|&&b| b == b'.').count();
    if dots > 0 || digits == word.len() {
        digits + dots
    } else {
        0
    }
}

/// The signs `!`, `?` and their kin, with their NAGs.
pub const GLYPHS: [(&str, u16); 6] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
];

/// A move and the remark on it. What is no move without its remark is none with it: it is kept
/// whole.
fn split_glyph(word: &[u8]) -> (&[u8], Option<&'static str>) {
    let remark = |&byte: &u8| matches!(byte, b'!' | b'?');
    let length = word
        .iter()
        .rposition(|byte| !remark(byte))
        .map_or(0, |i| i + 1);
    let (san, remark) = word.split_at(length);
    let mut glyphs = GLYPHS.iter().map(|(glyph, _)| *glyph);
    if san.is_empty() {
        return match glyphs.find(|glyph| glyph.as_bytes() == remark) {
            Some(glyph) => (san, Some(glyph)),
            None => (word, None),
        };
    }
    if means_no_move(san) {
        return (word, None);
    }
    (san, glyphs.find(|glyph| remark.ends_with(glyph.as_bytes())))
}

fn glyph_number(glyph: &str) -> u16 {
    GLYPHS
        .iter()
        .find(|(sign, _)| *sign == glyph)
        .map_or(0, |(_, number)| *number)
}
