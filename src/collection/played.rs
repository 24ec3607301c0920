//! A position given by the moves that lead to it: `FEN moves e2e4 e7e5` and `startpos moves e2e4`,
//! as engines and opening books have it.

use memchr::memmem;
use shakmaty::Chess;

use super::pgn::follow;
use super::position::fields;
use crate::epd::Epd;
use crate::position::Position;

/// A line of EPD, or an argument, whose position is given by moves: the line of the position after
/// them. Nothing where the line is not of that kind; its counters are left out.
///
/// ```
/// use keymove::collection::played::played;
///
/// let line = played(b"8/8/8/8/8/2K5/k7/7R w - - moves h1d1 a2a3; id \"x\";");
/// assert_eq!(line, Some(Ok(b"8/8/8/8/8/k1K5/8/3R4 w - - id \"x\";".to_vec())));
/// ```
///
/// # Errors
///
/// A move that cannot be read or is not legal, which is named.
pub fn played(line: &[u8]) -> Option<Result<Vec<u8>, String>> {
    // Nearly every line ends here.
    let is_named = line.starts_with(b"startpos") || line.starts_with(b"fen ");
    if !is_named && memmem::find(line, b" moves ").is_none() {
        return None;
    }
    let text = std::str::from_utf8(line).ok()?.trim();
    let (place, operations) = text.split_once(';').unwrap_or((text, ""));
    let words: Vec<&str> = place.split_whitespace().collect();
    let (array, rest) = match words.split_first()? {
        (&"startpos", rest) => (true, rest),
        (&"fen", rest) => (false, rest),
        _ => (false, &words[..]),
    };
    let (place, rest) = rest.split_at(if array { 0 } else { fields(rest) });
    let moves = match rest.split_first() {
        Some((&"moves", moves)) => moves,
        // A number of moves, as an operation.
        Some(_) => return None,
        None if is_named => &[],
        None => return None,
    };
    if let [number] = moves
        && number.bytes().all(|b| b.is_ascii_digit())
    {
        return None;
    }
    let begin = match array {
        true => Epd::new(Chess::default().into()).fields(),
        false => place.join(" "),
    };
    let behind = |fields: &str| [fields, operations.trim()].join(" ").trim_end().to_owned();
    let Ok(record) = Epd::from_ascii(behind(&begin).as_bytes()) else {
        // Whoever reads the line says what is wrong with the position.
        return None;
    };
    let mut position: Position = record.position().clone();
    let played = follow(&mut position, &moves.join(" "));
    Some(match played {
        Ok(()) => Ok(behind(&Epd::new(position).fields()).into_bytes()),
        Err((_, reason)) => Err(reason),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_lead_to_the_position() {
        let before = "8/8/8/8/8/2K5/k7/7R w - -";
        let after = "8/8/8/8/8/k1K5/8/3R4 w - -";
        let begun = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
        for (line, read) in [
            (format!("{before} moves h1d1 a2a3"), after.to_owned()),
            (format!("{before} 0 1 moves h1d1 a2a3"), after.to_owned()),
            (
                format!("{before} moves 1. Rd1 Ka3; dm 1;"),
                format!("{after} dm 1;"),
            ),
            (format!("fen {before} moves Rh1-d1 a2a3"), after.to_owned()),
            (format!("fen {before}"), before.to_owned()),
            ("startpos moves e2e4".to_owned(), begun.to_owned()),
            (
                "startpos moves e4; id \"x\"".to_owned(),
                format!("{begun} id \"x\""),
            ),
            ("startpos moves e2e4\r".to_owned(), begun.to_owned()),
            (
                "startpos".to_owned(),
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -".to_owned(),
            ),
        ] {
            let seen = played(line.as_bytes()).expect("moves").expect("legal ones");
            assert_eq!(String::from_utf8(seen), Ok(read), "{line}");
        }
        for (line, reason) in [
            (
                format!("{before} moves h1d1 a2b4"),
                "1...a2b4 is not a legal move",
            ),
            (
                format!("{before} moves h1d1 zork"),
                "1...zork cannot be read",
            ),
            (
                "startpos moves e2e5".to_owned(),
                "1.e2e5 is not a legal move",
            ),
        ] {
            assert_eq!(
                played(line.as_bytes()),
                Some(Err(reason.to_owned())),
                "{line}"
            );
        }
        for line in [
            before.to_owned(),
            format!("{before} id \"two moves to go\";"),
            format!("{before} bm Rd1; c0 \"x moves y\";"),
            format!("{before} moves 12;"),
            "8/8 w moves e2e4".to_owned(),
            String::new(),
        ] {
            assert_eq!(played(line.as_bytes()), None, "{line}");
        }
    }
}
