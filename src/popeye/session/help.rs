//! Help and series play: lines in Popeye's order, set play before them.

use super::PopeyeSession;
use crate::composition::Simplex;
use crate::composition::write::lines::LineStart;
use crate::position::Position;
use crate::solve::{Length, Lines, PlayKind, Stipulation, Wanted};

impl PopeyeSession<'_> {
    /// Help or series play: set play, then the solutions.
    pub(super) fn help(&mut self, simplex: &Simplex) {
        let choices = &self.composition.choices;
        let Simplex {
            position,
            stipulation,
            ..
        } = simplex;
        let kind = stipulation.kind;
        let start = LineStart::of(stipulation.length, choices.white_to_play);
        if choices.set_play
            && let Some((passed, solutions)) = self.set_play(position, *stipulation)
        {
            self.page
                .set_lines(&passed, solutions, start.before(), kind);
        }
        let solutions = self.solutions(position, *stipulation);
        self.page.help(position, solutions, start, kind);
    }

    /// The position in which the other side begins, and the lines that are half a move shorter; of
    /// a series the single move that ends it.
    fn set_play(
        &mut self,
        position: &Position,
        stipulation: Stipulation,
    ) -> Option<(Position, Vec<Lines>)> {
        let kind = stipulation.kind;
        let half_moves = stipulation.length.half_moves();
        if kind.play == PlayKind::Series || half_moves == 1 {
            return None;
        }
        let passed = position.passed()?;
        if kind.is_series() {
            let lines = kind.closing_moves(&passed);
            let lines = Lines {
                length: Length::of_half_moves(1),
                count: Some(lines.len() as u64),
                lines: lines.into_iter().map(|m| vec![m]).collect(),
            };
            return Some((passed, vec![lines]));
        }
        let shorter = Stipulation {
            length: Length::of_half_moves(half_moves - 1),
            ..stipulation
        };
        let mut solutions = self.solutions(&passed, shorter);
        solutions.retain(|lines| lines.length == shorter.length);
        Some((passed, solutions))
    }

    fn solutions(&mut self, position: &Position, stipulation: Stipulation) -> Vec<Lines> {
        let wanted = Wanted {
            tree: true,
            ..Wanted::default()
        };
        let verdict = self.solve(position, stipulation, wanted);
        let solutions = verdict.map_or_else(Vec::new, |verdict| verdict.solutions);
        for lines in &solutions {
            self.page.complete &= lines.count == u64::try_from(lines.lines.len()).ok();
        }
        solutions
    }
}
