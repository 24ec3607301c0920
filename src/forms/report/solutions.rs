//! Help and series play: each solution on its own line, numbered, the shorter lengths first.

use super::language::filled;
use super::page::{Page, STEP};
use super::section::Section;
use keymove_rules::position::Position;
use keymove_solve::{Help, Lines, Verdict};

impl Section<'_> {
    /// Writes the solutions of every length.
    pub(super) fn solutions(&self, page: &mut Page, help: &Help) {
        for (at, lines) in help.solutions.iter().enumerate() {
            if at > 0 {
                page.blank();
                page.line(0, &self.heading(lines));
            }
            self.list(page, self.position, lines, 1);
        }
    }

    /// Writes the set play of help and series play, if it was asked for: the shortest lines first.
    pub(super) fn help_set_play(&self, page: &mut Page, verdict: &Verdict) {
        let (Some(set_play), Some(other)) = (&verdict.set_play, self.position.passed()) else {
            return;
        };
        let found = match set_play.as_slice() {
            [] => self.words.none.to_owned(),
            found => self.number(found),
        };
        page.blank();
        page.line(0, &format!("{} {found}", self.words.set_play));
        let mut first = 1;
        for lines in set_play {
            self.list(page, &other, lines, first);
            first += lines.lines.len();
        }
    }

    /// `helpmate in 2, 3 solutions`.
    pub(super) fn heading(&self, lines: &Lines) -> String {
        let mut text = self.words.reached(self.stipulation, lines.length);
        let asked = self.stipulation;
        if lines.length < asked.length && !asked.is_of_any_length() {
            text.push_str(&format!(" ({})", self.words.shorter));
        }
        format!("{text}, {}", self.number(std::slice::from_ref(lines)))
    }

    /// The number of solutions.
    fn number(&self, lines: &[Lines]) -> String {
        let counted = |sum: u64, lines: &Lines| Some(sum.saturating_add(lines.count?));
        match lines.iter().try_fold(0, counted) {
            Some(count) => self.words.solutions(count),
            None => {
                let listed: usize = lines.iter().map(|lines| lines.lines.len()).sum();
                filled(self.words.at_least, self.words.solutions(listed as u64))
            }
        }
    }

    /// Writes the lines of one length from `position`, numbered from `first`.
    fn list(&self, page: &mut Page, position: &Position, lines: &Lines, first: usize) {
        let kind = self.stipulation.kind;
        for (number, line) in (first..).zip(&lines.lines) {
            // With half a move, it is the set play of a series: a move of the other side.
            let written = if kind.is_series() && !lines.length.has_half() {
                self.notation.series(position, kind, line)
            } else {
                // The side that mates makes the last move, so that move has an odd ply.
                self.notation.line(position, line, line.len() % 2)
            };
            page.line(STEP, &format!("{number}) {written}"));
        }
        let listed = lines.lines.len() as u64;
        if let Some(more) = lines.count.and_then(|c| c.checked_sub(listed))
            && more > 0
        {
            page.line(STEP, &filled(self.words.more, more));
        }
    }
}
