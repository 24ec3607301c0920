//! `--format html`: a page for people, with the verdict on each record. It is one file that needs no
//! other, and each record is independent of the others, so the page can be written while the answers
//! arrive.
//!
//! - The men are drawn once, in the head; diagrams refer to them.
//! - Contents, filters and search are created by the script from the records on the page. Without
//!   scripts, the records, their folding still work.
//! - A record outside the view is not laid out (`content-visibility`), so ten thousand of them open
//!   at once.
//! - Text written by others is always treated as text: every character with a meaning in HTML is
//!   escaped, in a single function, [`escaped`]. As a second line of defence, the page's own policy
//!   allows only these two scripts and styles, identified by their digests, and forbids loading
//!   anything.

pub(crate) mod words;

use std::fmt::Write;
use std::slice;

use super::heading::Head;
use super::language::Words;
use super::page::{Page, Passage, TextNode};
use super::sheet::{self, SheetWord};
use super::{
    Style, caption, comments, cost, counted_task, men_in_words, printable, svg, unsolved_lines,
    without_reason, write_findings,
};
use crate::form::{AnsweredRecord, Form, Layout, Refusal, Settings, Written};
use keymove_base::drawing::{escaped, shapes};
use keymove_base::language::Language;
use keymove_games::viewer::{BOARD_SCRIPT, PLAY_SCRIPT};
use keymove_records::cause::reason;
use keymove_records::epd::{Epd, without_error};
use keymove_records::record::duplex::AnsweredSide;
use keymove_records::soundness::{Defect, Ledger, Soundness};
use keymove_solve::Verdict;
use words::PageWords;

/// The style sheet of the page.
const CSS: &str = include_str!("html/page.css");
/// The script of the page.
const SCRIPT: &str = include_str!("html/page.js");

/// The SHA-256 of [`CSS`] and of the whole script in base64, for the policy. A test compares them.
const CSS_DIGEST: &str = "pvEORTbYDhdAUMudrYuhtTYiHwTk2tPAwwDQ+pLymek=";
const SCRIPT_DIGEST: &str = "4jXRfKgGqYMmWWA19JHCwbcF2IBC6vyaCrpmqXGHHF4=";

/// The depth beyond which play is folded initially.
const OPEN: usize = 2;
/// The maximum length of play that is written in one line because it does not branch.
const LINE: usize = 72;

/// A page.
pub(crate) struct HtmlForm;

