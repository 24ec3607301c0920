//! Any mate within a length, or of any length, and from there to shorter ones.

use std::ops::RangeInclusive;

use super::{Interval, after_answer};
use crate::decide::{FIRST_SLICE, Question, SHALLOW};
use crate::goal::Goal;
use crate::guide::Guide;
use crate::rules::Rules;
use crate::search::{Proof, Search};
use crate::table::{Depth, attacker_key};
use keymove_rules::bounds::Length;

/// If any solution within a length is wanted, the slice is divided by this for finding a longer
/// one.
const LONGER: u64 = 4;

/// Once there is a longer one, the same for one that takes a move less. Of 43 mates in 11 to 39 that
/// are hard, 2.5 million nodes each, 16 are found within the length asked for instead of 15. Of ten
/// that are found, but too long, with 5 million nodes, six get shorter: 39 moves become 23 (of 21),
/// 259 become 32 (of 26). With half of the slice it is level.
const STEP: u64 = 8;

/// The first slice after which that is done: easier problems need no other answer.
const LATE: u64 = 1 << 17;

/// Lengths at which a solution of any length is looked for first in every turn, with as many nodes.
///
/// Of 84 mates in 21 to 39, a million nodes each, 42 are found instead of 40; those that are found
/// either way take 0.98 times the nodes, with 600,000 nodes (38 instead of 36) 0.83. Of 27 others 17,
/// as before, with 0.84 times the nodes. At 8 to 20 it is level. Since the search for any length keeps
/// nothing of a refutation for one path: 41 of the 84, and 18 of the 27.
const LONG: RangeInclusive<Depth> = 21..=39;

