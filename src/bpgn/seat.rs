//! The seats: two boards, four players, two teams.

use std::fmt;

use shakmaty::Color;

/// A board of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoardName {
    /// The board of WhiteA and BlackA.
    A,
    /// The board of WhiteB and BlackB.
    B,
}

impl BoardName {
    /// Both boards, A first.
    pub const ALL: [BoardName; 2] = [BoardName::A, BoardName::B];

    /// The other board.
    pub fn other(self) -> BoardName {
        BoardName::ALL[1 - self.index()]
    }

    /// 0 for A, 1 for B.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for BoardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["A", "B"][self.index()])
    }
}

/// The seat of one of the four players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seat {
    /// The board.
    pub board: BoardName,
    /// The colour of the men.
    pub color: Color,
}

impl Seat {
    /// WhiteA, BlackA, WhiteB, BlackB: the order of the four columns.
    pub const ALL: [Seat; 4] = [
        Seat::of(BoardName::A, Color::White),
        Seat::of(BoardName::A, Color::Black),
        Seat::of(BoardName::B, Color::White),
        Seat::of(BoardName::B, Color::Black),
    ];

    const fn of(board: BoardName, color: Color) -> Seat {
        Seat { board, color }
    }

    /// The seat for a move number's letter: `A` `a` `B` `b`.
    #[inline]
    pub fn from_letter(letter: u8) -> Option<Seat> {
        let index = b"AaBb".iter().position(|known| *known == letter)?;
        Some(Seat::ALL[index])
    }

    /// The letter after a move number.
    pub fn letter(self) -> char {
        ['A', 'a', 'B', 'b'][self.index()]
    }

    /// The index in [`Seat::ALL`].
    #[inline]
    pub fn index(self) -> usize {
        2 * self.board.index() + usize::from(self.color.is_black())
    }

    /// The seat that gets the men captured by this one.
    #[inline]
    pub fn partner(self) -> Seat {
        Seat {
            board: self.board.other(),
            color: !self.color,
        }
    }

    /// The seat on the other side of the board.
    pub fn opponent(self) -> Seat {
        Seat {
            color: !self.color,
            ..self
        }
    }

    /// Whether this is WhiteA or the partner: the team whose result is written first.
    pub fn of_first_team(self) -> bool {
        (self.board == BoardName::A) == self.color.is_white()
    }

    /// The tag of the player's name.
    pub fn tag(self) -> &'static str {
        ["WhiteA", "BlackA", "WhiteB", "BlackB"][self.index()]
    }

    /// The tag of the player's rating.
    pub fn rating_tag(self) -> &'static str {
        ["WhiteAElo", "BlackAElo", "WhiteBElo", "BlackBElo"][self.index()]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_a_and_black_b_are_a_team() {
        for seat in Seat::ALL {
            assert_eq!(seat.partner().partner(), seat);
            assert_eq!(seat.partner().of_first_team(), seat.of_first_team());
            assert_ne!(seat.opponent().of_first_team(), seat.of_first_team());
            assert_eq!(Seat::from_letter(seat.letter() as u8), Some(seat));
            assert_eq!(Seat::ALL[seat.index()], seat);
        }
        assert!(Seat::ALL[0].of_first_team());
        assert_eq!(Seat::ALL[0].partner().tag(), "BlackB");
    }
}
