//! Reads a half-move in the most common form in one go: an optional number, the move, and a comment
//! that contains only a 0.9 payload, all on one line. Any other form is left to the token-by-token
//! reader, which gives the same result.

use smallvec::smallvec;

use super::super::info::parse_item;
use super::super::payload::text_of;
use super::super::{
    Announced, Attachment, Dialect, MoveEntry, Payload, PayloadPlaces, Place, Tries, TryList, Turn,
};

/// The maximum length of a half-move read here, in bytes, including the blanks before it.
pub(super) const LONGEST: usize = 256;

const SIGN: u8 = 1;
const COMMA: u8 = 2;

/// The class of a byte among tries: part of a move, or a comma.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let signs = b"abcdefghxKQRBNO12345678+#=-";
    let mut index = 0;
    while index < signs.len() {
        classes[signs[index] as usize] = SIGN;
        index += 1;
    }
    classes[b',' as usize] = COMMA;
    classes
};

fn is_sign(byte: u8) -> bool {
    CLASSES[usize::from(byte)] == SIGN
}

/// Converts offsets in a text to places.
struct Places {
    line: u64,
    /// The offset of the beginning of the line, negative if it is before the text.
    begin: isize,
}

impl Places {
    fn at(&self, offset: usize) -> Place {
        Place {
            line: self.line,
            column: (offset as isize - self.begin + 1) as usize,
        }
    }
}

/// The half-move at the beginning of `text`, which is at `place`; its length, and the place of its
/// end.
pub(super) fn half_move(text: &[u8], place: Place) -> Option<(Turn, usize, Place)> {
    let text = &text[..text.len().min(LONGEST)];
    let mut places = Places {
        line: place.line,
        begin: 1 - place.column as isize,
    };
    let begin = move_begin(text, &mut places)?;
    let end = begin + text[begin..].iter().position(|&byte| !is_sign(byte))?;
    if !text[begin].is_ascii_alphabetic() || !text[end..].starts_with(b" {(") {
        return None;
    }
    let (mut at, mut info, mut parts) = (end + 3, Announced::new(), PayloadPlaces::default());
    while *text.get(at)? != b':' {
        let item = &text[at..];
        let length = item.iter().position(|byte| matches!(byte, b',' | b':'))?;
        info.push(parse_item(Dialect::V09, &item[..length])?);
        parts.info.push(places.at(at));
        at += length;
        if text[at] == b',' {
            at += 1;
            if text.get(at) == Some(&b':') {
                return None;
            }
        }
    }
    let tries = &text[at + 1..];
    let tries = &tries[..tries_length(tries)?];
    parts.tries = Some(places.at(at + 1));
    at += 1 + tries.len() + b")}".len();
    let payload = Payload {
        parts,
        place: places.at(end + 2),
        ..Payload::new(Dialect::V09, info, Tries::List(TryList::written(tries)))
    };
    let turn = Turn {
        written: MoveEntry::San(text_of(&text[begin..end])),
        glyph: None,
        after: smallvec![Attachment::Payload(Box::new(payload))],
        place: places.at(begin),
    };
    Some((turn, at, places.at(at)))
}

/// The offset of the move, after blanks and its number.
fn move_begin(text: &[u8], places: &mut Places) -> Option<usize> {
    let (mut at, mut numbered) = (0, false);
    loop {
        match *text.get(at)? {
            b' ' | b'\t' | b'\r' => at += 1,
            b'\n' => {
                at += 1;
                places.line += 1;
                places.begin = at as isize;
            }
            b'1'..=b'9' if !numbered => {
                let count = |rest: &[u8], is: fn(u8) -> bool| {
                    rest.iter().take_while(|&&byte| is(byte)).count()
                };
                at += count(&text[at..], |byte| byte.is_ascii_digit());
                let dots = count(&text[at..], |byte| byte == b'.');
                at += dots;
                numbered = true;
                if dots == 0 {
                    return None;
                }
            }
            _ => return Some(at),
        }
    }
}

/// The length of tries without blanks, if the comment ends after them.
fn tries_length(text: &[u8]) -> Option<usize> {
    // The positions of commas are unpredictable, so there is no branch on a byte before the end.
    let (mut last, mut length, mut empty) = (COMMA, 0, false);
    loop {
        let class = CLASSES[usize::from(*text.get(length)?)];
        if class == 0 {
            break;
        }
        empty |= (class & last & COMMA) != 0;
        last = class;
        length += 1;
    }
    // A leading digit may belong to a number of tries.
    let whole = length == 0 || !empty && last != COMMA && text[0].is_ascii_alphabetic();
    (whole && text[length..].starts_with(b")}")).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::super::super::lex::Lexer;
    use super::super::Builder;
    use super::*;

    /// The first half-move as read token by token, and the place where its last token ends.
    fn by_tokens(text: &str, place: Place) -> Option<(Turn, Place)> {
        let mut lexer = Lexer::whole(place, text.as_bytes().to_vec());
        let mut builder = Builder::new(place);
        let mut end = place;
        while let Ok(Some((token, place))) = lexer.token() {
            let stops = builder.push(token, lexer.content(), place).ok()?;
            let [turn] = &builder.lines[0].turns[..] else {
                if stops || builder.lines[0].turns.len() > 1 {
                    break;
                }
                continue;
            };
            end = lexer.place();
            if turn.payload().is_some() {
                break;
            }
        }
        assert!(builder.read.broken.is_empty());
        let turn = builder.built().game.turns.into_iter().next()?;
        Some((turn, end))
    }

    #[test]
    fn what_is_read_at_one_go_is_what_its_tokens_are() {
        const PARTS: [&str; 40] = [
            " ", "\n", "1", "12.", "3...", ".", "e4", "Nf3", "Qxe7+", "O-O", "exd8=Q#", "0-1", "*",
            " {(", " {(", "{(", " {", "(", ":", ":", "Xe7", "CF", "CLN", "K", "Xe9", "C", ",", ",",
            "dxe3", "3", "a4,b4", ")}", ")}", ")", "}", "!", "??", "\u{e9}", "; x\n", "%",
        ];
        let mut seed = 1_u64;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        let mut read = 0;
        for _ in 0..100_000 {
            let mut parts = vec![
                "\n", "12.", " ", "Nf3", " {(", "Xe7", ",", "CF", ":", "a4", ")}",
            ];
            for _ in 0..next(4) {
                let (at, part) = (next(parts.len()), PARTS[next(PARTS.len())]);
                match next(3) {
                    0 => parts[at] = part,
                    1 => parts.insert(at, part),
                    _ => drop(parts.remove(at)),
                }
            }
            let text = parts.concat();
            let place = Place {
                line: 7,
                column: 1 + next(9),
            };
            if let Some((turn, length, end)) = half_move(text.as_bytes(), place) {
                read += 1;
                let whole = by_tokens(&text, place);
                assert_eq!(Some((turn, end)), whole, "{text:?}");
                assert_eq!(end, place.after(&text.as_bytes()[..length]), "{text:?}");
            }
        }
        assert!(read > 10_000, "{read}");
        let long = format!("e4 {{(:{}a4)}}", "a4,".repeat(LONGEST / 3));
        assert!(half_move(long.as_bytes(), Place::START).is_none());
    }
}
