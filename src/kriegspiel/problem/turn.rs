//! One turn of the player in the search: the remaining positions, and the effects of the tries in
//! them.

use super::super::announcement::Announcement;
use super::super::belief::announced;
use super::super::belief::board::CompactBoard;
use super::super::own_board::Try;
use super::super::rules::RuleSet;
use super::plan::{MoveResult, PlanStep, TryPlan};

/// The effect of a try in one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Illegal,
    /// Legal; nothing more is known.
    Legal,
    /// It mates, or reaches an ending that counts as mate.
    Mates,
    /// A player who sees everything wins with it.
    Wins,
    /// Even such a player does not win with it.
    Fails,
}

/// One turn of the player: the tries made so far, and the remaining positions.
pub(super) struct PlayerTurn<'a> {
    pub(super) boards: &'a [CompactBoard],
    rules: RuleSet,
    pub(super) tries: Vec<Try>,
    // The effects of the tries, with a row for each position.
    pub(super) grid: Vec<Effect>,
    // The indices of the remaining positions.
    pub(super) left: Vec<usize>,
    // For each try, a position that spoils it.
    pub(super) spoilt: Vec<Option<usize>>,
    // The number of positions in which the try was legal when it was found to lose.
    pub(super) lost: Vec<Option<usize>>,
    pub(super) plan: TryPlan,
}

impl<'a> PlayerTurn<'a> {
    pub(super) fn new(
        boards: &'a [CompactBoard],
        rules: RuleSet,
        tries: Vec<Try>,
        grid: Vec<Effect>,
    ) -> PlayerTurn<'a> {
        PlayerTurn {
            boards,
            rules,
            grid,
            left: (0..boards.len()).collect(),
            spoilt: vec![None; tries.len()],
            lost: vec![None; tries.len()],
            tries,
            plan: TryPlan::default(),
        }
    }

    fn effect(&self, index: usize, number: usize) -> Effect {
        self.grid[index * self.tries.len() + number]
    }

    /// The remaining positions in which the try is legal.
    pub(super) fn legal(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        self.left
            .iter()
            .copied()
            .filter(move |index| self.effect(*index, number) != Effect::Illegal)
    }

    /// Whether the try may have changed since it was last decided.
    pub(super) fn is_new(&self, number: usize) -> bool {
        if let Some(index) = self.spoilt[number]
            && self.left.binary_search(&index).is_ok()
        {
            return false;
        }
        let legal = self.legal(number).count();
        legal > 0 && self.lost[number] != Some(legal)
    }

    /// Makes a try that mates wherever it is legal; among several, the one that mates most often.
    /// `false` if there is none.
    pub(super) fn mate(&mut self) -> bool {
        let mut mates = vec![0_usize; self.tries.len()];
        let mut spoilt = vec![false; self.tries.len()];
        for index in &self.left {
            for number in 0..self.tries.len() {
                match self.effect(*index, number) {
                    Effect::Illegal => {}
                    Effect::Mates => mates[number] += 1,
                    _ => spoilt[number] = true,
                }
            }
        }
        let best = (0..self.tries.len())
            .filter(|number| !spoilt[*number] && mates[*number] > 0)
            .max_by_key(|number| (mates[*number], usize::MAX - *number));
        let Some(number) = best else {
            return false;
        };
        let mut groups: Vec<(Announcement, MoveResult)> = Vec::new();
        for index in self.legal(number) {
            let Some(made) = self.boards[index].answer(self.tries[number]) else {
                continue;
            };
            let announcement = announced(self.rules, made.capture, &made.after);
            if !groups.iter().any(|(known, _)| *known == announcement) {
                let then = match announcement.end {
                    Some(_) => MoveResult::Mate,
                    None => MoveResult::Ending,
                };
                groups.push((announcement, then));
            }
        }
        self.make(number, groups);
        true
    }

    /// Makes a try that is known to win.
    pub(super) fn make(&mut self, number: usize, after: Vec<(Announcement, MoveResult)>) {
        let before = self.left.len();
        let width = self.tries.len();
        let grid = &self.grid;
        self.left
            .retain(|index| grid[index * width + number] == Effect::Illegal);
        self.plan.steps.push(PlanStep {
            tried: self.tries[number],
            legal: before - self.left.len(),
            after,
        });
    }
}
