//! The duals in the play of a problem, each with the line that leads to it.

use keymove_rules::position::Position;
use keymove_solve::{Continuation, Tree};

/// A reply after which there is more than one way to go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dual {
    /// The moves from the key to the reply, in SAN.
    pub line: Vec<String>,
    /// Every continuation of the shortest length, in SAN, sorted.
    pub continuations: Vec<String>,
}

/// What was seen of a tree.
#[derive(Debug, Default)]
pub(super) struct PlayDuals {
    /// In the order of the tree.
    pub duals: Vec<Dual>,
    /// A part of the tree is left out.
    pub is_cut: bool,
}

/// The duals of `tree` after the keys that are `wanted`, by their SAN.
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
    /// Looks through what follows `played`, which is the last move of `line`.
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
