//! When a game of bughouse is over: two mate rules.
//!
//! A check from a distance can be answered with a man that the partner has yet to capture. Servers
//! therefore call it mate only if no man at all could be interposed ([`MateRule::Unblockable`]);
//! over the board, some only consider the men in hand ([`MateRule::Now`]).

use shakmaty::Bitboard;
use shakmaty::attacks::between;

use super::board::BughouseBoard;

pub use keymove_rules::house::MateRule;

impl BughouseBoard {
    /// Whether the side to move is mated.
    #[inline]
    pub fn is_mate(&self, rule: MateRule) -> bool {
        if self.checkers().is_empty() || self.has_flight() {
            return false;
        }
        // Only the king can answer a double check.
        let Some(checker) = self.checkers().single_square() else {
            return true;
        };
        let gap = between(self.king(), checker);
        if rule == MateRule::Unblockable && gap.any() {
            return false;
        }
        // The king has no flight, so another man must capture the checker or stand in the gap.
        let goals = gap.with(checker) | Bitboard::from_iter(self.en_passant());
        let mut is_answered = false;
        self.each_move(Bitboard::FULL, |_, _| goals, |_| is_answered = true);
        !is_answered
    }
}
