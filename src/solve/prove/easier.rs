//! How the proof numbers of a defender's replies are added up.
//!
//! The replies of a defender with few officers that can move lead to few positions, and many of
//! those to the same ones: a sum counts them once for every way there, so the proof of a long mate
//! seems much more expensive than it is. For such a problem only a part of the easier replies'
//! numbers is added to the hardest one's, in first numbers, too.
//!
//! The officers are counted in the first position of the problem; counted in every position of its
//! play, the rule gains next to nothing. 255 mates in 11 to 39 against at most two officers, with
//! 600,000 nodes each:
//!
//! | share of the easier replies | found, nodes |
//! |---|---|
//! | all of it | 211 |
//! | 4/8 | 217, 0.92 |
//! | 3/8 | 217, 0.82 |
//! | 2/8 | 221, 0.87 |
//! | 3/8, but first numbers of a sum | 219, 0.91 |
//! | 5/8, but first numbers of a sum | 214, 0.90 |
//!
//! 289 others against more officers, and 126 of the fixed sample, for which nothing was chosen, by
//! the officers that can move:
//!
//! | | all of it | 3/8 |
//! |---|---|---|
//! | of the 289, 600,000 nodes each: at most three (126) | 105 | 107, 0.78 |
//! | more (163) | 142 | 140, 1.05 |
//! | of the sample, 300,000 nodes each: at most three (69) | 41 | 43, 0.85 |
//! | more (57) | 44 | 43, 1.57 |
//!
//! Of all 84 of the fixed sample in 21 to 39 moves 66 are found in ten seconds, 63 if at most two
//! officers are few, whether they can move or not; of the 193 in 8 to 20 183 either way. Mates in 8
//! to 10 with few officers take 1.49 times the nodes with 3/8 (first numbers of a sum), but not
//! without a given length: 1.01.

use super::finite;
use crate::attacks::bit;
use crate::board::{Board, KING, PAWN};
use crate::goal::Goal;
use crate::movegen;
use crate::rules::Rules;
use crate::side::Black;
use crate::table::Depth;

/// The part of their numbers that all replies but the hardest add, in eighths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Easier(u64);

/// Only longer mates are long.
const SHORT: Depth = 10;

/// At most this many officers that can move are few.
const FEW: u32 = 3;

impl Easier {
    /// Everything: a sum.
    pub const ALL: Easier = Easier(8);

    /// For long mates of a defender with few officers.
    pub const SOME: Easier = Easier(3);

    /// The choice for a problem on `board`, to be solved within `n` moves.
    pub fn of<G: Goal>(board: &G::Rules, n: Depth) -> Easier {
        // Measured for mates in chess alone; in crazyhouse there are men in hand as well.
        if G::SIEVED && n > SHORT && mobile_officers(board.men()) <= FEW {
            Easier::SOME
        } else {
            Easier::ALL
        }
    }

    /// The number for replies whose numbers make `all` together, the greatest being `hardest`.
    #[inline(always)]
    pub fn add(self, all: u64, hardest: u64) -> u64 {
        hardest + (all - hardest) * self.0 / Easier::ALL.0
    }

    /// The number for some `replies` that are all as hard.
    #[inline(always)]
    pub fn times(self, replies: u32, hardest: u32) -> u32 {
        let all = u64::from(replies) * u64::from(hardest);
        finite(self.add(all, hardest.into()))
    }
}

/// The number of the defender's officers that can move, if it is his turn.
fn mobile_officers(board: &Board) -> u32 {
    let mut moves = Vec::new();
    movegen::list::<Black>(board, &mut moves);
    let officers = moves.iter().filter(|m| ![PAWN, KING].contains(&m.role()));
    officers.fold(0, |all, m| all | bit(m.from())).count_ones()
}

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::*;
    use crate::board::Orientation;
    use crate::goal::{Mate, Stalemate};
    use crate::small::recorded;

    fn board(fen: &str) -> Board {
        let chess = recorded(fen);
        Orientation::new(chess.turn()).board(&chess)
    }

    #[test]
    fn a_long_mate_of_a_defender_with_few_officers_adds_a_part() {
        let few = board("4k1nr/pppppppp/8/8/8/8/8/Q3K2R w - -");
        assert_eq!(Easier::of::<Mate>(&few, 11), Easier::SOME);
        assert_eq!(Easier::of::<Mate>(&few, 10), Easier::ALL);
        assert_eq!(Easier::of::<Stalemate>(&few, 11), Easier::ALL);
        let more = board("2b1kbnr/8/8/8/8/8/8/Q3K2R w - -");
        assert_eq!(Easier::of::<Mate>(&more, 11), Easier::ALL);
        let locked = board("rnbqkbnr/pppppppp/8/8/8/8/8/Q3K2R w - -");
        assert_eq!(Easier::of::<Mate>(&locked, 11), Easier::SOME);
        // The defender is the side not to move.
        let black = board("4kbnr/8/8/8/8/8/8/Q3K2R b - -");
        assert_eq!(Easier::of::<Mate>(&black, 11), Easier::SOME);
    }

    #[test]
    fn the_number_lies_between_the_hardest_and_the_sum_and_grows_with_each() {
        for easier in [Easier::ALL, Easier::SOME] {
            assert_eq!(easier.times(1, 12), 12);
            for replies in 1..200 {
                let number = easier.times(replies, 12);
                assert!((12..=12 * replies).contains(&number));
                assert!(easier.times(replies + 1, 12) > number);
                assert!(easier.times(replies, 13) > number);
            }
        }
        assert_eq!(Easier::ALL.times(7, 12), 84);
        assert_eq!(Easier::SOME.times(9, 12), 12 + 8 * 12 * 3 / 8);
    }
}
