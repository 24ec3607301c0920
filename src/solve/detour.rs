//! Down from a longer solution to a shorter one.
//!
//! The longest line of a proof is a [`Guide`] to a proof that takes a move less, and so on down
//! ([`Search::tighten`]). So where nothing is found within N moves, a solution within 2N is worth
//! a part of the nodes: it may be found at once, and it gives a line ([`Search::take_detour`]).
//!
//! What is proved on a detour is proved of its own length: the table keeps a proof by the moves
//! that it takes, and only a proof that takes no more than N is an answer. What is refuted there is
//! refuted within N, too. Mates in 11 to 38 that are hard to find, 1.2 million nodes each: of 22
//! are 7 found instead of 6, in 0.63 times the nodes (geometric mean of those that both find). N +
//! 4 instead of 2N: 5. Others, 1.5 million nodes each: 5 of 19 instead of 4; but of 65 within
//! 200,000 nodes 39 instead of 42: a detour needs room. Begun only after half a million nodes: 4 of
//! those 19, as without.

use super::decide::Question;
use super::goal::Goal;
use super::guide::Guide;
use super::limit::LimitKind;
use super::rules::Rules;
use super::search::{Abort, Proof, Search};
use super::table::Depth;
use crate::bounds::Length;

/// Of a turn's slice, what the search for a longer solution gets, and each position of its line on
/// the way down: one node in so many.
const LONGER: u64 = 4;

/// How far a length is known: no solution within `refuted`, one within `proved`.
#[derive(Debug, Default)]
pub struct Interval {
    pub refuted: Depth,
    pub proved: Option<Depth>,
}

impl Interval {
    /// Whether it is the shortest that is proved.
    pub fn is_exact(&self) -> bool {
        self.proved == Some(self.refuted + 1)
    }
}

/// A solution that is longer than asked for, from turn to turn.
#[derive(Debug)]
pub struct Detour<R> {
    length: Interval,
    guide: Option<Guide<R>>,
}

impl<R> Default for Detour<R> {
    fn default() -> Detour<R> {
        Detour {
            length: Interval::default(),
            guide: None,
        }
    }
}

impl<G: Goal> Search<'_, G> {
    /// Looks for a solution within twice `bound`, and for the way down from it to `bound`; a turn
    /// of about `slice` nodes. Gives what is known of the length then.
    pub fn take_detour(
        &mut self,
        board: &G::Rules,
        bound: Depth,
        slice: u64,
        detour: &mut Detour<G::Rules>,
    ) -> Proof<Interval> {
        if board.least() > 0 {
            // Of exact play no longer solution is one.
            return Ok(Interval::default());
        }
        let Detour { length, guide } = detour;
        let far = bound.saturating_mul(2).min(Length::LONGEST);
        if length.proved.is_none() {
            match self.find_within(Question::Attack(board), far, slice / LONGER)? {
                Some(true) => length.proved = Some(far),
                Some(false) => length.refuted = far,
                None => {}
            }
        }
        self.tighten(board, bound, slice / LONGER, guide, length)?;
        Ok(Interval {
            refuted: length.refuted.min(bound),
            proved: length.proved.filter(|&n| n <= bound),
        })
    }

    /// Looks for a shorter solution than the one in hand, but for none within less than `enough`:
    /// the longest line of its proof is the guide to one that takes a move less, and so on down.
    /// `shortcut` is the guide from turn to turn.
    pub fn tighten(
        &mut self,
        board: &G::Rules,
        enough: Depth,
        slice: u64,
        shortcut: &mut Option<Guide<G::Rules>>,
        length: &mut Interval,
    ) -> Proof<()> {
        while let Some(proved) = length
            .proved
            .filter(|&n| n > enough.max(length.refuted + 1))
        {
            let guide = match shortcut {
                Some(guide) if guide.length() + 1 == proved => guide,
                _ => {
                    let limit = self.budget.lower(self.nodes().saturating_add(slice));
                    let line = self.longest_line_of_proof(board, proved);
                    self.budget.restore(limit);
                    let line = match line {
                        Ok(line) => line,
                        // The move takes more nodes than there are now.
                        Err(Abort::Limit(LimitKind::Nodes)) if self.budget.left() > 0 => {
                            self.clear_stacks();
                            return Ok(());
                        }
                        Err(abort) => return Err(abort),
                    };
                    let moves = line.len().div_ceil(2) as Depth;
                    let moves = moves.clamp(length.refuted + 1, proved);
                    length.proved = Some(moves);
                    if moves <= enough.max(length.refuted + 1) {
                        return Ok(());
                    }
                    let mut guide = Guide::of_proof::<G>(board, &line);
                    guide.begin(moves - 1);
                    shortcut.insert(guide)
                }
            };
            match self.walk(guide, slice)? {
                Some(true) => length.proved = Some(guide.length()),
                Some(false) => length.refuted = length.refuted.max(guide.length()),
                None => return Ok(()),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
