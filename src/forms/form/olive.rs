//! `--format olv`: solutions for Olive's documents. The play is in Popeye's layout, which Olive and
//! related programs read.

use super::{AnsweredRecord, Form, Layout, Refusal, Settings, Written};
use crate::composition::Choices;
use crate::composition::language::Phrases;
use crate::composition::write::solution::SolutionWriter;
use keymove_base::language::Language;
use keymove_records::soundness::Ledger;
use keymove_solve::Verdict;

/// The warning about a tree that was cut.
const KEYS_ONLY: &str = "the play is too large; only its first moves are written";

/// Documents of Olive.
pub(super) struct OliveForm;

impl Form for OliveForm {
    fn layout(&self) -> Layout {
        Layout {
            keeps_lines: true,
            ends_lines: true,
            has_documents: true,
            ..Layout::default()
        }
    }

    fn passed(&self, _: u64, line: &[u8], _: &Settings) -> Vec<u8> {
        line.to_vec()
    }

    // A tree that was cut is not complete play, so only the first moves are written.
    fn answered(&self, record: &AnsweredRecord<'_>, _: &Settings) -> Written {
        let sides: Vec<&Verdict> = record
            .sides
            .iter()
            .map(|side| side.findings.decisive())
            .collect();
        let cut = !sides.iter().all(|side| side.is_listed());
        let (text, complete) = written(&sides, true);
        if complete {
            return Written {
                text,
                cut,
                ..Written::default()
            };
        }
        Written {
            text: written(&sides, false).0,
            cut,
            warning: Some(KEYS_ONLY),
        }
    }

    fn unanswered(&self, refusal: &Refusal<'_>, _: &Settings) -> Vec<u8> {
        refusal.line.to_vec()
    }

    fn tail(&self, _: &Ledger, _: &Settings, complete: bool) -> Option<Vec<u8>> {
        let cut = b"# the run was stopped: documents are missing here";
        (!complete).then(|| cut.to_vec())
    }
}

/// The text with or without the play after the first moves, and whether the play is complete. Where
/// there is no solution there is no text: neither tries nor moves that a reflex rule forces are one.
fn written(sides: &[&Verdict], variations: bool) -> (Vec<u8>, bool) {
    let choices = Choices {
        board: false,
        variations,
        ..Choices::default()
    };
    let mut page = SolutionWriter::new(&choices, Phrases::of(Language::English));
    for verdict in sides
        .iter()
        .filter(|verdict| verdict.bounds.reached.is_some())
    {
        page.verdict(verdict.stipulation, verdict);
    }
    let mut text = page.out;
    if text.trim_ascii().is_empty() {
        text.clear();
    }
    (text, page.complete)
}
