//! Problems as Olive's documents. A problem that came from a document goes back into it: the members
//! that are as they were stay byte for byte, and so does what no record has (keywords, comments).

use super::export::ExportedProblem;
use super::question::AskedProblem;
use super::request::RequestFault;
use super::twins::in_popeyes_words;
use super::unsolved::pieces;
use keymove_forms::collection::OliveDocument;
use keymove_forms::form::olive::document::{self, Members, quoted};

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
        return Ok((document::text(&members(problem, question)?), None));
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
    let fresh = document::text(&now);
    // Only members that differ from the listed problem are written. A twin that was listed
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

/// All members that a problem has a say in.
fn members(problem: &ExportedProblem, question: &AskedProblem) -> Result<Members, RequestFault> {
    let twins = question.twins();
    let lettered = problem.parts.iter().rev().zip(twins.iter().rev()).rev();
    // A twin that is as it was keeps its words.
    let words = |twin: &String| match twin.split_once(')') {
        Some((_, words)) if question.listed_twins().contains(twin) => words.trim().to_owned(),
        _ => in_popeyes_words(twin),
    };
    let twins = lettered.map(|(part, twin)| format!("{}: {}", part.letter, quoted(&words(twin))));
    document::members(&pieces(question)?, question.is_duplex(), twins)
        .map_err(|reason| RequestFault::at("stipulation", reason))
}
