//! The PGN of one board: how it contains the tags of a match, and how it is read again.
//!
//! A board's PGN has the tags of the match and its own: `White`, `Black`, their ratings, the result
//! for White of this board, the starting position, and `BughouseBoard`. A tag of the match with one
//! of these names is written with the prefix `Match`.

use std::io::{self, Read};

use super::finding::Severity;
use super::game::{BpgnGame, GameCopy};
use super::read::Reader;

/// The tag that says which board of a match a PGN contains.
pub const BOARD_TAG: &str = "BughouseBoard";

/// The board's own tags.
const OWN: [&str; 10] = [
    "White", "Black", "WhiteElo", "BlackElo", "Result", "Variant", "SetUp", "Setup", "FEN",
    BOARD_TAG,
];

const PREFIX: &[u8] = b"Match";

/// Whether a tag with this name is the board's own.
pub fn is_own(name: &[u8]) -> bool {
    OWN.iter().any(|own| own.as_bytes() == name)
}

/// The name of a tag of the match in the PGN of a board.
pub fn name_in_pgn(name: &[u8]) -> Vec<u8> {
    if is_own(name) || name.starts_with(PREFIX) {
        [PREFIX, name].concat()
    } else {
        name.to_vec()
    }
}

/// The name in the match of a tag from the PGN of a board; `None` if the tag is the board's own.
pub fn name_in_match(name: &[u8]) -> Option<&[u8]> {
    (!is_own(name)).then(|| name.strip_prefix(PREFIX).unwrap_or(name))
}

/// A game of one board that owns its text; its half-moves are those of board A.
#[derive(Debug, Clone)]
pub struct PgnGame {
    copy: GameCopy,
    /// The faults of the text, with their lines.
    pub problems: Vec<(Severity, String)>,
}

impl PgnGame {
    /// A game with the faults of the text it comes from.
    pub(super) fn new(game: &BpgnGame<'_>, problems: Vec<(Severity, String)>) -> PgnGame {
        let copy = game.copied();
        PgnGame { copy, problems }
    }

    /// The game.
    pub fn game(&self) -> BpgnGame<'_> {
        self.copy.game()
    }
}

impl<R: Read> Reader<R> {
    /// Reads the next game of one board from a PGN ([`Reader::pgn`]); `None` at the end of the
    /// stream.
    ///
    /// # Errors
    ///
    /// Errors of the stream.
    pub fn next_board(&mut self) -> io::Result<Option<PgnGame>> {
        let Some(game) = self.next_game()? else {
            return Ok(None);
        };
        let mut places = game.places();
        let problems = game.problems().map(|problem| {
            let line = places.locate(problem.place).line;
            (problem.severity, format!("line {line}: {}", problem.text))
        });
        let problems = problems.collect();
        Ok(Some(PgnGame::new(&game, problems)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tags_come_back() {
        for name in [
            "Event",
            "Result",
            "White",
            "MatchResult",
            "Match",
            "FEN",
            "WhiteA",
        ] {
            let name = name.as_bytes();
            assert_eq!(name_in_match(&name_in_pgn(name)), Some(name));
        }
        assert_eq!(name_in_match(b"White"), None);
    }
}
