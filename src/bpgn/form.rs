//! Recognizes the form of a file of games by its beginning: BPGN, PGN with one board per game, or
//! movelists of FICS.

use memchr::memmem::find;

use keymove_base::error::without_mark;
use keymove_games::pgn::MoveText;

/// The form of a file of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchiveForm {
    /// Both boards of a match in one movetext.
    Bpgn,
    /// One board per game: crazyhouse, or the boards of matches.
    Pgn,
    /// The output of `moves` on FICS, one list per board.
    Movelists,
}

/// The number of bytes examined.
pub const LOOKED_AT: usize = 1 << 16;

/// The same for a file without any indication so far: a log may contain days before the first list,
/// and the examined part is kept in memory.
pub const LOOKED_AT_MOST: usize = 1 << 24;

impl ArchiveForm {
    /// The form of a file with this beginning; `None` if there is no indication: no tag, no list
    /// and no half-move number.
    pub fn of(beginning: &[u8]) -> Option<ArchiveForm> {
        let event = find(beginning, b"[Event \"");
        let board = find(beginning, b"[White \"").is_some();
        let both = find(beginning, b"[WhiteA \"").is_some();
        let tags = event.unwrap_or(beginning.len());
        if find(&beginning[..tags], b" match, initial time: ").is_some() {
            Some(ArchiveForm::Movelists)
        } else if board && (!both || find(beginning, b"[BughouseBoard \"").is_some()) {
            // The output of `split` has the tags of the match, too.
            Some(ArchiveForm::Pgn)
        } else if both || holds_number(beginning) {
            Some(ArchiveForm::Bpgn)
        } else if (event.is_some() || begins_game(beginning)) && holds_move(beginning) {
            Some(ArchiveForm::Pgn)
        } else {
            event.map(|_| ArchiveForm::Bpgn)
        }
    }
}

/// Whether a text contains `12a.` or a similar number.
fn holds_number(text: &[u8]) -> bool {
    memchr::memchr_iter(b'.', text).any(|dot| {
        matches!(text[..dot], [.., digit, b'A' | b'B' | b'a' | b'b'] if digit.is_ascii_digit())
    })
}

/// Whether a text begins with a tag or a number, which a log does not; comments may come first.
fn begins_game(text: &[u8]) -> bool {
    let mut text = without_mark(text);
    loop {
        text = text.trim_ascii_start();
        let end = match text {
            [b'{', ..] => b'}',
            [b'%' | b';', ..] => b'\n',
            [b'[', letter, ..] => return letter.is_ascii_alphabetic(),
            _ => return text.starts_with(b"1."),
        };
        let Some(end) = memchr::memchr(end, text) else {
            return false;
        };
        text = &text[end + 1..];
    }
}

/// Whether a text contains a move whose number does not name a board, `12. e4`.
fn holds_move(text: &[u8]) -> bool {
    let mut behind_number = false;
    text.split(u8::is_ascii_whitespace).any(|word| {
        let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
        let dots = word[digits..].iter().take_while(|&&b| b == b'.').count();
        let is_numbered = digits > 0 && dots > 0;
        let rest = if is_numbered {
            &word[digits + dots..]
        } else {
            word
        };
        let is_move = (is_numbered || behind_number) && MoveText::read_loosely(rest).is_some();
        behind_number = is_numbered && rest.is_empty() || behind_number && word.is_empty();
        is_move
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_tells() {
        for (text, form) in [
            ("1A. e4 1a. e5 *", ArchiveForm::Bpgn),
            ("[WhiteA \"White\"]", ArchiveForm::Bpgn),
            ("[Event \"x\"]\n[White \"y\"]\n", ArchiveForm::Pgn),
            ("[Variant \"Crazyhouse\"]\n\n1. e4 e5 *", ArchiveForm::Pgn),
            ("[Event \"x\"]\n\n1.\ne4 1... e5", ArchiveForm::Pgn),
            ("1.e4 e5 1-0", ArchiveForm::Pgn),
            (
                "[Event \"x\"]\n[Date \"2001.01.01\"]\n\n*",
                ArchiveForm::Bpgn,
            ),
            (
                "[Variant \"Crazyhouse\"]\n\n1A. e4 1a. e5",
                ArchiveForm::Bpgn,
            ),
            ("[White \"y\"]\n[WhiteA \"y\"]\n1A. e4", ArchiveForm::Bpgn),
            (
                "[White \"y\"]\n[BughouseBoard \"A\"]\n[WhiteA \"y\"]\n\n1. e4 *",
                ArchiveForm::Pgn,
            ),
            (
                "fics% Movelist for game 7:\n\r\n\rRated bughouse match, initial time: 3 minutes",
                ArchiveForm::Movelists,
            ),
            (
                "[Event \"a match, initial time: 3\"]\n[WhiteA \"y\"]",
                ArchiveForm::Bpgn,
            ),
        ] {
            assert_eq!(ArchiveForm::of(text.as_bytes()), Some(form), "{text}");
        }
        for text in ["", "fics% who\n3 b. x1a", "he played 1. e4", "a."] {
            assert_eq!(ArchiveForm::of(text.as_bytes()), None, "{text}");
        }
    }
}
