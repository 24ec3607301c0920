//! The moves of a game in SAN, one behind the other in one text.

/// Moves as they are to be written, by the index of their half-move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SanList {
    pub(crate) text: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<u32>,
}

impl SanList {
    /// A list with room for so many moves.
    pub fn with_capacity(moves: usize) -> SanList {
        SanList {
            // Four letters are the most common length, five and six the next.
            text: Vec::with_capacity(5 * moves),
            ends: Vec::with_capacity(moves),
        }
    }

    /// How many half-moves could be played.
    pub fn played(&self) -> usize {
        self.ends.len()
    }

    /// The move of this index; none behind one that could not be played.
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
        // A move is no longer than its text was, which fits.
        self.ends.push(self.text.len() as u32);
    }
}
