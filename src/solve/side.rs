//! The two sides as types, so that knowing the side to move costs nothing.
//!
//! The search knows at each node which side is to move, so functions take the side as a type
//! parameter and the compiler makes one version for each. The other side is [`Side::Other`], so no
//! `if white` is needed to name it. Inside the search the attacker is always [`White`] (see
//! [`Orientation`](super::board::Orientation)).

/// A side of the board.
pub trait Side {
    /// The side that moves next.
    type Other: Side<Other = Self>;

    /// Whether it is White, whose pawns go up the board.
    const WHITE: bool;

    /// Its index in `[Black, White]`.
    const INDEX: usize = Self::WHITE as usize;
}

/// White: the attacker, inside the search.
#[derive(Debug)]
pub struct White;

/// Black: the defender, inside the search.
#[derive(Debug)]
pub struct Black;

impl Side for White {
    type Other = Black;

    const WHITE: bool = true;
}

impl Side for Black {
    type Other = White;

    const WHITE: bool = false;
}
