//! The twins of a document of Olive: the diagram of each, made from the first or the previous one.

use super::facts::brief;
use super::problem::is_nothing;
use super::twin::TwinText;
use crate::collection::diagram::Diagram;
use crate::collection::yaml::YamlDocument;
use crate::composition::write::head::twin_caption;
use crate::composition::{PopeyeError, TwinDescription};
use keymove_base::error::excerpt;
use keymove_records::job::{UNSUPPORTED, stipulation_named};

/// The maximum number of twins of a problem.
const MOST_TWINS: usize = 100;

/// The maximum length of a twin in bytes, since each change takes memory.
const LONGEST_TWIN: usize = 4096;

/// One of the problems of a document.
#[derive(Debug)]
pub(super) struct OliveTwin {
    /// `a`, `b duplex`; empty if there is only one problem.
    pub(super) letter: String,
    /// The text that Popeye writes above its solution, if any.
    pub(super) caption: String,
    /// The line in the document.
    pub(super) line: usize,
    /// The diagram, or the reason why it cannot be read.
    pub(super) diagram: Result<Diagram, String>,
}

/// The node of the twins, unless it is empty.
pub(super) fn twins_of(document: &YamlDocument) -> Option<usize> {
    let node = document.get(0, "twins")?;
    let is_empty = match document.text(node) {
        Some(text) => is_nothing(text),
        None => document.members(node).next().is_none() && document.texts(node).is_empty(),
    };
    (!is_empty).then_some(node)
}

/// The diagrams of the twins.
pub(super) fn twins(document: &YamlDocument, diagram: Diagram, line: usize) -> Vec<OliveTwin> {
    let Some(node) = twins_of(document) else {
        return vec![OliveTwin {
            letter: String::new(),
            caption: String::new(),
            line,
            diagram: Ok(diagram),
        }];
    };
    let named = |(key, value)| {
        let letter = brief(document.text(key)?);
        let text = document.text(value).unwrap_or_default();
        let letter = letter.trim_end_matches([')', '.']).to_owned();
        Some((letter, document.line(key), text))
    };
    let members = document.members(node).take(MOST_TWINS);
    let mut changes: Vec<(String, usize, &str)> = members.filter_map(named).collect();
    changes.sort_by(|a, b| (a.0.len(), &a.0).cmp(&(b.0.len(), &b.0)));
    let mut twins: Vec<OliveTwin> = Vec::new();
    // A twin `a` changes the diagram before it is a problem: a zero position.
    if changes.first().is_none_or(|(letter, ..)| letter != "a") {
        twins.push(OliveTwin {
            letter: "a".to_owned(),
            caption: twin_caption("a", false, &[]),
            line,
            diagram: Ok(diagram.clone()),
        });
    }
    let mut last = Ok(diagram.clone());
    for (letter, line, text) in changes {
        let changed = twin(&diagram, last, text);
        let (continued, texts) = match &changed {
            Ok((_, continued, texts)) => (*continued, &texts[..]),
            Err(_) => (false, &[][..]),
        };
        let caption = twin_caption(&letter, continued, texts);
        last = changed.map(|(diagram, ..)| diagram);
        twins.push(OliveTwin {
            letter,
            caption,
            line,
            diagram: last.clone(),
        });
    }
    twins
}

impl OliveTwin {
    /// Whether its stipulation can be solved.
    pub(super) fn is_solved(&self) -> bool {
        let stipulation = self.diagram.as_ref().map(|d| d.stipulation.as_bytes());
        stipulation.is_ok_and(|stipulation| stipulation_named(stipulation).is_some())
    }

    /// Adds a condition. It is part of the stipulation of every twin, so each is refused because of
    /// it.
    pub(super) fn restrict(&mut self, condition: &str) {
        let condition = brief(condition);
        match &mut self.diagram {
            Ok(diagram) => diagram.stipulation = format!("{} {condition}", diagram.stipulation),
            Err(reason) => *reason = format!("{UNSUPPORTED}condition {condition}"),
        }
    }

    /// The twin for one side, and the twin for the other side.
    pub(super) fn of_both(self) -> [OliveTwin; 2] {
        let turned = |diagram: Diagram| Diagram {
            other_side: !diagram.other_side,
            ..diagram
        };
        let other = OliveTwin {
            letter: format!("{} duplex", self.letter).trim_start().to_owned(),
            caption: String::new(),
            line: self.line,
            diagram: self.diagram.clone().map(turned),
        };
        [self, other]
    }

    /// The caption for a document's solution. Olive does not read a stipulation there; in braces,
    /// after the changes of the board, it is a comment.
    pub(super) fn heading(&self) -> String {
        let stipulation = self.diagram.as_ref().map_or("", |d| &d.stipulation);
        match self.caption.strip_suffix(&format!("{stipulation}  ")) {
            Some(before) if !stipulation.is_empty() => format!("{before}{{{stipulation}}}"),
            _ => self.caption.clone(),
        }
    }
}

/// A twin's diagram, whether it continues from the previous twin, and Popeye's text for each
/// change.
type ChangedDiagram = (Diagram, bool, Vec<String>);

/// The twin made from `diagram`, or from `last`, the previous twin, if it continues from there.
fn twin(
    diagram: &Diagram,
    last: Result<Diagram, String>,
    text: &str,
) -> Result<ChangedDiagram, String> {
    let shown = || excerpt(text.as_bytes());
    if text.len() > LONGEST_TWIN {
        return Err(format!(
            "twin {}: longer than {LONGEST_TWIN} bytes",
            shown()
        ));
    }
    let refused = |error: PopeyeError| format!("twin {}: {error}", shown());
    let goes_on = text.trim_start().to_lowercase().starts_with("cont");
    let base = match &last {
        Ok(last) if goes_on => last,
        _ => diagram,
    };
    let written = TwinText::read(text, &base.board).unwrap_or_else(|| TwinText {
        words: text.to_owned(),
        beginner: None,
    });
    // A twin that is not understood may well be sound.
    let twin = TwinDescription::read(&written.words)
        .map_err(|error| format!("{UNSUPPORTED}{}", refused(error)))?;
    let mut diagram = if twin.continued {
        last?
    } else {
        diagram.clone()
    };
    let mut texts = twin.change(&mut diagram.board).map_err(refused)?;
    if let Some(stipulation) = twin.stipulation() {
        diagram.stipulation = stipulation.text.clone();
        texts.retain(|text| *text != stipulation.text);
        texts.push(stipulation.text.clone());
    }
    diagram.begin_with(written.beginner);
    Ok((diagram, twin.continued, texts))
}
