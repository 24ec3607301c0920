//! What a record claims of its solution, as moves on its board: [`NamedMoves`].

use shakmaty::Move;

use crate::epd::Epd;
use crate::epd::moves::{MoveError, read_move, written_moves};
use crate::position::Position;

/// First moves that an operation names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedMoves {
    /// The legal moves, in the order in which they are written.
    pub moves: Vec<Move>,
    /// What stands there and is no legal move, and why not.
    pub wrong: Vec<(String, MoveError)>,
}

impl NamedMoves {
    /// The moves of all operations `opcode` (`bm`, `am`, `pm`) of `record`, which is about
    /// `position`. A length, as in `bm #3`, is no move.
    pub fn of(record: &Epd, opcode: &str, position: &Position) -> NamedMoves {
        let mut named = NamedMoves::default();
        let written = record.all(opcode).flat_map(written_moves);
        for text in written.filter(|text| !text.starts_with(b"#")) {
            match read_move(position, &text) {
                Ok(m) => named.moves.push(m),
                Err(error) => {
                    let text = String::from_utf8_lossy(&text).into_owned();
                    named.wrong.push((text, error));
                }
            }
        }
        named
    }

    /// Whether nothing is named, right or wrong.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.wrong.is_empty()
    }

    /// The moves in SAN, and what is wrong as it is written.
    pub fn written(&self, position: &Position) -> impl Iterator<Item = String> {
        let san = self.moves.iter().map(|&m| position.san(m));
        san.chain(self.wrong.iter().map(|(text, _)| text.clone()))
    }
}
