//! Help and series play: every solution in a line of its own, numbered, the shorter lengths first.

use super::language::filled;
use super::notation::MoveNotation;
use super::page::{Page, STEP};
use crate::position::Position;
use crate::solve::{Help, Kind, Lines, Stipulation};

/// Writes the solutions of every length, then the set play if it was asked for.
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
        list(page, notation, position, stipulation.kind, lines);
    }
    let Some(lines) = &help.set_play else { return };
    let Some(other) = position.passed() else {
        return;
    };
    let words = notation.words;
    page.blank();
    if lines.count == Some(0) {
        page.line(0, &format!("{} {}", words.set_play, words.none));
    } else {
        page.line(
            0,
            &format!("{} {}", words.set_play, number(notation, lines)),
        );
        list(page, notation, &other, stipulation.kind, lines);
    }
}

/// `helpmate in 2, 3 solutions`.
pub(super) fn heading(notation: &MoveNotation, stipulation: Stipulation, lines: &Lines) -> String {
    let words = notation.words;
    let mut text = words.reached(stipulation, lines.length);
    if lines.length < stipulation.length {
        text.push_str(&format!(" ({})", words.shorter));
    }
    format!("{text}, {}", number(notation, lines))
}

/// How many there are.
fn number(notation: &MoveNotation, lines: &Lines) -> String {
    let words = notation.words;
    match lines.count {
        Some(count) => words.solutions(count),
        None => filled(words.at_least, words.solutions(lines.lines.len() as u64)),
    }
}

fn list(page: &mut Page, notation: &MoveNotation, position: &Position, kind: Kind, lines: &Lines) {
    for (at, line) in lines.lines.iter().enumerate() {
        // Half a move is the set play of a series: the other side's move.
        let written = if kind.is_series() && !lines.length.has_half() {
            notation.series(position, kind, line)
        } else {
            // The side that mates makes the last move, which has an odd ply.
            notation.line(position, line, line.len() % 2)
        };
        page.line(STEP, &format!("{}) {written}", at + 1));
    }
    let listed = lines.lines.len() as u64;
    if let Some(more) = lines.count.and_then(|c| c.checked_sub(listed))
        && more > 0
    {
        page.line(STEP, &filled(notation.words.more, more));
    }
}
