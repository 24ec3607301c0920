//! Help and series play: each solution on its own line, numbered, the shorter lengths first.

use super::language::filled;
use super::notation::MoveNotation;
use super::page::{Page, STEP};
use keymove_rules::position::Position;
use keymove_solve::{Help, Kind, Lines, Stipulation, Verdict};

/// Writes the solutions of every length.
pub(super) fn solutions(
    page: &mut Page,
    notation: &MoveNotation,
    position: &Position,
    stipulation: Stipulation,
    help: &Help,
) {
    for (at, lines) in help.solutions.iter().enumerate() {
        if at > 0 {
            page.blank();
            page.line(0, &heading(notation, stipulation, lines));
        }
        list(page, notation, position, stipulation.kind, lines, 1);
    }
}

/// Writes the set play of help and series play, if it was asked for: the shortest lines first.
pub(super) fn set_play(page: &mut Page, notation: &MoveNotation, verdict: &Verdict) {
    let (Some(set_play), Some(other)) = (&verdict.set_play, verdict.position.passed()) else {
        return;
    };
    let words = notation.words;
    let found = match set_play.as_slice() {
        [] => words.none.to_owned(),
        found => number(notation, found),
    };
    page.blank();
    page.line(0, &format!("{} {found}", words.set_play));
    let mut first = 1;
    for lines in set_play {
        list(
            page,
            notation,
            &other,
            verdict.stipulation.kind,
            lines,
            first,
        );
        first += lines.lines.len();
    }
}

/// `helpmate in 2, 3 solutions`.
pub(super) fn heading(notation: &MoveNotation, stipulation: Stipulation, lines: &Lines) -> String {
    let words = notation.words;
    let mut text = words.reached(stipulation, lines.length);
    if lines.length < stipulation.length {
        text.push_str(&format!(" ({})", words.shorter));
    }
    format!("{text}, {}", number(notation, std::slice::from_ref(lines)))
}

/// The number of solutions.
fn number(notation: &MoveNotation, lines: &[Lines]) -> String {
    let words = notation.words;
    let counted = |sum: u64, lines: &Lines| Some(sum.saturating_add(lines.count?));
    match lines.iter().try_fold(0, counted) {
        Some(count) => words.solutions(count),
        None => {
            let listed: usize = lines.iter().map(|lines| lines.lines.len()).sum();
            filled(words.at_least, words.solutions(listed as u64))
        }
    }
}

/// Writes the lines of one length, numbered from `first`.
fn list(
    page: &mut Page,
    notation: &MoveNotation,
    position: &Position,
    kind: Kind,
    lines: &Lines,
    first: usize,
) {
    for (number, line) in (first..).zip(&lines.lines) {
        // With half a move, it is the set play of a series: a move of the other side.
        let written = if kind.is_series() && !lines.length.has_half() {
            notation.series(position, kind, line)
        } else {
            // The side that mates makes the last move, so that move has an odd ply.
            notation.line(position, line, line.len() % 2)
        };
        page.line(STEP, &format!("{number}) {written}"));
    }
    let listed = lines.lines.len() as u64;
    if let Some(more) = lines.count.and_then(|c| c.checked_sub(listed))
        && more > 0
    {
        page.line(STEP, &filled(notation.words.more, more));
    }
}
