//! The payload, the comment that makes PGN Kriegspiel: announcement and tries between the first `(`
//! and the first `)`.

use std::borrow::Cow;
use std::fmt;

use memchr::memchr;
use shakmaty::Square;
use smallvec::SmallVec;

use super::super::announcement::{Direction, Directions};
use super::super::finding::{Irregularity, RecordFinding};
use super::bare::parse_bare;
use super::info::{Info, parse_info};
use super::{Dialect, Place, SmolStr};

/// The proposal's letter for a check.
pub fn proposal_letter(direction: Direction) -> &'static str {
    match direction {
        Direction::Rank => "R",
        Direction::File => "F",
        Direction::Long | Direction::Short => "D",
        Direction::Knight => "K",
    }
}

/// The announcement, as written: empty, or one or two items, if it is correct.
pub type Announced = SmallVec<[Info; 2]>;

/// The message for a comment that begins with `(` and contains no `:`.
pub const NO_PARTS: &str = "neither (info:tries) nor (K:tries:info)";

/// Tries as written, in one string.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TryList {
    /// Moves separated by commas, possibly with blanks around them; a few fit without heap
    /// allocation.
    text: SmallVec<[u8; 24]>,
}

impl TryList {
    /// The moves `sans`.
    pub fn of<S: AsRef<str>>(sans: impl IntoIterator<Item = S>) -> TryList {
        let mut list = TryList::default();
        sans.into_iter().for_each(|san| list.push(san.as_ref()));
        list
    }

    /// A text without surrounding blanks.
    pub(super) fn written(text: &[u8]) -> TryList {
        let text = SmallVec::from_slice(text);
        TryList { text }
    }

    /// Appends a move.
    pub fn push(&mut self, san: &str) {
        if !self.is_empty() {
            self.text.push(b',');
        }
        self.text.extend_from_slice(san.as_bytes());
    }

    /// Whether there are no tries.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether an entry between commas is empty.
    pub(super) fn has_gap(&self) -> bool {
        let mut is_begun = false;
        for &byte in &self.text {
            match byte {
                b',' if !std::mem::take(&mut is_begun) => return true,
                b',' => {}
                byte => is_begun |= !byte.is_ascii_whitespace(),
            }
        }
        !is_begun && !self.is_empty()
    }

    /// The number of tries.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// The moves as written.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        let pieces = self
            .text
            .split(|&byte| byte == b',')
            .map(<[u8]>::trim_ascii);
        pieces.filter(|san| !san.is_empty())
    }

    /// The moves separated by commas, without blanks.
    pub fn text(&self) -> Cow<'_, str> {
        match std::str::from_utf8(&self.text) {
            Ok(text) if self.text.iter().all(u8::is_ascii_graphic) => Cow::Borrowed(text),
            _ => {
                let moves: Vec<SmolStr> = self.iter().map(text_of).collect();
                Cow::Owned(moves.join(","))
            }
        }
    }

    /// The moves in the order in which they were tried. The proposal does not define an order, so
    /// they stay as written.
    pub fn in_order(&self, notation: Dialect) -> impl Iterator<Item = &[u8]> {
        let mut moves = self.iter();
        std::iter::from_fn(move || match notation {
            Dialect::V09 => moves.next_back(),
            Dialect::Proposal => moves.next(),
        })
    }
}

/// The tries before a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tries {
    /// The tries of a visible side, as written: in 0.9 the last try comes first; the proposal has
    /// no order.
    List(TryList),
    /// The number of tries of a side that is not visible.
    Count(u32),
}

impl Tries {
    /// The number of tries.
    pub fn count(&self) -> u32 {
        match self {
            Tries::List(list) => u32::try_from(list.len()).unwrap_or(u32::MAX),
            Tries::Count(count) => *count,
        }
    }
}

/// The announcement and tries of one half-move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payload {
    /// The notation.
    pub notation: Dialect,
    /// The text before it in its comment; contains no `(`.
    pub before: Vec<u8>,
    /// The announcement.
    pub info: Announced,
    /// The tries before the move.
    pub tries: Tries,
    /// The text after it in its comment.
    pub rest: Vec<u8>,
    /// The place of its `(`.
    pub place: Place,
    /// The places of its parts.
    pub parts: PayloadPlaces,
}

/// The places of the parts of a payload; empty if it was not read from a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PayloadPlaces {
    /// The items of the announcement.
    pub info: SmallVec<[Place; 2]>,
    /// The tries, or their number.
    pub tries: Option<Place>,
}

impl Payload {
    /// A payload without other text.
    pub fn new(notation: Dialect, info: Announced, tries: Tries) -> Payload {
        Payload {
            notation,
            before: Vec::new(),
            info,
            tries,
            rest: Vec::new(),
            place: Place::default(),
            parts: PayloadPlaces::default(),
        }
    }

