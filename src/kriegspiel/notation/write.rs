//! [`Game`]s -> bytes in the normal form: one tag per line, a blank line, one half-move per line
//! with White's number before it, the result. Games are separated by a blank line.

use shakmaty::Color;

use super::{Attachment, Game, GameResult, MoveEntry, Payload, Turn, Viewpoint};

/// The length in bytes of a half-move with its announcement and three tries.
const HALF_MOVE: usize = 32;

/// Appends one game.
pub fn write_game(game: &Game, out: &mut Vec<u8>) {
    for tag in &game.tags {
        out.push(b'[');
        out.extend_from_slice(&tag.name);
        out.extend_from_slice(b" \"");
        let mut value = &tag.value[..];
        while let Some(sign) = memchr::memchr2(b'"', b'\\', value) {
            let (before, rest) = value.split_at(sign);
            out.extend_from_slice(before);
            out.extend_from_slice(&[b'\\', rest[0]]);
            value = &rest[1..];
        }
        out.extend_from_slice(value);
        out.extend_from_slice(b"\"]\n");
    }
    if !game.tags.is_empty() {
        out.push(b'\n');
    }
    out.reserve(HALF_MOVE * game.turns.len());
    let mut line = TextLine {
        start: out.len(),
        bytes: out,
        numbers_hidden: !matches!(game.filtered(), Some(Viewpoint::For(_))),
    };
    if !game.opening.is_empty() {
        for attachment in &game.opening {
            line.attachment(attachment, MoveNumber::FIRST);
        }
        line.end();
    }
    let mut number = MoveNumber::first(game);
    for (index, turn) in game.turns.iter().enumerate() {
        line.start = line.bytes.len();
        line.number(turn, index, number);
        line.turn(turn, number);
        line.end();
        number = number.next();
    }
    let termination = game
        .termination
        .or_else(|| GameResult::read(&game.tag("Result")?.value))
        .unwrap_or(GameResult::Unknown);
    out.extend_from_slice(termination.as_str().as_bytes());
    out.push(b'\n');
}

/// The number of a half-move.
#[derive(Debug, Clone, Copy)]
pub struct MoveNumber {
    /// The number of the move.
    pub full: u32,
    /// The side that moves.
    pub turn: Color,
}

impl MoveNumber {
    /// The number of the first half-move.
    const FIRST: MoveNumber = MoveNumber {
        full: 1,
        turn: Color::White,
    };

    /// The number of a game's first half-move, which a position may tell.
    pub fn first(game: &Game) -> MoveNumber {
        let Some(fen) = game.tag("FEN") else {
            return MoveNumber::FIRST;
        };
        let fields = fen.value.split(u8::is_ascii_whitespace);
        let fields: Vec<&[u8]> = fields.filter(|field| !field.is_empty()).collect();
        let full = fields
            .get(5)
            .and_then(|field| std::str::from_utf8(field).ok()?.parse().ok());
        MoveNumber {
            full: full.unwrap_or(1),
            turn: Color::from_white(fields.get(1) != Some(&&b"b"[..])),
        }
    }

    /// The number of the next half-move.
    #[must_use]
    pub fn next(self) -> MoveNumber {
        MoveNumber {
            full: self.full.saturating_add(self.turn.is_black().into()),
            turn: !self.turn,
        }
    }
}

/// A line under construction; comments may break it.
struct TextLine<'a> {
    /// The output.
    bytes: &'a mut Vec<u8>,
    /// The offset of the line in it.
    start: usize,
    // Whether a `??` is a move only if a number precedes it, because the tags do not say that moves
    // are hidden.
    numbers_hidden: bool,
}

impl TextLine<'_> {
    fn last(&self) -> Option<&u8> {
        self.bytes[self.start..].last()
    }

    fn word(&mut self, word: &[u8]) {
        self.gap();
        self.bytes.extend_from_slice(word);
    }

    /// Separates the next text from the previous one.
    fn gap(&mut self) {
        if !matches!(self.last(), None | Some(b'\n' | b'(')) {
            self.bytes.push(b' ');
        }
    }

    fn end(&mut self) {
        if self.last() != Some(&b'\n') {
            self.bytes.push(b'\n');
        }
    }

    /// Writes the number before a turn, if one belongs there.
    fn number(&mut self, turn: &Turn, index: usize, number: MoveNumber) {
        let hidden = self.numbers_hidden && turn.written == MoveEntry::Hidden;
        if number.turn.is_white() || index == 0 || hidden {
            self.word(itoa::Buffer::new().format(number.full).as_bytes());
            let dots = number.turn.fold_wb(&b"."[..], b"...");
            self.bytes.extend_from_slice(dots);
        }
    }

    fn turn(&mut self, turn: &Turn, number: MoveNumber) {
        match &turn.written {
            MoveEntry::San(san) => {
                // At the beginning of a line it would be an escape.
                if san.starts_with('%') && matches!(self.last(), None | Some(b'\n')) {
                    self.bytes.push(b' ');
                    self.bytes.extend_from_slice(san.as_bytes());
                } else {
                    self.word(san.as_bytes());
                }
            }
            MoveEntry::Hidden => self.word(b"??"),
        }
        if let Some(glyph) = turn.glyph {
            self.bytes.extend_from_slice(glyph.as_bytes());
        }
        for attachment in &turn.after {
            self.attachment(attachment, number);
        }
    }

    fn attachment(&mut self, attachment: &Attachment, number: MoveNumber) {
        match attachment {
            Attachment::Payload(payload) => self.payload(payload),
            Attachment::Comment(text) => {
                self.word(b"{");
                self.bytes.extend_from_slice(text);
                self.bytes.push(b'}');
            }
            Attachment::LineComment(text) => {
                self.word(b";");
                self.bytes.extend_from_slice(text);
                self.bytes.push(b'\n');
            }
            Attachment::Escape(text) => {
                self.end();
                self.bytes.push(b'%');
                self.bytes.extend_from_slice(text);
                self.bytes.push(b'\n');
            }
            Attachment::Nag(number) => self.word(format!("${number}").as_bytes()),
            Attachment::Variation(turns) => {
                self.word(b"(");
                let mut number = number;
                for (index, turn) in turns.iter().enumerate() {
                    self.number(turn, index, number);
                    self.turn(turn, number);
                    number = number.next();
                }
                self.bytes.push(b')');
            }
        }
    }

    fn payload(&mut self, payload: &Payload) {
        self.word(b"{");
        self.bytes.extend_from_slice(&payload.before);
        payload.append(self.bytes);
        self.bytes.extend_from_slice(&payload.rest);
        self.bytes.push(b'}');
    }
}
