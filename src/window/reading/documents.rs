//! Groups the problems of a file: a diagram and its twins become one problem.

use super::{ListedProblem, ProblemListing};
use crate::twins::{ProblemPart, is_zero_position, parts};
use keymove_forms::collection::TwinnedDiagram;

impl ProblemListing {
    /// After a problem was added, makes one problem of it and those before it if they are the last of a
    /// diagram and its twins, and the page can make them of these. `twinned`: the diagram that begins
    /// with the problem; `open`: the last diagram, and the number of its first problem.
    pub(super) fn join(
        &mut self,
        twinned: Option<Box<TwinnedDiagram>>,
        open: &mut Option<(usize, Box<TwinnedDiagram>)>,
    ) {
        let count = self.problems.len();
        if let Some(diagram) = twinned {
            *open = Some((count - 1, diagram));
        }
        let Some((first, diagram)) =
            open.take_if(|(first, diagram)| *first + diagram.records == count)
        else {
            return;
        };
        let rows = &self.problems[first..];
        let TwinnedDiagram { line, twins, .. } = *diagram;
        let Ok(made) = parts(&line, &twins, is_zero_position(&twins)) else {
            return;
        };
        let is_same = |(row, part): (&ListedProblem, &ProblemPart)| {
            let made = ListedProblem::of_record(row.line, part.record.as_bytes());
            let is_position = row.fen() == made.fen() && row.stipulation == made.stipulation;
            is_position && row.illegal.is_none() && made.illegal.is_none()
        };
        let has_letter = |(part, twin): (&ProblemPart, &String)| {
            twin.strip_prefix(&part.letter)
                .is_some_and(|text| text.starts_with(')'))
        };
        let mut lettered = made.iter().rev().zip(twins.iter().rev());
        if made.len() != rows.len()
            || !rows.iter().zip(&made).all(is_same)
            || !lettered.all(has_letter)
        {
            return;
        }
        let mut parts = self.problems.split_off(first);
        let document = parts[0].document;
        parts.iter_mut().for_each(|part| part.document = None);
        let mut notes: Vec<String> = parts.iter().flat_map(|row| row.notes.clone()).collect();
        notes.dedup();
        self.problems.push(ListedProblem {
            notes,
            twins,
            document,
            ..ListedProblem::of_record(parts[0].line, &line)
        });
        self.problems[first].parts = parts;
    }

    /// Without the documents of its file.
    pub(super) fn without_documents(&mut self) {
        self.documents.clear();
        for problem in &mut self.problems {
            problem.document = None;
        }
    }
}

impl ListedProblem {
    /// Its position.
    fn fen(&self) -> Option<&str> {
        self.men.as_ref().map(|men| men.fen.as_str())
    }
}
