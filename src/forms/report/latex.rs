//! A document for TeX: [`head`], a [`record`] each, [`tail`]. It compiles with `pdflatex`,
//! `lualatex` or `xelatex` and the package `diagram` of TeX Live's *chess-problem-diagrams* (Thomas
//! Brand, Stefan Höning), which problem magazines use, with its *bartel-chess-fonts*.
//!
//! Each record has its name, comments, diagram (with men in hand as words), verdict and solution;
//! deeper play is indented. Text from others is treated as text: every character with a meaning in
//! TeX is written by name, and characters missing from the 8-bit fonts are written as their Unicode
//! number, which the other engines print as the character if their font has it.

use std::fmt::Write;

use shakmaty::{File, Rank, Square};

use super::heading::Head;
use super::html::word;
use super::language::Words;
use super::page::{Page, Passage, STEP, TextNode};
use super::{
    Book, BookEntry, Style, caption, comments, cost, men_in_words, own_solution, particulars,
    printable, refused, task, write_findings,
};
use keymove_records::epd::Epd;
use keymove_records::record::duplex::AnsweredSide;
use keymove_records::record::result::UNSUPPORTED;
use keymove_records::soundness::{self, Defect, Soundness};
use keymove_rules::position::Position;

/// The maximum length of play that is written in one line because it does not branch.
const LINE: usize = 48;

/// Characters beyond ASCII that every engine supports with the fonts chosen here.
const KNOWN: &str = "ĂăĄąĆćČčĎďĐđĘęĚěĞğİıĹĺĽľŁłŃńŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž–—‘’“”…„";

const HEAD: &str = include_str!("latex_head.tex");

/// Everything before the first record.
pub fn head(book: &Book) -> Vec<u8> {
    let mut text = HEAD.trim_end().to_owned();
    if let Some(title) = &book.title {
        let title = escaped(&printable(title.as_bytes()));
        let _ = write!(
            text,
            "\n\\twocolumn[\\begin{{center}}\\LARGE\\bfseries {title}\\end{{center}}\\bigskip]"
        );
    }
    text.into_bytes()
}

/// Everything after the last record: the solutions kept for the end, and a message if records are
/// missing.
pub fn tail(later: &[u8], style: Style, complete: bool) -> Vec<u8> {
    let words = Words::of(style.language);
    let mut text = String::new();
    if !later.is_empty() {
        let later = String::from_utf8_lossy(later);
        let _ = write!(
            text,
            "\\solutions{{{}}}\n{later}",
            escaped(words.all_solutions)
        );
    }
    text.push_str("\\closerecord\n");
    if !complete {
        let _ = writeln!(text, "\\said{{\\textbf{{{}}}}}", escaped(words.stopped));
    }
    text.push_str("\\end{document}");
    text.into_bytes()
}