    /// Reads the comment `text` that begins (after its brace) at `place`.
    ///
    /// # Errors
    ///
    /// The payload is broken; `None` if it is an ordinary comment.
    pub fn parse(text: &[u8], place: Place) -> Result<Box<Payload>, Option<RecordFinding>> {
        match Payload::parse_within(text, place) {
            Err(None) => parse_bare(text, place),
            read => read,
        }
    }

    /// Reads a payload in parentheses.
    fn parse_within(text: &[u8], place: Place) -> Result<Box<Payload>, Option<RecordFinding>> {
        let open = match text {
            [b'(', ..] => 0,
            _ => memchr(b'(', text).ok_or(None)?,
        };
        let at_start = text[..open].trim_ascii().is_empty();
        let fault = |offset: usize, what: String| {
            at_start.then(|| broken(place.after(&text[..offset]), what))
        };
        let inner = &text[open + 1..];
        let Some(close) = memchr(b')', inner) else {
            return Err(fault(open, "no ) after (".to_owned()));
        };
        let rest = &inner[close + 1..];
        let start = open + 1;
        let parts = first_parts(&text[start..start + close]);
        let [first, second, third] =
            parts.map(|part| part.map(|(offset, part)| (start + offset, part)));
        let (notation, info, tries, last) = match (first, second, third) {
            (Some(info), Some(tries), _) if info.1.trim_ascii() != b"K" => {
                (Dialect::V09, info, tries, tries)
            }
            (Some(mark), Some(tries), Some(info)) if mark.1.trim_ascii() == b"K" => {
                (Dialect::Proposal, info, tries, info)
            }
            _ => return Err(fault(open, NO_PARTS.to_owned())),
        };
        let from = |start| places(text, place, start);
        let mut info_place = from(info.0);
        let mut parts = PayloadPlaces {
            info: match info.1 {
                [] => SmallVec::new(),
                text => pieces(text, b',')
                    .map(|(offset, item)| info_place(offset + blanks(item)))
                    .collect(),
            },
            tries: Some(from(tries.0)(blanks(tries.1))),
        };
        let mut info = match info.1 {
            [] => Announced::new(),
            text => {
                parse_info(notation, text).map_err(|(offset, what)| fault(info.0 + offset, what))?
            }
        };
        let behind = last.0 + last.1.len();
        if behind < start + close {
            info.push(Info::Other(Box::from(&text[behind..start + close])));
            parts.info.push(from(behind)(0));
        }
        Ok(Box::new(Payload {
            notation,
            before: text[..open].to_vec(),
            info,
            tries: parse_tries(tries.1),
            rest: rest.to_vec(),
            place: from(open)(0),
            parts,
        }))
    }

    /// The place of the part to which a finding of this kind refers; the payload's own place if
    /// there is no such part.
    pub fn place_of(&self, kind: Irregularity) -> Place {
        let order = match (kind, self.notation) {
            (Irregularity::Capture, _) => 0,
            (Irregularity::Check, _) | (Irregularity::Order, Dialect::V09) => 1,
            (Irregularity::PawnTries, _) => 2,
            (Irregularity::Count, _) => return self.parts.tries.unwrap_or(self.place),
            _ => return self.place,
        };
        let mut items = self.info.iter().zip(&self.parts.info);
        let meant = items.find(|(item, _)| item.order() == order);
        meant.map_or(self.place, |(_, place)| *place)
    }

    /// The place of one of its tries.
    pub fn place_of_try(&self, tried: &[u8]) -> Place {
        let begin = self.place_of(Irregularity::Count);
        match &self.tries {
            Tries::List(TryList { text }) => {
                begin.after(&text[..tried.as_ptr().addr() - text.as_ptr().addr()])
            }
            Tries::Count(_) => begin,
        }
    }

    /// The square of the capture, if given.
    pub fn capture(&self) -> Option<Square> {
        self.info.iter().find_map(|item| match item {
            Info::Capture(square) => Some(*square),
            _ => None,
        })
    }

    /// The captures and checks, which both notations have.
    pub fn items(&self) -> impl Iterator<Item = &Info> {
        self.info.iter().filter(|item| item.order() < 2)
    }

    /// All items other than captures and checks.
    pub fn more_items(&self) -> impl Iterator<Item = &Info> {
        self.info.iter().filter(|item| item.order() >= 2)
    }

    /// The number of pawn tries, if given.
    pub fn pawn_tries(&self) -> Option<u32> {
        self.info.iter().find_map(|item| match item {
            Info::PawnTries(number) => Some(*number),
            _ => None,
        })
    }

    /// An unknown item that may be a misspelt capture or check (`xe5`, `F`): then the further
    /// course of the game is unknown.
    pub fn slip(&self) -> Option<&[u8]> {
        self.info.iter().find_map(|item| match item {
            Info::Other(text) => match text.trim_ascii().to_ascii_uppercase()[..] {
                [
                    b'X' | b'T' | b'C' | b'R' | b'F' | b'L' | b'S' | b'N' | b'D' | b'K',
                    ..,
                ]
                | [.., b'A'..=b'H', b'1'..=b'8'] => Some(&text[..]),
                _ => None,
            },
            _ => None,
        })
    }

