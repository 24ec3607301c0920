//! When a game of bughouse is over: two mate rules.
//!
//! A check from a distance can be answered with a man that the partner has yet to capture. Servers
//! therefore call it mate only if no man at all could be interposed ([`MateRule::Unblockable`]);
//! over the board, some only consider the men in hand ([`MateRule::Now`]).

use shakmaty::attacks::between;
use shakmaty::{Bitboard, Rank, Square};

use super::board::{BughouseBoard, DROPPABLE, behind};

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
        let gaps = between(self.king(), checker);
        let blocked_by_drop = match rule {
            // A pawn cannot be dropped on every square, but a knight can.
            MateRule::Unblockable => gaps.any(),
            MateRule::Now => DROPPABLE
                .into_iter()
                .any(|role| self.droppable(role, gaps).any()),
        };
        !blocked_by_drop && !self.can_take_or_interpose(checker, gaps)
    }

    /// Whether a man other than the king can capture the checking man or step between.
    fn can_take_or_interpose(&self, checker: Square, gaps: Bitboard) -> bool {
        let us = self.turn();
        let men = self.men();
        let occupied = men.occupied();
        let king = self.king();
        let pawns = men.by_piece(us.pawn());
        for to in gaps.with(checker) {
            let mut from = men.attacks_to(to, us, occupied).without(king);
            if to != checker {
                // Pawns capture diagonally and move straight.
                from &= !pawns;
                if let Some(one) = behind(to, us) {
                    if pawns.contains(one) {
                        from.add(one);
                    } else if !occupied.contains(one)
                        && to.rank() == us.relative_rank(Rank::Fourth)
                        && let Some(two) = behind(one, us)
                        && pawns.contains(two)
                    {
                        from.add(two);
                    }
                }
            }
            if from.into_iter().any(|from| self.is_safe(from, to, to)) {
                return true;
            }
        }
        let Some(to) = self.en_passant() else {
            return false;
        };
        let Some(pawn) = behind(to, us) else {
            return false;
        };
        self.en_passant_pawns(to)
            .into_iter()
            .any(|from| self.is_safe(from, to, pawn))
    }
}
