//! The play as a sheet whose lines can be folded and whose moves can be clicked: the words of the
//! text form in the same order, and for every move its effect on the board.
//!
//! The text form is produced only once, by `variations` and `solutions`. For a sheet, the notation
//! marks its moves (`around`); here the marks become [`SheetWord::Move`]. Moves follow one another
//! in many ways (`1...Ka1, Kb1 2.Qh8#`, `(2.Qa1#, 2.Qb2#)`), but numbers and commas determine the
//! ply: a number states it, a comma repeats it, and anything else advances it.

use serde::Serialize;
use shakmaty::uci::UciMove;

use super::language::Words;
use super::page::{COLUMNS, DEEPEST, Page, Passage, STEP, TextNode};
use super::{Style, duplex, write_findings};
use keymove_records::record::duplex::AnsweredSide;

/// The marks before the move in UCI notation, before its text and after its text: characters that
/// do not occur in any text of the report.
const MARKS: [char; 3] = ['\u{e000}', '\u{e001}', '\u{e002}'];

/// A line of a sheet and the lines folded below it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SheetLine {
    /// The answer it belongs to: 0, or 1 for the other side in a duplex.
    pub side: usize,
    /// Its indentation in steps.
    pub step: usize,
    /// Its text.
    pub words: Vec<SheetWord>,
    /// The lines indented below it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub below: Vec<SheetLine>,
}

/// A piece of a line: in JSON a string, or an object for a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum SheetWord {
    /// Text.
    Text(String),
    /// A move.
    Move {
        /// The move in the text form.
        san: String,
        /// The move in the UCI notation of Chess960, in which castling is the king's move to the
        /// rook.
        uci: String,
        /// The number of half moves before it in its line, according to its number.
        ply: usize,
    },
}

impl SheetLine {
    /// A line of text without moves.
    pub fn of_text(text: &str) -> SheetLine {
        written(text, 0, 0)
    }
}

/// The findings about a record: the part of [`text`](super::text) between diagram and cost, in the
/// same words. Empty lines are omitted.
pub fn sheet(sides: &[AnsweredSide<'_>], style: Style) -> Vec<SheetLine> {
    let words = Words::of(style.language);
    let mut lines = Vec::new();
    for (number, side) in sides.iter().enumerate() {
        let mut page = Page::with_marks();
        if number > 0 {
            page.line(0, &duplex(side, words));
        }
        write_findings(&mut page, &sides[number..=number], words);
        lines.extend(page.passages.iter().filter_map(|p| line(p, number)));
    }
    lines
}

fn line(passage: &Passage, side: usize) -> Option<SheetLine> {
    match passage {
        Passage::Blank => None,
        Passage::Verbatim(text) => Some(written(text, 0, side)),
        Passage::Line(indent, text) => Some(written(text, *indent, side)),
        Passage::Play(indent, node) => Some(folded(node, *indent, side)),
    }
}

fn written(text: &str, indent: usize, side: usize) -> SheetLine {
    SheetLine {
        side,
        step: indent / STEP,
        words: words(text),
        below: Vec::new(),
    }
}

/// A move and the play after it, in one line if the text form has it in one.
fn folded(node: &TextNode, indent: usize, side: usize) -> SheetLine {
    match node.short_line(COLUMNS - indent) {
        Some(line) => written(line, indent, side),
        None => SheetLine {
            below: node
                .children
                .iter()
                .map(|child| folded(child, (indent + STEP).min(DEEPEST), side))
                .collect(),
            ..written(&node.text, indent, side)
        },
    }
}

/// The text of a move with marks and its UCI notation.
pub(super) fn around(text: &str, uci: UciMove) -> String {
    let [begin, middle, end] = MARKS;
    format!("{begin}{uci}{middle}{text}{end}")
}

/// The visible characters, without marks and the text they hide.
pub(super) fn reading(text: &str) -> impl Iterator<Item = char> + '_ {
    let [begin, middle, end] = MARKS;
    let mut hidden = false;
    text.chars().filter(move |&c| {
        hidden = (hidden || c == begin) && c != middle;
        !hidden && c != middle && c != end
    })
}

/// Marked text as words.
pub(super) fn words(text: &str) -> Vec<SheetWord> {
    let [begin, middle, end] = MARKS;
    let mut words = Vec::new();
    let mut next = 0;
    let mut rest = text;
    while let Some((plain, uci, san, behind)) = rest.split_once(begin).and_then(|(plain, after)| {
        let (uci, after) = after.split_once(middle)?;
        let (san, behind) = after.split_once(end)?;
        Some((plain, uci, san, behind))
    }) {
        let ply = match number_behind(plain) {
            Some(ply) => ply,
            None if plain.ends_with(", ") && next > 0 => next - 1,
            None => next,
        };
        if !plain.is_empty() {
            words.push(SheetWord::Text(plain.to_owned()));
        }
        words.push(SheetWord::Move {
            san: san.to_owned(),
            uci: uci.to_owned(),
            ply,
        });
        next = ply + 1;
        rest = behind;
    }
    if !rest.is_empty() {
        words.push(SheetWord::Text(rest.to_owned()));
    }
    words
}

/// The ply given by a number at the end of a text: 2 for `2.`, 3 for `2...`.
fn number_behind(text: &str) -> Option<usize> {
    let digits = text.trim_end_matches('.');
    let dots = text.len() - digits.len();
    let begin = digits.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let number: usize = digits[begin..].parse().ok()?;
    match dots {
        1 => Some(2 * number.checked_sub(1)?),
        3 => Some(2 * number.checked_sub(1)? + 1),
        _ => None,
    }
}
