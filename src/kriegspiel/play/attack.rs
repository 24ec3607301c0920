//! The attacker: White's men, led by the exact table.
//!
//! An [`Attack`] knows where the own men stand, on which squares the black king may be, and the
//! umpire's answers; nothing here ever hears of the real square. Where the win is sure the attack
//! follows the table, and the number of moves promised never grows. Where it is not, it plays as if
//! the king stood on the squares that a [`Gamble`](super::super::ending::gamble::Gamble) catches,
//! until an answer says that it does not; of the tries that keep these squares won it makes those
//! that leave the king fewest men to take, wherever it may really be. As soon as all squares are
//! won for sure the gamble is over.

use std::fmt;

use shakmaty::Bitboard;

use crate::announcement::Directions;
use crate::ending::geometry::{WhiteTry, tries};
use crate::ending::{EndingTable, WhitePlacement};

/// What White says of the outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pledge {
    /// Mate in at most so many moves, wherever the king is and goes.
    Sure(u16),
    /// Mate in at most so many moves if the king is on one of some squares.
    Odds {
        /// The number of these squares.
        caught: usize,
        /// The number of all squares where it may be.
        of: usize,
        /// The moves.
        moves: u16,
    },
}

/// `mate 27` or `chance 40/45 mate 30`.
impl fmt::Display for Pledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pledge::Sure(moves) => write!(f, "mate {moves}"),
            Pledge::Odds { caught, of, moves } => write!(f, "chance {caught}/{of} mate {moves}"),
        }
    }
}

/// What White knows, and what it plays for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attack {
    /// Where White's men stand.
    pub placement: WhitePlacement,
    /// The squares where the king may be.
    pub kings: Bitboard,
    /// White plays for these of the kings, all of them where the win is sure; empty: none is
    /// caught.
    caught: Bitboard,
    /// What White says of the outcome.
    pub pledge: Pledge,
}

impl Attack {
    /// White is to move; the king may be on those squares of `kings` where it can be at all.
    pub fn new(table: &EndingTable, placement: WhitePlacement, kings: Bitboard) -> Attack {
        let kings = kings & EndingTable::possible(placement);
        let mut attack = Attack {
            placement,
            kings,
            caught: Bitboard::EMPTY,
            pledge: Pledge::Sure(0),
        };
        attack.reckon(table);
        attack
    }

    /// What White tries next; none where there is no king to look for.
    pub fn choose(&self, table: &EndingTable) -> Option<WhiteTry> {
        let kings = self.kings.0;
        if kings == 0 {
            return None;
        }
        let risked = |tried: &WhiteTry| (kings & tried.risked()).count_ones();
        let tries = tries(self.placement);
        let caught = self.caught.0;
        let within = table.moves_to_mate(self.placement, self.caught);
        let keeping = table.keeping(&tries, caught, within.unwrap_or(0));
        // As in the table's advice: legal on most squares first, so that there are few tries.
        let best = keeping.min_by_key(|&(tried, moves)| {
            let legal = caught & !tried.refused;
            (risked(tried), 64 - legal.count_ones(), moves)
        });
        if let Some((best, _)) = best {
            return Some(*best);
        }
        tries
            .into_iter()
            .filter(|tried| kings & !tried.refused != 0)
            .min_by_key(risked)
    }

    /// The umpire said no. False, and nothing is changed, if that cannot be.
    pub fn refused(&mut self, table: &EndingTable, try_move: &WhiteTry) -> bool {
        let left = self.kings & Bitboard(try_move.refused);
        if left.is_empty() {
            return false;
        }
        self.kings = left;
        self.caught &= left;
        self.reckon(table);
        true
    }

    /// The umpire said yes and announced these checks, and the king has gone on without taking a
    /// man. False, and nothing is changed, if that cannot be.
    pub fn made(&mut self, table: &EndingTable, try_move: &WhiteTry, checks: Directions) -> bool {
        let left = after(try_move, checks, self.kings);
        if left.is_empty() {
            return false;
        }
        self.kings = left;
        self.caught = after(try_move, checks, self.caught);
        self.placement = try_move.after;
        self.reckon(table);
        true
    }

    /// Sees whether the win is sure; if not, and nothing is caught any more, gambles anew.
    fn reckon(&mut self, table: &EndingTable) {
        if let Some(moves) = table.moves_to_mate(self.placement, self.kings) {
            self.caught = self.kings;
            self.pledge = Pledge::Sure(moves);
            return;
        }
        if self.caught.is_empty()
            && let Some(gamble) = table.gamble(self.placement, self.kings)
        {
            self.caught = gamble.caught;
        }
        let moves = table.moves_to_mate(self.placement, self.caught);
        self.pledge = Pledge::Odds {
            caught: self.caught.count(),
            of: self.kings.count(),
            moves: moves.unwrap_or(0),
        };
    }
}

/// The squares of `kings` on which the try is legal and these checks are announced.
pub fn checked(tried: &WhiteTry, checks: Directions, kings: Bitboard) -> Bitboard {
    let mut all = tried.announced().into_iter();
    let squares = all.find_map(|(said, squares)| (said == checks).then_some(squares));
    kings & Bitboard(squares.unwrap_or(0))
}

/// Of these the squares on which it does not mate.
pub fn announced(tried: &WhiteTry, checks: Directions, kings: Bitboard) -> Bitboard {
    checked(tried, checks, kings) & !Bitboard(tried.mates)
}

/// Where the king can be after such an announcement and its reply, which takes nothing.
pub fn after(tried: &WhiteTry, checks: Directions, kings: Bitboard) -> Bitboard {
    Bitboard(tried.gone_on(announced(tried, checks, kings).0))
}
