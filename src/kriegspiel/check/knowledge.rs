//! What a player can know at a point of the game, and what a half-move makes of it.

use shakmaty::Color;

use crate::belief::board::CompactBoard;
use crate::belief::{Belief, Hearing};
use crate::own_board::{OwnBoard, Try};

/// No side has more tries: those of nine queens, two rooks, bishops and knights, a king, and two
/// ways to castle.
pub(super) const MOST_TRIES: usize = 9 * 27 + 2 * (14 + 13 + 8) + 8 + 2;

/// What the player knows at a point of the game.
#[derive(Clone)]
pub(super) struct PlayerKnowledge {
    pub(super) own: OwnBoard,
    pub(super) to_move: Color,
    /// `None` if it is not known: from then on everything fits.
    pub(super) belief: Option<Belief>,
    pub(super) mated_by: Option<Color>,
}

impl PlayerKnowledge {
    /// Tells whether `test` holds for at least one position; true if they are not known.
    pub(super) fn any(&self, test: impl Fn(&CompactBoard) -> bool) -> bool {
        self.belief
            .as_ref()
            .is_none_or(|belief| belief.boards().iter().any(test))
    }

    /// Tells whether the game is over in every position, and they are known.
    pub(super) fn is_mated(&self) -> bool {
        self.belief
            .as_ref()
            .is_some_and(|belief| belief.boards().iter().all(CompactBoard::is_mate))
    }

    /// The own side made `made` after the illegal `tries`. False if that fits no position; then
    /// they are forgotten.
    pub(super) fn own_move(&mut self, tries: &[Try], made: Try, heard: Hearing) -> bool {
        let Some(belief) = self.belief.take() else {
            return true;
        };
        let next = belief.own_move(tries, made, heard);
        let fits = !next.is_empty();
        self.belief = fits.then_some(next);
        fits
    }

    /// The other side made a move after `count` tries. If that fits no position, or `cap` are too
    /// few, they are forgotten. Gives the most tries there can have been; none if no move fits.
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
