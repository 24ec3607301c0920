//! Output for people: [`text`] writes the findings about a record in the style of problem
//! literature.
//!
//! ```text
//! Findings -> heading, diagram, stipulation, what is proved
//!          -> keys or solutions with their play, set play, tries   (variations, solutions -> page)
//!          -> counters
//! ```
//!
//! `variations` decides which replies are written, and how; `notation` contains the notation, and
//! [`language`] every word. [`svg`] draws the diagram with its keys as a picture.
//!
#![doc = include_str!("report/manual.md")]

/// The manual of reports.
pub const MANUAL: &str = include_str!("report/manual.md");

mod diagram;
mod heading;
pub mod html;
pub mod language;
pub mod latex;
mod notation;
mod page;
mod section;
pub mod sheet;
mod solutions;
pub mod svg;
mod variations;

use heading::Head;
use keymove_base::language::Language;
use keymove_base::paint::Paint;
#[cfg(feature = "clap")]
use keymove_base::units::named;
use keymove_records::cause::Cause;
use keymove_records::epd::Epd;
use keymove_records::record::Findings;
use keymove_records::record::duplex::AnsweredSide;
use keymove_rules::house::{House, Reserve, Variant};
use keymove_solve::{Counters, Verdict};
use language::{Words, filled};
use page::Page;
use section::Section;

/// The look of the text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Style {
    /// Draw the diagrams of the text with plain letters
    #[cfg_attr(feature = "clap", arg(long))]
    pub ascii: bool,

    /// The language of the text and of the letters of the men [default: en]
    #[cfg_attr(feature = "clap", arg(long, value_parser = named(&Language::NAMES), default_value = "en",
        hide_default_value = true))]
    pub language: Language,

    /// Text, HTML, LaTeX: add the cost of each search; HTML and LaTeX: add the verdict on each
    /// record's claims, and its line
    #[cfg_attr(feature = "clap", arg(long))]
    pub details: bool,

    /// Whether verdicts and keys of the text, and verdicts of `check`, have colour.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub color: bool,
}

/// The comments with these numbers.
fn comments(epd: &Epd, numbers: std::ops::Range<u8>) -> impl Iterator<Item = String> {
    let named = numbers.filter_map(|n| epd.operation(&format!("c{n}")));
    named.map(|comment| printable(&comment.text()))
}

