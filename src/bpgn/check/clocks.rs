//! The clocks of a game.

use crate::bpgn::clock::TimeControl;
use crate::bpgn::finding::{BpgnFinding, Severity};
use crate::bpgn::game::{BpgnGame, HalfMove};
use crate::bpgn::replay::BpgnReplay;

/// The clocks as they go on.
#[derive(Debug)]
pub(super) struct Clocks {
    /// Milliseconds at the last look, by seat.
    last: [Option<i64>; 4],
    /// Milliseconds; none when it is not known whether there is any.
    increment: Option<i64>,
    /// The half-moves that have a clock, and the first that has none.
    written: usize,
    missing: usize,
    first_missing: Option<BpgnFinding>,
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

    /// Looks at one half-move: no clock goes up by more than the increment.
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
            if self.first_missing.is_none() {
                self.first_missing = Some(BpgnFinding::at_half_move(
                    Severity::Note,
                    half_move,
                    "no clock",
                ));
            }
            return;
        };
        self.written += 1;
        let last = self.last[half_move.seat.index()].replace(clock.millis);
        if let (Some(last), Some(increment)) = (last, self.increment)
            && clock.millis > last + increment
        {
            findings.push(BpgnFinding::at_half_move(
                Severity::Note,
                half_move,
                format!(
                    "the clock goes up, from {} to {clock} seconds",
                    last as f64 / 1000.0
                ),
            ));
        }
    }

    /// Half-moves without a clock are worth a word when others have one.
    pub fn finish(self, findings: &mut Vec<BpgnFinding>) {
        if self.written == 0 {
            return;
        }
        if let Some(mut finding) = self.first_missing {
            if self.missing > 1 {
                finding.text = format!("no clock, here and at {} more", self.missing - 1);
            }
            findings.push(finding);
        }
    }
}
