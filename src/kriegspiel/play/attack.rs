//! The attacker: White's men, led by the exact table.
//!
//! An [`Attack`] knows the squares of the own men, the possible squares of the black king, and the
//! umpire's answers; it never learns the real square. If the win is certain, the attack follows the
//! table, and the promised number of moves never increases. Otherwise it plays as if the king were
//! on the squares that a [`Gamble`](super::super::ending::gamble::Gamble) catches, until an answer
//! shows that it is not; among the tries that keep these squares won, it makes those that leave the
//! king the fewest men to capture, wherever it may really be. As soon as all squares are certainly
//! won, the gamble is over.

use std::fmt;

use shakmaty::Bitboard;

use crate::announcement::Directions;
use crate::ending::geometry::{WhiteTry, tries};
use crate::ending::{EndingTable, WhitePlacement};

/// White's statement about the outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pledge {
    /// Mate in at most this number of moves, wherever the king is and goes.
    Sure(u16),
    /// Mate in at most `moves` moves if the king is on one of `caught` squares.
    Odds {
        /// The number of these squares.
        caught: usize,
        /// The number of all possible squares.
        of: usize,
        /// The number of moves.
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

/// White's knowledge and target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attack {
    /// The squares of White's men.
    pub placement: WhitePlacement,
    /// The possible squares of the king.
    pub kings: Bitboard,
    /// The squares for which White plays: all of them if the win is certain; empty if none is
    /// caught.
    caught: Bitboard,
    /// White's statement about the outcome.
    pub pledge: Pledge,
}

impl Attack {
    /// White is to move; squares of `kings` that are impossible for the king are ignored.
    pub fn new(table: &EndingTable, placement: WhitePlacement, kings: Bitboard) -> Attack {
        let kings = kings & EndingTable::possible(placement);
        let mut attack = Attack {
            placement,
            kings,
            caught: Bitboard::EMPTY,
            pledge: Pledge::Sure(0),
        };
        attack.update_pledge(table);
        attack
    }

    /// White's next try; `None` if there is no possible square of the king.
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
        // As in the table's advice: legal for most squares first, so that there are few tries.
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

    /// Handles the umpire's no.
    pub fn hear_no(&mut self, table: &EndingTable, try_move: &WhiteTry) {
        self.kings &= Bitboard(try_move.refused);
        self.caught &= self.kings;
        self.update_pledge(table);
    }

    /// Handles the umpire's yes with these checks, after which the king moved without capturing a
    /// man.
    pub fn hear_yes(&mut self, table: &EndingTable, try_move: &WhiteTry, checks: Directions) {
        self.kings = after(try_move, checks, self.kings);
        self.caught = after(try_move, checks, self.caught);
        self.placement = try_move.after;
        self.update_pledge(table);
    }

    /// Determines whether the win is certain; if not, and nothing is caught any more, gambles anew.
    fn update_pledge(&mut self, table: &EndingTable) {
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

/// The squares of `kings` for which the try is legal and these checks are announced.
pub fn checked(tried: &WhiteTry, checks: Directions, kings: Bitboard) -> Bitboard {
    let mut all = tried.announced().into_iter();
    let squares = all.find_map(|(said, squares)| (said == checks).then_some(squares));
    kings & Bitboard(squares.unwrap_or(0))
}

/// The subset of these squares on which it does not mate.
pub fn announced(tried: &WhiteTry, checks: Directions, kings: Bitboard) -> Bitboard {
    checked(tried, checks, kings) & !Bitboard(tried.mates)
}

/// The possible squares of the king after such an announcement and a reply without a capture.
pub fn after(tried: &WhiteTry, checks: Directions, kings: Bitboard) -> Bitboard {
    Bitboard(tried.replies_of(announced(tried, checks, kings).0))
}
