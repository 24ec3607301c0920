//! The search for a player who sees everything: an ordinary search for mate, which prunes the
//! search for a plan.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Instant;

use super::super::belief::board::CompactBoard;
use super::super::belief::moves::MoveChoice;
use super::super::rules::RuleSet;
use super::goal::MateEndings;
use keymove_base::stop::Stop;

/// The maximum number of remembered positions: about 200 megabytes.
const MOST_KNOWN: usize = 2_000_000;

/// The time limit was met, or a signal came.
pub(super) struct Cutoff;

/// A player who sees everything, and the known results of positions.
pub(super) struct Clairvoyant {
    pub(super) goal: MateEndings,
    pub(super) rules: RuleSet,
    until: Option<Instant>,
    stop: Stop,
    // Whether the side to move wins, for depths from 3.
    known: HashMap<(CompactBoard, u32), bool>,
    work: u64,
}

impl Clairvoyant {
    /// A player without known results; the search ends at `until`, or when `stop` is raised.
    pub(super) fn new(
        goal: MateEndings,
        rules: RuleSet,
        until: Option<Instant>,
        stop: &Stop,
    ) -> Clairvoyant {
        Clairvoyant {
            goal,
            rules,
            until,
            stop: stop.clone(),
            known: HashMap::new(),
            work: 0,
        }
    }

    /// Whether the side to move is mated, or has lost an ending that counts as mate.
    pub(super) fn mates(&self, after: &CompactBoard) -> bool {
        if after.checkers().any() && !after.has_move() {
            return true;
        }
        self.goal.is_won_ending(after) && after.has_move()
    }

    /// Whether the side to move, which is not mated, loses to a player who sees everything, `depth`
    /// half-moves after the position before its opponent's last move.
    pub(super) fn falls(&mut self, after: &CompactBoard, depth: u32) -> Result<bool, Cutoff> {
        if depth < 3 || self.rules.is_dead(after) {
            return Ok(false);
        }
        let mut replies = 0;
        let unmet = after.each_move(MoveChoice::All, |_, made| {
            replies += 1;
            match self.wins(&made.after, depth - 2) {
                Ok(true) => ControlFlow::Continue(()),
                other => ControlFlow::Break(other),
            }
        });
        unmet.break_value().unwrap_or(Ok(replies > 0))
    }

    /// Whether the side to move wins within `depth` half-moves if it sees everything.
    pub(super) fn wins(&mut self, board: &CompactBoard, depth: u32) -> Result<bool, Cutoff> {
        self.tick()?;
        if depth == 0 || self.rules.is_dead(board) {
            return Ok(false);
        }
        let mates = board.some_move(MoveChoice::All, |made| self.mates(&made.after));
        if mates || depth < 3 {
            return Ok(mates);
        }
        if let Some(wins) = self.known.get(&(*board, depth)) {
            return Ok(*wins);
        }
        let won = board.each_move(MoveChoice::All, |_, made| {
            match self.falls(&made.after, depth) {
                Ok(false) => ControlFlow::Continue(()),
                other => ControlFlow::Break(other),
            }
        });
        let wins = won.break_value().unwrap_or(Ok(false))?;
        if self.known.len() >= MOST_KNOWN {
            // Forgotten results are computed again.
            self.known.clear();
        }
        self.known.insert((*board, depth), wins);
        Ok(wins)
    }

    /// Counts a unit of work, and checks the clock now and then.
    pub(super) fn tick(&mut self) -> Result<(), Cutoff> {
        self.work += 1;
        if self.work.is_multiple_of(1024) {
            self.look_at_the_clock()?;
        }
        Ok(())
    }

    /// Breaks off if the time limit is met or a signal came.
    pub(super) fn look_at_the_clock(&self) -> Result<(), Cutoff> {
        if self.stop.is_raised() || self.until.is_some_and(|until| Instant::now() >= until) {
            return Err(Cutoff);
        }
        Ok(())
    }
}