impl<G: Goal> Search<'_, G> {
    /// Looks for any mate within `bound`.
    pub(super) fn any_length(
        &mut self,
        board: &G::Rules,
        bound: Depth,
        guides: &mut [Guide<G::Rules>],
        length: &mut Interval,
    ) -> Proof<()> {
        let mut slice = FIRST_SLICE;
        let is_long = G::is_after_king(board) && guides.is_empty() && LONG.contains(&bound);
        while !length.is_decided(bound) {
            if is_long && length.refuted >= SHALLOW && length.proved.is_none() {
                self.find_longer(board, slice, length)?;
            }
            if !length.is_decided(bound) {
                self.any_turn(board, bound, guides, slice, length)?;
            }
            if G::is_after_king(board)
                && slice >= LATE
                && bound < Length::LONGEST
                && !length.is_decided(bound)
            {
                if length.proved.is_none() {
                    self.find_longer(board, slice / LONGER, length)?;
                }
                self.step_down(board, bound, slice / STEP, length)?;
            }
            slice = slice.saturating_mul(2);
        }
        if length.refuted >= bound {
            // There is a solution, but not within the length asked for.
            length.proved = None;
        }
        match bound {
            Length::LONGEST => after_answer(self.shorten(board, length)),
            _ => Ok(()),
        }
    }

    /// Looks for a solution of any length: it is an answer if none is found within the length asked
    /// for, and its proofs help to find that one.
    fn find_longer(&mut self, board: &G::Rules, slice: u64, length: &mut Interval) -> Proof<()> {
        if self.find_within(Question::Attack(board), Length::LONGEST, slice)? == Some(true) {
            length.proved = Some(self.table.bounds(attacker_key(board.hash())).proved);
        }
        Ok(())
    }

    /// Looks for solutions that take one move less than the best one, down to `bound`, as long as
    /// each takes at most `slice` nodes.
    fn step_down(
        &mut self,
        board: &G::Rules,
        bound: Depth,
        slice: u64,
        length: &mut Interval,
    ) -> Proof<()> {
        while let Some(proved) = self.length_in_hand(board, length)
            && proved > bound + 1
            && !length.is_exact()
        {
            let n = proved - 1;
            match self.find_within(Question::Attack(board), n, slice)? {
                Some(answer) => length.learn(n, answer),
                None => break,
            }
        }
        Ok(())
    }

    /// Looks for shorter solutions than the best one: from the middle of the open lengths up to one
    /// move less than the best, a slice each, with the proofs that are in the table. It ends when
    /// the shortest is proved or a limit is met; without a limit, after as many nodes again.
    ///
    /// Of 112 mates in 8 to 13 found within 200,000 nodes without a given length, 52 are no longer
    /// than known at first, and 101 when those nodes are used up.
    fn shorten(&mut self, board: &G::Rules, length: &mut Interval) -> Proof<()> {
        let end = self.end_of_shortening();
        let mut slice = FIRST_SLICE;
        while let Some(proved) = self.length_in_hand(board, length) {
            self.note_proved(proved);
            if length.is_exact() || self.nodes() >= end {
                break;
            }
            self.shorten_once(board, &mut slice, length)?;
        }
        Ok(())
    }

    /// The node count at which the search for shorter solutions ends.
    pub fn end_of_shortening(&self) -> u64 {
        match self.budget.is_limited() {
            true => u64::MAX,
            false => self.nodes().saturating_mul(2),
        }
    }

    /// The length of the best proof, which may take fewer moves than were asked for.
    pub fn length_in_hand(&self, board: &G::Rules, length: &mut Interval) -> Option<Depth> {
        let known = self.table.bounds(attacker_key(board.hash()));
        length.proved = length.proved.map(|proved| proved.min(known.proved));
        length.proved
    }

    /// A turn of [`Search::shorten`], of about `slice` nodes per length.
    pub fn shorten_once(
        &mut self,
        board: &G::Rules,
        slice: &mut u64,
        length: &mut Interval,
    ) -> Proof<()> {
        let node = Question::Attack(board);
        let proved = length.proved.expect("a solution is in hand");
        self.deepen(node, proved, *slice / 4, length)?;
        let mut below = length.refuted;
        while below + 1 < proved && !length.is_exact() {
            let n = proved - 1 - (proved - 1 - below) / 2;
            match self.find_within(node, n, *slice)? {
                None => below = n,
                Some(answer) => {
                    length.learn(n, answer);
                    return Ok(());
                }
            }
        }
        *slice = slice.saturating_mul(2);
        Ok(())
    }

    /// A turn of [`Search::any_length`], of about `slice` nodes per technique.
    pub fn any_turn(
        &mut self,
        board: &G::Rules,
        bound: Depth,
        guides: &mut [Guide<G::Rules>],
        slice: u64,
        length: &mut Interval,
    ) -> Proof<()> {
        self.find_any(board, bound, guides, slice, length)?;
        if length.is_decided(bound) {
            return Ok(());
        }
        // Refuting half of the lengths in little time means few positions; then the rest may be
        // near, too. 237 mates in 8 to 10, 600,000 nodes each: found 229, with twice the slice 226
        // (nodes 1.10), with a half 229 (0.94), with a quarter, as below half of the lengths, 229
        // (0.88). 43 of 11 to 39 that are hard, 2.5 million nodes: 15, 14, 16, 16. But to refute a
        // move less than is needed takes 1.5 times as long as with twice the slice, with a half
        // 2.0 times, with a quarter 2.3 times.
        let share = if 2 * length.refuted >= bound {
            slice
        } else {
            slice / 4
        };
        self.deepen(Question::Attack(board), bound, share, length)
    }

    /// Looks for a mate within `bound`, then for one along the `guides`.
    pub fn find_any(
        &mut self,
        board: &G::Rules,
        bound: Depth,
        guides: &mut [Guide<G::Rules>],
        slice: u64,
        length: &mut Interval,
    ) -> Proof<()> {
        if (length.refuted >= SHALLOW.min(bound) || bound == Length::LONGEST)
            && let Some(answer) = self.find_within(Question::Attack(board), bound, slice)?
        {
            length.learn(bound, answer);
        }
        if length.refuted < bound {
            self.follow(board, guides, bound, slice, length)?;
        }
        Ok(())
    }
}
