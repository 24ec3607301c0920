//! Records of games in PGN with Kriegspiel's own comments: the notation 0.9 and the first proposal.
//!
//! ```text
//! 3. Qxe7+ {(Xe7,CF:dxe3,dxc3) a remark}     0.9: announcement, tries (the last first)
//! ?? {(Xe7,CF:2) a remark}                   0.9, filtered: the other side's move and the number of its tries
//! 3. Qxe7+ {(K:dxc3,dxe3:Te7) a remark}      the proposal: tries, one item of what is announced
//! 3. Qxe7+ {e7,F:dxe3,dxc3}                  without parentheses, as some programs write 0.9
//! ```
//!
//! [`read::Games`] yields one [`Game`] after the other from a stream, and [`write::write_game`]
//! writes one in the normal form. A record contains what is *written*; [`super::check`] decides
//! whether it is also possible. Parts that the two notations do not define (other comments, NAGs,
//! variations, tags) are kept.
//!
//! Memory use is that of one game, and a game is at most [`LONGEST_GAME`] bytes long: a longer one
//! is cut there, and its record says so.
//!
//! Not supported: PGN's `<...>` (reserved by the standard, never used).

mod bare;
mod info;
pub mod lex;
pub mod payload;
pub mod read;
pub mod san;
pub mod write;

use std::fmt::Display;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, PositionError, Setup};
use smallvec::SmallVec;
pub use smol_str::SmolStr;

use super::finding::{Irregularity, RecordFinding};
pub use info::Info;
pub use keymove_games::pgn::{GameResult, Place, Tag};
pub use payload::{Announced, Payload, PayloadPlaces, Tries, TryList};

/// The maximum length of a game, and so of a comment, in bytes; a longer one is cut. Real games
/// have about 20,000 bytes. In memory, a game without announcements, including everything derived
/// from it, takes three hundred times the size of its text, so even an endless game stays below 100
/// MB in every command.
pub const LONGEST_GAME: usize = 1 << 18;

/// The two notations for announcements and tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// `(info:tries)`.
    #[default]
    V09,
    /// `(K:tries:info)`.
    Proposal,
}

/// A tag pair `[Name "value"]` that owns its bytes.
pub type TagPair = Tag<Vec<u8>>;

/// The text in the place of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveEntry {
    /// A move as written, without move number and `!` or `?`.
    San(SmolStr),
    /// `??`: a move of the other side.
    Hidden,
}

impl MoveEntry {
    /// The written text.
    pub fn text(&self) -> &str {
        match self {
            MoveEntry::San(san) => san,
            MoveEntry::Hidden => "??",
        }
    }
}

/// An item after a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attachment {
    /// The first comment with announcement and tries.
    Payload(Box<Payload>),
    /// A comment in braces; it contains no `}`.
    Comment(Vec<u8>),
    /// A comment from `;` to the end of the line.
    LineComment(Vec<u8>),
    /// A line that begins with `%`.
    Escape(Vec<u8>),
    /// `$` and a number.
    Nag(u16),
    /// Alternatives to the previous move; never empty.
    Variation(Vec<Turn>),
}

/// The items at one place, in the order of the file.
pub type Attachments = SmallVec<[Attachment; 1]>;

/// One half-move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The move.
    pub written: MoveEntry,
    /// `!`, `?` or a similar sign attached to the move.
    pub glyph: Option<&'static str>,
    /// The items after it: nearly always a single one.
    pub after: Attachments,
    /// The place of the move.
    pub place: Place,
}

impl Turn {
    /// The announcement and tries, if they are written.
    pub fn payload(&self) -> Option<&Payload> {
        self.after.iter().find_map(|attachment| match attachment {
            Attachment::Payload(payload) => Some(&**payload),
            _ => None,
        })
    }

    /// The alternatives to this move.
    pub fn variations(&self) -> impl Iterator<Item = &[Turn]> {
        self.after.iter().filter_map(|attachment| match attachment {
            Attachment::Variation(turns) => Some(&turns[..]),
            _ => None,
        })
    }
}

/// The viewpoint of a record: whose knowledge it contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewpoint {
    /// Everything: the umpire's record.
    No,
    /// The knowledge of one player.
    For(Color),
}

