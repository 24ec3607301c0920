//! The hider: a black king that stands nowhere until it must.
//!
//! No king that stands on a square can hide better than an umpire who keeps all squares open that
//! fit what was said, and gives to every try the answer that is worst for White: whatever White
//! does, some real king would have led to just these answers. How bad an answer is the table knows:
//! the moves to mate from the squares that are left. So against the table's best play this king is
//! mated exactly in the moves that the table promises, and never sooner whoever attacks.
//!
//! In this order: a man is taken; stalemate; the win is no longer sure (of such answers the one
//! that leaves most squares beyond White's best gamble); mate is farthest away; most squares are
//! left.

use shakmaty::{Bitboard, Square};

use super::attack::after;
use crate::announcement::Directions;
use crate::ending::geometry::{WhiteTry, around};
use crate::ending::{EndingTable, WhitePlacement};

/// What the umpire says to a try of White's, and what Black does then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ruled {
    /// No.
    Refused,
    /// The move is made with these checks, and the king goes on.
    Made(Directions),
    /// The move is made with these checks, and the king takes the man on this square.
    Taken(Directions, Square),
    /// Mate, with these checks.
    Mate(Directions),
    /// Stalemate.
    Stalemate,
}

/// The answer that is worst for White, who is to move and whose king may be on any of `kings`; none
/// if there is no such square.
pub fn worst(
    table: &EndingTable,
    placement: WhitePlacement,
    kings: Bitboard,
    try_move: &WhiteTry,
) -> Option<Ruled> {
    let kings = kings & EndingTable::possible(placement);
    let mut worst: Option<(Badness, Ruled)> = None;
    let mut consider = |badness: Badness, ruled: Ruled| {
        if worst.is_none_or(|(most, _)| badness > most) {
            worst = Some((badness, ruled));
        }
    };
    for (checks, squares) in try_move.announced() {
        let legal = kings & Bitboard(squares);
        if let Some(square) = takeable(try_move, legal) {
            consider(Badness::Drawn, Ruled::Taken(checks, square));
        }
        let after = after(try_move, checks, legal);
        if after.any() {
            let badness = Badness::of(table, try_move.after, after, 1);
            consider(badness, Ruled::Made(checks));
        } else if (legal & Bitboard(try_move.mates)).any() {
            consider(Badness::Mate { moves: 1, left: 0 }, Ruled::Mate(checks));
        }
    }
    if (kings & Bitboard(try_move.stalemates)).any() {
        consider(Badness::Drawn, Ruled::Stalemate);
    }
    let refused = kings & Bitboard(try_move.refused);
    if refused.any() {
        consider(Badness::of(table, placement, refused, 0), Ruled::Refused);
    }
    worst.map(|(_, ruled)| ruled)
}

/// A man that a king on one of `legal` can take after the try.
fn takeable(try_move: &WhiteTry, legal: Bitboard) -> Option<Square> {
    let near = Bitboard(around(legal.0) & try_move.free);
    (near & try_move.after.takeable()).first()
}

/// How bad an answer is for White, the worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Badness {
    /// Mate in so many moves for sure; so many squares are left.
    Mate { moves: u16, left: usize },
    /// So many squares are beyond White's best gamble, of so many.
    Open { beyond: usize, left: usize },
    /// Nothing is left to win with.
    Drawn,
}

impl Badness {
    fn of(table: &EndingTable, placement: WhitePlacement, kings: Bitboard, made: u16) -> Badness {
        let left = kings.count();
        match table.moves_to_mate(placement, kings) {
            Some(moves) => Badness::Mate {
                moves: moves + made,
                left,
            },
            None => {
                let gamble = table.gamble(placement, kings);
                let caught = gamble.map_or(0, |gamble| gamble.caught.count());
                Badness::Open {
                    beyond: left - caught,
                    left,
                }
            }
        }
    }
}