impl Form for HtmlForm {
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
            text => paragraph("n", &text).into_bytes(),
        }
    }

    // Name, author and source, the diagram, the stipulation, and the play; with details, also the
    // claims and the verdict on them. A twin has its changes instead of a diagram.
    fn answered(&self, record: &AnsweredRecord<'_>, settings: &Settings) -> Written {
        let (number, epd, findings) = (record.number, record.epd(), record.findings());
        let style = settings.style;
        let words = PageWords::of(style.language);
        let head = Head::of(epd);
        let heading = heading(&head, number, style);
        let asked = super::asked(findings, Words::of(style.language));
        let of = [
            record.soundness.verdict(),
            outcome(findings.decisive()),
            &asked,
        ];
        let mut text = opening((number, head.is_twin), &heading, of);
        text.push_str(&diagram(&head, epd, None));
        text.push_str(&paragraph(
            "",
            &caption(epd, findings, Words::of(style.language)),
        ));
        let claimed = match &record.soundness.claimed_keys[..] {
            keys if keys.is_empty() || !style.details => String::new(),
            keys => {
                let keys = printable(keys.join(", ").as_bytes());
                paragraph("", &format!("{} {keys}", words.claimed))
            }
        };
        text.push_str(&claimed);
        text.push_str("</div><div class=b>");
        text.extend(comments(epd, 3..10).map(|comment| paragraph("c", &comment)));
        text.push_str(&solved(record, settings));
        closed(text).into()
    }

    fn unanswered(&self, refusal: &Refusal<'_>, settings: &Settings) -> Vec<u8> {
        if let Some(epd) = refusal.unsolved {
            return unsolved(refusal, epd, settings.style);
        }
        let Refusal { number, cause, .. } = *refusal;
        let style = settings.style;
        let words = PageWords::of(style.language);
        let heading = heading(&Head::default(), number, style);
        let name = Defect::from(cause).name();
        let error = match cause.is_unsupported() {
            true => String::new(),
            false => {
                let error = super::filled(Words::of(style.language).error, refusal.column);
                format!(" {error}")
            }
        };
        let mut text = opening((number, false), &heading, [name, "error", ""]);
        let reason = reason(&cause.reason(), style.language);
        let _ = write!(
            text,
            "<p class=v><b>{}</b>{} {}</p><pre>{}</pre></article>",
            escaped(words.word(name)),
            escaped(&error),
            escaped(&printable(reason.as_bytes())),
            escaped(&printable(without_reason(without_error(refusal.line))))
        );
        text.into_bytes()
    }

    fn head(&self, settings: &Settings) -> Option<Vec<u8>> {
        let words = PageWords::of(settings.style.language);
        let choice = |id: &str, label: &str, names: &[(&str, &str)]| {
            let options: String = names
                .iter()
                .map(|(name, word)| format!("<option data-name=\"{name}\">{}", escaped(word)))
                .collect();
            format!(
                "<label>{} <select id={id}><option value=\"\">{}{options}</select></label>",
                escaped(label),
                escaped(words.all)
            )
        };
        let judged = |id: &str, label: &str, names: &[(&str, &str)]| match settings.style.details {
            true => choice(id, label, names),
            false => String::new(),
        };
        let title = settings.title.as_deref().unwrap_or(words.title);
        let title = escaped(&printable(title.as_bytes()));
        let head = format!(
            "<!DOCTYPE html>\n<html lang={code}>\n<head>\n<meta charset=utf-8>\n\
             <meta http-equiv=Content-Security-Policy content=\"default-src 'none'; \
             style-src 'sha256-{CSS_DIGEST}'; script-src 'sha256-{SCRIPT_DIGEST}'; base-uri 'none'; \
             form-action 'none'\">\n\
             <meta name=viewport content=\"width=device-width, initial-scale=1\">\n\
             <meta name=referrer content=no-referrer>\n<title>{title}</title>\n\
             <style>{CSS}</style>\n</head>\n<body>\n\
             <svg class=defs aria-hidden=true><defs>{shapes}</defs></svg>\n\
             <header><h1>{title}</h1><noscript><p>{no_script}</p></noscript></header>\n\
             <div id=bar hidden><div class=row>{verdict}{outcome}{stipulation}\
             <label>{search} <input id=search type=search></label><output id=shown></output>\
             <button id=unfold type=button>{unfold}</button><button id=fold type=button>{fold}</button></div>\
             <details id=contents><summary>{contents}</summary><ol id=list></ol></details></div>\n<main>",
            code = words.code,
            shapes = shapes(),
            no_script = escaped(words.no_script),
            verdict = judged("verdict", words.verdict, &words.verdicts),
            outcome = judged("outcome", words.outcome, &words.outcomes),
            stipulation = choice("stipulation", words.stipulation, &[]),
            search = escaped(words.search),
            unfold = escaped(words.unfold),
            fold = escaped(words.fold),
            contents = escaped(words.contents),
        );
        Some(head.into_bytes())
    }

    fn tail(&self, _: &Ledger, settings: &Settings, complete: bool) -> Option<Vec<u8>> {
        let words = Words::of(settings.style.language);
        let stopped = match complete {
            true => String::new(),
            false => format!("<p role=alert><b>{}</b></p>", escaped(words.stopped)),
        };
        let tail = format!(
            "{stopped}</main>\n<script type=module>{BOARD_SCRIPT}{PLAY_SCRIPT}{SCRIPT}</script>\n</body>\n</html>"
        );
        Some(tail.into_bytes())
    }
}

