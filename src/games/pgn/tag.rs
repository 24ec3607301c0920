//! `[Name "value"]`, and texts intended as such tags.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use super::Place;
use super::token::{Grammar, Span, TokenFault, TokenKind, is_blank};

/// A tag. `T` is the type of its parts, spans of the text or owned bytes, and `P` the type of its
/// place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag<T, P = Place> {
    /// The name.
    pub name: T,
    /// The value. A span covers the text between the quotation marks, including backslashes; bytes
    /// have their escapes replaced.
    pub value: T,
    /// The place where it begins.
    pub place: P,
}

/// A tag's value without the backslashes that escape quotation marks and backslashes.
pub fn unescape(value: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(value.len());
    let mut bytes = value.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'\\', Some(&(b'"' | b'\\'))) => plain.extend(bytes.next()),
            _ => plain.push(byte),
        }
    }
    plain
}

/// Text in UTF-8, or else in Latin-1.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// The length of a tag's name at the beginning of `text`.
pub fn name_length<G: Grammar>(text: &[u8]) -> usize {
    text.iter()
        .take_while(|b| b.is_ascii_alphanumeric() || G::NAME_SIGNS.contains(b))
        .count()
}

/// The tag at `at` and its end, or the length of a text that is not a tag; `None` if more text is
/// needed.
pub(super) fn read<G: Grammar>(
    text: &[u8],
    at: usize,
    last: bool,
) -> Option<(TokenKind<G::Mover>, usize)> {
    // A longer text is not a tag, wherever it may end.
    let last = last || text.len() - at > G::LONGEST_TAG;
    let text = &text[..text.len().min(at.saturating_add(G::LONGEST_TAG))];
    let stray = |fault, stop| {
        let end = G::broken_tag(text, at, stop, last)?;
        Some((TokenKind::Stray(fault), end))
    };
    // A zero byte may separate words, but not the parts of a tag.
    let blanks = |from: usize| {
        from + text[from..]
            .iter()
            .take_while(|&&b| b != 0 && is_blank::<G>(b))
            .count()
    };
    let incomplete = |end: usize| end == text.len() && !last;

    let name_start = blanks(at + 1);
    let name_end = name_start + name_length::<G>(&text[name_start..]);
    let quote = blanks(name_end);
    if incomplete(quote) {
        return None;
    }
    if name_end == name_start {
        return stray(TokenFault::NoName, name_start);
    }
    if text.get(quote) != Some(&b'"') {
        return stray(TokenFault::NoValue, quote);
    }
    let value_start = quote + 1;
    let mut from = value_start;
    loop {
        let found = if G::LOOSE_VALUES {
            memchr(b'"', &text[from..])
        } else {
            memchr2(b'"', b'\n', &text[from..])
        };
        let Some(length) = found else { break };
        let end = from + length;
        if text[end] == b'\n' {
            return stray(TokenFault::OpenValue, end);
        }
        from = end + 1;
        let value = &text[value_start..end];
        let backslashes = value.iter().rev().take_while(|&&b| b == b'\\').count();
        let escaped = backslashes % 2 == 1;
        if escaped && !G::LOOSE_VALUES {
            continue;
        }
        let bracket = blanks(from);
        if incomplete(bracket) {
            return None;
        }
        let closed = text.get(bracket) == Some(&b']');
        if !closed && !G::LOOSE_VALUES {
            return stray(TokenFault::OpenTag, bracket);
        }
        // The next tag does not belong to the value.
        if G::LOOSE_VALUES && text.get(bracket) == Some(&b'[') {
            let name = bracket + 1 + name_length::<G>(&text[bracket + 1..]);
            if name > bracket + 1 && text.get(blanks(name)) == Some(&b'"') {
                return stray(TokenFault::OpenTag, bracket);
            }
        }
        // An unescaped quotation mark that is not followed by a bracket belongs to the value.
        let ends = closed && !escaped;
        if G::LOOSE_VALUES {
            let marks = memchr(b'"', value).is_some() || !ends;
            // Values may be wrapped; but those with quotation marks in them have more likely lost
            // their end.
            if marks && memchr(b'\n', value).is_some() {
                return stray(TokenFault::OpenValue, end);
            }
        }
        if !ends {
            continue;
        }
        let kind = TokenKind::Tag {
            name: Span::new(name_start, name_end),
            value: Span::new(value_start, end),
        };
        return Some((kind, bracket + 1));
    }
    if last {
        stray(TokenFault::OpenValue, text.len())
    } else {
        None
    }
}
