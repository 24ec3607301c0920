//! The job of a batch run: takes a line and returns its answer.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use memchr::memchr;

use super::collected;
use super::known_answers::KnownAnswers;
use super::lines::{InputLine, Item, LineContent, LineRest};
use super::resume::digest;
use super::watch::{Watch, WorkerProgress};
use crate::answer::{Answer, Question, RecordOutcome, Settings, refused};
use keymove_base::error::{Location, printable};
use keymove_base::pool::PoolJob;
use keymove_base::pool::panics::Panic;
use keymove_base::pool::queue::Weigh;
use keymove_base::stop::Stop;
use keymove_forms::form::Form;
use keymove_records::cause::Cause;
use keymove_solve::{Endings, Tables};

/// Answers lines with [`fn@crate::answer::answer`].
pub struct Answerer {
    /// How records are read and written.
    pub settings: Settings,
    /// Memory for the tables of each worker, in megabytes of 2^20 bytes.
    pub memory: usize,
    /// The number of threads per record.
    pub threads: usize,
    /// Tables of bare endings, shared by all workers.
    pub endings: Endings,
    /// The flag that ends running jobs.
    pub stop: Stop,
    /// Where the workers publish what they are doing.
    pub watch: Arc<Watch>,
    /// The first line whose record gets a heading with its place in text, if it has no `id`.
    pub headings_from: u64,
    /// Whether faults of a record are only reported in the text: on a terminal they would otherwise
    /// appear twice.
    pub errors_in_text: bool,
    /// Results that are known already.
    pub known: KnownAnswers,
}

/// The state that a worker keeps from line to line.
#[derive(Debug)]
pub struct WorkerState {
    tables: Tables,
    worker: Arc<WorkerProgress>,
}

/// The answer to a line, for the outputs of a run.
#[derive(Debug, Default)]
pub struct LineAnswer {
    /// The answer, without its text and messages.
    pub answer: Answer,
    /// The output, without its last line feed: one line, or several in text. `None` for an
    /// unreadable file, in text for a blank line, and possibly in JSON and tables for a line that
    /// is not a job.
    pub text: Option<Vec<u8>>,
    /// Whether the line continues in the next answer.
    pub has_more: bool,
    /// The hash by which a resumed run recognises the item of input, see [`digest`].
    pub digest: Option<[u8; 32]>,
    /// The messages for stderr.
    pub messages: Vec<String>,
    /// The length of the input line in bytes, including its line feed.
    pub read: u64,
    /// The file and line number.
    pub place: Option<(Arc<str>, u64)>,
    /// The time it took.
    pub elapsed: Duration,
}

impl Weigh for LineAnswer {
    fn bytes(&self) -> usize {
        self.text.as_ref().map_or(0, Vec::len)
            + self.answer.drawing.as_ref().map_or(0, |d| d.svg.len())
            + self.answer.certificates.iter().map(Vec::len).sum::<usize>()
            + self.messages.iter().map(String::len).sum::<usize>()
    }
}

impl PoolJob for Answerer {
    type Input = Item;
    type Output = LineAnswer;
    type State = WorkerState;

    fn state(&self) -> WorkerState {
        let mut tables = Tables::sharing(self.memory, &self.endings);
        tables.set_threads(self.threads);
        WorkerState {
            tables,
            worker: self.watch.add_worker(&self.stop),
        }
    }

