//! A problem as a new document of Olive: [`members`], [`text`].

use std::collections::BTreeMap;

use shakmaty::Color;

use crate::collection::olive::LINE;
use crate::form::pieces::{Pieces, dated};
use keymove_base::reason::Reason;

/// The members of a document: the lines of each, if it has any.
pub type Members = BTreeMap<&'static str, Option<String>>;

/// A new document.
pub fn text(members: &Members) -> String {
    let mut text = "---\n".to_owned();
    text.extend(members.values().flatten().map(String::as_str));
    text
}

/// The members of a problem, with these descriptions of its twins: `b: "Move b4 c3"`.
///
/// # Errors
///
/// A stipulation of this program alone.
pub fn members(
    pieces: &Pieces,
    is_duplex: bool,
    twins: impl Iterator<Item = String>,
) -> Result<Members, Reason> {
    let men = |color| pieces.men(color).join(", ");
    let (white, black) = (men(Color::White), men(Color::Black));
    let authors = pieces.text("c0").unwrap_or_default();
    let authors = authors.split(" & ").map(str::trim);
    let authors = authors.filter(|name| !name.is_empty()).map(quoted);
    let options: Vec<String> = pieces
        .options(is_duplex)
        .iter()
        .map(|text| quoted(text))
        .collect();
    let solutions = pieces.text("Count");
    let solutions = solutions.filter(|count| count.parse::<u64>().is_ok());
    let award = pieces.text("c2");
    let source = pieces.text("c1");
    let title = pieces.text("id");
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
            listed("comments", items(pieces.text("c3"), LINE)),
        ),
        (
            "intended-solutions",
            solutions.map(|count| format!("intended-solutions: {count}\n")),
        ),
        (
            "keywords",
            listed("keywords", items(pieces.text("c4"), ", ")),
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

/// A text of YAML, which every text of JSON is.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
