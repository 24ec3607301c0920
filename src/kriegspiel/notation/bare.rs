//! Announcements without parentheses.

use memchr::{memchr, memchr_iter, memchr3};
use shakmaty::Square;

use super::super::finding::RecordFinding;
use super::info::{Info, parse_item};
use super::payload::{blanks, broken, parse_tries, pieces, places, text_of};
use super::{Announced, Dialect, Payload, Place, Tries};
use keymove_games::pgn::MoveText;

const UNREADABLE: &str =
    "an announcement without parentheses that cannot be read: write {(Xe5:exf5)}";

/// Reads a comment without parentheses: an announcement after the commands of other programs
/// (`[%clk 0:01:00] e5:dxe6`), or in other brackets: `[e5:dxe6]`, `a remark <e5:dxe6>`, `"e5:dxe6"`.
///
/// # Errors
///
/// As in [`Payload::parse`].
pub(super) fn parse_bare(text: &[u8], place: Place) -> Result<Box<Payload>, Option<RecordFinding>> {
    let mut begin = blanks(text);
    while text[begin..].starts_with(b"[%") {
        begin += memchr(b']', &text[begin..]).ok_or(None)? + 1;
        begin += blanks(&text[begin..]);
    }
    let open = memchr3(b'[', b'<', b'"', &text[begin..]).map(|length| begin + length);
    let mut read = match open {
        Some(open) if open == begin => Err(None),
        _ => parse_items(&text[begin..], place.after(&text[..begin])),
    };
    if let (Err(None), Some(open)) = (&read, open) {
        begin = open;
        let close = match text[open] {
            b'[' => b']',
            b'<' => b'>',
            quote => quote,
        };
        let inner = &text[open + 1..];
        let end = memchr(close, inner).unwrap_or(inner.len());
        read = parse_items(&inner[..end], place.after(&text[..=open]));
        if let Ok(payload) = &mut read {
            payload
                .rest
                .extend(inner.get(end + 1..).unwrap_or_default());
        }
    }
    let mut payload = read.map_err(|fault| {
        let missed = || announces(text).then(|| broken(place, UNREADABLE));
        fault.or_else(missed)
    })?;
    let before = &text[..begin];
    // Written with its parentheses, it would not be the first text in parentheses.
    if before.contains(&b'(') {
        return Err(Some(broken(payload.place, UNREADABLE)));
    }
    if blanks(before) < begin {
        payload.before = before.to_vec();
    }
    Ok(payload)
}

/// Whether a remark contains a capture or check before a colon, as in `umpire: Xe5:dxe6`.
fn announces(text: &[u8]) -> bool {
    memchr_iter(b':', text).any(|colon| {
        let before = text[..colon].trim_ascii_end();
        let item = before.rsplit(|byte| !byte.is_ascii_alphanumeric()).next();
        let item = item.and_then(|item| parse_item(Dialect::V09, item));
        matches!(item, Some(Info::Capture(_) | Info::Check(_)))
    })
}

/// Reads an announcement as OpenSpiel's umpire writes it, with a colon between the announcement and
/// the tries: `e5:dxe6`, `h5,S:`, `:2`. `X` and `C` may be missing.
fn parse_items(text: &[u8], place: Place) -> Result<Box<Payload>, Option<RecordFinding>> {
    let (inner, rest) = text.split_at(memchr(b'(', text).unwrap_or(text.len()));
    let colon = memchr(b':', inner).ok_or(None)?;
    let (items, tries) = (&inner[..colon], &inner[colon + 1..]);
    let is_quiet = items.trim_ascii().is_empty();
    let mut at = places(text, place, 0);
    let mut payload = Payload::new(Dialect::V09, Announced::new(), parse_tries(tries));
    payload.place = at(blanks(text));
    // A face, `:)`, is not meant as a try.
    let is_text = matches!(tries.trim_ascii(), [first, _, ..] if first.is_ascii_alphanumeric());
    let mut is_sure = is_quiet && is_text || items.trim_ascii() == b"K";
    let mut is_read = true;
    for (offset, item) in pieces(items, b',').filter(|_| !is_quiet) {
        payload.parts.info.push(at(offset + blanks(item)));
        let item = item.trim_ascii();
        is_sure |= matches!(
            parse_item(Dialect::V09, item),
            Some(Info::Capture(_) | Info::Check(_))
        );
        match (bare_item(item), payload.info.last_mut()) {
            // The two directions of a double check may be separate.
            (Some(Info::Check(more)), Some(Info::Check(letters))) => {
                *letters = format!("{letters}{more}").into();
            }
            (Some(item), _) => payload.info.push(item),
            (None, _) => is_read = false,
        }
    }
    if let Tries::List(list) = &payload.tries {
        is_read &= !list.has_gap() && list.iter().all(|san| MoveText::read(san).is_some());
    }
    if !is_read {
        return Err(is_sure.then(|| broken(payload.place, UNREADABLE)));
    }
    payload.parts.tries = Some(at(colon + 1 + blanks(tries)));
    payload.rest = rest.to_vec();
    Ok(Box::new(payload))
}

