//! The moves of a game in SAN, concatenated in one text.

/// Moves in their written form, indexed by half-move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SanList {
    pub(crate) text: Vec<u8>,
    /// The end of each move.
    ends: Vec<u32>,
}

impl SanList {
    /// A list with room for this number of moves.
    pub fn with_capacity(moves: usize) -> SanList {
        SanList {
            // Most moves have four letters, followed by five and six.
            text: Vec::with_capacity(5 * moves),
            ends: Vec::with_capacity(moves),
        }
    }

    /// The number of half-moves that could be played.
    pub fn played(&self) -> usize {
        self.ends.len()
    }

    /// The move with this index; `None` after one that could not be played.
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        let end = *self.ends.get(index)? as usize;
        let start = match index.checked_sub(1) {
            Some(before) => self.ends[before] as usize,
            None => 0,
        };
        Some(&self.text[start..end])
    }

    /// Ends the move that was appended to the text.
    pub(crate) fn end(&mut self) {
        // A move is not longer than its original text, whose length fits.
        self.ends.push(self.text.len() as u32);
    }
}
