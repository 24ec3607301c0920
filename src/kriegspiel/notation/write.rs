//! [`Game`]s -> bytes in the normal form: the tags one a line, a blank line, one half-move a line
//! with White's number before it, the result. Between two games stands a blank line.

use std::io::{self, Write};

use super::{Attachment, Game, GameResult, MoveEntry, Payload, Turn, Viewpoint};

/// Writes one game.
///
/// # Errors
///
/// `out` fails.
pub fn write_game(game: &Game, out: &mut impl Write) -> io::Result<()> {
    for tag in &game.tags {
        out.write_all(b"[")?;
        out.write_all(&tag.name)?;
        out.write_all(b" \"")?;
        let mut value = &tag.value[..];
        while let Some(sign) = memchr::memchr2(b'"', b'\\', value) {
            let (before, rest) = value.split_at(sign);
            out.write_all(before)?;
            out.write_all(&[b'\\', rest[0]])?;
            value = &rest[1..];
        }
        out.write_all(value)?;
        out.write_all(b"\"]\n")?;
    }
    if !game.tags.is_empty() {
        out.write_all(b"\n")?;
    }
    if !game.opening.is_empty() {
        let mut line = TextLine::default();
        for attachment in &game.opening {
            line.attachment(attachment, Counter::default())?;
        }
        line.end();
        out.write_all(&line.bytes)?;
    }
    let mut counter = Counter::of(game);
    let numbers_hidden = !matches!(game.filtered(), Some(Viewpoint::For(_)));
    let mut line = TextLine {
        numbers_hidden,
        ..TextLine::default()
    };
    for (index, turn) in game.turns.iter().enumerate() {
        line.bytes.clear();
        line.number(turn, index, counter);
        line.turn(turn, counter)?;
        line.end();
        out.write_all(&line.bytes)?;
        counter = counter.next();
    }
    let termination = game
        .termination
        .or_else(|| GameResult::read(&game.tag("Result")?.value))
        .unwrap_or(GameResult::Unknown);
    writeln!(out, "{}", termination.as_str())
}

/// The number of the next move.
#[derive(Debug, Clone, Copy)]
struct Counter {
    full: u32,
    white: bool,
}

impl Default for Counter {
    fn default() -> Counter {
        Counter {
            full: 1,
            white: true,
        }
    }
}

impl Counter {
    /// From the tag `FEN`, which need not be a position for that.
    fn of(game: &Game) -> Counter {
        let Some(fen) = game.tag("FEN") else {
            return Counter::default();
        };
        let fields: Vec<&[u8]> = fen
            .value
            .split(u8::is_ascii_whitespace)
            .filter(|field| !field.is_empty())
            .collect();
        Counter {
            full: fields
                .get(5)
                .and_then(|field| std::str::from_utf8(field).ok())
                .and_then(|field| field.parse().ok())
                .unwrap_or(1),
            white: fields.get(1) != Some(&&b"b"[..]),
        }
    }

    /// Appends the number with its dots.
    fn write(self, text: &mut Vec<u8>) {
        let digit = |power: u32| b'0' + (self.full / power % 10) as u8;
        match self.full {
            0..10 => text.push(digit(1)),
            10..100 => text.extend_from_slice(&[digit(10), digit(1)]),
            full => text.extend_from_slice(full.to_string().as_bytes()),
        }
        text.extend_from_slice(if self.white { b"." } else { b"..." });
    }

    fn next(self) -> Counter {
        Counter {
            full: self.full.saturating_add(u32::from(!self.white)),
            white: !self.white,
        }
    }
}

/// A line that is being written; comments may break it.
#[derive(Default)]
struct TextLine {
    bytes: Vec<u8>,
    // Where the tags do not say that moves are hidden, a `??` is one only behind a number.
    numbers_hidden: bool,
    // A payload that is being written.
    text: String,
}

impl TextLine {
    fn word(&mut self, word: &[u8]) {
        self.gap();
        self.bytes.extend_from_slice(word);
    }

    /// Parts what follows from what stands before it.
    fn gap(&mut self) {
        if !matches!(self.bytes.last(), None | Some(b'\n' | b'(')) {
            self.bytes.push(b' ');
        }
    }

    fn end(&mut self) {
        if self.bytes.last() != Some(&b'\n') {
            self.bytes.push(b'\n');
        }
    }

    /// The number before a turn, if one stands there.
    fn number(&mut self, turn: &Turn, index: usize, counter: Counter) {
        let hidden = self.numbers_hidden && turn.written == MoveEntry::Hidden;
        if counter.white || index == 0 || hidden {
            self.gap();
            counter.write(&mut self.bytes);
        }
    }

    fn turn(&mut self, turn: &Turn, counter: Counter) -> io::Result<()> {
        match &turn.written {
            MoveEntry::San(san) => {
                // At the beginning of a line it would be an escape.
                if san.starts_with('%') && matches!(self.bytes.last(), None | Some(b'\n')) {
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
        turn.after
            .iter()
            .try_for_each(|attachment| self.attachment(attachment, counter))
    }

    fn attachment(&mut self, attachment: &Attachment, counter: Counter) -> io::Result<()> {
        match attachment {
            Attachment::Payload(payload) => self.payload(payload)?,
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
                let mut counter = counter;
                for (index, turn) in turns.iter().enumerate() {
                    self.number(turn, index, counter);
                    self.turn(turn, counter)?;
                    counter = counter.next();
                }
                self.bytes.push(b')');
            }
        }
        Ok(())
    }

    fn payload(&mut self, payload: &Payload) -> io::Result<()> {
        self.word(b"{");
        self.bytes.extend_from_slice(&payload.before);
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        payload.write(&mut text).expect("a string takes everything");
        self.bytes.extend_from_slice(text.as_bytes());
        self.text = text;
        self.bytes.extend_from_slice(&payload.rest);
        self.bytes.push(b'}');
        Ok(())
    }
}
