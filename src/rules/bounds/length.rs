//! The length of play in moves and half moves: [`Length`].

use std::fmt;

/// A number of moves, counted in half moves: `3`, `2.5`. Only help play has lengths with half a
/// move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length {
    half_moves: u32,
}

impl Length {
    /// No move at all.
    pub const NONE: Length = Length::of_moves(0);

    /// The maximum depth of a search, in full moves. The longest mates known from tablebases are
    /// longer than anything this program proves, and shorter than this.
    pub const LONGEST: u16 = 1000;

    /// A number of whole moves.
    pub const fn of_moves(moves: u16) -> Length {
        // `u32::from` cannot be used in constants.
        Length::of_half_moves(2 * moves as u32)
    }

    /// A number of half moves: in help play, plies.
    pub const fn of_half_moves(half_moves: u32) -> Length {
        Length { half_moves }
    }

    /// Reads `3` and `2.5`; `None` if the text is not a length, or longer than 65,535 moves.
    pub fn read(text: &[u8]) -> Option<Length> {
        let (whole, half) = match text.strip_suffix(b".5") {
            Some(whole) => (whole, true),
            None => (text, false),
        };
        let moves = std::str::from_utf8(whole).ok()?.parse().ok()?;
        Some(Length::of_moves(moves).with_half(half))
    }

    /// The number of whole moves.
    pub fn moves(self) -> u16 {
        u16::try_from(self.half_moves / 2).unwrap_or(u16::MAX)
    }

    /// The number of half moves.
    pub fn half_moves(self) -> u32 {
        self.half_moves
    }

    /// Whether it has half a move in addition to the whole ones.
    pub fn has_half(self) -> bool {
        self.half_moves % 2 == 1
    }

    /// The same whole moves, with or without half a move.
    pub fn with_half(self, half: bool) -> Length {
        Length::of_half_moves(self.half_moves / 2 * 2 + u32::from(half))
    }

    /// This number of whole moves, with half a move if this length has one.
    pub fn with_moves(self, moves: u16) -> Length {
        Length::of_moves(moves).with_half(self.has_half())
    }

    /// The length in full moves, with half a move counted as one.
    pub fn rounded_up(self) -> u16 {
        u16::try_from(self.half_moves.div_ceil(2)).unwrap_or(u16::MAX)
    }

    /// The next shorter length, less by a whole move, so that the same side begins; `NONE` at the
    /// end.
    pub fn shorter(self) -> Length {
        Length::of_half_moves(self.half_moves.saturating_sub(2))
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.has_half() { ".5" } else { "" };
        write!(f, "{}{half}", self.half_moves / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for half_moves in (0..2100).chain(131_060..131_072) {
            let length = Length::of_half_moves(half_moves);
            let text = length.to_string();
            assert_eq!(Length::read(text.as_bytes()), Some(length), "{text}");
            assert_eq!(length.with_moves(length.moves()), length);
        }
        for text in ["", ".5", "x", "2.", "2.0", "2.50", "-1", "65536", " 2"] {
            assert_eq!(Length::read(text.as_bytes()), None, "{text}");
        }
    }
}
