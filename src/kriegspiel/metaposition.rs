//! The metaposition player of "Moving in the Dark: Progress through Uncertainty in Kriegspiel", and
//! its experiments.
//! White has king and rook, king and queen, king and two bishops, or king, bishop and knight; Black
//! has a bare king, whose square White does not know. A [`Metaposition`] is everything that White
//! knows. White tries a *pseudomove*; the umpire is silent, announces check, or says that it is
//! illegal; Black's unseen reply, the *metamove*, spreads the possible squares of the king.
//!
//! - [`evaluation`]: the paper's features and weights, and the choices made where the paper says
//!   nothing.
//! - [`search`]: the player, and its vote on every pseudomove; start reading there.
//! - [`opponent`]: the players of Black: a random king, or the king that resists longest.
//! - [`mod@matches`]: matches; [`experiment`]: all starts, and the distribution of moves to mate;
//!   [`outcome`], [`show`]: outcomes and votes as text.
//!
//! A start of *greatest uncertainty* is a placement of White's men, up to the symmetries of the
//! board, with White to move and Black's king on any square that White neither occupies nor
//! attacks. A *match* is such a start with one of its possible kings as the real one.

pub mod evaluation;
pub mod experiment;
pub mod matches;
pub mod opponent;
pub mod outcome;
pub mod search;
pub mod show;

use std::fmt;

use shakmaty::{Bitboard, Role};

use super::ending::WhitePlacement;
use super::ending::geometry::{WhiteTry, possible, steps};

/// White's knowledge: the own men, and all possible squares of Black's king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Metaposition {
    /// White's men.
    pub placement: WhitePlacement,
    /// The possible squares of Black's king.
    pub kings: Bitboard,
}

/// The answer of the paper's umpire to a try that does not end the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Signal {
    /// The move is made; the umpire is silent.
    Silent,
    /// The move is made and gives check.
    Check,
    /// The move is illegal; White tries again.
    Illegal,
}

/// `silent`, `check`, `illegal`.
impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Signal::Silent => "silent",
            Signal::Check => "check",
            Signal::Illegal => "illegal",
        })
    }
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

    /// All moves that are legal for at least one of the kings: those of the other men first, then
    /// the king's.
    pub fn tries(&self) -> impl Iterator<Item = WhiteTry> + use<> {
        let Metaposition { placement, kings } = *self;
        let moves = move |is_king| {
            steps(placement).filter(move |step| (step.role == Role::King) == is_king)
        };
        moves(false)
            .chain(moves(true))
            .map(move |step| WhiteTry::new(placement, kings.0, step))
            .filter(move |tried| tried.refused != kings.0)
    }

    /// White's knowledge when it is to move again, if the king was on one of `kings` and the umpire
    /// gave this answer: after the paper's metamove, unless the try was refused.
    pub fn next(&self, tried: &WhiteTry, answer: Signal, kings: Bitboard) -> Metaposition {
        match answer {
            Signal::Illegal => Metaposition { kings, ..*self },
            Signal::Silent | Signal::Check => Metaposition {
                placement: tried.after,
                kings: Bitboard(tried.replies_of(kings.0)),
            },
        }
    }
}

impl WhiteTry {
    /// The possible answers that do not end the game, each with the kings that cause it.
    pub fn answers(&self) -> impl Iterator<Item = (Signal, Bitboard)> {
        [
            (Signal::Silent, self.silent),
            (Signal::Check, self.checked),
            (Signal::Illegal, self.refused),
        ]
        .into_iter()
        .filter(|&(_, kings)| kings != 0)
        .map(|(answer, kings)| (answer, Bitboard(kings)))
    }

    /// Whether the move mates, whichever of the kings is the real one.
    pub fn mates_all(&self) -> bool {
        self.answers().next().is_none() && self.stalemates == 0
    }
}
