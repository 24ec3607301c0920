//! Checks the clocks of a game.

use crate::clock::TimeControl;
use crate::finding::{BpgnFinding, Severity};
use crate::game::{BpgnGame, HalfMove};
use crate::replay::BpgnReplay;

/// The clocks during the game.
#[derive(Debug)]
pub(super) struct Clocks {
    /// The last known value in milliseconds, by seat.
    last: [Option<i64>; 4],
    /// In milliseconds; `None` if it is unknown whether there is an increment.
    increment: Option<i64>,
    /// The number of half-moves with a clock, and the first one without.
    written: usize,
    missing: usize,
    first_missing: Option<HalfMove>,
}

impl Clocks {
    pub fn new(game: &BpgnGame<'_>, replay: &BpgnReplay) -> Clocks {
        Clocks {
            last: replay.clocks.map(|clock| clock.map(|clock| clock.millis)),
            increment: game
                .tag("TimeControl")
                .and_then(TimeControl::read)
                .map(|control| control.increment),
            written: 0,
            missing: 0,
            first_missing: None,
        }
    }

    /// Checks a half-move: no clock may go up by more than the increment.
    #[inline]
    pub fn check(
        &mut self,
        game: &BpgnGame<'_>,
        index: usize,
        half_move: &HalfMove,
        findings: &mut Vec<BpgnFinding>,
    ) {
        let Some(clock) = game.clock(index) else {
            self.missing += 1;
            self.first_missing.get_or_insert(*half_move);
            return;
        };
        self.written += 1;
        let last = self.last[half_move.seat.index()].replace(clock.millis);
        if let (Some(last), Some(increment)) = (last, self.increment)
            && clock.millis > last + increment
        {
            let last = last as f64 / 1000.0;
            let text = format!("the clock goes up, from {last} to {clock} seconds");
            findings.push(BpgnFinding::at_half_move(Severity::Note, half_move, text));
        }
    }

    /// Half-moves without a clock are reported if others have one.
    pub fn finish(self, findings: &mut Vec<BpgnFinding>) {
        let Some(first) = self.first_missing.filter(|_| self.written > 0) else {
            return;
        };
        let text = match self.missing {
            1 => "no clock".to_owned(),
            missing => format!("no clock, here and at {} more", missing - 1),
        };
        findings.push(BpgnFinding::at_half_move(Severity::Note, &first, text));
    }
}
