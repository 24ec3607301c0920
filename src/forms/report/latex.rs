//! `--format latex`: a document for TeX. It compiles with `pdflatex`, `lualatex` or `xelatex` and the
//! package `diagram` of TeX Live's *chess-problem-diagrams* (Thomas
//! Brand, Stefan Höning), which problem magazines use, with its *bartel-chess-fonts*.
//!
//! Each record has its name, comments, diagram (with men in hand as words), verdict and solution;
//! deeper play is indented. Text from others is treated as text: every character with a meaning in
//! TeX is written by name, and characters missing from the 8-bit fonts are written as their Unicode
//! number, which the other engines print as the character if their font has it.

use std::fmt::Write;

use super::heading::Head;
use super::html::word;
use super::language::Words;
use super::page::{Page, Passage, STEP, TextNode};
use super::{
    Style, caption, comments, cost, men_in_words, particulars, printable, task, unsolved_lines,
    without_reason, write_findings,
};
use crate::form::{AnsweredRecord, Form, Layout, Refusal, Settings, Written};
use keymove_records::cause::reason;
use keymove_records::epd::{Epd, without_error};
use keymove_records::soundness::{Defect, Ledger};

/// The maximum length of play that is written in one line because it does not branch.
const LINE: usize = 48;

/// Characters beyond ASCII that every engine supports with the fonts chosen here.
const KNOWN: &str = "ĂăĄąĆćČčĎďĐđĘęĚěĞğİıĹĺĽľŁłŃńŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž–—‘’“”…„";

const HEAD: &str = include_str!("latex_head.tex");

/// A document.
pub(crate) struct LatexForm;

impl Form for LatexForm {
    fn layout(&self) -> Layout {
        Layout {
            judges: true,
            for_readers: true,
            ..Layout::default()
        }
    }

    fn passed(&self, _: u64, line: &[u8], _: &Settings) -> Vec<u8> {
        match printable(line.trim_ascii()) {
            text if text.is_empty() => Vec::new(),
            text => format!("\\closerecord{}", command("remarked", &text)).into_bytes(),
        }
    }

    fn answered(&self, record: &AnsweredRecord<'_>, settings: &Settings) -> Written {
        let (epd, findings) = (record.epd(), record.findings());
        let words = Words::of(settings.style.language);
        let head = Head::of(epd);
        // The diagram has the stipulation and the number of men below it.
        let said = match head.is_twin {
            true => caption(epd, findings, words),
            false => particulars(epd, findings, words),
        };
        let said = Some(said).filter(|said| !said.is_empty());
        let said = said.map_or_else(String::new, |said| command("said", &said));
        let solved = solved(record, settings);
        entry(epd, &head, &super::asked(findings, words), &said, &solved).into()
    }

    fn unanswered(&self, refusal: &Refusal<'_>, settings: &Settings) -> Vec<u8> {
        let (cause, style) = (refusal.cause, settings.style);
        if let Some(epd) = refusal.unsolved {
            // With details, the reason comes before the author's solution.
            let solved = unsolved_lines(epd, cause, style).map(|line| command("said", &line));
            let solved: String = solved.collect();
            return entry(epd, &Head::of(epd), &task(epd), "", &solved);
        }
        let name = Defect::from(cause).name();
        let reason = reason(&cause.reason(), style.language);
        format!(
            "\\record{}\\said{{\\small {}}}\n",
            verdict(name, &format!(": {reason}"), style),
            escaped(&printable(without_reason(without_error(refusal.line))))
        )
        .into_bytes()
    }

    fn head(&self, settings: &Settings) -> Option<Vec<u8>> {
        let mut text = HEAD.trim_end().to_owned();
        if let Some(title) = &settings.title {
            let title = escaped(&printable(title.as_bytes()));
            let _ = write!(
                text,
                "\n\\twocolumn[\\begin{{center}}\\LARGE\\bfseries {title}\\end{{center}}\\bigskip]"
            );
        }
        Some(text.into_bytes())
    }

