//! How the defender's replies are ranked where much hangs on the first: by how few moves they leave
//! the attacker not only now but after a second reply as well.
//!
//! A defender's node costs what its first reply costs, and the whole tree is its nodes of depth 3
//! (30 million of them in the measurement below, at one depth more a fifth or a seventh as many).
//! From depth 5 on there is time to look beyond a reply: the attacker passes, and the second reply
//! that leaves him the fewest moves is found. The product of the two numbers of moves is the rank.
//! After a reply that gives check he can't pass, and his few moves are each looked beyond.
//!
//! Measured on 29 mates in 8 to 10, that there is none in one less, and on 16 in 10 and 11 within
//! 40 million nodes, both at once on two cores under load (nodes; user time):
//!
//! | | 29 | 16 |
//! |---|---|---|
//! | the first reply alone | 169.8 M, 51.6 s | 8 refuted |
//! | the second, too, from depth 6 | 126.9 M, 40.4 s | 10, in 36.7 M, 13.5 s |
//! | from depth 5 | 114.1 M, 41.8 s | 10, in 28.9 M, 11.4 s |
//! | from depth 4, the best four replies | 145.0 M, 58.8 s | |

use super::goal::Goal;
use super::rules::Rules;
use super::search::Search;
use super::side::{Black, White};
use super::table::Depth;

/// From this depth on replies are ranked by what a second one leaves.
pub const SECOND_REPLY: Depth = 5;

/// The moves that the attacker is taken to have left where there is no second reply: the defender
/// is short of moves, which is seldom good for him.
const NO_REPLY: u32 = 30;

/// More than any rank: a product of two numbers of moves, or a sum over one of them.
const BEHIND: u32 = 1 << 24;

impl<G: Goal> Search<'_, G> {
    /// Ranks the replies from `first` on anew, by what a second one leaves. What can't be least any
    /// more is left behind those that were looked at, in the order of its old rank.
    pub fn rank_by_second_reply(&mut self, board: &G::Rules, first: usize) {
        self.ranked[first..].sort_unstable_by_key(|&(rank, _)| rank);
        let mut least = u32::MAX;
        for place in first..self.ranked.len() {
            let (rank, m) = self.ranked[place];
            if rank >= least {
                for (rank, _) in &mut self.ranked[place..] {
                    *rank += BEHIND;
                }
                return;
            }
            let next = board.play_unkeyed::<Black>(m);
            let outlook = if next.is_check::<White>() {
                self.outlook_in_check(&next, least)
            } else {
                rank.saturating_mul(self.fewest_left(&next.pass::<White>()) + 1)
            };
            least = least.min(outlook);
            self.ranked[place].0 = outlook;
        }
    }

    /// What the attacker's moves out of check leave to come, as far as it is less than `limit`.
    fn outlook_in_check(&mut self, board: &G::Rules, limit: u32) -> u32 {
        let base = self.moves.len();
        board.list::<White>(&mut self.moves);
        let end = self.moves.len();
        let mut sum = 0;
        for place in base..end {
            let next = board.play_unkeyed::<White>(self.moves[place]);
            sum += self.fewest_left(&next) + 1;
            if sum >= limit {
                break;
            }
        }
        self.moves.truncate(base);
        sum
    }

    /// How many moves the defender, to move, can leave the attacker at least.
    fn fewest_left(&mut self, board: &G::Rules) -> u32 {
        let base = self.moves.len();
        board.list::<Black>(&mut self.moves);
        let gauge = board.gauge();
        let fewest = self.moves[base..]
            .iter()
            .map(|&reply| board.mobility_after(&gauge, reply))
            .min();
        self.moves.truncate(base);
        fewest.unwrap_or(NO_REPLY)
    }
}
