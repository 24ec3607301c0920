//! Olive's collections (`.olv`): YAML documents, one for each problem with its twins.
//!
//! The members `algebraic`, `stipulation`, `options`, `conditions`, `twins`, `authors`, `title`,
//! `source`, `award` and `intended-solutions` (as `Count`) are read; all others are ignored.
//! Documents end at YAML's document markers (`---`, `...`), so each is read on its own and a broken
//! one does not affect the others.
//!
//! A problem with fairy pieces or conditions, or with an option that would change the question, is
//! refused; the message names the first of these.

mod facts;
mod letters;
mod options;
mod problem;
mod solution;
mod tree;
mod twin;
mod twins;
mod write;

use super::problem::{CollectedDocument, CollectedProblem, ProblemFacts};
use super::rows::{Rows, TOO_LONG};
use super::yaml::YamlDocument;
use super::{CollectionEntry, EntryReader, LONGEST_RECORD, Reading, Remark};
use keymove_base::reason::Reason;
use problem::OliveProblem;

pub use facts::LINE;
pub use write::OliveDocument;

/// The documents of a file.
pub(super) struct OliveDocuments {
    rows: Rows,
    /// Whether a document is one item.
    documents: bool,
    /// Whether solutions are read as claims.
    claims: bool,
    /// Whether comments and keywords become operations.
    remarks: bool,
    /// The first line of the next document.
    next: Option<(u64, Vec<u8>)>,
    ready: std::vec::IntoIter<CollectedProblem>,
}

impl OliveDocuments {
    pub fn new(rows: Rows, reading: &Reading) -> OliveDocuments {
        OliveDocuments {
            rows,
            documents: reading.documents,
            claims: reading.claims,
            remarks: reading.remarks,
            next: None,
            ready: Vec::new().into_iter(),
        }
    }

    /// The bytes of the next document and the number of its first line. An incomplete document is
    /// not used.
    fn next_document(&mut self) -> Result<Option<(u64, Vec<u8>)>, Remark> {
        let (mut first, mut text) = self.next.take().unwrap_or_default();
        while let Some(row) = self.rows.next_row()? {
            let row = row.to_vec();
            if begins_document(&row) && first > 0 {
                self.next = Some((self.rows.number(), row));
                break;
            }
            if first == 0 {
                first = self.rows.number();
            }
            text.extend_from_slice(&row);
            if text.len() > LONGEST_RECORD {
                return Err(Remark::new(first, TOO_LONG));
            }
        }
        Ok((first > 0).then_some((first, text)))
    }

    /// The problems of a document that begins with line `number`.
    fn problems(&self, number: u64, text: &[u8]) -> Vec<CollectedProblem> {
        let line = |line: usize| number + (line as u64).saturating_sub(1);
        let parsed = match std::str::from_utf8(text) {
            Ok(text) => YamlDocument::read(text),
            Err(_) => Err(((1, 0), "the document is not UTF-8".to_owned())),
        };
        match parsed {
            Ok(None) => Vec::new(),
            Ok(Some(document)) => match OliveProblem::read(&document, self.claims) {
                Ok(problem) if self.remarks => problem.with_remarks(&document).problems(line),
                Ok(problem) => problem.problems(line),
                Err(refused) => {
                    let (at, mut facts, cause) = *refused;
                    if cause.is_unsupported() {
                        facts.others = problem::in_words(&document);
                    }
                    vec![facts.unsolved(cause, line(at.0)).at(column(text, at))]
                }
            },
            Err((at, reason)) => {
                let reason = Reason::new("this YAML cannot be read: {}", [reason]);
                let problem = ProblemFacts::default().unsolved(reason, line(at.0));
                vec![problem.at(column(text, at))]
            }
        }
    }
}

/// Whether a line begins a document: `---`, alone or followed by a blank.
fn begins_document(row: &[u8]) -> bool {
    row.strip_prefix(b"---")
        .is_some_and(|rest| rest.first().is_none_or(|b| b" \t\r\n".contains(b)))
}

/// The column of a [place](YamlDocument::place) in `text`, in bytes from 1.
fn column(text: &[u8], (line, before): (usize, usize)) -> usize {
    let row = text
        .split(|&byte| byte == b'\n')
        .nth(line.saturating_sub(1));
    let row = String::from_utf8_lossy(row.unwrap_or_default());
    row.chars().take(before).map(char::len_utf8).sum::<usize>() + 1
}

