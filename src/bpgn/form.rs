//! What a file of games is, by its beginning: BPGN, PGN with a board a game, or movelists of FICS.

use memchr::memmem::find;

/// What a file of games is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchiveForm {
    /// Both boards of a match in one movetext. What tells nothing is taken for it.
    Bpgn,
    /// A board a game: crazyhouse, or the boards of matches.
    Pgn,
    /// What FICS's `moves` prints, a list a board.
    Movelists,
}

/// How much of a file is looked at, in bytes: the tags of a game, or what was logged before the
/// first list.
pub const LOOKED_AT: usize = 1 << 16;

impl ArchiveForm {
    /// The form of what begins so.
    pub fn of(beginning: &[u8]) -> ArchiveForm {
        let tags = find(beginning, b"[Event \"").unwrap_or(beginning.len());
        let board = |tags: &[u8]| find(tags, b"[White \"").is_some();
        let both = |tags: &[u8]| find(tags, b"[WhiteA \"").is_some();
        if find(&beginning[..tags], b" match, initial time: ").is_some() {
            ArchiveForm::Movelists
        } else if board(beginning) && !both(beginning) {
            ArchiveForm::Pgn
        } else {
            ArchiveForm::Bpgn
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_tells() {
        for (text, form) in [
            ("", ArchiveForm::Bpgn),
            ("1A. e4 1a. e5 *", ArchiveForm::Bpgn),
            ("[WhiteA \"White\"]", ArchiveForm::Bpgn),
            ("[Event \"x\"]\n[White \"y\"]\n", ArchiveForm::Pgn),
            ("[White \"y\"]\n[WhiteA \"y\"]\n1A. e4", ArchiveForm::Bpgn),
            (
                "fics% Movelist for game 7:\n\r\n\rRated bughouse match, initial time: 3 minutes",
                ArchiveForm::Movelists,
            ),
            (
                "[Event \"a match, initial time: 3\"]\n[WhiteA \"y\"]",
                ArchiveForm::Bpgn,
            ),
        ] {
            assert_eq!(ArchiveForm::of(text.as_bytes()), form, "{text}");
        }
    }
}
