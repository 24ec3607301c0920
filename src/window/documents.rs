//! Problems as Olive's documents. A problem that came from a document goes back into it: the members
//! that are as they were stay byte for byte, and so does what no record has (keywords, comments).

use std::collections::BTreeMap;

use shakmaty::Color;

use super::export::ExportedProblem;
use super::question::AskedProblem;
use super::request::RequestFault;
use super::twins::in_popeyes_words;
use super::unsolved::{Pieces, dated};
use keymove_forms::collection::OliveDocument;

/// The members of a document: its lines under each name.
type Members = BTreeMap<&'static str, Option<String>>;

/// Members that say what is solved, beside twins.
const ASKED: [&str; 3] = ["algebraic", "options", "stipulation"];

/// The document of a problem, and what is to be told of it.
///
/// # Errors
///
/// A problem that Olive has no place for: one of another game, or a stipulation of its own. Text
/// that is more or less than one document.
pub fn document(problem: &ExportedProblem) -> Result<(String, Option<String>), RequestFault> {
    let question = &problem.question;
    let Some(source) = question.document() else {
        return Ok((whole(&members(problem, question)?), None));
    };
    let source = OliveDocument::alone(source);
    let source = source.map_err(|reason| RequestFault::at("document", reason))?;
    if question.is_document() {
        return Ok((
            String::from_utf8_lossy(source.as_bytes()).into_owned(),
            None,
        ));
    }
    let mut now = members(problem, question)?;
    let fresh = whole(&now);
    // What it was, where that is known: only what is another now is written. A twin that was listed
    // alone has a board and a stipulation of its own.
    if let Some(listed) = question.as_listed() {
        let has_twins = ["twins", "twin"].iter().any(|name| source.has(name));
        let is_twin = has_twins && listed.twins().is_empty();
        let was = members(problem, &listed)?;
        now.retain(|name, lines| match *name {
            "twins" => is_twin || question.twins() != listed.twins(),
            name if is_twin && ASKED.contains(&name) => true,
            name => was.get(name) != Some(lines),
        });
    }
    if now.contains_key("twins") {
        now.insert("twin", None);
    }
    // No other solution is known, and this one is of another problem.
    let mut asked = ASKED.iter().chain(&["twins"]);
    if asked.any(|name| now.contains_key(name)) {
        now.insert("solution", None);
    }
    Ok(match source.edited(&now) {
        Ok(text) => (text, None),
        Err(reason) => {
            let told = format!(
                "problem {}: what Olive's document says beside the problem is lost: {reason}",
                problem.index + 1
            );
            (fresh, Some(told))
        }
    })
}

/// A document of its own.
fn whole(members: &Members) -> String {
    let mut text = "---\n".to_owned();
    text.extend(members.values().flatten().map(String::as_str));
    text
}

/// All members that a problem has a say in.
fn members(problem: &ExportedProblem, question: &AskedProblem) -> Result<Members, RequestFault> {
    let pieces = Pieces::of(question)?;
    let men = |color| pieces.men(color).join(", ");
    let (white, black) = (men(Color::White), men(Color::Black));
    let authors = pieces.said("c0").unwrap_or_default();
    let authors = authors.split(" & ").map(str::trim);
    let authors = authors.filter(|name| !name.is_empty()).map(quoted);
    let options: Vec<String> = pieces.options().iter().map(|text| quoted(text)).collect();
    let solutions = pieces.said("Count");
    let solutions = solutions.filter(|count| count.parse::<u64>().is_ok());
    let award = pieces.said("c2");
    let source = pieces.said("c1");
    let title = pieces.said("id");
    let twins = question.twins();
    let lettered = problem.parts.iter().rev().zip(twins.iter().rev()).rev();
    // A twin that is as it was keeps its words.
    let words = |twin: &String| match twin.split_once(')') {
        Some((_, words)) if question.listed_twins().contains(twin) => words.trim().to_owned(),
        _ => in_popeyes_words(twin),
    };
    let twins = lettered.map(|(part, twin)| format!("{}: {}", part.letter, quoted(&words(twin))));
    Ok(BTreeMap::from([
        (
            "algebraic",
            Some(format!(
                "algebraic:\n  white: [{white}]\n  black: [{black}]\n"
            )),
        ),
        (
            "authors",
            listed("authors", authors.map(|name| format!("- {name}"))),
        ),
        (
            "award",
            award.map(|award| format!("award: {{distinction: {}}}\n", quoted(&award))),
        ),
        (
            "comments",
            listed("comments", items(pieces.said("c3"), LINE)),
        ),
        (
            "intended-solutions",
            solutions.map(|count| format!("intended-solutions: {count}\n")),
        ),
        (
            "keywords",
            listed("keywords", items(pieces.said("c4"), ", ")),
        ),
        (
            "options",
            (!options.is_empty()).then(|| format!("options: [{}]\n", options.join(", "))),
        ),
        ("source", source.map(|source| published(&source))),
        (
            "stipulation",
            Some(format!("stipulation: {}\n", quoted(pieces.stipulation()?))),
        ),
        (
            "title",
            title.map(|title| format!("title: {}\n", quoted(&title))),
        ),
        ("twins", listed("twins", twins)),
    ]))
}

/// A member with these items, if there are any.
fn listed(name: &str, items: impl Iterator<Item = String>) -> Option<String> {
    let lines: String = items.map(|item| format!("  {item}\n")).collect();
    (!lines.is_empty()).then(|| format!("{name}:\n{lines}"))
}

/// What stands between the lines of a comment where they are one, and between two comments.
pub const LINE: &str = " \u{b6} ";

/// The texts in one, as items of a list.
fn items(text: Option<String>, between: &str) -> impl Iterator<Item = String> {
    let texts = text.unwrap_or_default();
    let texts: Vec<String> = texts
        .split(between)
        .map(str::trim)
        .map(str::to_owned)
        .collect();
    let texts = texts.into_iter().filter(|text| !text.is_empty());
    texts.map(|text| format!("- {}", quoted(&text)))
}

/// The member `source` of a source that may end with its date.
fn published(source: &str) -> String {
    let (name, date) = dated(source);
    let name = (!name.is_empty()).then(|| format!("name: {}", quoted(name)));
    let parts = ["year", "month", "day"].iter().zip(&date);
    let parts: Vec<String> = parts
        .map(|(part, number)| format!("{part}: {number}"))
        .collect();
    let date = (!date.is_empty()).then(|| format!("date: {{{}}}", parts.join(", ")));
    let both: Vec<String> = name.into_iter().chain(date).collect();
    format!("source: {{{}}}\n", both.join(", "))
}

/// A text of YAML: what JSON has in quotes is one.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
