//! The metaposition player of "Moving in the Dark: Progress through Uncertainty in Kriegspiel", and
//! its experiments.
//!
//! White has king and rook, king and queen, king and two bishops, or king, bishop and knight; Black
//! has the king, and White does not know where. A [`Metaposition`] is all White knows. White tries
//! a *pseudomove*; the umpire is silent, says check, or says that it is illegal; Black's unseen
//! reply, the *metamove*, spreads the kings.
//!
//! - [`ruling`]: pseudomoves, answers and metamoves, for all kings at once.
//! - [`evaluation`]: the paper's features and weights, and what was chosen where the paper says
//!   nothing.
//! - [`search`]: the player; start reading there.
//! - [`opponent`]: who plays Black: a random king, or the king that knows best.
//! - [`mod@matches`]: matches; [`experiment`]: all starts, and the distribution of moves to mate;
//!   [`votes`]: every pseudomove with its grades; [`plot`]: pictures. `player`: all that from the
//!   command line.
//!
//! A start of *greatest uncertainty* is a placement of White's men, up to the symmetries of the
//! board, with White to move and Black's king on any square that White neither occupies nor
//! attacks. A *match* is such a start with one of its kings as the real one.

pub mod evaluation;
pub mod experiment;
pub mod matches;
pub mod opponent;
pub mod plot;
pub mod ruling;
pub mod search;
pub mod votes;

pub use ruling::{Announcements, Pseudomove, Ruling, Signal};

use shakmaty::{Bitboard, Role, attacks};

use super::ending::WhitePlacement;
use super::ending::geometry::{attacked_by, possible};

/// What White knows: the own men, and all squares on which Black's king may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Metaposition {
    /// White's men.
    pub placement: WhitePlacement,
    /// The squares of Black's king.
    pub kings: Bitboard,
}

impl Metaposition {
    /// The metaposition of greatest uncertainty: White to move, and Black's king on any square that
    /// White does not control.
    pub fn uncertain(placement: WhitePlacement) -> Metaposition {
        Metaposition {
            placement,
            kings: Bitboard(possible(placement)),
        }
    }

    /// Every move that is legal for at least one of the kings: the men's first, then the king's.
    pub fn pseudomoves(&self) -> impl Iterator<Item = Pseudomove> + use<> {
        let Metaposition { placement, kings } = *self;
        let occupied = placement.occupied();
        let men = placement.men().flat_map(move |(role, from)| {
            (Bitboard(attacked_by(role, from, occupied)) & !occupied)
                .into_iter()
                .map(move |to| Pseudomove { role, from, to })
        });
        let from = placement.king();
        let king = (attacks::king_attacks(from) & !occupied)
            .into_iter()
            .filter(move |&to| !kings.is_subset(attacks::king_attacks(to)))
            .map(move |to| Pseudomove {
                role: Role::King,
                from,
                to,
            });
        men.chain(king)
    }
}