/// The lines of the head after the first, and the diagram, or the `men` that no board can show. A
/// twin has none of them: its board stays empty until one of its moves is clicked.
fn diagram(head: &Head, epd: &Epd, men: Option<String>) -> String {
    let mut text = "<div class=r><div class=a>".to_owned();
    if head.is_twin {
        return text + &svg::empty_diagram(epd.position(), &epd.fields());
    }
    text.extend(head.lines().skip(1).map(|line| paragraph("w", line)));
    text.push_str(&match men {
        Some(men) => paragraph("", &men),
        None => svg::small_diagram(epd.position(), &epd.fields()),
    });
    text
}

/// The heading of a record, after its number in the book.
fn heading(head: &Head, number: u64, style: Style) -> String {
    let line = head.lines().next().map(escaped).unwrap_or_default();
    if !style.details {
        return line;
    }
    let place = format!("{} {number}", PageWords::of(style.language).line);
    format!("{line} <small>{}</small>", escaped(&place))
}

/// The play; with details, the verdict before it and the cost of the search after it.
fn solved(record: &AnsweredRecord<'_>, settings: &Settings) -> String {
    let style = settings.style;
    let words = Words::of(style.language);
    let mut text = String::new();
    if style.details {
        text.push_str(&verdict(record.soundness, style.language));
    }
    let mut counters = Vec::new();
    for (number, side) in record.sides.iter().enumerate() {
        let mut page = Page::with_marks();
        text.push_str("<div class=s");
        if number > 0 {
            page.line(0, &super::duplex(side, words));
            let _ = write!(text, " data-turn={}", side.epd.position().turn().char());
        }
        text.push('>');
        counters.extend(write_findings(&mut page, slice::from_ref(side), words));
        play(&mut text, &page);
        text.push_str("</div>");
    }
    if style.details {
        text.push_str(&paragraph(
            "x",
            &cost(counters.into_iter(), words, settings.no_time),
        ));
    }
    text
}

