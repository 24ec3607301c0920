//! Records of games in PGN with Kriegspiel's own comments: the notation 0.9 and the first proposal.
//!
//! ```text
//! 3. Qxe7+ {(Xe7,CF:dxe3,dxc3) a remark}     0.9: announcement, tries (the last first)
//! ?? {(Xe7,CF:2) a remark}                   0.9, filtered: the other side's move and the number of its tries
//! 3. Qxe7+ {(K:dxc3,dxe3:Te7) a remark}      the proposal: tries, one item of what is announced
//! ```
//!
//! [`read::Games`] gives one [`Game`] after the other from a stream, [`write::write_game`] writes
//! one in the normal form. A record is what is *written*: whether it is also possible is for
//! [`super::check`] to say. What the two notations do not know (other comments, NAGs, variations,
//! tags) is kept.
//!
//! Memory is that of one game, and a game is at most [`LONGEST_GAME`] bytes long: one that never
//! ends is cut there, and its record says so.
//!
//! Not supported: PGN's `<...>` (reserved by its standard, never used).

mod info;
pub mod lex;
pub mod payload;
pub mod read;
pub mod san;
pub mod write;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, PositionError, Setup};
use smallvec::SmallVec;
pub use smol_str::SmolStr;

use super::finding::{Irregularity, RecordFinding};
pub use info::Info;
pub use keymove_games::pgn::{GameResult, Place, Tag};
pub use payload::{Announced, Payload, PayloadPlaces, Tries, TryList};

/// The longest game, and so the longest comment, in bytes; what is longer is cut there. Real games
/// have some 20,000. In memory a game without announcements weighs three hundred times its text
/// with all that is made of it, so that an endless one stays below 100 MB in every command.
pub const LONGEST_GAME: usize = 1 << 18;

/// The two ways to write announcements and tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// `(info:tries)`.
    #[default]
    V09,
    /// `(K:tries:info)`.
    Proposal,
}

/// A tag pair `[Name "value"]`, with bytes of its own.
pub type TagPair = Tag<Vec<u8>>;

/// What is written in place of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveEntry {
    /// A move as it is written, without move number and `!` or `?`.
    San(SmolStr),
    /// `??`: a move of the other side.
    Hidden,
}

impl MoveEntry {
    /// What is written.
    pub fn text(&self) -> &str {
        match self {
            MoveEntry::San(san) => san,
            MoveEntry::Hidden => "??",
        }
    }
}

/// What stands after a move, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attachment {
    /// The first comment with announcement and tries.
    Payload(Box<Payload>),
    /// A comment in braces; it holds no `}`.
    Comment(Vec<u8>),
    /// A comment from `;` to the end of the line.
    LineComment(Vec<u8>),
    /// A line that begins with `%`.
    Escape(Vec<u8>),
    /// `$` and a number.
    Nag(u16),
    /// Other moves in place of the move before; never empty.
    Variation(Vec<Turn>),
}

/// What stands at one place.
pub type Attachments = SmallVec<[Attachment; 1]>;

/// One half-move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The move.
    pub written: MoveEntry,
    /// `!`, `?` and their kin, put to the move.
    pub glyph: Option<&'static str>,
    /// What stands after it: nearly always one thing.
    pub after: Attachments,
    /// Where the move stands.
    pub place: Place,
}

impl Turn {
    /// Announcement and tries, if they are written.
    pub fn payload(&self) -> Option<&Payload> {
        self.after.iter().find_map(|attachment| match attachment {
            Attachment::Payload(payload) => Some(&**payload),
            _ => None,
        })
    }

    /// Other moves in its place.
    pub fn variations(&self) -> impl Iterator<Item = &[Turn]> {
        self.after.iter().filter_map(|attachment| match attachment {
            Attachment::Variation(turns) => Some(&turns[..]),
            _ => None,
        })
    }
}

/// Whose knowledge a record holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewpoint {
    /// Everything: the umpire's record.
    No,
    /// What one player knows.
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

    /// Reads the value of the tag `Filtered`, in capitals or not.
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
    /// What stands before the first move.
    pub opening: Attachments,
    /// The half-moves.
    pub turns: Vec<Turn>,
    /// The token at the end, if there is one.
    pub termination: Option<GameResult>,
    /// Where the game begins.
    pub place: Place,
    /// Where it ends: its termination, or what comes after.
    pub end: Place,
}

impl Game {
    /// The first tag of that name.
    pub fn tag(&self, name: &str) -> Option<&TagPair> {
        self.tags.iter().find(|tag| tag.name == name.as_bytes())
    }

    /// Whose knowledge this is; `None` if the tag says what is not known. Without the tag it is the
    /// umpire's.
    pub fn filtered(&self) -> Option<Viewpoint> {
        self.tag("Filtered")
            .map_or(Some(Viewpoint::No), |tag| Viewpoint::from_value(&tag.value))
    }

    /// The same, where that has to be known.
    ///
    /// # Errors
    ///
    /// The tag says what is not known.
    pub fn viewpoint(&self) -> Result<Viewpoint, RecordFinding> {
        self.filtered().ok_or_else(|| {
            let place = self.tag("Filtered").map_or(self.place, |tag| tag.place);
            let text = "Filtered is neither white, black nor no";
            RecordFinding::new(place, Irregularity::Tag, text)
        })
    }

    /// Gives the first tag of that name, or a new one, this value.
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

    /// Whether moves stand here and nothing is announced after any: chess as it is written down, or
    /// a server's file of the moves alone.
    pub fn is_plain(&self) -> bool {
        !self.turns.is_empty() && self.turns.iter().all(|turn| turn.payload().is_none())
    }

    /// Whether the umpire told more than both notations have: pawn tries, or something unknown.
    pub fn tells_more(&self) -> bool {
        let mut payloads = self.turns.iter().filter_map(Turn::payload);
        payloads.any(|payload| payload.more_items().next().is_some())
    }

    /// The position before the first move: of the tag `FEN`, or the initial one.
    ///
    /// # Errors
    ///
    /// The tag holds no legal position.
    pub fn start(&self) -> Result<Chess, RecordFinding> {
        self.start_by(|setup| {
            let position = setup.position(CastlingMode::Standard);
            position.map_err(|error: PositionError<Chess>| error.to_string())
        })
    }

    /// The same, where `position` says what is one.
    pub(super) fn start_by(
        &self,
        position: impl Fn(Setup) -> Result<Chess, String>,
    ) -> Result<Chess, RecordFinding> {
        let Some(tag) = self.tag("FEN") else {
            return Ok(Chess::default());
        };
        Fen::from_ascii(&tag.value)
            .map_err(|error| error.to_string())
            .and_then(|fen| position(fen.into_setup()))
            .map_err(|error| {
                RecordFinding::new(tag.place, Irregularity::Tag, format!("FEN: {error}"))
            })
    }
}