/// The findings about a record as lines of text. The text begins with name, author, source and
/// award, as far as they are known, and ends with an empty line; without seconds if `no_time`. The
/// findings about the other side follow the play.
pub fn text(sides: &[AnsweredSide<'_>], style: Style, no_time: bool) -> Vec<u8> {
    let AnsweredSide { epd, findings } = &sides[0];
    let words = Words::of(style.language);
    let mut page = Page {
        color: style.color,
        ..Page::default()
    };
    write_head(&mut page, epd, true);
    page.verbatim(diagram::diagram(epd.position().board(), words, style.ascii).trim_end());
    page.blank();
    page.line(0, &caption(epd, findings, words));
    let counters = write_findings(&mut page, sides, words);
    page.blank();
    if style.details {
        page.line(0, &cost(counters.into_iter(), words, no_time));
        page.blank();
    }
    page.into_text().into_bytes()
}

/// Adds the lines above the diagram, the first of them underlined if `is_underlined`.
fn write_head(page: &mut Page, epd: &Epd, is_underlined: bool) {
    let head = Head::of(epd);
    for (at, line) in head.lines().enumerate() {
        page.verbatim(line);
        if at == 0 && is_underlined {
            page.verbatim(&"=".repeat(line.chars().count()));
        }
    }
    if head.lines().next().is_some() {
        page.blank();
    }
}

/// Adds the findings for each problem, also of the other side: what is proved, and the play.
/// Returns the cost of each search.
fn write_findings(
    page: &mut Page,
    sides: &[AnsweredSide<'_>],
    words: &'static Words,
) -> Vec<Counters> {
    let mut counters = Vec::new();
    for (number, side) in sides.iter().enumerate() {
        if number > 0 {
            page.blank();
            page.line(0, &duplex(side, words));
        }
        for verdict in &side.findings.verdicts {
            Section::of(verdict, words)
                .unasked(!side.findings.is_named())
                .marked(page.marked)
                .write(page, verdict);
            counters.push(verdict.counters);
        }
    }
    counters
}

/// The heading of the other side's answer.
fn duplex(side: &AnsweredSide<'_>, words: &Words) -> String {
    let turn = words.to_move(side.epd.position().turn());
    filled(words.duplex, turn)
}

/// Only the play: keys with as many of their variations as were wanted, or solutions, without
/// anything above or below them. Every line ends with a line feed.
pub fn play(verdict: &Verdict, language: Language) -> String {
    let mut page = Page::default();
    Section::of(verdict, Words::of(language)).play(&mut page, verdict);
    page.into_text()
}

/// A line that is not a job: a comment unchanged; a blank line is omitted.
pub fn passed_text(line: &[u8]) -> Vec<u8> {
    let text = printable(line.trim_ascii_end());
    if text.is_empty() {
        Vec::new()
    } else {
        (text + "\n").into_bytes()
    }
}

/// A line that should be a record but is not, with the reason.
pub fn error_text(line: &[u8], cause: &Cause, column: usize, style: Style) -> Vec<u8> {
    let words = Words::of(style.language);
    let line = printable(without_reason(line));
    let error = filled(words.error, column);
    let error = match style.color {
        true => Paint::Bad.on(&error),
        false => error,
    };
    let shown = printable(cause.text(style.language).as_bytes());
    match cause.is_unsupported() {
        true => format!("{shown}\n   {line}\n\n"),
        false => format!("{error} {shown}\n   {line}\n\n"),
    }
    .into_bytes()
}

/// The record of a refused problem without its `Error`, which has been written in words.
fn without_reason(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    let error = b" Error \"";
    let mut at = 0..line.len().saturating_sub(error.len());
    let error = at.find(|&at| line.starts_with(b"#") && line[at..].starts_with(error));
    &line[..error.unwrap_or(line.len())]
}

/// A problem that this program does not solve, as lines of text: its diagram, its task and the
/// author's solution from its record.
pub fn unsolved_text(epd: &Epd, cause: &Cause, style: Style) -> Vec<u8> {
    let words = Words::of(style.language);
    let mut page = Page::default();
    write_head(&mut page, epd, false);
    match men_in_words(epd) {
        Some(men) => page.line(0, &men),
        None => {
            let board = epd.position().board();
            page.verbatim(diagram::diagram(board, words, style.ascii).trim_end());
        }
    }
    page.blank();
    page.line(0, &counted_task(epd));
    page.line(0, &printable(cause.text(style.language).as_bytes()));
    page.blank();
    if let Some(solution) = own_solution(epd) {
        page.line(0, &solution);
        page.blank();
    }
    page.into_text().into_bytes()
}

/// The task as in the record.
fn task(epd: &Epd) -> String {
    let mut asked = ["Task", "Stip"]
        .into_iter()
        .filter_map(|opcode| epd.operation(opcode));
    asked
        .next()
        .map(|asked| printable(&asked.text()))
        .unwrap_or_default()
}

/// The task, and the number of men on the diagram.
fn counted_task(epd: &Epd) -> String {
    match men_in_words(epd) {
        Some(_) => task(epd),
        None => heading::stipulation(epd.position(), &task(epd)),
    }
}

/// The men of a problem that no chess board can show, White's before Black's: `Ka1 Gb2 / Kh8`.
fn men_in_words(epd: &Epd) -> Option<String> {
    let men = epd.operation("Men")?;
    Some(printable(&men.text()))
}

/// The lines about a problem that this program does not solve: with details the reason, then the
/// author's own solution.
fn unsolved_lines(epd: &Epd, cause: &Cause, style: Style) -> impl Iterator<Item = String> {
    let reason = || printable(cause.text(style.language).as_bytes());
    let reason = style.details.then(reason);
    reason.into_iter().chain(own_solution(epd))
}

/// The solution that the author wrote, if the record has it.
fn own_solution(epd: &Epd) -> Option<String> {
    let solution = epd.operation("Solution")?;
    Some(printable(&solution.text())).filter(|text| !text.trim().is_empty())
}

/// Text that is harmless on a terminal or page: bytes that are not UTF-8 and control characters are
/// replaced.
fn printable(text: &[u8]) -> String {
    keymove_base::error::printable(&String::from_utf8_lossy(text)).into_owned()
}

/// `#2 (7+5)`, and the facts that the board does not show.
fn caption(epd: &Epd, findings: &Findings, words: &Words) -> String {
    let stipulation = heading::stipulation(epd.position(), &asked(findings, words));
    let particulars = particulars(epd, findings, words);
    [stipulation, particulars].join("  ").trim_end().to_owned()
}

/// The stipulation, in words if the record has none.
fn asked(findings: &Findings, words: &Words) -> String {
    let [within, of_any_length] = words.unasked;
    match findings.asked[0] {
        _ if findings.is_named() => findings.asked(),
        mate if mate.is_of_any_length() => of_any_length.to_owned(),
        mate => filled(within, mate.length),
    }
}

/// The facts that neither the board nor the stipulation shows.
fn particulars(epd: &Epd, findings: &Findings, words: &Words) -> String {
    let asked = findings.decisive().stipulation;
    heading::particulars(epd, Some(asked.beginner()), words)
}

/// The rules of the game as the record names them: `bughouse now, reserve any`.
fn house_rules(house: &House) -> String {
    let mut text = house.variant.to_string();
    if house.variant == Variant::Bughouse {
        text.push(' ');
        text.push_str(house.mate_rule.name());
    }
    if house.reserve != Reserve::Nobody {
        text.push_str(", reserve any");
    }
    text
}

/// The men in hand, White's letters in upper case: `PPn`.
fn men_in_hand(house: &House, words: &Words) -> String {
    let mut text = String::new();
    for (color, hand) in house.hands.zip_color() {
        for (role, count) in hand.zip_role() {
            let letter = words.man(role.of(color));
            text.extend(std::iter::repeat_n(letter, count.into()));
        }
    }
    text
}

/// The total cost of all searches.
fn cost(counters: impl Iterator<Item = Counters>, words: &Words, no_time: bool) -> String {
    let sum = counters.fold(Counters::default(), |sum, next| Counters {
        nodes: sum.nodes.saturating_add(next.nodes),
        elapsed: sum.elapsed.saturating_add(next.elapsed),
    });
    let mut text = words.nodes(sum.nodes);
    if !no_time {
        text.push_str(&format!(", {:.3} s", sum.elapsed.as_secs_f64()));
    }
    text
}

/// Sorts by the visible text, ignoring marks.
fn sort_as_read(written: &mut [String]) {
    written.sort_unstable_by(|a, b| sheet::reading(a).cmp(sheet::reading(b)));
}