    fn run(&self, place: &mut WorkerState, item: &Item) -> LineAnswer {
        let line = match item {
            Item::Line(line) => line,
            other => return self.marked(LineAnswer::other(other, self.settings.format.form())),
        };
        let form = self.settings.format.form();
        let stop = place.worker.begin(line.number);
        let tables = &mut place.tables;
        let mut solve = |question: Question<'_>, settings: &Settings| {
            self.known.answer(question, settings, tables, stop)
        };
        let answer = match (&line.content, line.cause()) {
            (LineContent::Problem(problem), _) => {
                collected::problem(problem, &self.settings, &mut solve)
            }
            (LineContent::Document(document), _) => {
                collected::document(document, &self.settings, &mut solve)
            }
            (_, Some(cause)) => refused((line.number, 1), &line.bytes(), cause, &self.settings),
            (_, None) if !line.is_job() => {
                Answer::passed(form.passed(line.number, &line.bytes(), &self.settings))
            }
            (_, None) => solve(Question::read(line.number, &line.bytes()), &self.settings),
        };
        let elapsed = place.worker.end();
        // If it were written, all later output lines would be shifted against the input.
        assert!(
            form.layout().for_readers
                || form.layout().has_documents
                || memchr(b'\n', &answer.text).is_none(),
            "the answer has a line feed"
        );
        self.marked(LineAnswer {
            elapsed,
            digest: digest(item),
            ..self.done(line, answer)
        })
    }

    fn failed(&self, item: &Item, panic: &Panic) -> LineAnswer {
        let line = match item {
            Item::Line(line) => line,
            other => return self.marked(LineAnswer::other(other, self.settings.format.form())),
        };
        let cause = Cause::Internal(panic.clone());
        let answer = match &line.content {
            LineContent::Document(document) => collected::unsolved(document, cause, &self.settings),
            _ => refused((line.number, 1), &line.bytes(), cause, &self.settings),
        };
        self.marked(LineAnswer {
            digest: digest(item),
            ..self.done(line, answer)
        })
    }
}

impl Answerer {
    /// Marks an answer that came after a stop. If a search ends early because of it, the findings
    /// do not always show that; and the program before a pipe, which the same signal ends, may have
    /// left its last line incomplete.
    fn marked(&self, mut done: LineAnswer) -> LineAnswer {
        done.answer.stopped |= self.stop.is_raised();
        done
    }

    fn done(&self, line: &InputLine, mut answer: Answer) -> LineAnswer {
        let form = self.settings.format.form();
        if answer.untitled && line.number >= self.headings_from && !answer.text.is_empty() {
            answer.text = [heading(line).as_bytes(), &answer.text].concat();
        }
        // Its text has the cause already; the place of a failure is in the message alone.
        if self.errors_in_text && answer.outcome != RecordOutcome::Internal {
            answer.cause = None;
        }
        LineAnswer::new(line, answer, form)
    }
}

/// File and line, with terminal control characters replaced.
fn place(line: &InputLine) -> String {
    format!("{}:{}", printable(&line.file), line.number)
}

/// The place of a record as a heading, in the way text writes an `id`.
fn heading(line: &InputLine) -> String {
    let place = place(line);
    format!("{place}\n{}\n\n", "=".repeat(place.chars().count()))
}

impl LineAnswer {
    fn new(line: &InputLine, mut answer: Answer, form: &dyn Form) -> LineAnswer {
        let message = |(column, text): (usize, String)| {
            let place = Location {
                file: line.file.to_string(),
                line: line.message_line(),
                column,
            };
            format!("{place}: {text}")
        };
        let is_passed_on = line.is_cut() && form.layout().keeps_lines;
        let mut text = mem::take(&mut answer.text);
        if form.layout().ends_lines && text.ends_with(b"\n") {
            text.pop();
        }
        LineAnswer {
            messages: answer.messages().map(message).collect(),
            has_more: is_passed_on,
            text: if is_passed_on {
                Some(line.bytes().into_owned())
            } else if form.layout().names_places && !text.is_empty() {
                Some([place(line).as_bytes(), b": ", &text].concat())
            } else {
                // A line that is not a job may have no object, and has no row.
                (form.layout().keeps_lines || !text.is_empty()).then_some(text)
            },
            read: line.read,
            place: Some((Arc::clone(&line.file), line.number)),
            answer,
            ..LineAnswer::default()
        }
    }

    /// The answer to an item that is not a line.
    fn other(item: &Item, form: &dyn Form) -> LineAnswer {
        let (message, outcome) = match item {
            Item::Line(line) => unreachable!("line {} is answered", line.number),
            Item::Rest(rest) => return LineAnswer::rest(rest, form),
            Item::Unreadable(message) => (message, RecordOutcome::Unreadable),
            Item::Note(message) => (message, RecordOutcome::Remark),
        };
        LineAnswer {
            messages: vec![message.to_string()],
            digest: digest(item),
            ..LineAnswer::empty(outcome)
        }
    }

