//! Lines that guide searches, by the positions in which they begin: [`LineBook`].

use std::collections::HashMap;

use keymove_rules::position::Position;

/// Lines of play by the position in which they begin.
#[derive(Debug, Default)]
pub struct LineBook {
    lines: HashMap<Position, Vec<WrittenLine>>,
}

/// Where a line stands, and its moves as they are written.
type WrittenLine = (String, Vec<Vec<u8>>);

impl LineBook {
    /// Adds the line that `moves` are from `position` on; it stands at `name`.
    pub fn add(&mut self, position: &Position, name: &str, moves: Vec<Vec<u8>>) {
        let lines = self.lines.entry(position.clone()).or_default();
        if lines.iter().all(|(_, other)| *other != moves) {
            lines.push((name.to_owned(), moves));
        }
    }

    /// The lines from `position` on, each with the place where it stands.
    pub fn lines(&self, position: &Position) -> impl Iterator<Item = (&str, &[Vec<u8>])> {
        let lines = self.lines.get(position).into_iter().flatten();
        lines.map(|(name, moves)| (name.as_str(), &moves[..]))
    }
}
