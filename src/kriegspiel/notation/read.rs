//! Tokens -> [`Game`]s, one after the other; memory holds only one game.
//!
//! A game that is cut, inside a comment or because it is too long, keeps the part before the cut
//! and says so. With any other syntax error, the whole game is skipped.
//!
//! The tags are read before the moves, because they determine the meaning of `??`: in a filtered
//! record it is a move of the other side, otherwise a remark on the previous move, as everywhere in
//! PGN.

mod builder;
mod glyph;

use std::io;

use super::super::finding::{Irregularity, RecordFinding};
use super::lex::{Lexeme, Lexer, WIDEST};
use super::payload::NO_PARTS;
use super::{Game, GameResult, LONGEST_GAME, Place};
use builder::Builder;
pub use glyph::GLYPHS;
use keymove_games::pgn::foreign::refusal;
use keymove_games::pgn::window::StreamWindow;

/// The maximum nesting depth of variations.
pub const DEEPEST_VARIATION: usize = 64;

/// Why a game cannot be read.
#[derive(Debug)]
pub enum ReadError {
    /// The stream fails; nothing more is read.
    Io(io::Error),
    /// The game is not PGN; reading continues with the next one.
    Syntax(RecordFinding),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError::Io(error)
    }
}

impl From<RecordFinding> for ReadError {
    fn from(finding: RecordFinding) -> ReadError {
        ReadError::Syntax(finding)
    }
}

pub(super) fn syntax(place: Place, text: impl Into<String>) -> RecordFinding {
    RecordFinding::new(place, Irregularity::Syntax, text)
}

/// The result of reading a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Read {
    /// The game.
    pub game: Game,
    /// Comments that begin like a payload but are not one, and are kept as comments; and unknown
    /// parts of payloads, the first of each kind in the game.
    pub broken: Vec<RecordFinding>,
    /// If the rest of the game is missing: the place where it was cut, and the reason.
    pub cut: Option<RecordFinding>,
}

/// The games of a stream.
#[derive(Debug)]
pub struct Games<R> {
    lexer: Lexer<R>,
    // The tag that showed that the previous game had ended.
    pending: Option<(Lexeme, Place)>,
    // Whether only tags of the current game have been read.
    among_tags: bool,
    // The length of the last game in bytes.
    length: u64,
    begun: bool,
    over: bool,
}

impl Games<io::Empty> {
    /// The games in all of `text`, which is at `place` in a file.
    pub fn whole(place: Place, text: Vec<u8>) -> Games<io::Empty> {
        Games::of(StreamWindow::whole(place, text, WIDEST))
    }
}

impl<R: io::Read> Games<R> {
    /// The games of a stream.
    pub fn new(input: R) -> Games<R> {
        Games::at(Place::START, input)
    }

    /// The games of a stream that begins at `place` in a file.
    pub fn at(place: Place, input: R) -> Games<R> {
        Games::of(StreamWindow::at(place, input, WIDEST))
    }

    fn of(window: StreamWindow<R>) -> Games<R> {
        Games {
            begun: window.place() != Place::START,
            lexer: Lexer::new(window),
            pending: None,
            among_tags: true,
            length: 0,
            over: false,
        }
    }

    /// The length of the last game in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    fn token(&mut self) -> Result<Option<(Lexeme, Place)>, ReadError> {
        match self.pending.take() {
            Some(token) => Ok(Some(token)),
            None => self.lexer.token(),
        }
    }

    /// The next game. After a syntax error, the reader is at the beginning of the next one.
    fn next_game(&mut self) -> Result<Option<Read>, ReadError> {
        if !std::mem::replace(&mut self.begun, true)
            && let Some(refusal) = refusal(self.lexer.beginning()?, "records are read from PGN")
        {
            self.over = true;
            return Err(syntax(self.lexer.place(), refusal).into());
        }
        let game = self.game();
        // With a pending tag, the next game has already begun.
        if matches!(game, Err(ReadError::Syntax(_))) && self.pending.is_none() {
            self.lexer.skip_to_tags(self.among_tags)?;
        }
        game
    }

    fn game(&mut self) -> Result<Option<Read>, ReadError> {
        let mut building: Option<Builder> = None;
        let mut last_line = 0;
        self.among_tags = true;
        let mut first = None;
        loop {
            let (token, place) = match (self.token()?, &mut building) {
                (None, _) => break,
                (Some((Lexeme::Unclosed(cut), _)), None) => return Err(cut.into()),
                (Some((Lexeme::Unclosed(cut), _)), Some(building)) => {
                    building.cut(cut);
                    self.lexer.skip_to_tags(self.among_tags)?;
                    break;
                }
                (Some(token), _) => token,
            };
            self.length = self.lexer.window.passed() - *first.get_or_insert(self.lexer.before);
            if let Some(building) = &building
                && let Lexeme::Tag(tag) = &token
                && building.is_over_at(&tag.name, place.line > last_line + 1)
            {
                // A game without a termination.
                self.pending = Some((token, place));
                building.all_closed()?;
                break;
            }
            let building = building.get_or_insert_with(|| Builder::new(place));
            if self.length > LONGEST_GAME as u64 {
                building.cut(syntax(
                    place,
                    "the game is longer than 256 KiB: it is cut here",
                ));
                self.lexer.skip_to_tags(self.among_tags)?;
                break;
            }
            building.read.game.end = place;
            self.among_tags = matches!(token, Lexeme::Tag(_));
            last_line = self.lexer.place().line;
            if building.push(token, self.lexer.content(), place)? {
                break;
            }
        }
        let Some(building) = building else {
            return Ok(None);
        };
        self.finished(building).map(Some)
    }

    /// The game, once its last token is read.
    fn finished(&self, building: Builder) -> Result<Read, ReadError> {
        building.all_closed()?;
        let mut read = building.built();
        if read.game.termination.is_none() && read.cut.is_none() {
            let pending = self.pending.as_ref().map(|(_, place)| *place);
            read.game.end = pending.unwrap_or(self.lexer.place());
        }
        if !read.broken.is_empty() && read.game.is_plain() {
            // Remarks of servers about ordinary chess, as in `(0.3 to 0.1) an inaccuracy`.
            read.broken.retain(|broken| broken.text != NO_PARTS);
        }
        Ok(read)
    }
}

impl<R: io::Read> Iterator for Games<R> {
    type Item = Result<Read, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let game = self.next_game();
        self.over |= matches!(game, Ok(None) | Err(ReadError::Io(_)));
        game.transpose()
    }
}
