//! The PGN of one board: how a match's tags are kept in it, and reading it again.
//!
//! A board's PGN has the tags of the match, and those that make it a PGN: `White`, `Black`, their
//! ratings, the result for White of this board, the position it starts from, and `BughouseBoard`. A
//! tag of the match that has the name of one of these is written with `Match` before its name.

use std::io::{self, Read};

use shakmaty::Color;

use super::finding::Severity;
use super::format::written;
use super::game::{BpgnGame, GameItem, ItemKind};
use super::read::Reader;
use super::tags::on_one_line;
use crate::pgn::GameResult;

/// The tag that says which board of a match a PGN holds.
pub const BOARD_TAG: &str = "BughouseBoard";

/// The tags of the board's own.
const OWN: [&str; 10] = [
    "White", "Black", "WhiteElo", "BlackElo", "Result", "Variant", "SetUp", "Setup", "FEN",
    BOARD_TAG,
];

const PREFIX: &str = "Match";

/// The name under which a tag of the match stands in the PGN of a board.
pub fn name_in_pgn(name: &str) -> String {
    if OWN.contains(&name) || name.starts_with(PREFIX) {
        format!("{PREFIX}{name}")
    } else {
        name.to_owned()
    }
}

/// The name of a tag of the match, from the PGN of a board; none if the tag is the board's own.
pub fn name_in_match(name: &str) -> Option<&str> {
    if OWN.contains(&name) {
        return None;
    }
    Some(name.strip_prefix(PREFIX).unwrap_or(name))
}

/// A half-move of a PGN, with what stands behind it.
#[derive(Debug, Clone)]
pub struct PgnHalfMove {
    /// The number.
    pub number: u32,
    /// The side.
    pub color: Color,
    /// The move.
    pub san: Vec<u8>,
    /// The items, braces included.
    pub items: Vec<(ItemKind, Vec<u8>)>,
}

/// A game of one board, with text of its own.
#[derive(Debug, Clone)]
pub struct PgnGame {
    /// The tags.
    pub tags: Vec<(String, Vec<u8>)>,
    /// What stands before the first half-move.
    pub preamble: Vec<(ItemKind, Vec<u8>)>,
    /// The half-moves.
    pub half_moves: Vec<PgnHalfMove>,
    /// The result at the end.
    pub result: Option<GameResult>,
    /// What stands behind it.
    pub trailing: Vec<(ItemKind, Vec<u8>)>,
    /// What was wrong with the text, with the line.
    pub problems: Vec<(Severity, String)>,
}

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&[u8]> {
        self.tags
            .iter()
            .find(|(tag, _)| tag == name)
            .map(|(_, value)| value.as_slice())
    }

    fn of(game: &BpgnGame<'_>) -> PgnGame {
        let owned = |items: &[GameItem]| -> Vec<(ItemKind, Vec<u8>)> {
            items
                .iter()
                .map(|item| (item.kind, written(game, item).into_owned()))
                .collect()
        };
        let mut places = game.places();
        PgnGame {
            tags: game
                .tags()
                .iter()
                .map(|tag| {
                    let name = String::from_utf8_lossy(game.bytes(tag.name)).into_owned();
                    (name, on_one_line(game.bytes(tag.value)).into_owned())
                })
                .collect(),
            preamble: owned(game.preamble()),
            half_moves: game
                .half_moves()
                .iter()
                .enumerate()
                .map(|(index, half_move)| PgnHalfMove {
                    number: half_move.number,
                    color: half_move.seat.color,
                    san: game.bytes(half_move.san).to_vec(),
                    items: owned(game.items(index)),
                })
                .collect(),
            result: game.result().map(|(result, _)| result),
            trailing: owned(game.trailing()),
            problems: game
                .problems()
                .map(|problem| {
                    let line = places.locate(problem.place).line;
                    let text = format!("line {line}: {}", problem.text);
                    (problem.kind.severity, text)
                })
                .collect(),
        }
    }
}

/// Reads games of one board from a stream.
#[derive(Debug)]
pub struct PgnReader<R> {
    reader: Reader<R>,
}

impl<R: Read> PgnReader<R> {
    /// A reader that has read nothing yet.
    pub fn new(input: R) -> PgnReader<R> {
        PgnReader {
            reader: Reader::pgn(input),
        }
    }

    /// Reads the next game; none at the end of the stream.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn next_game(&mut self) -> io::Result<Option<PgnGame>> {
        Ok(self.reader.next_game()?.map(|game| PgnGame::of(&game)))
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
            assert_eq!(name_in_match(&name_in_pgn(name)), Some(name));
        }
        assert_eq!(name_in_match("White"), None);
    }
}