/// An item of an announcement without parentheses.
fn bare_item(item: &[u8]) -> Option<Info> {
    let square = item.strip_prefix(b"x").unwrap_or(item);
    let is_check = !item.is_empty() && item.iter().all(|letter| b"FLNRS".contains(letter));
    let capture = || Square::from_ascii(square).ok().map(Info::Capture);
    let check = || is_check.then(|| Info::Check(text_of(item)));
    parse_item(Dialect::V09, item)
        .or_else(capture)
        .or_else(check)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(comment: &str) -> Result<String, Option<String>> {
        let payload = Payload::parse(comment.as_bytes(), Place::START);
        let written = payload.map(|payload| payload.to_string());
        written.map_err(|fault| fault.map(|fault| fault.text))
    }

    #[test]
    fn an_announcement_needs_no_parentheses() {
        for (comment, payload) in [
            (":", "(:)"),
            (" : ", "(:)"),
            ("Xd5:", "(Xd5:)"),
            ("d5:", "(Xd5:)"),
            ("xd5:exf5", "(Xd5:exf5)"),
            ("Xd5,CF:Rxd7,R1a3", "(Xd5,CF:Rxd7,R1a3)"),
            ("d5,F:", "(Xd5,CF:)"),
            ("F,d5:", "(CF,Xd5:)"),
            ("LN: Kd1 , O-O", "(CLN:Kd1,O-O)"),
            ("L,N:", "(CLN:)"),
            (":g2-g4", "(:g2-g4)"),
            (":2", "(:2)"),
            ("Xa1:11", "(Xa1:11)"),
            ("P2:", "(P2:)"),
            (" \n N :\n b8=Q", "(CN:b8=Q)"),
            (":Nc3 (a remark)", "(:Nc3)"),
            (": (Xd5:)", "(Xd5:)"),
            ("[Xd5:exf5]", "(Xd5:exf5)"),
            (" < d5,F : 2 > a remark", "(Xd5,CF:2)"),
            ("a remark [S:Nc3]", "(CS:Nc3)"),
            ("[:]", "(:)"),
            ("\"Xd5:2\"", "(Xd5:2)"),
            ("[(Xd5:)]", "(Xd5:)"),
            ("[Xd5:exf5", "(Xd5:exf5)"),
            ("[%clk 0:01:00] Xd5:", "(Xd5:)"),
            ("[%clk 0:01:00][%eval 0.1] [:exf5]", "(:exf5)"),
        ] {
            assert_eq!(read(comment), Ok(payload.to_owned()), "{comment}");
        }
        for comment in [
            ":Qf7 is bad",
            "Xd5:exf5 is bad",
            "Xd5,?:",
            "CF: so",
            "K:exf5:Td5",
            ":exf5,,gxf5",
            "[Xd5:exf5 is bad]",
            "so <CF: so>",
            "[K:exf5:Td5]",
            "so (or so) [Xd5:]",
            "umpire: Xd5:exf5",
            "|CL:|",
        ] {
            let fault = read(comment).expect_err(comment).expect(comment);
            assert!(fault.contains("{(Xe5:exf5)}"), "{comment}: {fault}");
        }
        for remark in [
            "d5: the centre",
            "N: a move",
            "note: e4",
            ":)",
            ":-(",
            "12:30",
            "[%clk 0:01:00]",
            "[%clk 0:01:00] 12:30",
            "[%clk 0:01:00",
            "[12:30]",
            "[note: e4]",
            "<b>note: e4</b>",
            "a < b: so",
            "the \"silent\" move: Nf3",
            "Xavier: good",
            "better: Nf3",
            "d5",
        ] {
            assert!(!matches!(read(remark), Ok(_) | Err(Some(_))), "{remark}");
        }
    }

    #[test]
    fn a_fault_and_a_part_have_places() {
        let payload = Payload::parse(b" d5,F:Nc3", Place::START).expect("a payload");
        let columns = |places: &[Place]| places.iter().map(|at| at.column).collect::<Vec<_>>();
        assert_eq!(columns(&[payload.place]), [2]);
        assert_eq!(columns(&payload.parts.info), [2, 5]);
        assert_eq!(payload.parts.tries.map(|at| at.column), Some(7));
    }
}
