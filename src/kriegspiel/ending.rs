//! Exact tables of Kriegspiel endings against a bare king.
//!
//! White knows a *placement* (the squares of the own men) and a set of squares on which the black
//! king may be. A subset of a won set is won, so for each placement p and each number of moves n
//! only W(p, n) is stored: the *maximal* sets from which White, to move, mates in at most n moves
//! whatever the king does.
//! the king does.
//!
//! - [`WhitePlacement`]: the squares of the white men; [`Ending`]: which men there are.
//! - [`geometry`]: the tries of a placement, and the umpire's announcements after them.
//! - [`symmetry`]: the eight symmetries of the board, by which placements are folded.
//! - [`maximal`]: a family of sets none of which contains another.
//! - [`build`]: the levels n = 1, 2, ... until one changes nothing. Start reading there.
//! - [`EndingTable`]: the result; [`table`] answers for any placement and set.
//! - [`gamble`]: the best try if the win is not certain.
//! - [`roll`]: every placement with its value.
//! - [`distance`]: the distance to mate of each position in ordinary chess, where the king is
//!   visible.
//! - [`chance`]: random numbers.
//!
//! The number of moves counts White's moves; refused tries are not counted.

pub mod answer;
pub mod build;
pub mod chance;
pub mod distance;
pub mod folding;
pub mod gamble;
pub mod geometry;
pub mod maximal;
pub mod placement;
pub mod roll;
pub mod statistics;
pub mod symmetry;
pub mod table;
pub mod turn;

use std::fmt;
use std::str::FromStr;

use shakmaty::Role;

pub use placement::WhitePlacement;
pub use table::EndingTable;

/// The men of White in addition to the king; Black has a bare king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// King and rook.
    Rook,
    /// King and queen.
    Queen,
    /// King and two bishops on squares of different colours.
    Bishops,
    /// King, bishop and knight.
    BishopAndKnight,
}

impl Ending {
    /// Every ending.
    pub const ALL: [Ending; 4] = [
        Ending::Rook,
        Ending::Queen,
        Ending::Bishops,
        Ending::BishopAndKnight,
    ];

    /// The men in addition to the king. The first of two bishops is the one on dark squares (the
    /// colour of a1).
    pub fn men(self) -> &'static [Role] {
        match self {
            Ending::Rook => &[Role::Rook],
            Ending::Queen => &[Role::Queen],
            Ending::Bishops => &[Role::Bishop, Role::Bishop],
            Ending::BishopAndKnight => &[Role::Bishop, Role::Knight],
        }
    }

    /// The name on the command line: the men of both sides in the usual order.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Rook => "krk",
            Ending::Queen => "kqk",
            Ending::Bishops => "kbbk",
            Ending::BishopAndKnight => "kbnk",
        }
    }
}

/// `K+B+N`: the white men.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("K")?;
        self.men()
            .iter()
            .try_for_each(|man| write!(f, "+{}", man.upper_char()))
    }
}

/// Reads `krk`, `kr` or `K+R`, in upper or lower case; the error message explains the format.
impl FromStr for Ending {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Ending, &'static str> {
        let is_meant = |ending: &Ending| {
            let name = ending.name();
            let names = [name, &name[..name.len() - 1], &ending.to_string()];
            names.iter().any(|name| text.eq_ignore_ascii_case(name))
        };
        Ending::ALL
            .into_iter()
            .find(is_meant)
            .ok_or("an ending is krk, kqk, kbbk or kbnk (or K+R, K+Q, K+B+B, K+B+N)")
    }
}
