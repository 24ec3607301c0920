//! The duals in the play of a problem, each with the line that leads to it.

use keymove_rules::position::Position;
use keymove_solve::{Continuation, Tree};

/// A reply with more than one continuation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dual {
    /// The moves from the key to the reply, in SAN.
    pub line: Vec<String>,
    /// Every continuation of the shortest length, in SAN, sorted.
    pub continuations: Vec<String>,
}

/// The duals of a tree.
#[derive(Debug, Default)]
pub(super) struct PlayDuals {
    /// The duals, in the order of the tree.
    pub duals: Vec<Dual>,
    /// Whether a part of the tree was omitted.
    pub is_cut: bool,
}

/// The duals of `tree` after the keys whose SAN is `wanted`.
pub(super) fn of(position: &Position, tree: &Tree, wanted: impl Fn(&String) -> bool) -> PlayDuals {
    let mut play = PlayDuals::default();
    for key in &tree.keys {
        let mut after = position.clone();
        let written = after.play_with_san(key.m);
        if wanted(&written) {
            play.look(&after, key, &mut vec![written]);
        }
    }
    play
}

impl PlayDuals {
    /// Searches the play after `played`, which is the last move of `line`.
    fn look(&mut self, position: &Position, played: &Continuation, line: &mut Vec<String>) {
        self.is_cut |= played.cut && !position.legal_moves().is_empty();
        for variation in played.variations.iter().filter(|v| v.shown) {
            let mut after = position.clone();
            line.push(after.play_with_san(variation.reply));
            if variation.continuations.len() > 1 {
                let mut continuations: Vec<String> = variation
                    .continuations
                    .iter()
                    .map(|continuation| after.san(continuation.m))
                    .collect();
                continuations.sort_unstable();
                self.duals.push(Dual {
                    line: line.clone(),
                    continuations,
                });
            }
            for continuation in &variation.continuations {
                let mut next = after.clone();
                line.push(next.play_with_san(continuation.m));
                self.look(&next, continuation, line);
                line.pop();
            }
            line.pop();
        }
    }
}
