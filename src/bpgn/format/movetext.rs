//! Writes movetext as unbreakable parts in lines of less than eighty columns.

use std::borrow::Cow;

use crate::game::{BpgnGame, GameItem, ItemKind};

/// The maximum length of a line in bytes, if its parts allow it.
const LINE: usize = 79;

/// Movetext with line breaks between its parts.
#[derive(Debug)]
pub(crate) struct Movetext {
    pub text: Vec<u8>,
    pub column: usize,
}

impl Movetext {
    /// Writes an unbreakable part, after a blank or on a new line.
    pub fn part(&mut self, part: &[u8]) {
        let first = memchr::memchr(b'\n', part).unwrap_or(part.len());
        if self.column > 0 {
            if self.column + 1 + first > LINE {
                self.end_line();
            } else {
                self.text.push(b' ');
                self.column += 1;
            }
        }
        self.put(part);
    }

    /// Writes a part without line feeds directly: moves with their clocks are nearly all of the
    /// output, and most of the time went into writing each of them twice.
    #[inline]
    pub fn words(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let gap = self.text.len();
        let behind = self.column > 0;
        if behind {
            self.text.push(b' ');
        }
        write(&mut self.text);
        let length = self.text.len() - gap;
        if behind && self.column + length > LINE {
            self.text[gap] = b'\n';
            self.column = length - 1;
        } else {
            self.column += length;
        }
    }

    fn put(&mut self, part: &[u8]) {
        self.text.extend_from_slice(part);
        match memchr::memrchr(b'\n', part) {
            Some(line_feed) => self.column = part.len() - line_feed - 1,
            None => self.column += part.len(),
        }
    }

    /// Begins a new line, unless the current one is empty.
    pub fn end_line(&mut self) {
        if self.text.last().is_some_and(|&b| b != b'\n') {
            self.text.push(b'\n');
        }
        self.column = 0;
    }

    /// Writes an item; nothing for an empty one.
    pub fn item(&mut self, game: &BpgnGame<'_>, item: &GameItem) {
        let part = written(game, item);
        if part.is_empty() {
            return;
        }
        self.part(&part);
        if item.kind == ItemKind::LineComment {
            self.end_line();
        }
    }

    /// Writes an item on the line of the result, where it must stay.
    pub fn trailing(&mut self, game: &BpgnGame<'_>, item: &GameItem) {
        let part = written(game, item);
        if part.is_empty() {
            return;
        }
        if self.column > 0 {
            self.put(b" ");
        }
        self.put(&part);
        if item.kind == ItemKind::LineComment {
            self.end_line();
        }
    }
}

/// An item in the form to be written: a comment has its brace, no line ends with CR, and text that
/// is not understood is a comment. Empty for an item that was only stray braces.
pub(crate) fn written<'a>(game: &BpgnGame<'a>, item: &GameItem) -> Cow<'a, [u8]> {
    let bytes = game.bytes(item.span);
    if item.kind == ItemKind::Stray {
        let kept: Vec<u8> = bytes.iter().copied().filter(|&b| b != b'}').collect();
        return Cow::Owned(match without_returns(&kept).trim_ascii() {
            [] => Vec::new(),
            kept => [b"{C:", kept, b"}"].concat(),
        });
    }
    let open = item.kind == ItemKind::Comment { closed: false };
    if !open && memchr::memchr(b'\r', bytes).is_none() {
        return Cow::Borrowed(bytes);
    }
    let mut text = without_returns(bytes);
    if open {
        text.push(b'}');
    }
    Cow::Owned(text)
}

/// A text whose lines end with line feeds alone.
pub(super) fn without_returns(bytes: &[u8]) -> Vec<u8> {
    let mut text: Vec<u8> = Vec::with_capacity(bytes.len() + 1);
    for &byte in bytes {
        if byte == b'\n' {
            while text.pop_if(|last| *last == b'\r').is_some() {}
        }
        text.push(byte);
    }
    text
}
