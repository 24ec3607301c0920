//! `--format olv`: problems as Olive's documents with their solutions. The play is in Popeye's layout,
//! which Olive and related programs read.

pub mod document;

use super::pieces::{Pieces, stipulation_of};
use super::{AnsweredRecord, Form, Layout, Refusal, Settings, Unsearched, Written};
use crate::collection::OliveDocument;
use crate::composition::Choices;
use crate::composition::language::Phrases;
use crate::composition::write::solution::SolutionWriter;
use document::{members, text};
use keymove_base::error::printable_bytes;
use keymove_base::language::Language;
use keymove_records::epd::Epd;
use keymove_records::job::Job;
use keymove_records::soundness::Ledger;
use keymove_solve::Verdict;

/// The warning about a tree that was cut.
const KEYS_ONLY: &str = "the play is too large; only its first moves are written";

/// Documents of Olive. A document of the input is not written here: its owner inserts the text of
/// [`SolutionForm`]. A problem of another form of input becomes a new document.
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

    // YAML has other comments than EPD.
    fn passed(&self, _: u64, line: &[u8], _: &Settings) -> Vec<u8> {
        match line.strip_prefix(b"% ") {
            Some(_) => [b"# ", line].concat(),
            None => line.to_vec(),
        }
    }

    fn job(&self, _: u64, epd: &Epd, job: Job, _: &Settings) -> Result<Job, Unsearched> {
        let pieces = Pieces::of(epd.clone(), stipulation_of(&job));
        let stipulation = pieces.and_then(|pieces| pieces.stipulation().map(drop));
        stipulation.map_err(Unsearched::Refused)?;
        Ok(job)
    }

    fn answered(&self, record: &AnsweredRecord<'_>, settings: &Settings) -> Written {
        let solution = SolutionForm.answered(record, settings);
        let stipulation = record.findings().decisive().stipulation;
        let document = Pieces::of(record.epd().clone(), Some(stipulation))
            .and_then(|pieces| members(&pieces, record.is_duplex, std::iter::empty()))
            .map(|members| text(&members))
            .expect("the job was refused otherwise");
        let is_whole = !solution.cut && !solution.text.is_empty();
        let text = match OliveDocument::alone(&document) {
            Ok(document) if is_whole => {
                let play = String::from_utf8_lossy(&solution.text);
                document.solved(play.trim_start_matches('\n'))
            }
            other => other.map(|document| document.as_bytes().to_vec()),
        };
        Written {
            text: text.expect("it was just written"),
            ..solution
        }
    }

    fn unanswered(&self, refusal: &Refusal<'_>, _: &Settings) -> Vec<u8> {
        [b"# ", &printable_bytes(refusal.line)[..]].concat()
    }

    fn tail(&self, _: &Ledger, _: &Settings, complete: bool) -> Option<Vec<u8>> {
        let cut = b"# the run was stopped: documents are missing here";
        (!complete).then(|| cut.to_vec())
    }
}

/// The solution of a document.
pub(super) struct SolutionForm;

impl Form for SolutionForm {
    fn layout(&self) -> Layout {
        OliveForm.layout()
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

    fn unanswered(&self, _: &Refusal<'_>, _: &Settings) -> Vec<u8> {
        Vec::new()
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
