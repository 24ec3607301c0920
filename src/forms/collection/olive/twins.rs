//! The twins of a document of Olive: the diagram of each, made from the first or the previous one.

use std::borrow::Cow;

use shakmaty::Color;

use super::facts::brief;
use super::twin::TwinText;
use crate::collection::diagram::Diagram;
use crate::collection::rows::one_line;
use crate::collection::yaml::YamlDocument;
use crate::composition::TwinDescription;
use crate::composition::write::head::twin_caption;
use keymove_base::error::excerpt;
use keymove_base::reason::Reason;
use keymove_records::cause::Cause;
use keymove_records::job::stipulation_named;
use keymove_solve::{Length, Stipulation};

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
    /// The diagram, or the cause why it cannot be read.
    pub(super) diagram: Result<Diagram, Cause>,
}

/// A twin as a document describes it.
#[derive(Debug)]
pub(super) struct DescribedTwin<'a> {
    letter: String,
    line: usize,
    text: Cow<'a, str>,
}

impl DescribedTwin<'_> {
    /// Its text after its letter: `b) Move b4 c3`.
    pub(super) fn lettered(&self) -> String {
        one_line(&format!("{}) {}", self.letter, self.text))
    }

    /// Whether it turns the board by a right angle.
    pub(super) fn rotates(&self) -> bool {
        let text = self.text.to_lowercase();
        ["rotate 90", "rotate 270"]
            .iter()
            .any(|part| text.contains(part))
    }
}

/// The twins of a document in their order: letters, each with its changes, in one mapping or in
/// several.
///
/// # Errors
///
/// The node of something else, and a message.
pub(super) fn described(
    document: &YamlDocument,
) -> Result<Vec<DescribedTwin<'_>>, (usize, String)> {
    let mut twins: Vec<DescribedTwin<'_>> = Vec::new();
    for node in ["twins", "twin"]
        .into_iter()
        .filter_map(|name| document.get(0, name))
    {
        let alone = [node];
        let mappings = match document.items(node) {
            [] if document.is_empty(node) => &[][..],
            [] => &alone,
            items => items,
        };
        for &mapping in mappings {
            let refused = |reason: String| (mapping, reason);
            if !document.is_mapping(mapping) {
                let reason = "twins are letters, each with what it changes";
                return Err(refused(reason.to_owned()));
            }
            for (key, value) in document.members(mapping) {
                let letter = document.text(key).map(brief);
                let letter = letter.ok_or_else(|| refused("a twin has no letter".to_owned()))?;
                let letter = letter.trim_end_matches([')', '.']).to_owned();
                let shown = excerpt(letter.as_bytes());
                if twins.len() == MOST_TWINS {
                    return Err(refused(format!("more than {MOST_TWINS} twins")));
                }
                if twins.iter().any(|twin| twin.letter == letter) {
                    return Err(refused(format!("twin {shown} is given twice")));
                }
                let text = document.list(value).map(|mut texts| match texts.len() {
                    1 => texts.remove(0),
                    _ => Cow::Owned(texts.join(" ")),
                });
                let text = text.ok_or_else(|| refused(format!("twin {shown} is not a text")))?;
                twins.push(DescribedTwin {
                    letter,
                    line: document.place(key).0,
                    text,
                });
            }
        }
    }
    twins.sort_by(|a, b| (a.letter.len(), &a.letter).cmp(&(b.letter.len(), &b.letter)));
    Ok(twins)
}

