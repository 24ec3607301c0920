//! The metaposition player of "Moving in the Dark: Progress through Uncertainty in Kriegspiel", and its experiments.
//!
//! White has king and rook, king and queen, king and two bishops, or king, bishop and knight; Black has the king, and White does not
//! know where. A [`Metaposition`] is all White knows. White tries a *pseudomove*; the umpire is silent, says check, or says that it is
//! illegal; Black's unseen reply, the *metamove*, spreads the kings.
//!
//! - [`placement`]: White's men. [`umpire`]: pseudomoves, answers and metamoves, for all kings at once.
//! - [`evaluation`]: the paper's features and weights, and what was chosen where the paper says nothing.
//! - [`search`]: the player; start reading there. [`plan`]: what it does in each metaposition, and the strongest resistance to that.
//! - [`mod@matches`]: matches; [`experiment`]: all starts, and the distribution of moves to mate; [`plot`]: its picture.
//! - [`command`]: all that from the command line.
//!
//! A start of *greatest uncertainty* is a placement of White's men, up to the symmetries of the board, with White to move and
//! Black's king on any square that White neither occupies nor attacks. A *match* is such a start with one of its kings as the real one.

pub mod command;
pub mod evaluation;
pub mod experiment;
pub mod matches;
pub mod placement;
pub mod plan;
pub mod plot;
pub mod search;
pub mod umpire;

pub use placement::{Ending, Placement, PlacementError};
pub use umpire::{Announcements, Answer, Pseudomove, Ruling};

use shakmaty::{Bitboard, Role, attacks};

/// What White knows: the own men, and all squares on which Black's king may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Metaposition {
    /// White's men.
    pub placement: Placement,
    /// The squares of Black's king.
    pub kings: Bitboard,
}

impl Metaposition {
    /// The metaposition of greatest uncertainty: White to move, and Black's king on any square that White does not control.
    pub fn uncertain(placement: Placement) -> Metaposition {
        Metaposition {
            placement,
            kings: placement.uncontrolled(),
        }
    }

    /// A metaposition with White to move.
    ///
    /// # Errors
    ///
    /// There is no king, or one on a square that White occupies or attacks.
    pub fn new(placement: Placement, kings: Bitboard) -> Result<Metaposition, PlacementError> {
        match (kings & !placement.uncontrolled()).first() {
            Some(square) => Err(PlacementError::NoKing(square)),
            None if kings.is_empty() => Err(PlacementError::NoKings),
            None => Ok(Metaposition { placement, kings }),
        }
    }

    /// Every move that is legal for at least one of the kings: the men's first, then the king's.
    pub fn pseudomoves(&self) -> impl Iterator<Item = Pseudomove> + use<> {
        let Metaposition { placement, kings } = *self;
        let occupied = placement.occupied();
        let men = placement.ending().roles().iter().copied().enumerate();
        let men = men.flat_map(move |(index, role)| {
            let from = placement.men()[index];
            (placement::reach(role, from, occupied) & !occupied)
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
