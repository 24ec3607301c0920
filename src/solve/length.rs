//! How long play takes, in moves and half moves: [`Length`].

use std::fmt;

use super::stipulation::{Kind, PlayKind};

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

    /// The length of a line of help play.
    pub fn of_line<M>(line: &[M]) -> Length {
        let plies = u32::try_from(line.len()).expect("a line is at most 2000 plies long");
        Length::of_half_moves(plies)
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

    /// The plies of a line of this length in play of `kind`.
    pub fn plies(self, kind: Kind) -> u32 {
        match kind.play {
            // The defender does not answer the last move; in a series it answers none, and what it
            // leaves out is a ply.
            PlayKind::Direct | PlayKind::Series => self.half_moves.saturating_sub(1),
            PlayKind::Mated | PlayKind::SelfPlay | PlayKind::Reflex | PlayKind::SemiReflex => {
                self.half_moves
            }
            PlayKind::Help | PlayKind::HelpSelf | PlayKind::HelpReflex => self.half_moves,
            PlayKind::SeriesHelp | PlayKind::SeriesSelf | PlayKind::SeriesReflex => self.half_moves,
        }
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

    #[test]
    fn a_line_has_the_plies_of_its_kind() {
        let plies = |half_moves, kind| Length::of_half_moves(half_moves).plies(kind);
        assert_eq!(plies(6, Kind::MATE), 5);
        assert_eq!(plies(6, Kind::MATED), 6);
        assert_eq!(plies(6, Kind::SELFSTALEMATE), 6);
        assert_eq!(plies(5, Kind::HELPMATE), 5);
        assert_eq!(plies(0, Kind::MATE), 0);
    }
}
