//! The items of an announcement.

use shakmaty::Square;

use super::payload::{Announced, blanks, pieces, text_of};
use super::{Dialect, SmolStr};

/// An item of an announcement, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Info {
    /// `Xd2`, in the proposal `Td2`: a capture.
    Capture(Square),
    /// `C` and letters, as written: they may be out of order, or letters of the other notation. In
    /// the proposal, `D` is a diagonal and `K` a knight.
    Check(SmolStr),
    /// `P2`: the side to move has this number of legal pawn captures. Darkboard writes it for wild
    /// 16.
    PawnTries(u32),
    /// An item that neither notation has, byte for byte; including its `:`, if it comes after the
    /// tries.
    Other(Box<[u8]>),
}

impl Info {
    /// Appends the item in the notation.
    pub(super) fn append(&self, notation: Dialect, out: &mut Vec<u8>) {
        match self {
            Info::Capture(square) => {
                let letter = match notation {
                    Dialect::V09 => b'X',
                    Dialect::Proposal => b'T',
                };
                let (file, rank) = (square.file().char(), square.rank().char());
                out.extend_from_slice(&[letter, file as u8, rank as u8]);
            }
            Info::Check(letters) => {
                out.push(b'C');
                out.extend_from_slice(letters.as_bytes());
            }
            Info::PawnTries(number) => {
                out.push(b'P');
                out.extend_from_slice(itoa::Buffer::new().format(*number).as_bytes());
            }
            Info::Other(text) => out.extend_from_slice(text),
        }
    }

    /// Whether it comes after the tries.
    pub(super) fn is_behind(&self) -> bool {
        matches!(self, Info::Other(text) if text.starts_with(b":"))
    }

    /// The position of an item among others.
    pub(in super::super) fn order(&self) -> u8 {
        match self {
            Info::Capture(_) => 0,
            Info::Check(_) => 1,
            Info::PawnTries(_) => 2,
            Info::Other(_) => 3,
        }
    }
}

/// The items of `text`. An unknown item is accepted next to known ones, or alone if it resembles an
/// item; any other text is a remark, not a payload.
pub(super) fn parse_info(notation: Dialect, text: &[u8]) -> Result<Announced, (usize, String)> {
    if text.trim_ascii().is_empty() {
        return Ok(Announced::new());
    }
    let item = |(_, item): (usize, &[u8])| parse_item(notation, item.trim_ascii());
    if let Some(known) = pieces(text, b',').map(item).collect() {
        return Ok(known);
    }
    let is_payload = pieces(text, b',').any(|piece| item(piece).is_some());
    pieces(text, b',')
        .map(|(offset, written)| {
            let known = item((offset, written));
            let is_kept = is_payload || is_written_like_item(written.trim_ascii());
            let other = || is_kept.then(|| Info::Other(Box::from(written)));
            known.or_else(other).ok_or_else(|| {
                let shown = keymove_base::error::excerpt(written.trim_ascii());
                let what = format!("{shown} is not announced in this notation");
                (offset + blanks(written), what)
            })
        })
        .collect()
}

/// Whether a text resembles an item of another notation, or a misspelt one (`xd5`, `C f`,
/// `Xd5;CF`): an upper-case letter, followed by upper-case letters, digits and squares.
fn is_written_like_item(text: &[u8]) -> bool {
    let text = text.iter().copied().filter(|byte| !b" ;/".contains(byte));
    let text = Vec::from_iter(text);
    let is_sign = |letter| b"FLNRSDKflnrsdk".contains(letter);
    let mut rest = match &text[..] {
        [b'C' | b'c', _, ..] if text[1..].iter().all(is_sign) => return true,
        [b'x' | b't' | b'p', rest @ ..] if !rest.is_empty() => rest,
        [b'A'..=b'Z', rest @ ..] => rest,
        _ => return false,
    };
    loop {
        rest = match rest {
            [] => return true,
            [b'a'..=b'h', b'0'..=b'9', rest @ ..] | [b'A'..=b'Z' | b'0'..=b'9', rest @ ..] => rest,
            _ => return false,
        };
    }
}

/// A known item.
pub(super) fn parse_item(notation: Dialect, item: &[u8]) -> Option<Info> {
    let (first, rest) = item.split_first()?;
    match (first, notation) {
        (b'X', Dialect::V09) | (b'T', Dialect::Proposal) => {
            Square::from_ascii(rest).ok().map(Info::Capture)
        }
        // Whether the letters are correct is decided when the record is checked.
        (b'C', _) if !rest.is_empty() && rest.iter().all(u8::is_ascii_uppercase) => {
            Some(Info::Check(text_of(rest)))
        }
        (b'P', _) => {
            let number = std::str::from_utf8(rest.trim_ascii_start()).ok()?;
            let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| number.parse().ok())?.map(Info::PawnTries)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_that_is_misspelt_is_one_and_a_remark_is_none() {
        for item in [
            "Z3", "Z", "Qd5", "xd5", "X d5", "Xd9", "Cf", "cF", "C F", "cfl", "Xd5 CF", "Xd5;CF",
            "Xd5/CF", "td5", "p1", "C", "T5", "CX", "Xd5CF", "PT1",
        ] {
            assert!(is_written_like_item(item.as_bytes()), "{item}");
            let info = parse_info(Dialect::V09, item.as_bytes()).expect("a payload");
            assert_eq!(info.len(), 1, "{item}");
        }
        for remark in [
            "so",
            "mate",
            "A good move",
            "better",
            "idea",
            "c",
            "x",
            "see Smith",
            "Try",
            "Pawn try 1",
            "Check",
            "0",
            "#",
            "I think",
            "castles",
            "C5 is better",
            "pawn",
            "text",
            "p",
            "cool",
        ] {
            assert!(!is_written_like_item(remark.as_bytes()), "{remark}");
            assert!(
                parse_info(Dialect::V09, remark.as_bytes()).is_err(),
                "{remark}"
            );
        }
    }
}
