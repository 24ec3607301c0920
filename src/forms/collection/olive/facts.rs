//! The facts in a document apart from its diagram and its play: [`facts`].

use crate::collection::problem::ProblemFacts;
use crate::collection::yaml::YamlDocument;
use keymove_rules::stipulation::intended_solutions;

/// The maximum length of a text, and the maximum number of authors, since a document can refer to
/// one text any number of times.
const LONGEST_TEXT: usize = 1000;
const MOST_AUTHORS: usize = 20;

/// The most lines of comments or keywords, for the same reason.
const MOST_LINES: usize = 100;

/// Separates two comments, or two lines of a comment, in an operation.
pub const LINE: &str = " \u{b6} ";

/// The facts apart from the diagram.
pub(super) fn facts(document: &YamlDocument) -> ProblemFacts {
    let text = |node: Option<usize>| {
        let text = brief(document.text(node?)?);
        (!text.is_empty()).then_some(text)
    };
    let top = |key| document.get(0, key);
    let source = top("source");
    let of_source = |key| text(source.and_then(|node| document.get(node, key)));
    let name = of_source("name").or_else(|| text(source));
    let problemid = of_source("problemid").or_else(|| text(top("source-id")));
    let issue = of_source("issue");
    let date = source
        .and_then(|node| document.get(node, "date"))
        .or_else(|| top("date"));
    let date = date.and_then(|date| {
        let parts = ["day", "month", "year"].map(|part| text(document.get(date, part)));
        joined(parts, "/").or_else(|| text(Some(date)))
    });
    let place = name.map(|name| match issue {
        Some(issue) => format!("{name} {issue}"),
        None => name,
    });
    let authors = top("authors").or_else(|| top("author"));
    let authors = authors.map(|node| {
        let names = document.texts(node).into_iter().take(MOST_AUTHORS);
        names.map(brief).collect::<Vec<_>>().join(" & ")
    });
    let id = match (text(top("title")), &place, problemid) {
        (_, Some(place), Some(problem)) => Some(format!("{place}, {problem}")),
        (Some(title), ..) => Some(title),
        (None, Some(place), None) => Some(place.clone()),
        (None, None, problem) => problem,
    };
    let award = top("award");
    let of_award = |key| award.and_then(|node| document.get(node, key));
    let tourney = of_award("tourney")
        .and_then(|node| text(document.get(node, "name")).or_else(|| text(Some(node))));
    let distinction = text(of_award("distinction").or_else(|| top("distinction")));
    ProblemFacts {
        stipulation: text(top("stipulation")).map(|text| bare(&text).to_owned()),
        id,
        author: authors.filter(|authors| !authors.is_empty()),
        source: joined([place, date], ", "),
        award: joined([distinction, tourney], ", "),
        solutions: top("intended-solutions")
            .and_then(|node| intended_solutions(bare(document.text(node)?))),
        ..ProblemFacts::default()
    }
}

/// Adds the comments and the keywords of a document.
pub(super) fn put_remarks(facts: &mut ProblemFacts, document: &YamlDocument) {
    let joined = |key, between| {
        let texts = document.texts(document.get(0, key)?);
        let lines = texts.into_iter().flat_map(str::lines).map(brief);
        let lines = lines.filter(|line| !line.is_empty()).take(MOST_LINES);
        Some(lines.collect::<Vec<_>>().join(between))
    };
    facts.comment = joined("comments", LINE);
    facts.keywords = joined("keywords", ", ");
}

/// The existing `parts`, joined; `None` if there are none.
fn joined<const N: usize>(parts: [Option<String>; N], between: &str) -> Option<String> {
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(between))
}

/// A text without enclosing quotation marks, which Olive removes as well.
pub(super) fn bare(text: &str) -> &str {
    text.trim().trim_matches(['"', '\'']).trim()
}

/// The beginning of a text, without surrounding blanks.
pub(super) fn brief(text: &str) -> String {
    text.trim().chars().take(LONGEST_TEXT).collect()
}
