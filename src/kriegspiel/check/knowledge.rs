//! The knowledge of a player at a point of the game, and how half-moves change it.

use shakmaty::Color;

use crate::belief::board::CompactBoard;
use crate::belief::{Belief, Hearing};
use crate::own_board::{OwnBoard, Try};
use crate::rules::RuleSet;

/// An upper bound for the number of tries: those of nine queens, two rooks, bishops and knights, a
/// king, and two ways to castle.
pub(super) const MOST_TRIES: usize = 9 * 27 + 2 * (14 + 13 + 8) + 8 + 2;

/// The player's knowledge at a point of the game.
#[derive(Clone)]
pub(super) struct PlayerKnowledge {
    pub(super) own: OwnBoard,
    pub(super) to_move: Color,
    /// `None` if it is unknown: from then on everything is consistent.
    pub(super) belief: Option<Belief>,
    pub(super) mated_by: Option<Color>,
}

impl PlayerKnowledge {
    /// Whether `test` holds for at least one position; true if the positions are unknown.
    pub(super) fn any(&self, test: impl Fn(&CompactBoard) -> bool) -> bool {
        self.belief
            .as_ref()
            .is_none_or(|belief| belief.boards().iter().any(test))
    }

    /// Whether the positions are known and the game is over in all of them.
    pub(super) fn is_mated(&self) -> bool {
        self.belief
            .as_ref()
            .is_some_and(|belief| belief.boards().iter().all(CompactBoard::is_mate))
    }

    /// Whether the positions are known and these rules end the game in all of them.
    pub(super) fn is_dead(&self, rules: RuleSet) -> bool {
        !self.any(|board| !rules.is_dead(board))
    }

    /// Forgets the positions in which these rules end the game; some must remain.
    pub(super) fn go_on(&mut self, rules: RuleSet) {
        if let Some(belief) = &mut self.belief {
            belief.retain(|board| !rules.is_dead(board));
        }
    }

    /// Records that the own side made `made` after the illegal `tries`. `false` if that is
    /// inconsistent; then the positions are forgotten.
    pub(super) fn own_move(&mut self, tries: &[Try], made: Try, heard: Hearing) -> bool {
        let Some(belief) = self.belief.take() else {
            return true;
        };
        let next = belief.own_move(tries, made, heard);
        let fits = !next.is_empty();
        self.belief = fits.then_some(next);
        fits
    }

    /// Records a move of the other side after `count` tries. If no position is consistent with it,
    /// or there are more than `cap`, the positions are forgotten. Returns the maximum possible
    /// number of tries; `None` if no move is consistent.
    pub(super) fn hidden_move(
        &mut self,
        heard: Hearing,
        count: usize,
        cap: usize,
    ) -> Option<usize> {
        let Some(belief) = self.belief.take() else {
            return Some(MOST_TRIES);
        };
        match belief.hidden_move(heard, count, cap, || false) {
            Err(_) => {}
            Ok(next) if next.is_empty() => return belief.most_tries(heard),
            Ok(next) => self.belief = Some(next),
        }
        Some(MOST_TRIES)
    }
}