/// The diagrams of the twins.
pub(super) fn twins(
    described: Vec<DescribedTwin<'_>>,
    diagram: Diagram,
    line: usize,
) -> Vec<OliveTwin> {
    if described.is_empty() {
        return vec![OliveTwin {
            letter: String::new(),
            caption: String::new(),
            line,
            diagram: Ok(diagram),
        }];
    }
    let mut twins: Vec<OliveTwin> = Vec::new();
    // A twin `a` changes the diagram before it is a problem: a zero position.
    if described[0].letter != "a" {
        twins.push(OliveTwin {
            letter: "a".to_owned(),
            caption: twin_caption("a", false, &[]),
            line,
            diagram: Ok(diagram.clone()),
        });
    }
    let mut last = Ok(diagram.clone());
    for DescribedTwin { letter, line, text } in described {
        let changed = twin(&diagram, last, &text);
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

    /// Adds a condition, or an option that this program does not have. It is part of the stipulation of every twin, so each is refused because of
    /// it.
    pub(super) fn restrict(&mut self, condition: &str, reason: &Reason) {
        let restricted = |diagram: &Diagram| format!("{} {condition}", diagram.stipulation);
        let is_read = |text: &String| stipulation_named(text.as_bytes()).is_some();
        match &mut self.diagram {
            Ok(diagram) if !is_read(&restricted(diagram)) => {
                diagram.stipulation = restricted(diagram);
            }
            unsolved => *unsolved = Err(Cause::Unsupported(reason.clone())),
        }
    }

    /// In help play, leaves out the first move of Black.
    pub(super) fn begin_with_white(&mut self) {
        let caption = self.heading();
        let Ok(diagram) = &mut self.diagram else {
            return;
        };
        let asked = stipulation_named(diagram.stipulation.as_bytes());
        if let Some(mut asked) = asked.filter(|asked| asked.kind.is_help()) {
            let half_moves = asked.length.half_moves() - 1;
            if half_moves == 0 {
                self.diagram = Err("WhiteToPlay leaves no move".into());
                return;
            }
            asked.length = Length::of_half_moves(half_moves);
            diagram.stipulation = asked.to_string();
            self.caption = caption;
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

/// Makes `beginner` begin, if it is named.
///
/// # Errors
///
/// In help play, the other side begins: some write so what Popeye calls `WhiteToPlay`, others what
/// it calls `HalfDuplex`.
pub(super) fn begin(diagram: &mut Diagram, beginner: Option<Color>) -> Result<(), Cause> {
    let asked = stipulation_named(diagram.stipulation.as_bytes());
    let is_ambiguous = |asked: &Stipulation| asked.kind.is_help() || asked.beginner().is_black();
    let Some(asked) = asked.filter(is_ambiguous) else {
        diagram.begin_with(beginner);
        return Ok(());
    };
    match beginner {
        Some(side) if side != diagram.turn() => Err(format!(
            "{} begins in {asked}: either the first move is left out (option WhiteToPlay, half a \
             move less), or the sides are exchanged (option HalfDuplex)",
            if side.is_white() { "White" } else { "Black" },
        )
        .into()),
        _ => Ok(()),
    }
}

/// A twin's diagram, whether it continues from the previous twin, and Popeye's text for each
/// change.
type ChangedDiagram = (Diagram, bool, Vec<String>);

/// The twin made from `diagram`, or from `last`, the previous twin, if it continues from there.
fn twin(
    diagram: &Diagram,
    last: Result<Diagram, Cause>,
    text: &str,
) -> Result<ChangedDiagram, Cause> {
    let of_twin =
        |reason: Reason| Reason::new("twin {}: {}", [excerpt(text.as_bytes()).into(), reason]);
    if text.len() > LONGEST_TWIN {
        let reason = format!("longer than {LONGEST_TWIN} bytes");
        return Err(of_twin(reason.into()).into());
    }
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
        .map_err(|error| Cause::Unsupported(of_twin(error.reason())))?;
    let mut diagram = if twin.continued {
        last?
    } else {
        diagram.clone()
    };
    let changed = twin.change(&mut diagram.board);
    let mut texts = changed.map_err(|error| of_twin(error.reason()))?;
    if let Some(stipulation) = twin.stipulation() {
        diagram.stipulation = stipulation.text.clone();
        texts.retain(|text| *text != stipulation.text);
        texts.push(stipulation.text.clone());
    }
    begin(&mut diagram, written.beginner)?;
    Ok((diagram, twin.continued, texts))
}
