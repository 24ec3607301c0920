//! How long play takes, in moves and half moves: [`Length`].

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

    /// The greatest depth that is searched, in full moves. The longest mates known in tablebases
    /// are longer than anything this program proves, and shorter than this.
    pub const LONGEST: u16 = 1000;

    /// So many whole moves.
    pub const fn of_moves(moves: u16) -> Length {
        // `u32::from` is not for constants.
        Length::of_half_moves(2 * moves as u32)
    }

    /// So many half moves: in help play, plies.
    pub const fn of_half_moves(half_moves: u32) -> Length {
        Length { half_moves }
    }

    /// Reads `3` and `2.5`; nothing if it is no length, or longer than 65,535 moves.
    pub fn read(text: &[u8]) -> Option<Length> {
        let (whole, half) = match text.strip_suffix(b".5") {
            Some(whole) => (whole, true),
            None => (text, false),
        };
        let moves = std::str::from_utf8(whole).ok()?.parse().ok()?;
        Some(Length::of_moves(moves).with_half(half))
    }

    /// The whole moves in it.
    pub fn moves(self) -> u16 {
        u16::try_from(self.half_moves / 2).unwrap_or(u16::MAX)
    }

    /// The half moves in it.
    pub fn half_moves(self) -> u32 {
        self.half_moves
    }

    /// Whether there is half a move beside the whole ones.
    pub fn has_half(self) -> bool {
        self.half_moves % 2 == 1
    }

    /// The same whole moves, with half a move more or without.
    pub fn with_half(self, half: bool) -> Length {
        Length::of_half_moves(self.half_moves / 2 * 2 + u32::from(half))
    }

    /// So many whole moves, with half a move where this length has one.
    pub fn with_moves(self, moves: u16) -> Length {
        Length::of_moves(moves).with_half(self.has_half())
    }

    /// The length in full moves, half a move counted as one.
    pub fn rounded_up(self) -> u16 {
        u16::try_from(self.half_moves.div_ceil(2)).unwrap_or(u16::MAX)
    }

    /// The next length below: a whole move shorter, so that the same side begins; `NONE` below all.
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
