//! The parts around a move in its word: numbers before it, a remark (`!?`) after it.

use super::GameResult;

/// Whether a word alone would be read as a result or a number.
fn means_no_move(word: &[u8]) -> bool {
    numbers_length(word) == word.len() || GameResult::read(word).is_some()
}

/// The length of the move numbers at the beginning of a word: in `4.1.`, that of both, because
/// neither is a move.
pub(super) fn numbers_length(word: &[u8]) -> usize {
    let mut length = 0;
    loop {
        match number_length(&word[length..]) {
            0 => return length,
            number => length += number,
        }
    }
}

/// The length of a move number (`12`, `12.`, `12...`, dots alone) at the beginning of a word.
fn number_length(word: &[u8]) -> usize {
    let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
    let dots = word[digits..].iter().take_while(|&&b| b == b'.').count();
    if dots > 0 || digits == word.len() {
        digits + dots
    } else {
        0
    }
}

/// The signs `!`, `?` and similar ones, with their NAGs.
pub const GLYPHS: [(&str, u16); 6] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
];

/// A move and the remark on it. A word that is not a move without its remark is returned unchanged.
pub(super) fn split_glyph(word: &[u8]) -> (&[u8], Option<&'static str>) {
    let remark = |&byte: &u8| matches!(byte, b'!' | b'?');
    let length = word
        .iter()
        .rposition(|byte| !remark(byte))
        .map_or(0, |i| i + 1);
    if length == word.len() {
        return (word, None);
    }
    let (san, remark) = word.split_at(length);
    let mut glyphs = GLYPHS.iter().map(|(glyph, _)| *glyph);
    if san.is_empty() {
        return match glyphs.find(|glyph| glyph.as_bytes() == remark) {
            Some(glyph) => (san, Some(glyph)),
            None => (word, None),
        };
    }
    if means_no_move(san) {
        return (word, None);
    }
    (san, glyphs.find(|glyph| remark.ends_with(glyph.as_bytes())))
}

pub(super) fn glyph_number(glyph: &str) -> u16 {
    GLYPHS
        .iter()
        .find(|(sign, _)| *sign == glyph)
        .map_or(0, |(_, number)| *number)
}
