//! The hider: a black king without a fixed square.
//!
//! A king on a fixed square cannot hide better than an umpire who keeps open all squares that are
//! consistent with the previous answers, and gives to every try the answer that is worst for White:
//! whatever White does, some real king would have led to exactly these answers. The table says how
//! bad an answer is, by the number of moves to mate from the squares that are left. So, against the
//! table's best play, this king is mated in exactly the number of moves that the table promises,
//! and never sooner against any attacker.
//!
//! The order of preference: a man is captured; stalemate; the win is no longer certain (among such
//! answers, the one that leaves most squares outside White's best gamble); mate is farthest away;
//! most squares are left.

use shakmaty::{Bitboard, Square};

use super::attack::after;
use crate::announcement::Directions;
use crate::ending::geometry::{WhiteTry, around};
use crate::ending::{EndingTable, WhitePlacement};

/// The umpire's answer to a try of White's, and Black's reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ruling {
    /// The try is refused.
    Refused,
    /// The move is made with these checks, and the king moves on.
    Made(Directions),
    /// The move is made with these checks, and the king captures the man on this square.
    Taken(Directions, Square),
    /// Mate, with these checks.
    Mate(Directions),
    /// Stalemate.
    Stalemate,
}

/// The worst answer for White, who is to move, with the king on any of `kings`; `None` if there is
/// no such square.
pub fn worst(
    table: &EndingTable,
    placement: WhitePlacement,
    kings: Bitboard,
    try_move: &WhiteTry,
) -> Option<Ruling> {
    let kings = kings & EndingTable::possible(placement);
    let mut worst: Option<(Badness, Ruling)> = None;
    let mut consider = |badness: Badness, ruled: Ruling| {
        if worst.is_none_or(|(most, _)| badness > most) {
            worst = Some((badness, ruled));
        }
    };
    for (checks, squares) in try_move.announced() {
        let legal = kings & Bitboard(squares);
        // A man that a king on one of these squares can capture.
        let near = Bitboard(around(legal.0) & try_move.free);
        if let Some(square) = (near & try_move.after.takeable()).first() {
            consider(Badness::Drawn, Ruling::Taken(checks, square));
        }
        let after = after(try_move, checks, legal);
        if after.any() {
            let badness = Badness::of(table, try_move.after, after, 1);
            consider(badness, Ruling::Made(checks));
        } else if (legal & Bitboard(try_move.mates)).any() {
            consider(Badness::Mate { moves: 1, left: 0 }, Ruling::Mate(checks));
        }
    }
    if (kings & Bitboard(try_move.stalemates)).any() {
        consider(Badness::Drawn, Ruling::Stalemate);
    }
    let refused = kings & Bitboard(try_move.refused);
    if refused.any() {
        consider(Badness::of(table, placement, refused, 0), Ruling::Refused);
    }
    worst.map(|(_, ruled)| ruled)
}

/// The badness of an answer for White, in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Badness {
    /// Certain mate in `moves` moves; `left` squares are left.
    Mate { moves: u16, left: usize },
    /// `beyond` of the `left` squares are outside White's best gamble.
    Open { beyond: usize, left: usize },
    /// White can no longer win.
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
