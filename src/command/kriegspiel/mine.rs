//! `solver kriegspiel mine`: records of games -> problems with a mate that was certain, each once.

use super::batch::{RecordWork, Sheet};
use crate::exit::Exit;
use crate::kriegspiel::finding::RecordFinding;
use crate::kriegspiel::mine::{ProblemMining, mine};
use crate::kriegspiel::notation::read::Read;
use crate::stop::Stop;

impl RecordWork for ProblemMining {
    fn sheet(&self, file: &str, read: Read, stop: &Stop) -> Sheet {
        let (problems, finding) = mine(&read.game, *self, stop);
        let cut = read.cut.as_ref().map(RecordFinding::from);
        let findings: Vec<_> = finding.into_iter().chain(cut).collect();
        let mut sheet = Sheet {
            exit: match findings.is_empty() {
                true => Exit::Success,
                false => Exit::Malformed,
            },
            once: problems
                .into_iter()
                .map(|problem| (problem.hash, problem.text))
                .collect(),
            ..Sheet::default()
        };
        for finding in &findings {
            sheet.say(file, finding);
        }
        sheet
    }
}