impl EntryReader for OliveDocuments {
    fn next_entry(&mut self) -> Result<Option<CollectionEntry>, Remark> {
        loop {
            if let Some(problem) = self.ready.next() {
                return Ok(Some(CollectionEntry::Problem(Box::new(problem))));
            }
            let Some((number, text)) = self.next_document()? else {
                return Ok(None);
            };
            let problems = self.problems(number, &text);
            if self.documents {
                return Ok(Some(CollectionEntry::Document(CollectedDocument {
                    number,
                    document: OliveDocument::new(text),
                    problems,
                })));
            }
            self.ready = problems.into_iter();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::Collection;
    use crate::collection::{InputForm, Reading};

    fn lines(text: &'static str) -> Vec<String> {
        let reading = Reading::default();
        Collection::open(InputForm::Olive, Box::new(text.as_bytes()), 1, &reading)
            .expect("a reader")
            .map(|entry| match entry {
                CollectionEntry::Problem(problem) => format!(
                    "{}: {}",
                    problem.number,
                    String::from_utf8(problem.line().into_owned()).expect("text")
                ),
                other => panic!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn a_document_and_its_twins() {
        let text = "\
---
algebraic:
  white: [Ka1, Qb2]
  black: [Kh8]
stipulation: h#1
authors: [A, B]
source:
  name: S
  problemid: 7
  date: {year: 1999, month: 2}
twins:
  b: Move b2 b3
  c: Continued Move b3 b4
---
algebraic: {white: [Ka1, Gb2], black: [Kh8]}
stipulation: '#2'
";
        assert_eq!(
            lines(text),
            [
                "2: 7k/8/8/8/8/8/1Q6/K7 b - - Stip \"h#1\"; Twin \"a)\"; c0 \"A & B\"; c1 \"S, 2/1999\"; id \"S, 7 a)\";",
                "12: 7k/8/8/8/8/1Q6/8/K7 b - - Stip \"h#1\"; Twin \"b) wQb2-->b3\"; c0 \"A & B\"; c1 \"S, 2/1999\"; id \"S, 7 b)\";",
                "13: 7k/8/8/8/1Q6/8/8/K7 b - - Stip \"h#1\"; Twin \"+c) wQb3-->b4\"; c0 \"A & B\"; c1 \"S, 2/1999\"; id \"S, 7 c)\";",
                "15: # Stip \"#2\"; Men \"Ka1 Gb2 / Kh8\"; Error \"unsupported: fairy men: Gb2\";",
            ]
        );
    }

    #[test]
    fn stipulations_and_twins_say_who_plays() {
        let text = "\
---
algebraic: {white: [Ka1, Qb2], black: [Kh8]}
stipulation: '#2 b) Black'
---
algebraic: {white: [Ka1, Qb2], black: [Kh8]}
stipulation: '\"#2 by Black\"'
---
algebraic: {white: [Ka1, Qb2], black: [Kh8]}
stipulation: 'h#2 2.1.1.1'
twins: {b): Qb2-b3, c: s#2 Black, d: WRb2}
---
algebraic: {white: [Ka1, Kb2], black: [Ka2]}
stipulation: 'Last move?'
";
        assert_eq!(
            lines(text),
            [
                "2: 7k/8/8/8/8/8/1Q6/K7 w - - Stip \"#2\";",
                "2: 7k/8/8/8/8/8/1Q6/K7 b - - HalfDuplex; Stip \"#2\"; id \"duplex\";",
                "5: 7k/8/8/8/8/8/1Q6/K7 b - - HalfDuplex; Stip \"#2\";",
                "8: 7k/8/8/8/8/8/1Q6/K7 b - - Stip \"h#2\"; Twin \"a)\"; id \"a)\";",
                "10: 7k/8/8/8/8/1Q6/8/K7 b - - Stip \"h#2\"; Twin \"b) wQb2-->b3\"; id \"b)\";",
                "10: 7k/8/8/8/8/8/1Q6/K7 b - - HalfDuplex; Stip \"s#2\"; Twin \"c) s#2\"; id \"c)\";",
                "10: 7k/8/8/8/8/8/1R6/K7 b - - Stip \"h#2\"; Twin \"d) wRb2\"; id \"d)\";",
                "12: # Task \"Last move?\"; Error \"unsupported: stipulation Last move?\";",
            ]
        );
    }

    #[test]
    fn what_is_broken_costs_no_other() {
        let text = "\
algebraic: {white: [Ka1], black: [Kh8]}
stipulation: '#1'
---
algebraic: [
---
other: 1
---
---
algebraic: {white: [Ka1], black: [Kc8, Kc8]}
---
algebraic: {white: [Ka1], black: [Kc8]}
options: [Duplex, SetPlay]
stipulation: h#2
---
algebraic: {white: [Ka1], black: [Kc8]}
stipulation: #1
---
algebraic: {white: [Ka1], black: [Kc8]}
stipulation: '#1'
twins: [b, c]
---
algebraic: {white: [Ka1], black: [Kc8]}
stipulation: '#1'
stipulation: '#3'
---
algebraic: {white: [Ka1], black: [Kc8]}
stipulation: '#1'
condition: Circe
---
algebraic: {white: [Ka1], black: [Kc8]}
stipulation: '#1'
twins: null
---
algebraic: {white: [Ka1], black: [Kc8]}
stipulation: '#1'
twins: {}
";
        let lines = lines(text);
        assert_eq!(lines.len(), 12, "{lines:#?}");
        assert!(
            lines[8].contains("stipulation is given twice"),
            "{lines:#?}"
        );
        assert!(lines[9].contains("Task \"#1 Circe\""), "{lines:#?}");
        for line in &lines[10..] {
            assert!(
                line.ends_with(" 2k5/8/8/8/8/8/8/K7 w - - Stip \"#1\";"),
                "{lines:#?}"
            );
        }
        assert!(lines[6].contains("# begins a comment"), "{lines:#?}");
        assert!(lines[7].contains("twins are letters"), "{lines:#?}");
        assert!(lines[0].starts_with("1: 7k/8/8/8/8/8/8/K7 w - - Stip \"#1\";"));
        assert!(lines[1].contains("this YAML cannot be read"), "{lines:#?}");
        assert!(
            lines[2].ends_with("Error \"there is no diagram (algebraic)\";"),
            "{lines:#?}"
        );
        assert!(
            lines[3].ends_with("Error \"two men stand on c8\";"),
            "{lines:#?}"
        );
        assert!(lines[4].contains(" b - - "), "{lines:#?}");
        assert!(
            lines[5].contains(" w - - ") && lines[5].contains("duplex"),
            "{lines:#?}"
        );
    }
}
