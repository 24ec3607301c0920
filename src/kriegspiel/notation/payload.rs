//! The comment that makes PGN Kriegspiel: announcement and tries between the first `(` and the
//! first `)`.

use std::borrow::Cow;
use std::fmt;

use memchr::memchr;
use shakmaty::Square;
use smallvec::SmallVec;

use super::super::announcement::{Direction, Directions};
use super::super::finding::{Irregularity, RecordFinding};
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

/// What is announced, as it is written: nothing, or one item or two, if it is right.
pub type Announced = SmallVec<[Info; 2]>;

/// What is said of a comment that begins with `(` and has no `:` in it.
pub const NO_PARTS: &str = "neither (info:tries) nor (K:tries:info)";

/// Tries as they are written, in one piece.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TryList {
    /// Moves between commas, perhaps with blanks around each: a few have room without the heap.
    text: SmallVec<[u8; 24]>,
}

impl TryList {
    /// The moves `sans`.
    pub fn of<S: AsRef<str>>(sans: impl IntoIterator<Item = S>) -> TryList {
        let mut list = TryList::default();
        sans.into_iter().for_each(|san| list.push(san.as_ref()));
        list
    }

    /// A text without blanks at its ends.
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

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether nothing stands before, behind or between commas.
    pub(super) fn has_gap(&self) -> bool {
        let mut pieces = self.text.split(|&byte| byte == b',');
        !self.is_empty() && pieces.any(|san| san.trim_ascii().is_empty())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// The moves as they stand.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        let pieces = self
            .text
            .split(|&byte| byte == b',')
            .map(<[u8]>::trim_ascii);
        pieces.filter(|san| !san.is_empty())
    }

    /// The moves between commas, without blanks.
    pub fn text(&self) -> Cow<'_, str> {
        match std::str::from_utf8(&self.text) {
            Ok(text) if self.text.iter().all(u8::is_ascii_graphic) => Cow::Borrowed(text),
            _ => {
                let moves: Vec<SmolStr> = self.iter().map(text_of).collect();
                Cow::Owned(moves.join(","))
            }
        }
    }

    /// The moves, the first that was tried first. The proposal does not say: as they stand.
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
    /// Those of a side that is seen, as written: 0.9 puts the last first, the proposal knows no
    /// order.
    List(TryList),
    /// Their number, for a side that is not seen.
    Count(u32),
}

impl Tries {
    /// How many there are.
    pub fn count(&self) -> u32 {
        match self {
            Tries::List(list) => u32::try_from(list.len()).unwrap_or(u32::MAX),
            Tries::Count(count) => *count,
        }
    }
}

/// Announcement and tries of one half-move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payload {
    /// How it is written.
    pub notation: Dialect,
    /// What stands before it in its comment; holds no `(`.
    pub before: Vec<u8>,
    /// What is announced.
    pub info: Announced,
    /// What was tried before the move.
    pub tries: Tries,
    /// What stands after it in its comment.
    pub rest: Vec<u8>,
    /// Where its `(` stands.
    pub place: Place,
    /// Where its parts stand.
    pub parts: PayloadPlaces,
}

/// Where the parts of a payload stand; nothing, if it was not read from a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PayloadPlaces {
    /// The items of what is announced.
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
    /// What is wrong with it; nothing, if it is an ordinary comment.
    pub fn parse(text: &[u8], place: Place) -> Result<Box<Payload>, Option<RecordFinding>> {
        let open = memchr(b'(', text).ok_or(None)?;
        let at_start = text[..open].trim_ascii().is_empty();
        let fault = |offset: usize, what: String| {
            at_start.then(|| broken(place.after(&text[..offset]), what))
        };
        let inner = &text[open + 1..];
        let Some(close) = memchr(b')', inner) else {
            return Err(fault(open, "no ) after (".to_owned()));
        };
        let (inner, rest) = (&inner[..close], &inner[close + 1..]);
        let start = open + 1;
        let mut parts = pieces(inner, b':').map(|(offset, part)| (start + offset, part));
        let [first, second, third] = std::array::from_fn(|_| parts.next());
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
        let mut info =
            parse_info(notation, info.1).map_err(|(offset, what)| fault(info.0 + offset, what))?;
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

    /// Where that stands in which something of this kind was found; the payload, if it has none.
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

    /// Where one of its tries stands.
    pub fn place_of_try(&self, tried: &[u8]) -> Place {
        let begin = self.place_of(Irregularity::Count);
        match &self.tries {
            Tries::List(TryList { text }) => {
                begin.after(&text[..tried.as_ptr().addr() - text.as_ptr().addr()])
            }
            Tries::Count(_) => begin,
        }
    }

    /// The square of the capture, if one is written.
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

    /// All other items.
    pub fn more_items(&self) -> impl Iterator<Item = &Info> {
        self.info.iter().filter(|item| item.order() >= 2)
    }

    /// The number of pawn tries, if one is written.
    pub fn pawn_tries(&self) -> Option<u32> {
        self.info.iter().find_map(|item| match item {
            Info::PawnTries(number) => Some(*number),
            _ => None,
        })
    }

    /// An item that is not known and may be a capture or a check in other letters (`xe5`, `F`): how
    /// the game went on is not known then.
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

    /// What in it neither notation has, and where it stands.
    pub fn unknown(&self) -> impl Iterator<Item = (Place, &[u8])> {
        let items = self.info.iter().zip(&self.parts.info);
        items.filter_map(|(item, place)| match item {
            Info::Other(text) => Some((*place, &text[..])),
            _ => None,
        })
    }

    /// The letters of the check as they are written, if there are any.
    pub fn check_letters(&self) -> Option<&str> {
        self.info.iter().find_map(|item| match item {
            Info::Check(letters) => Some(letters.as_str()),
            _ => None,
        })
    }

    /// The directions of the check; `None` if a letter says less than a direction (the proposal's
    /// `D`) or nothing at all.
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

/// Gives the places of offsets that rise, counted from `start`, in a `text` that begins at `place`.
/// Each is found from the one before it, as there may be many; most texts have one line.
fn places(text: &[u8], place: Place, start: usize) -> impl FnMut(usize) -> Place {
    let one_line = !text.contains(&b'\n');
    let (mut at, mut here) = (0, place);
    move |offset: usize| {
        if one_line {
            return Place {
                column: place.column + start + offset,
                ..place
            };
        }
        here = here.after(&text[at..start + offset]);
        at = start + offset;
        here
    }
}

/// What is wrong with a payload.
pub(super) fn broken(place: Place, text: impl Into<String>) -> RecordFinding {
    RecordFinding::new(place, Irregularity::BrokenPayload, text)
}

fn parse_tries(text: &[u8]) -> Tries {
    let word = text.trim_ascii();
    let number = std::str::from_utf8(word)
        .ok()
        .filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    match number.and_then(|word| word.parse().ok()) {
        Some(count) => Tries::Count(count),
        None => Tries::List(TryList::written(word)),
    }
}

/// Bytes as text, whatever they are.
pub fn text_of(bytes: &[u8]) -> SmolStr {
    match std::str::from_utf8(bytes) {
        Ok(text) => SmolStr::new(text),
        Err(_) => SmolStr::new(String::from_utf8_lossy(bytes)),
    }
}

/// The pieces of `text` between the bytes `at`, each with its offset.
pub(super) fn pieces(text: &[u8], at: u8) -> impl Iterator<Item = (usize, &[u8])> {
    let mut offset = 0;
    text.split(move |&byte| byte == at).map(move |piece| {
        let start = offset;
        offset += piece.len() + 1;
        (start, piece)
    })
}

/// The number of blanks that `text` begins with.
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
