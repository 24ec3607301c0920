//! The sieve's first judge: in tests, and whenever assertions are on, every move that a search cuts
//! is played out.

use crate::board::Move;
use crate::goal::Goal;
use crate::rules::Rules;
use crate::search::Search;
use crate::side::{Black, White};

impl<G: Goal> Search<'_, G> {
    /// Plays out `m`, which did not pass.
    pub fn judge_cut(&mut self, board: &G::Rules, m: Move) {
        let reply = self.sieve.reply();
        let child = board.play_unkeyed::<White>(m);
        assert!(
            child.is_legal::<Black>(reply)
                && !G::is_within_one(&child.play_unkeyed::<Black>(reply)),
            "{reply:?} does not refute {m:?} in {:?}",
            board.men()
        );
        self.judged_cuts += 1;
    }

    /// Plays out every legal move that is not listed from `base` on.
    pub fn judge_unlisted(&mut self, board: &G::Rules, base: usize) {
        let passing = self.moves.split_off(base);
        board.list::<White>(&mut self.moves);
        let all = self.moves.split_off(base);
        for m in all.into_iter().filter(|m| !passing.contains(m)) {
            self.judge_cut(board, m);
        }
        self.moves.extend(passing);
    }
}