    /// The output for a further piece of a line whose beginning has been answered.
    fn rest(rest: &LineRest, form: &dyn Form) -> LineAnswer {
        let text = match &rest.ending {
            Some(ending) if form.layout().keeps_lines && !form.layout().has_documents => {
                Some([rest.own(), &ending.text].concat())
            }
            _ => form.layout().keeps_lines.then(|| rest.bytes.clone()),
        };
        LineAnswer {
            text,
            has_more: rest.ending.is_none(),
            read: rest.read,
            ..LineAnswer::empty(RecordOutcome::Remark)
        }
    }

    /// An answer without output or messages.
    pub fn empty(outcome: RecordOutcome) -> LineAnswer {
        let answer = Answer {
            outcome,
            ..Answer::default()
        };
        LineAnswer {
            answer,
            ..LineAnswer::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::unreadable;
    use super::*;
    use crate::answer::{Format, answer};
    use keymove_base::error::Warning;

    fn job() -> Answerer {
        Answerer {
            settings: Settings::default(),
            memory: 1,
            threads: 1,
            endings: Endings::new(1),
            stop: Stop::new(),
            watch: Arc::default(),
            headings_from: u64::MAX,
            errors_in_text: false,
            known: KnownAnswers::default(),
        }
    }

    fn line() -> InputLine {
        let bytes = b"4k3/8/8/8/8/8/8/4K3 w - - id \"x\";".to_vec();
        InputLine::plain("suite.epd".into(), 7, bytes)
    }

    #[test]
    fn no_line_of_input_is_an_internal_error() {
        for line in [
            "internal: x",
            "internal: x w - - 0 1",
            "8/8/8/8/8/8/8/8 w - - Error \"internal: x\";",
            "4k3/8/8/8/8/8/8/4K3 w - - Stip \"internal: #2\";",
        ] {
            let (settings, mut tables) = (Settings::default(), Tables::new(1));
            let answer = answer(line.as_bytes(), &settings, &mut tables, &Stop::new());
            assert_eq!(answer.outcome, RecordOutcome::Malformed, "{line}");
        }
    }

    #[test]
    fn a_message_names_file_line_and_column() {
        let answer = Answer {
            outcome: RecordOutcome::Malformed,
            untitled: true,
            cause: Some((12, "no white king".into())),
            warnings: vec![Warning::new(3, "odd")],
            ..Answer::default()
        };
        let done = LineAnswer::new(&line(), answer, Format::Epd.form());
        assert_eq!(
            done.messages,
            [
                "suite.epd:7:3: warning: odd",
                "suite.epd:7:12: no white king"
            ]
        );
    }

    #[test]
    fn a_panic_is_in_the_record_but_its_place_only_in_the_message() {
        let panic = Panic {
            message: "oops".to_owned(),
            place: Some("src/x.rs:1:2".to_owned()),
        };
        let done = job().failed(&Item::Line(line()), &panic);
        let text = String::from_utf8(done.text.unwrap()).unwrap();
        assert!(text.ends_with("Error \"internal: oops\";"), "{text}");
        assert_eq!(
            done.messages,
            ["suite.epd:7:1: internal: oops (at src/x.rs:1:2)"]
        );
        assert_eq!(done.answer.outcome, RecordOutcome::Internal);
    }

    #[test]
    fn a_panic_is_in_the_form_of_the_output() {
        let job = Answerer {
            settings: Settings {
                format: Format::Json,
                ..Settings::default()
            },
            ..job()
        };
        let panic = Panic {
            message: "oops".to_owned(),
            place: None,
        };
        let done = job.failed(&Item::Line(line()), &panic);
        let object: serde_json::Value = serde_json::from_slice(&done.text.unwrap()).unwrap();
        assert_eq!(object["error"], "internal: oops");
    }

    #[test]
    fn a_file_that_cannot_be_read_has_no_line_of_output() {
        let item = unreadable("x".into(), 0, &std::io::Error::other("gone"));
        let done = job().run(&mut job().state(), &item);
        assert_eq!(
            (done.text, done.answer.outcome),
            (None, RecordOutcome::Unreadable)
        );
        assert_eq!(done.messages, ["x: cannot be read: gone"]);
    }
}
