//! Groups the problems of a file: a diagram and its twins become one problem, and every problem from
//! an Olive document knows that document.

use super::{ListedProblem, ProblemListing, lossy};
use crate::twins::{ProblemPart, is_zero_position, parts};
use keymove_forms::collection::{TwinnedDiagram, remark};
use keymove_forms::form::olive::document::LINE;
use keymove_run::batch::lines::Item;

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
        let parts = self.problems.split_off(first);
        let mut notes: Vec<String> = parts.iter().flat_map(|row| row.notes.clone()).collect();
        notes.dedup();
        self.problems.push(ListedProblem {
            notes,
            twins,
            ..ListedProblem::of_record(parts[0].line, &line)
        });
        self.problems[first].parts = parts;
    }

    /// With the documents of its file, each problem with the number of its own, and with the comments and
    /// the keywords in that, which no other reader asks for.
    pub(super) fn with_documents(&mut self, items: impl Iterator<Item = Item>) {
        let mut problems = self.problems.iter_mut().peekable();
        let mut before = None;
        let mut said = Vec::new();
        for item in items {
            let Item::Line(line) = item else { continue };
            let Some(document) = line
                .record
                .as_ref()
                .and_then(|record| record.document.as_ref())
            else {
                continue;
            };
            while let Some(problem) = problems.next_if(|problem| problem.line < line.number) {
                problem.document = before;
            }
            before = Some(self.documents.len());
            self.documents.push(lossy(document.as_bytes()));
            said.push(vec![
                ("c3", document.texts("comments").join(LINE)),
                ("c4", document.texts("keywords").join(", ")),
            ]);
        }
        problems.for_each(|problem| problem.document = before);
        for problem in self
            .problems
            .iter_mut()
            .filter(|problem| problem.men.is_some())
        {
            let said = problem.document.map_or(&[][..], |document| &said[document]);
            let parts = problem.parts.iter_mut().map(|part| &mut part.record);
            for record in parts.chain([&mut problem.record]) {
                for (opcode, text) in said.iter().filter(|(_, text)| !text.is_empty()) {
                    record.push_str(&remark(opcode, text));
                }
            }
        }
    }
}

impl ListedProblem {
    /// Its position.
    fn fen(&self) -> Option<&str> {
        self.men.as_ref().map(|men| men.fen.as_str())
    }
}