impl Viewpoint {
    /// The value of the tag `Filtered`.
    pub fn value(self) -> &'static str {
        match self {
            Viewpoint::No => "no",
            Viewpoint::For(Color::White) => "white",
            Viewpoint::For(Color::Black) => "black",
        }
    }

    /// Reads the value of the tag `Filtered`, in upper or lower case.
    pub fn from_value(value: &[u8]) -> Option<Viewpoint> {
        let players = Color::ALL.into_iter().map(Viewpoint::For);
        [Viewpoint::No]
            .into_iter()
            .chain(players)
            .find(|filtered| value.eq_ignore_ascii_case(filtered.value().as_bytes()))
    }
}

/// One record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Game {
    /// The tags in the order of the file.
    pub tags: Vec<TagPair>,
    /// The items before the first move.
    pub opening: Attachments,
    /// The half-moves.
    pub turns: Vec<Turn>,
    /// The termination token, if there is one.
    pub termination: Option<GameResult>,
    /// The place where the game begins.
    pub place: Place,
    /// The place of its termination, or of whatever comes after it.
    pub end: Place,
}

impl Game {
    /// The first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&TagPair> {
        self.tags.iter().find(|tag| tag.name == name.as_bytes())
    }

    /// The viewpoint; `None` if the value of the tag is unknown. Without the tag it is the
    /// umpire's.
    pub fn filtered(&self) -> Option<Viewpoint> {
        self.tag("Filtered")
            .map_or(Some(Viewpoint::No), |tag| Viewpoint::from_value(&tag.value))
    }

    /// The viewpoint, where it must be known.
    ///
    /// # Errors
    ///
    /// The value of the tag is unknown.
    pub fn viewpoint(&self) -> Result<Viewpoint, RecordFinding> {
        self.filtered().ok_or_else(|| {
            let place = self.tag("Filtered").map_or(self.place, |tag| tag.place);
            let text = "Filtered is neither white, black nor no";
            RecordFinding::new(place, Irregularity::Tag, text)
        })
    }

    /// Sets the value of the first tag with this name, or adds the tag.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let value = value.as_bytes().to_vec();
        match self.tags.iter_mut().find(|tag| tag.name == name.as_bytes()) {
            Some(tag) => tag.value = value,
            None => self.tags.push(Tag {
                name: name.as_bytes().to_vec(),
                value,
                place: Place::START,
            }),
        }
    }

    /// The notation of its first payload; 0.9 if there is none.
    pub fn notation(&self) -> Dialect {
        self.turns
            .iter()
            .find_map(Turn::payload)
            .map(|payload| payload.notation)
            .unwrap_or_default()
    }

    /// Whether there are moves but no announcements: ordinary chess, or a server's file with only
    /// the moves.
    pub fn is_plain(&self) -> bool {
        !self.turns.is_empty() && self.turns.iter().all(|turn| turn.payload().is_none())
    }

    /// Whether the umpire announced more than both notations have: pawn tries, or something
    /// unknown.
    pub fn tells_more(&self) -> bool {
        let mut payloads = self.turns.iter().filter_map(Turn::payload);
        payloads.any(|payload| payload.more_items().next().is_some())
    }

    /// The position before the first move: from the tag `FEN`, or the initial one.
    ///
    /// # Errors
    ///
    /// The tag does not contain a legal position.
    pub fn start(&self) -> Result<Chess, RecordFinding> {
        self.start_by(|setup| setup.position(CastlingMode::Standard).map_err(Box::new))
    }

    /// Like `start`, with `position` to decide which positions are accepted.
    pub(super) fn start_by(
        &self,
        position: impl Fn(Setup) -> Result<Chess, Box<PositionError<Chess>>>,
    ) -> Result<Chess, RecordFinding> {
        let Some(tag) = self.tag("FEN") else {
            return Ok(Chess::default());
        };
        let wrong = |error: &dyn Display| {
            RecordFinding::new(tag.place, Irregularity::Tag, format!("FEN: {error}"))
        };
        let fen = Fen::from_ascii(&tag.value).map_err(|error| wrong(&error))?;
        position(fen.into_setup()).map_err(|error| wrong(&error))
    }
}