/// A record: its head, diagram and solution. A twin has its changes instead of a diagram.
pub fn record(
    sides: &[AnsweredSide<'_>],
    soundness: &Soundness,
    (style, no_time): (Style, bool),
    book: &Book,
) -> BookEntry {
    let AnsweredSide { epd, findings } = &sides[0];
    let words = Words::of(style.language);
    let head = Head::of(epd);
    let mut text = heading(&head, "problem");
    text.push_str(&diagram(&head, epd, &findings.asked()));
    // The diagram has the stipulation and the number of men below it.
    let said = match head.is_twin {
        true => caption(epd, findings, words),
        false => particulars(epd, findings, words),
    };
    if !said.is_empty() {
        let _ = writeln!(text, "\\said{{{}}}", escaped(&said));
    }
    for comment in comments(epd, 3..10) {
        let _ = writeln!(text, "\\remarked{{{}}}", escaped(&comment));
    }
    let solved = solved(sides, soundness, (style, no_time), book);
    entry(text, &heading(&head, "solved"), &solved, book)
}

/// The play; with details, the verdict before it and the cost of the search after it.
fn solved(
    sides: &[AnsweredSide<'_>],
    soundness: &Soundness,
    (style, no_time): (Style, bool),
    book: &Book,
) -> String {
    let words = Words::of(style.language);
    let mut text = String::new();
    if style.details {
        let reasons = match soundness.reasons(style.language).join("; ").as_str() {
            "" => String::new(),
            reasons => format!(": {reasons}"),
        };
        let _ = writeln!(
            text,
            "\\verdict{{{}}}{{{}}}",
            escaped(word(soundness.verdict(), style.language)),
            escaped(&printable(reasons.as_bytes()))
        );
    }
    let counters = match book.solutions_at_end {
        true => {
            let mut page = Page::for_running_in();
            let counters = write_findings(&mut page, sides, words);
            for line in page.run_in(words) {
                let _ = writeln!(text, "\\said{{{}}}", escaped(&line));
            }
            counters
        }
        false => {
            let mut page = Page::default();
            let counters = write_findings(&mut page, sides, words);
            set_out(&mut text, &page);
            counters
        }
    };
    if style.details {
        let cost = cost(counters.into_iter(), words, no_time);
        let _ = writeln!(text, "\\costs{{{}}}", escaped(&cost));
    }
    text
}

/// The play, with variations one below the other.
fn set_out(text: &mut String, page: &Page) {
    for passage in &page.passages {
        match passage {
            Passage::Line(0, line) | Passage::Verbatim(line) => {
                let _ = writeln!(text, "\\said{{{}}}", escaped(line));
            }
            Passage::Line(_, line) => play(text, 0, line),
            Passage::Blank => (),
            Passage::Play(indent, node) => branch(text, node, indent / STEP),
        }
    }
}

/// A line that should be a record but is not, with the reason.
pub fn error(line: &[u8], reason: &str, style: Style) -> Vec<u8> {
    let name = match reason.starts_with(UNSUPPORTED) {
        true => Defect::UNSUPPORTED,
        false => "illegal",
    };
    let reason = soundness::reason(reason.trim_start_matches(UNSUPPORTED), style.language);
    format!(
        "\\record\\verdict{{{}}}{{: {}}}\n\\said{{\\small {}}}\n",
        escaped(word(name, style.language)),
        escaped(&printable(reason.as_bytes())),
        escaped(&printable(refused(line)))
    )
    .into_bytes()
}

/// A problem that this program does not solve: its diagram, its task and the author's solution.
/// With details, the reason comes before it.
pub fn unsolved(epd: &Epd, reason: &str, style: Style, book: &Book) -> BookEntry {
    let head = Head::of(epd);
    let mut text = heading(&head, "problem");
    text.push_str(&diagram(&head, epd, &task(epd)));
    for comment in comments(epd, 3..10) {
        let _ = writeln!(text, "\\remarked{{{}}}", escaped(&comment));
    }
    let reason = style
        .details
        .then(|| soundness::reason(reason, style.language));
    let reason = reason.map(|reason| printable(reason.as_bytes()));
    let lines = reason.into_iter().chain(own_solution(epd));
    let solved: String = lines
        .map(|line| format!("\\said{{{}}}\n", escaped(&line)))
        .collect();
    entry(text, &heading(&head, "solved"), &solved, book)
}

/// The heading of a record, of its diagram or of its solution.
fn heading(head: &Head, command: &str) -> String {
    let name = head.lines().next().map(escaped).unwrap_or_default();
    let command = if head.is_twin { "twin" } else { command };
    format!("\\{command}{{{name}}}\n")
}

/// The diagram of a record with its stipulation, to which the package adds the number of men, after
/// the other lines of the head. A twin has no diagram.
fn diagram(head: &Head, epd: &Epd, asked: &str) -> String {
    let mut text = String::new();
    if !head.is_twin {
        for line in head.lines().skip(1) {
            let _ = writeln!(text, "\\composer{{{}}}", escaped(line));
        }
        if let Some(men) = men_in_words(epd) {
            let _ = writeln!(
                text,
                "\\said{{{}}}\n\\said{{{}}}",
                escaped(&men),
                escaped(asked)
            );
            return text;
        }
        let _ = writeln!(
            text,
            "\\begin{{diagram}}\\specialdiagnum{{}}\n\\fen{{{}}}\n\\stip{{{}}}\n\\end{{diagram}}",
            board(epd.position()),
            escaped(asked)
        );
    }
    text
}

/// A record with its solution directly after it or, under a heading, after all diagrams.
fn entry(text: String, heading: &str, solved: &str, book: &Book) -> BookEntry {
    let (text, later) = match book.solutions_at_end {
        true => (text, heading.to_owned() + solved),
        false => (text + solved, String::new()),
    };
    BookEntry {
        text: text.into_bytes(),
        later: later.into_bytes(),
    }
}

/// A line that is not a job: a comment unchanged; a blank line is omitted.
pub fn passed(line: &[u8]) -> Vec<u8> {
    match printable(line.trim_ascii()) {
        text if text.is_empty() => Vec::new(),
        text => format!("\\closerecord\\remarked{{{}}}\n", escaped(&text)).into_bytes(),
    }
}

fn play(text: &mut String, depth: usize, line: &str) {
    // A column has no room for deeper indentation.
    let _ = writeln!(text, "\\play{{{}}}{{{}}}", depth.min(10), escaped(line));
}

fn branch(text: &mut String, node: &TextNode, depth: usize) {
    match &node.linear {
        Some(line) if node.children.is_empty() || line.chars().count() <= LINE => {
            play(text, depth, line);
        }
        _ => {
            play(text, depth, &node.text);
            for child in &node.children {
                branch(text, child, depth + 1);
            }
        }
    }
}

/// The men on the board as in a FEN, without marks of promotion and hands.
fn board(position: &Position) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        if rank != Rank::Eighth {
            text.push('/');
        }
        let mut empty = 0;
        for file in File::ALL {
            match position.board().piece_at(Square::from_coords(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                        empty = 0;
                    }
                    text.push(piece.char());
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
    }
    text
}

/// `text` escaped for TeX.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '"' => escaped.push_str("\\textquotedbl{}"),
            '`' => escaped.push_str("\\textasciigrave{}"),
            '→' => escaped.push_str("$\\rightarrow$"),
            '↔' => escaped.push_str("$\\leftrightarrow$"),
            // Two of these in a row would be printed as one.
            ',' | '\'' | '-' if before == c => {
                escaped.push_str("{}");
                escaped.push(c);
            }
            ' '..='~' => escaped.push(c),
            '\u{ad}' | '\u{80}'..='\u{a0}' => escaped.push(' '),
            c if c <= '\u{ff}' || KNOWN.contains(c) => escaped.push(c),
            c => {
                let _ = write!(escaped, "\\unknown{{{:04X}}}", u32::from(c));
            }
        }
        before = c;
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_in_foreign_text_are_text() {
        assert_eq!(
            escaped(r"\input{/etc/passwd} $x^2$ 50% #1 a_b ~ & <>"),
            "\\textbackslash{}input\\{/etc/passwd\\} \\$x\\textasciicircum{}2\\$ 50\\% \\#1 a\\_b \
             \\textasciitilde{} \\& \\textless{}\\textgreater{}"
        );
        assert_eq!(escaped("a--b ,, ''"), "a-{}-b ,{}, '{}'");
        assert_eq!(escaped("Šinkman, Ж"), "Šinkman, \\unknown{0416}");
    }
}
