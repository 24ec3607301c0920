//! Where a mate was certain: the shortest one that the player to move can force whatever the other
//! side holds, looked for in one move and, in small beliefs, in two.

use super::super::belief::Belief;
use super::super::belief::moves::MoveChoice;
use super::super::own_board::{OwnBoard, Try};
use super::plan::TryPlan;
use super::search::solve;
use super::show::keys;
use super::{Allowance, Conclusion, Inquiry};
use keymove_base::stop::Stop;

/// How far a mate is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lookout {
    /// The most half-moves until mate: 1 is mate with this move, 3 with the next one.
    pub depth: u32,
    /// The most positions of a belief in which more than a mate in one is looked for.
    pub deep: usize,
}

/// A mate that is certain.
#[derive(Debug, Clone)]
pub struct CertainMate {
    /// The moves it takes.
    pub moves: u32,
    /// What to do.
    pub plan: TryPlan,
    /// Every first move that solves.
    pub keys: Vec<Try>,
    /// Whether all of them are known.
    pub all_keys: bool,
    /// In words.
    pub text: String,
}

impl Lookout {
    /// The shortest mate that is certain, proved; none where there is none, or none was found in
    /// what may be spent. `is_whole` is what [`Inquiry::is_whole`] is.
    pub fn certain(&self, belief: &Belief, is_whole: bool, stop: &Stop) -> Option<CertainMate> {
        (1..=self.depth).step_by(2).find_map(|depth| {
            let is_vain = match depth {
                // Nearly always the first position has none.
                1 => !belief
                    .boards()
                    .iter()
                    .all(|board| board.some_move(MoveChoice::All, |made| made.after.is_mate())),
                _ => belief.len() > self.deep,
            };
            if is_vain {
                return None;
            }
            let problem = Inquiry {
                belief: belief.clone(),
                depth,
                goal: Default::default(),
                keys: true,
                is_whole,
            };
            let limits = Allowance {
                positions: belief.len().max(20 * self.deep),
                until: None,
            };
            match solve(&problem, limits, stop) {
                Conclusion::Yes { plan, keys, open } => {
                    let own = belief.own_board()?;
                    Some(CertainMate {
                        moves: depth.div_ceil(2),
                        text: words(depth.div_ceil(2), &plan, &keys, &own),
                        plan,
                        keys,
                        all_keys: open.is_empty(),
                    })
                }
                _ => None,
            }
        })
    }
}

/// `mate in 1 is certain: Kg6, if refused Re8 (other first moves: Rh1)`
fn words(moves: u32, plan: &TryPlan, all: &[Try], own: &OwnBoard) -> String {
    let tries: Vec<Try> = plan.steps.iter().map(|step| step.tried).collect();
    let mut text = format!(
        "mate in {moves} is certain: {}",
        keys(&tries, own).join(", if refused ")
    );
    let is_other = |key: &Try| !tries.contains(key);
    let others: Vec<Try> = all.iter().copied().filter(is_other).collect();
    if !others.is_empty() {
        let others = keys(&others, own).join(", ");
        text.push_str(&format!(" (other first tries: {others})"));
    }
    text
}