/// A single record as a part of another page, such as a notebook: the diagram with its keys, and
/// the play next to it. It needs no script, no fonts and no men drawn elsewhere.
pub fn cell(sides: &[AnsweredSide<'_>], style: Style, no_time: bool) -> String {
    const LAYOUT: &str = "<style>.keymove{display:flex;flex-wrap:wrap;gap:0 1.5rem}\
        .keymove ul{list-style:none!important;margin:0;padding-left:1.2rem}.keymove summary{cursor:pointer}\
        .keymove p{margin:.3rem 0}.keymove li:not(:has(>details)){padding-left:1.1em}</style>";
    let AnsweredSide { epd, findings } = &sides[0];
    let words = Words::of(style.language);
    let diagram = svg::draw(epd, findings, svg::Look::Screen).svg;
    let mut text = format!("{LAYOUT}<div class=keymove><div>{diagram}</div><div>");
    if let Some(id) = epd.operation("id") {
        let _ = write!(text, "<p><b>{}</b></p>", escaped(&printable(&id.text())));
    }
    text.push_str(&paragraph("", &caption(epd, findings, words)));
    let mut page = Page::default();
    let counters = write_findings(&mut page, sides, words);
    play(&mut text, &page);
    if style.details {
        let cost = escaped(&cost(counters.into_iter(), words, no_time));
        let _ = write!(text, "<p><small>{cost}</small></p>");
    }
    text + "</div></div>"
}

/// A problem that this program does not solve: with details, the reason, and then the author's
/// solution.
fn unsolved(refusal: &Refusal<'_>, epd: &Epd, style: Style) -> Vec<u8> {
    let head = Head::of(epd);
    let of = [Defect::UNSUPPORTED, "error", ""];
    let heading = heading(&head, refusal.number, style);
    let mut text = opening((refusal.number, head.is_twin), &heading, of);
    text.push_str(&diagram(&head, epd, men_in_words(epd)));
    text.push_str(&paragraph("", &counted_task(epd)));
    text.push_str("</div><div class=b>");
    text.extend(comments(epd, 3..10).map(|comment| paragraph("c", &comment)));
    text.extend(unsolved_lines(epd, refusal.cause, style).map(|line| paragraph("c", &line)));
    closed(text)
}

/// A record whose solution has been written.
fn closed(text: String) -> Vec<u8> {
    (text + "</div></div></article>").into_bytes()
}

/// The beginning of an article, its heading, and the properties it is filtered by: verdict,
/// outcome, stipulation.
fn opening((number, is_twin): (u64, bool), heading: &str, of: [&str; 3]) -> String {
    let class = of[0].replace(' ', "-") + if is_twin { " twin" } else { "" };
    let [verdict, outcome, stipulation] = of.map(escaped);
    format!(
        "<article id=n{number} class=\"{class}\" data-verdict=\"{verdict}\" data-outcome=\"{outcome}\" \
         data-stipulation=\"{stipulation}\"><h2>{heading}</h2>"
    )
}

fn verdict(soundness: &Soundness, language: Language) -> String {
    let words = PageWords::of(language);
    let reasons = soundness.reasons(language).join("; ");
    let reasons = match reasons.as_str() {
        "" => String::new(),
        reasons => format!(": {}", escaped(&printable(reasons.as_bytes()))),
    };
    let name = escaped(words.word(soundness.verdict()));
    format!("<p class=v><b>{name}</b>{reasons}</p>")
}

/// The word for a verdict or an outcome in `language`.
pub(super) fn word(name: &'static str, language: Language) -> &'static str {
    PageWords::of(language).word(name)
}

/// The name of an outcome, by which the page filters.
pub fn outcome(verdict: &Verdict) -> &'static str {
    match verdict.bounds.over {
        Some(_) => "over",
        None => verdict.name(),
    }
}

fn paragraph(class: &str, text: &str) -> String {
    match class {
        "" => format!("<p>{}</p>", escaped(text)),
        class => format!("<p class={class}>{}</p>", escaped(text)),
    }
}

/// Writes the passages of a record, with variations as lists that can be folded.
fn play(text: &mut String, page: &Page) {
    let mut in_list = false;
    for passage in &page.passages {
        let is_item = matches!(passage, Passage::Play(..) | Passage::Line(1.., _));
        match (in_list, is_item) {
            (false, true) => text.push_str("<ul>"),
            (true, false) => text.push_str("</ul>"),
            _ => (),
        }
        in_list = is_item;
        match passage {
            Passage::Line(0, line) | Passage::Verbatim(line) => {
                text.push_str("<p>");
                moves(text, line);
                text.push_str("</p>");
            }
            Passage::Line(_, line) => {
                text.push_str("<li>");
                moves(text, line);
            }
            Passage::Blank => (),
            Passage::Play(_, node) => branch(text, node, 0),
        }
    }
    if in_list {
        text.push_str("</ul>");
    }
}

fn branch(text: &mut String, node: &TextNode, depth: usize) {
    text.push_str("<li>");
    match node.short_line(LINE) {
        Some(line) => moves(text, line),
        None if node.children.is_empty() => moves(text, &node.text),
        None => {
            let open = if depth < OPEN { " open" } else { "" };
            let _ = write!(text, "<details{open}><summary>");
            moves(text, &node.text);
            text.push_str("</summary><ul>");
            for child in &node.children {
                branch(text, child, depth + 1);
            }
            text.push_str("</ul></details>");
        }
    }
}

/// Writes marked text: each move with its ply and its effect on the board, for the script.
fn moves(text: &mut String, marked: &str) {
    for word in sheet::words(marked) {
        // Writing to a string cannot fail.
        let _ = match word {
            SheetWord::Text(words) => write!(text, "{}", escaped(&words)),
            SheetWord::Move { san, uci, ply } => {
                write!(text, "<i data-m={ply}{uci}>{}</i>", escaped(&san))
            }
        };
    }
}
