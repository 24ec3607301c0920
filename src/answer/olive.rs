//! Solutions for Olive's documents: the play in Popeye's layout, which is what Olive and the
//! programs around it read.

use crate::composition::Choices;
use crate::composition::language::Phrases;
use crate::composition::write::solution::SolutionWriter;
use crate::language::Language;
use crate::record::Findings;
use crate::record::duplex::Duplex;
use crate::solve::{Outcome, Verdict};

/// What is told of a tree that was cut.
const KEYS_ONLY: &str = "the play is too large; only its first moves are written";

/// A solution as text.
pub(super) struct OliveSolution {
    /// The text; empty where there is no play.
    pub text: Vec<u8>,
    /// Solutions are missing, since there are more than were listed.
    pub cut: bool,
    /// What is missing otherwise.
    pub warning: Option<&'static str>,
}

/// The play of what was found. A tree that was cut is no play: then first moves stand alone.
pub(super) fn solution(findings: &Findings, duplex: Option<&Duplex>) -> OliveSolution {
    let other = duplex.map(|duplex| &*duplex.findings);
    let sides: Vec<&Findings> = [Some(findings), other].into_iter().flatten().collect();
    let cut = !sides.iter().all(|side| is_listed(side.decisive().1));
    let (text, complete) = written(&sides, true);
    if complete {
        return OliveSolution {
            text,
            cut,
            warning: None,
        };
    }
    OliveSolution {
        text: written(&sides, false).0,
        cut,
        warning: Some(KEYS_ONLY),
    }
}

/// The text with or without the play after first moves, and whether all of that is there.
fn written(sides: &[&Findings], variations: bool) -> (Vec<u8>, bool) {
    let choices = Choices {
        board: false,
        variations,
        ..Choices::default()
    };
    let mut page = SolutionWriter::new(&choices, Phrases::of(Language::English));
    for side in sides {
        let (stipulation, verdict) = side.decisive();
        page.verdict(stipulation, verdict);
    }
    let mut text = page.out;
    if text.trim_ascii().is_empty() {
        text.clear();
    }
    (text, page.complete)
}

/// Whether every solution of help and series play is in the list.
fn is_listed(verdict: &Verdict) -> bool {
    match &verdict.outcome {
        Outcome::Helped(help) => {
            let mut all = help.solutions.iter().chain(&help.set_play);
            all.all(|lines| lines.count == u64::try_from(lines.lines.len()).ok())
        }
        _ => true,
    }
}
