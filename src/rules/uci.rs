//! Moves in the text form that every program reads: [`Uci`].

use std::fmt;

use shakmaty::Move;

/// A move as its UCI text. Castling is always written as the king's square and the rook's, as in
/// Chess960; a drop is `P@e4`.
///
/// The order is that of the text (ASCII).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uci([u8; 5]);

impl Uci {
    /// Reads four or five characters, without checking that such a move exists.
    pub fn from_ascii(text: &[u8]) -> Option<Uci> {
        let (&[a, b, c, d], promotion) = text.split_first_chunk()?;
        let is_square =
            |file: u8, rank: u8| (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
        let promotion = match promotion {
            [] => 0,
            [letter @ (b'b' | b'n' | b'q' | b'r')] => *letter,
            _ => return None,
        };
        let is_drop = b == b'@' && b"BNPQR".contains(&a) && promotion == 0;
        ((is_square(a, b) || is_drop) && is_square(c, d)).then_some(Uci([a, b, c, d, promotion]))
    }

    /// The text.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0[..if self.0[4] == 0 { 4 } else { 5 }]
    }
}

impl From<Move> for Uci {
    fn from(m: Move) -> Uci {
        let [file, rank] = match m.from() {
            Some(from) => [from.file().char() as u8, from.rank().char() as u8],
            None => [m.role().upper_char() as u8, b'@'],
        };
        let to = m.to();
        Uci([
            file,
            rank,
            to.file().char() as u8,
            to.rank().char() as u8,
            m.promotion().map_or(0, |role| role.char() as u8),
        ])
    }
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bytes()
            .iter()
            .try_for_each(|&byte| write!(f, "{}", char::from(byte)))
    }
}

impl fmt::Debug for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
