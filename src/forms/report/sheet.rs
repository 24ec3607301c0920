//! The play as a sheet for a reader who folds it and clicks on its moves: the words of the text
//! form in the same order, every move with what it does on the board.
//!
//! The text form is written once, in `variations` and `solutions`. For a sheet the notation marks
//! its moves (`around`); here the marks become [`SheetWord::Move`]. Two moves stand beside each
//! other in many ways (`1...Ka1, Kb1 2.Qh8#`, `(2.Qa1#, 2.Qb2#)`), but numbers and commas tell the
//! ply of each: a number names it, a comma keeps it, anything else is the next one.

use serde::Serialize;
use shakmaty::uci::UciMove;

use super::language::Words;
use super::page::{COLUMNS, DEEPEST, Page, Passage, STEP, TextNode};
use super::{Style, duplex, told};
use keymove_records::record::duplex::AnsweredSide;

/// Before the move as engines write it, before its text, behind its text: characters that no text
/// of the report has.
const MARKS: [char; 3] = ['\u{e000}', '\u{e001}', '\u{e002}'];

/// A line of a sheet and what is folded below it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SheetLine {
    /// Which answer it is part of: 0, and 1 for the other side's (duplex).
    pub side: usize,
    /// By how many steps it is set in.
    pub step: usize,
    /// What it says.
    pub words: Vec<SheetWord>,
    /// What is set in below it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub below: Vec<SheetLine>,
}

/// A piece of a line: a string in JSON, or an object of a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum SheetWord {
    /// Text.
    Text(String),
    /// A move.
    Move {
        /// As the text form has it.
        san: String,
        /// As engines write it in Chess960, so that castling is the king's move to the rook.
        uci: String,
        /// Half-moves before it in its line, as its number tells.
        ply: usize,
    },
}

impl SheetLine {
    /// A line that says something and has no moves.
    pub fn of_text(text: &str) -> SheetLine {
        written(text, 0, 0)
    }
}

/// What was found out about a record: what [`text`](super::text) says between diagram and cost, in
/// the same words. Empty lines are left out.
pub fn sheet(sides: &[AnsweredSide<'_>], style: Style) -> Vec<SheetLine> {
    let words = Words::of(style.language);
    let mut lines = Vec::new();
    for (number, side) in sides.iter().enumerate() {
        let mut page = Page::with_marks();
        if number > 0 {
            page.line(0, &duplex(side, words));
        }
        told(&mut page, &sides[number..=number], words);
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

/// A move and what follows it: in one line where the text form has it in one.
fn folded(node: &TextNode, indent: usize, side: usize) -> SheetLine {
    match &node.linear {
        Some(linear) if node.children.is_empty() || indent + reading(linear).count() <= COLUMNS => {
            written(linear, indent, side)
        }
        _ => SheetLine {
            below: node
                .children
                .iter()
                .map(|child| folded(child, (indent + STEP).min(DEEPEST), side))
                .collect(),
            ..written(&node.text, indent, side)
        },
    }
}

/// A move's text with what it does before it.
pub(super) fn around(text: &str, uci: UciMove) -> String {
    let [begin, middle, end] = MARKS;
    format!("{begin}{uci}{middle}{text}{end}")
}

/// The characters that a reader sees: marks and what they hide are left out.
pub(super) fn reading(text: &str) -> impl Iterator<Item = char> + '_ {
    let [begin, middle, end] = MARKS;
    let mut hidden = false;
    text.chars().filter(move |&c| {
        hidden = (hidden || c == begin) && c != middle;
        !hidden && c != middle && c != end
    })
}

/// Marked text as words.
fn words(text: &str) -> Vec<SheetWord> {
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

/// The ply that a text names in its last place: 2 for `2.`, 3 for `2...`.
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
