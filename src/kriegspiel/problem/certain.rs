//! Finds certain mates: the shortest mate that the player to move can force whatever the other side
//! has. It looks for mates in one and, in small beliefs, in two.

use super::super::belief::Belief;
use super::super::belief::moves::MoveChoice;
use super::super::own_board::{OwnBoard, Try};
use super::plan::TryPlan;
use super::search::solve;
use super::show::keys;
use super::{Allowance, Conclusion, Inquiry};
use keymove_base::stop::Stop;

/// The limits for the search for mates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lookout {
    /// The maximum number of half-moves until mate: 1 for mate with this move, 3 with the next one.
    pub depth: u32,
    /// The maximum number of positions of a belief in which mates longer than one move are looked
    /// for.
    pub deep: usize,
}

/// A certain mate.
#[derive(Debug, Clone)]
pub struct CertainMate {
    /// The number of moves it takes.
    pub moves: u32,
    /// The plan.
    pub plan: TryPlan,
    /// Every solving first move.
    pub keys: Vec<Try>,
    /// Whether all of them are known.
    pub all_keys: bool,
    /// A description in words.
    pub text: String,
}

impl Lookout {
    /// The shortest certain mate, with its proof; `None` if there is none, or none was found within
    /// the limits. `is_whole` is as in [`Inquiry::is_whole`].
    pub fn certain(&self, belief: &Belief, is_whole: bool, stop: &Stop) -> Option<CertainMate> {
        (1..=self.depth).step_by(2).find_map(|depth| {
            let is_vain = match depth {
                // Nearly always, there is no mate even in the first position.
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
