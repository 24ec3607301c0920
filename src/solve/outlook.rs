//! How the defender's replies are ranked if much depends on the first: by how few moves they leave
//! the attacker, not only now but after a second reply as well.
//!
//! A defender's node costs as much as its first reply, and the whole tree consists of its nodes of
//! depth 3 (30 million of them in the measurement below; one depth higher there are a fifth or a
//! seventh as many). From depth 5 on there is time to look beyond a reply: the attacker passes, and
//! the search finds the second reply that leaves him the fewest moves. The product of the two
//! numbers of moves is the rank. After a reply that gives check he can't pass, so the search looks
//! beyond each of his few moves.
//!
//! Measured on 29 mates in 8 to 10, for which the search refutes one move less, and on 16 in 10 and
//! 11 within 40 million nodes, both at the same time on two loaded cores (nodes; user time):
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

/// From this depth on replies are ranked by the moves that a second reply leaves.
pub const SECOND_REPLY: Depth = 5;

/// The number of moves that the attacker is assumed to have left if there is no second reply: the
/// defender is short of moves, which is seldom good for him.
const NO_REPLY: u32 = 30;

/// More than any rank, which is a product of two numbers of moves, or a sum over one of them.
const BEHIND: u32 = 1 << 24;

impl<G: Goal> Search<'_, G> {
    /// Ranks the replies from `first` on again, by the moves that a second reply leaves. A reply
    /// that can no longer be the least is put behind the examined ones, in the order of its old
    /// rank.
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

    /// The sum of the ranks of the attacker's moves out of check, as far as it is less than
    /// `limit`.
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

    /// The least number of moves that the defender, to move, can leave the attacker.
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
