//! Lines that guide searches, indexed by their first position: [`LineBook`].

use std::collections::HashMap;

use keymove_rules::position::Position;

/// Lines of play, indexed by their first position.
#[derive(Debug, Default)]
pub struct LineBook {
    lines: HashMap<Position, Vec<WrittenLine>>,
}

/// The place where a line was read, and its moves as written.
type WrittenLine = (String, Vec<Vec<u8>>);

impl LineBook {
    /// Adds the line of `moves` from `position`; `name` is the place where it was read.
    pub fn add(&mut self, position: &Position, name: &str, moves: Vec<Vec<u8>>) {
        let lines = self.lines.entry(position.clone()).or_default();
        if lines.iter().all(|(_, other)| *other != moves) {
            lines.push((name.to_owned(), moves));
        }
    }

    /// The lines from `position`, each with the place where it was read.
    pub fn lines(&self, position: &Position) -> impl Iterator<Item = (&str, &[Vec<u8>])> {
        let lines = self.lines.get(position).into_iter().flatten();
        lines.map(|(name, moves)| (name.as_str(), &moves[..]))
    }
}
