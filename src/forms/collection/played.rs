//! Positions given by the moves that lead to them: `FEN moves e2e4 e7e5` and `startpos moves e2e4`,
//! as in engine protocols and opening books. `moves` may be an operation of EPD, be in capital
//! letters or be followed by a colon; directly after a FEN, it may be missing before moves in UCI.

use memchr::memmem;
use shakmaty::{Chess, Square};

use super::pgn::movetext::follow;
use keymove_records::epd::Epd;
use keymove_rules::position::Position;

/// The EPD line for a line or argument whose position is given by moves: its position is the one
/// after them. `None` if the line has no such moves. The counters of the position are dropped.
///
/// ```
/// use keymove_forms::collection::played::played;
///
/// let line = played(b"8/8/8/8/8/2K5/k7/7R w - - moves h1d1 a2a3; id \"x\";");
/// assert_eq!(line, Some(Ok(b"8/8/8/8/8/k1K5/8/3R4 w - - id \"x\";".to_vec())));
/// ```
///
/// # Errors
///
/// A message that names the move that cannot be read or is illegal.
pub fn played(line: &[u8]) -> Option<Result<Vec<u8>, String>> {
    let is_begun = BEGINNINGS
        .iter()
        .any(|word| line.starts_with(word.as_bytes()));
    // Nearly every line ends here.
    if !is_begun && !may_have_moves(line) {
        return None;
    }
    let text = std::str::from_utf8(line).ok()?.trim();
    let text = text.strip_prefix("position ").unwrap_or(text).trim_start();
    let (begin, rest) = match text.strip_prefix("startpos") {
        Some(rest) => (Epd::new(Chess::default().into()).fields(), rest),
        None => {
            let (fields, rest) = split_fields(text.strip_prefix("fen ").unwrap_or(text));
            (fields.to_owned(), rest)
        }
    };
    let mut operations = split_operations(rest);
    let mut parts = operations.iter().enumerate();
    let moves = match parts.find_map(|(at, part)| Some((at, moves_in(part, at == 0)?))) {
        Some((at, moves)) => {
            operations.remove(at);
            moves
        }
        None if is_begun => String::new(),
        None => return None,
    };
    let operations = operations.join(";");
    let behind = |fields: &str| [fields, operations.trim()].join(" ").trim_end().to_owned();
    let Ok(record) = Epd::from_ascii(behind(&begin).as_bytes()) else {
        // The reader of the line reports what is wrong with the position.
        return None;
    };
    let mut position: Position = record.position().clone();
    let played = follow(&mut position, &moves);
    Some(match played {
        Ok(()) => Ok(behind(&Epd::new(position).fields()).into_bytes()),
        Err((_, reason)) => Err(reason),
    })
}

/// Beginnings of lines for engines.
const BEGINNINGS: [&str; 4] = ["startpos", "fen ", "position startpos", "position fen "];

/// Whether a line has the word `moves`, or a move in UCI after the fields of a FEN.
fn may_have_moves(line: &[u8]) -> bool {
    let mut words = line.split(|&b| b == b' ').skip(4).take(3);
    [&b"moves"[..], b"MOVES", b"Moves"]
        .iter()
        .any(|word| memmem::find(line, word).is_some())
        || words.any(|word| std::str::from_utf8(word).is_ok_and(is_uci))
}

/// Whether a word looks like a move in UCI.
fn is_uci(word: &str) -> bool {
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    match word.as_bytes() {
        [from @ .., a, b] if from.len() == 2 => is_square(from) && is_square(&[*a, *b]),
        [
            a,
            b,
            c,
            d,
            b'q' | b'r' | b'b' | b'n' | b'Q' | b'R' | b'B' | b'N',
        ] => is_square(&[*a, *b]) && is_square(&[*c, *d]),
        _ => false,
    }
}

/// How many of the words are fields of a FEN.
pub(super) fn fields(words: &[&str]) -> usize {
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let is_castling =
        |word: &str| word == "-" || word.bytes().all(|b| b"KQkqABCDEFGHabcdefgh".contains(&b));
    let fits = |(at, word): (usize, &&str)| match at {
        0 => true,
        1 => matches!(*word, "w" | "b" | "W" | "B"),
        2 => is_castling(word),
        3 => *word == "-" || word.parse::<Square>().is_ok(),
        4 | 5 => is_number(word),
        _ => false,
    };
    words
        .iter()
        .enumerate()
        .take_while(|&word| fits(word))
        .count()
}

/// The fields of a FEN, and the text after them.
fn split_fields(text: &str) -> (&str, &str) {
    let words: Vec<&str> = text.split_whitespace().take(7).collect();
    let end = match words.get(fields(&words)) {
        Some(next) => next.as_ptr() as usize - text.as_ptr() as usize,
        None if words.len() < 7 => text.len(),
        None => 0,
    };
    let (fields, rest) = text.split_at(end);
    (fields.trim_end(), rest)
}

/// The operations of a line, split at each `;` outside strings.
fn split_operations(text: &str) -> Vec<&str> {
    let mut is_string = false;
    let ends = |c: char| {
        is_string ^= c == '"';
        c == ';' && !is_string
    };
    text.split(ends).collect()
}

/// The moves named by an operation, or, with `may_be_alone`, an operation that consists of moves.
fn moves_in(operation: &str, may_be_alone: bool) -> Option<String> {
    let words: Vec<&str> = operation.split_whitespace().collect();
    let (first, moves) = words.split_first()?;
    let name = first.strip_suffix(':').unwrap_or(first);
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    match moves {
        // A number of moves.
        [number] if is_number(number) => None,
        moves if name.eq_ignore_ascii_case("moves") => Some(moves.join(" ")),
        _ if may_be_alone && words.iter().all(|word| is_uci(word)) => Some(words.join(" ")),
        _ => None,
    }
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
            (format!("{before} 0 1 Moves h1d1 a2a3"), after.to_owned()),
            (format!("{before} moves: h1d1 a2a3"), after.to_owned()),
            (format!("{before} MOVES h1d1 a2a3"), after.to_owned()),
            (format!("{before} 0 1 h1d1 a2a3"), after.to_owned()),
            (
                format!("{before} dm 1; moves h1d1 a2a3; id \"a;b\";"),
                format!("{after} dm 1; id \"a;b\";"),
            ),
            ("startpos; moves e2e4".to_owned(), begun.to_owned()),
            ("position startpos moves e2e4".to_owned(), begun.to_owned()),
            (
                format!("position fen {before} 0 1 moves h1d1 a2a3"),
                after.to_owned(),
            ),
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
            format!("{before} bm h1d1 a2a3;"),
            format!("{before} c0 \"x; moves h1d1\";"),
            "8/8 w moves e2e4".to_owned(),
            String::new(),
        ] {
            assert_eq!(played(line.as_bytes()), None, "{line}");
        }
    }
}