    /// The items that neither notation has, with their places.
    pub fn unknown(&self) -> impl Iterator<Item = (Place, &[u8])> {
        let items = self.info.iter().zip(&self.parts.info);
        items.filter_map(|(item, place)| match item {
            Info::Other(text) => Some((*place, &text[..])),
            _ => None,
        })
    }

    /// The letters of the check as written, if there are any.
    pub fn check_letters(&self) -> Option<&str> {
        self.info.iter().find_map(|item| match item {
            Info::Check(letters) => Some(letters.as_str()),
            _ => None,
        })
    }

    /// The directions of the check; `None` if a letter is ambiguous (the proposal's `D`) or
    /// unknown.
    pub fn checks(&self) -> Option<Directions> {
        self.check_letters()
            .unwrap_or_default()
            .chars()
            .map(|letter| match (self.notation, letter) {
                (Dialect::Proposal, 'K') => Some(Direction::Knight),
                (_, letter) => Direction::from_letter(letter),
            })
            .collect()
    }
}

/// Converts ascending offsets, relative to `start`, in a `text` that begins at `place` to places.
/// Each is computed from the previous one, because there may be many; most texts have one line.
pub(super) fn places(text: &[u8], place: Place, start: usize) -> impl FnMut(usize) -> Place {
    let (mut at, mut here) = (0, place);
    move |offset: usize| {
        here = here.after(&text[at..start + offset]);
        at = start + offset;
        here
    }
}

/// The finding about a broken payload.
pub(super) fn broken(place: Place, text: impl Into<String>) -> RecordFinding {
    RecordFinding::new(place, Irregularity::BrokenPayload, text)
}

pub(super) fn parse_tries(text: &[u8]) -> Tries {
    let word = text.trim_ascii();
    let is_number = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    let number = is_number.then(|| std::str::from_utf8(word).ok()).flatten();
    match number.and_then(|word| word.parse().ok()) {
        Some(count) => Tries::Count(count),
        None => Tries::List(TryList::written(word)),
    }
}

/// Bytes as text, whatever their content.
pub fn text_of(bytes: &[u8]) -> SmolStr {
    match std::str::from_utf8(bytes) {
        Ok(text) => SmolStr::new(text),
        Err(_) => SmolStr::new(String::from_utf8_lossy(bytes)),
    }
}

/// The first three parts of `text` between colons, each with its offset.
fn first_parts(text: &[u8]) -> [Option<(usize, &[u8])>; 3] {
    let mut next = 0;
    std::array::from_fn(|_| {
        let part = text.get(next..)?;
        // The parts are so short that a search with memchr would take longer to begin.
        let length = part.iter().position(|&byte| byte == b':');
        let length = length.unwrap_or(part.len());
        let offset = next;
        next += length + 1;
        Some((offset, &part[..length]))
    })
}

/// The parts of `text` between bytes `at`, each with its offset.
pub(super) fn pieces(text: &[u8], at: u8) -> impl Iterator<Item = (usize, &[u8])> {
    let mut offset = 0;
    text.split(move |&byte| byte == at).map(move |piece| {
        let start = offset;
        offset += piece.len() + 1;
        (start, piece)
    })
}

/// The number of blanks at the beginning of `text`.
pub(super) fn blanks(text: &[u8]) -> usize {
    text.len() - text.trim_ascii_start().len()
}

/// The payload alone, in its parentheses.
impl fmt::Display for Payload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.append(&mut text);
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

impl Payload {
    /// Appends the payload alone, in its parentheses.
    pub fn append(&self, out: &mut Vec<u8>) {
        match self.notation {
            Dialect::V09 => {
                out.push(b'(');
                self.append_info(out);
                out.push(b':');
                self.append_tries(out);
            }
            Dialect::Proposal => {
                out.extend_from_slice(b"(K:");
                self.append_tries(out);
                out.push(b':');
                self.append_info(out);
            }
        }
        for item in self.info.iter().filter(|item| item.is_behind()) {
            item.append(self.notation, out);
        }
        out.push(b')');
    }

    fn append_info(&self, out: &mut Vec<u8>) {
        let items = self.info.iter().filter(|item| !item.is_behind());
        for (index, item) in items.enumerate() {
            if index > 0 {
                out.push(b',');
            }
            item.append(self.notation, out);
        }
    }

    fn append_tries(&self, out: &mut Vec<u8>) {
        match &self.tries {
            Tries::Count(count) => {
                out.extend_from_slice(itoa::Buffer::new().format(*count).as_bytes());
            }
            Tries::List(list) => out.extend_from_slice(list.text().as_bytes()),
        }
    }
}
