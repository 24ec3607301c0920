//! What a file of games is, by its beginning: BPGN, PGN with a board a game, or movelists of FICS.

use memchr::memmem::find;

/// What a file of games is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchiveForm {
    /// Both boards of a match in one movetext.
    Bpgn,
    /// A board a game: crazyhouse, or the boards of matches.
    Pgn,
    /// What FICS's `moves` prints, a list a board.
    Movelists,
}

/// How much of a file is looked at, in bytes.
pub const LOOKED_AT: usize = 1 << 16;

/// The same of a file that has told nothing so far: somebody's log may be of days before the first
/// list, and what is looked at stays in memory.
pub const LOOKED_AT_MOST: usize = 1 << 24;

impl ArchiveForm {
    /// The form of what begins so; none if nothing in it tells: no tag, no list and no number of a
    /// half-move of BPGN.
    pub fn of(beginning: &[u8]) -> Option<ArchiveForm> {
        let event = find(beginning, b"[Event \"");
        let board = find(beginning, b"[White \"").is_some();
        let both = find(beginning, b"[WhiteA \"").is_some();
        let tags = event.unwrap_or(beginning.len());
        if find(&beginning[..tags], b" match, initial time: ").is_some() {
            Some(ArchiveForm::Movelists)
        } else if board && (!both || find(beginning, b"[BughouseBoard \"").is_some()) {
            // What `split` writes has the tags of the match, too.
            Some(ArchiveForm::Pgn)
        } else if both || event.is_some() || holds_number(beginning) {
            Some(ArchiveForm::Bpgn)
        } else {
            None
        }
    }
}

/// Whether there is `12a.` or the like.
fn holds_number(text: &[u8]) -> bool {
    memchr::memchr_iter(b'.', text).any(|dot| {
        matches!(text[..dot], [.., digit, b'A' | b'B' | b'a' | b'b'] if digit.is_ascii_digit())
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
        for text in ["", "fics% who\n3 b. x1a", "1. e4 e5 1-0", "a."] {
            assert_eq!(ArchiveForm::of(text.as_bytes()), None, "{text}");
        }
    }
}