    fn tail(&self, _: &Ledger, settings: &Settings, complete: bool) -> Option<Vec<u8>> {
        let words = Words::of(settings.style.language);
        let mut text = b"\\closerecord\n".to_vec();
        if !complete {
            let stopped = format!("\\said{{\\textbf{{{}}}}}\n", escaped(words.stopped));
            text.extend(stopped.bytes());
        }
        text.extend(b"\\end{document}");
        Some(text)
    }
}

/// The play; with details, the verdict before it and the cost of the search after it.
fn solved(record: &AnsweredRecord<'_>, settings: &Settings) -> String {
    let (style, soundness) = (settings.style, record.soundness);
    let words = Words::of(style.language);
    let mut text = String::new();
    if style.details {
        let reasons = match soundness.reasons(style.language).join("; ").as_str() {
            "" => String::new(),
            reasons => format!(": {reasons}"),
        };
        text.push_str(&verdict(soundness.verdict(), &reasons, style));
    }
    let mut page = Page::default();
    let counters = write_findings(&mut page, record.sides, words);
    set_out(&mut text, &page);
    if style.details {
        text.push_str(&command(
            "costs",
            &cost(counters.into_iter(), words, settings.no_time),
        ));
    }
    text
}

/// The play, with variations one below the other.
fn set_out(text: &mut String, page: &Page) {
    for passage in &page.passages {
        match passage {
            Passage::Line(0, line) | Passage::Verbatim(line) => {
                text.push_str(&command("said", line));
            }
            Passage::Line(_, line) => play(text, 0, line),
            Passage::Blank => (),
            Passage::Play(indent, node) => branch(text, node, indent / STEP),
        }
    }
}

/// A verdict and the reasons for it.
fn verdict(name: &'static str, reasons: &str, style: Style) -> String {
    format!(
        "\\verdict{{{}}}{{{}}}\n",
        escaped(word(name, style.language)),
        escaped(&printable(reasons.as_bytes()))
    )
}

/// A command with a text as its argument, on a line of its own.
fn command(name: &str, text: &str) -> String {
    format!("\\{name}{{{}}}\n", escaped(text))
}

/// The heading of a record.
fn heading(head: &Head) -> String {
    let name = if head.is_twin { "twin" } else { "problem" };
    command(name, head.lines().next().unwrap_or_default())
}

/// The diagram of a record with its stipulation, to which the package adds the number of men, after
/// the other lines of the head. A twin has no diagram.
fn diagram(head: &Head, epd: &Epd, asked: &str) -> String {
    if head.is_twin {
        return String::new();
    }
    let composers = head.lines().skip(1).map(|line| command("composer", line));
    let diagram = match men_in_words(epd) {
        Some(men) => command("said", &men) + &command("said", asked),
        None => format!(
            "\\begin{{diagram}}\\specialdiagnum{{}}\n\\fen{{{}}}\n{}\\end{{diagram}}\n",
            epd.position().board(),
            command("stip", asked)
        ),
    };
    composers.chain([diagram]).collect()
}

/// A record that asks for `asked`, with what is `said` below its diagram, and its solution.
fn entry(epd: &Epd, head: &Head, asked: &str, said: &str, solved: &str) -> Vec<u8> {
    let comments = comments(epd, 3..10).map(|comment| command("remarked", &comment));
    let parts = [heading(head), diagram(head, epd, asked), said.to_owned()];
    let mut text: String = parts.into_iter().chain(comments).collect();
    text.push_str(solved);
    text.into_bytes()
}

fn play(text: &mut String, depth: usize, line: &str) {
    // A column has no room for deeper indentation.
    let _ = writeln!(text, "\\play{{{}}}{{{}}}", depth.min(10), escaped(line));
}

fn branch(text: &mut String, node: &TextNode, depth: usize) {
    match node.short_line(LINE) {
        Some(line) => play(text, depth, line),
        None => {
            play(text, depth, &node.text);
            for child in &node.children {
                branch(text, child, depth + 1);
            }
        }
    }
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
