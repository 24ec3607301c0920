//! The tokens of BPGN, as far as they differ from PGN's: real files were wrapped, cut and edited by hand.
//!
//! A line break may be anywhere, even in a tag's value; a quotation mark in a value need not be
//! escaped; a comment without its brace ends before the next tag; a file may be a single line.

use memchr::{memchr, memchr2, memmem};

use super::seat::Seat;
use keymove_games::pgn::tag::name_length;
use keymove_games::pgn::token::{Grammar, Scan, classes, is_blank};

/// The grammar of BPGN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BpgnGrammar {}

impl Grammar for BpgnGrammar {
    type Mover = Seat;

    const CLASSES: [u8; 256] = classes(b" \t\n\r\x0b\x0c");
    const NAME_SIGNS: &'static [u8] = b"_";
    const LONGEST_TAG: usize = 1 << 16;
    const LOOSE_VALUES: bool = true;
    const LOOSE_ESCAPES: bool = true;

    #[inline]
    fn seat(letter: u8) -> Option<Seat> {
        Seat::from_letter(letter)
    }

    /// Whether this is `[`, a name, a blank and a quotation mark.
    fn ends_comment(line: &[u8]) -> bool {
        let name = name_length::<BpgnGrammar>(&line[1..]);
        name > 0 && line[1 + name..].trim_ascii_start().starts_with(b"\"")
    }

    /// In a file with a single line, the comment extends to the next game.
    fn line_comment(line: &[u8], whole: bool) -> Option<usize> {
        let end = match memmem::find(line, b"[Event \"") {
            Some(game) => game,
            None if whole => line.len(),
            None => return None,
        };
        Some(trimmed(&line[..end]))
    }

    fn broken_tag(text: &[u8], at: usize, stop: usize, last: bool) -> Option<usize> {
        // A bracket before a name is intended as a tag; everything in it belongs together.
        if !text.get(at + 1).is_some_and(u8::is_ascii_alphabetic) {
            return Some(at + 1);
        }
        // The next tag begins there.
        if text.get(stop) == Some(&b'[') {
            let line = memchr(b'\n', &text[at..stop]).unwrap_or(stop - at);
            return Some(at + trimmed(&text[at..at + line]));
        }
        match memchr2(b']', b'\n', &text[at..]) {
            Some(length) if text[at + length] == b']' => Some(at + length + 1),
            Some(length) => Some(at + trimmed(&text[at..at + length])),
            None if last => Some(at + trimmed(&text[at..])),
            None => None,
        }
    }
}

/// The next token of BPGN at or after `at`. `last` says that nothing follows the text.
#[inline]
pub fn token(text: &[u8], at: usize, last: bool) -> Scan<Seat> {
    keymove_games::pgn::token::token::<BpgnGrammar>(text, at, true, last)
}

/// The length without trailing blanks.
fn trimmed(text: &[u8]) -> usize {
    text.iter()
        .rposition(|&b| !is_blank::<BpgnGrammar>(b))
        .map_or(0, |last| last + 1)
}
