//! The moves of a game in SAN, concatenated in one text.

use shakmaty::Move;

/// Moves in their written form, indexed by half-move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SanList {
    pub(crate) text: Vec<u8>,
    /// Each move, and the end of its text.
    moves: Vec<(Move, u32)>,
}

impl SanList {
    /// A list with room for this number of moves.
    pub fn with_capacity(moves: usize) -> SanList {
        SanList {
            // Most moves have four letters, followed by five and six.
            text: Vec::with_capacity(5 * moves),
            moves: Vec::with_capacity(moves),
        }
    }

    /// The number of half-moves that could be played.
    pub fn played(&self) -> usize {
        self.moves.len()
    }

    /// The move with this index and its text; `None` after one that could not be played.
    pub fn get(&self, index: usize) -> Option<(Move, &[u8])> {
        let (m, end) = *self.moves.get(index)?;
        let start = match index.checked_sub(1) {
            Some(before) => self.moves[before].1 as usize,
            None => 0,
        };
        Some((m, &self.text[start..end as usize]))
    }

    /// Ends the move whose text was appended.
    pub(crate) fn end(&mut self, m: Move) {
        // A move is not longer than its original text, whose length fits.
        self.moves.push((m, self.text.len() as u32));
    }
}
