//! Problems as a file for the browser to save: solved, in a form of the program
//! ([`keymove_run::batch::answering::Answerer`] writes it, as for `solver FILE`), or as they are ([`unsolved`]).

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::desk::Desk;
use super::question::AskedProblem;
use super::request::RequestFault;
use super::task::{JobTask, Workbench};
use super::twins::ProblemPart;
use super::{documents, unsolved};
use keymove_base::language::Language;
use keymove_forms::collection::Reading;
use keymove_forms::form::{Format, PlayShown, Settings};
use keymove_forms::report::Style;
use keymove_forms::report::svg::{Look, draw};
use keymove_records::epd::Epd;
use keymove_records::job::Job;
use keymove_records::proof::write;
use keymove_records::record::Findings;
use keymove_records::soundness::Ledger;
use keymove_run::answer::find;
use keymove_run::batch::answering::LineAnswer;
use keymove_run::batch::lines::{InputLine, InputLines, Item};
use keymove_solve::{LimitKind, Verdict, Wanted};

/// The most bytes of a file.
const LARGEST: usize = 64 << 20;

/// The most messages about a file.
const MESSAGES: usize = 1000;

/// The most nodes of a certificate: what `--proof-limit` is where nothing is said.
const CERTIFICATE: usize = 100_000;

/// A file that is wanted.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    /// The problems, each as it would be solved.
    problems: Vec<AskedProblem>,
    form: ExportForm,
    #[serde(default)]
    language: Language,
    /// Whether Olive's documents have the solution, and a picture the keys.
    #[serde(default)]
    solution: bool,
    #[serde(default)]
    look: Look,
}

/// The content of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
enum ExportForm {
    /// The answers, or the problems, in a form of the program.
    Form(Format),
    Certificate,
    /// The records of the problems, which are not solved.
    Diagrams,
    Svg,
}

impl TryFrom<String> for ExportForm {
    type Error = String;

    fn try_from(name: String) -> Result<ExportForm, String> {
        let mut forms = Format::NAMES.into_iter();
        Ok(match &name[..] {
            "certificate" => ExportForm::Certificate,
            "diagrams" => ExportForm::Diagrams,
            "svg" => ExportForm::Svg,
            "olive" => ExportForm::Form(Format::Olive),
            name => match forms.find(|&(known, _)| known == name) {
                Some((_, format)) => ExportForm::Form(format),
                None => return Err(format!("{name} is not a form of files")),
            },
        })
    }
}

impl ExportForm {
    /// The name of a file, and its media type.
    fn file(self) -> (String, &'static str) {
        let (name, format) = match self {
            ExportForm::Certificate => return ("proofs.txt".to_owned(), "text/plain"),
            ExportForm::Svg => return ("problem.svg".to_owned(), "image/svg+xml"),
            ExportForm::Diagrams => ("problems", Format::Epd),
            ExportForm::Form(format) => match format {
                Format::Epd | Format::Json | Format::Tsv => ("answers", format),
                Format::Text | Format::Html | Format::Latex => ("solutions", format),
                _ => ("problems", format),
            },
        };
        let row = format.row().expect("every form with a name has a row");
        let ending = row.endings.first().unwrap_or(&"txt");
        (format!("{name}.{ending}"), row.media)
    }
}

impl ExportRequest {
    /// The task of writing the file. A problem that cannot be written is left out.
    ///
    /// # Errors
    ///
    /// The request is wrong, or no problem can be written; then the fault is that of the first one.
    pub fn task(self) -> Result<Box<dyn JobTask>, RequestFault> {
        if self.form == ExportForm::Svg && self.problems.len() != 1 {
            return Err(RequestFault::at("problems", "a picture is of one problem"));
        }
        let questions = self.problems.into_iter().enumerate();
        let problems = questions.map(|(index, question)| {
            ExportedProblem::of(index, question, self.form).map_err(|fault| (index, fault))
        });
        let (problems, left_out) = written(problems, Vec::new())?;
        Ok(Box::new(Export {
            form: self.form,
            solution: self.solution,
            look: self.look,
            style: Style {
                language: self.language,
                ..Style::default()
            },
            problems,
            left_out,
        }))
    }
}

/// A problem that is left out: its number in the request, counted from 0, and the reason.
type LeftOut = (usize, RequestFault);

/// The problems that could be written; the others are added to `left_out`.
///
/// # Errors
///
/// All is left out.
fn written<T>(
    problems: impl Iterator<Item = Result<T, LeftOut>>,
    mut left_out: Vec<LeftOut>,
) -> Result<(Vec<T>, Vec<LeftOut>), RequestFault> {
    let mut written = Vec::new();
    for problem in problems {
        match problem {
            Ok(problem) => written.push(problem),
            Err((index, fault)) => {
                left_out.push((index, fault.within(&format!("problems[{index}]"))))
            }
        }
    }
    match left_out.first() {
        Some((_, fault)) if written.is_empty() => Err(fault.clone()),
        _ => Ok((written, left_out)),
    }
}

/// A problem of a file.
pub struct ExportedProblem {
    /// Its number in the request, counted from 0.
    pub index: usize,
    /// As it was asked.
    pub question: AskedProblem,
    /// The problem and its twins; nothing where a document is written as it stands.
    pub parts: Vec<ProblemPart>,
    /// The settings for solving it.
    settings: Settings,
}

impl ExportedProblem {
    fn of(
        index: usize,
        question: AskedProblem,
        form: ExportForm,
    ) -> Result<ExportedProblem, RequestFault> {
        let is_document = form == ExportForm::Form(Format::Olive) && question.is_document();
        Ok(ExportedProblem {
            index,
            settings: question.settings()?,
            parts: match is_document {
                true => Vec::new(),
                false => question.parts()?,
            },
            question,
        })
    }
}

/// Writes a file.
struct Export {
    form: ExportForm,
    solution: bool,
    look: Look,
    style: Style,
    problems: Vec<ExportedProblem>,
    left_out: Vec<LeftOut>,
}

/// A file that is there.
#[derive(Serialize)]
struct Exported {
    job: u64,
    /// Whether something is missing because the job was stopped.
    stopped: bool,
    name: String,
    #[serde(rename = "type")]
    media: &'static str,
    text: String,
    messages: Vec<String>,
    /// Each problem that could not be written: its number, and what is told of it.
    left_out: Vec<Value>,
}

impl JobTask for Export {
    fn parts(&self) -> usize {
        self.problems
            .iter()
            .map(|problem| problem.parts.len())
            .sum()
    }

    fn run(&self, bench: &mut Workbench<'_>) -> Result<String, RequestFault> {
        let mut file = ExportedText {
            left_out: self.left_out.clone(),
            ..ExportedText::default()
        };
        match self.form {
            ExportForm::Certificate => self.solved(Format::Epd, bench, &mut file)?,
            ExportForm::Form(Format::Olive) => self.documents(bench, &mut file)?,
            ExportForm::Form(Format::Popeye) => {
                let problems = self.each(&mut file, unsolved::popeye)?;
                let problems: Vec<String> = problems.into_iter().map(|(_, text)| text).collect();
                file.add(unsolved::popeyes_input(&problems).as_bytes())?;
            }
            ExportForm::Diagrams => {
                for part in self.problems.iter().flat_map(|problem| &problem.parts) {
                    file.line(part.record.as_bytes())?;
                }
            }
            ExportForm::Form(Format::Pgn) => {
                for (_, games) in self.each(&mut file, unsolved::games)? {
                    file.add(games.as_bytes())?;
                }
            }
            ExportForm::Svg => file.add(self.picture(bench)?.as_bytes())?,
            ExportForm::Form(format) => self.solved(format, bench, &mut file)?,
        }
        let (name, media) = self.form.file();
        file.left_out.sort_by_key(|&(index, _)| index);
        let left_out = file.left_out.iter().map(|(index, fault)| {
            let mut told = fault.to_json();
            told["problem"] = (*index).into();
            told
        });
        Ok(serde_json::to_string(&Exported {
            job: bench.notes.job,
            stopped: file.stopped,
            name,
            media,
            text: String::from_utf8_lossy(&file.text).into_owned(),
            messages: file.messages,
            left_out: left_out.collect(),
        })?)
    }
}

/// A file that is being written.
#[derive(Default)]
struct ExportedText {
    text: Vec<u8>,
    messages: Vec<String>,
    stopped: bool,
    ledger: Ledger,
    left_out: Vec<LeftOut>,
}

impl ExportedText {
    fn add(&mut self, text: &[u8]) -> Result<(), RequestFault> {
        if self.text.len() + text.len() > LARGEST {
            let message = format!("the file has more than {LARGEST} bytes");
            return Err(RequestFault::at("problems", message));
        }
        self.text.extend_from_slice(text);
        Ok(())
    }

    fn line(&mut self, line: &[u8]) -> Result<(), RequestFault> {
        self.add(line)?;
        self.add(b"\n")
    }

    /// Notes what is to be told of the answer to a problem; gives its text and its certificates.
    fn take(
        &mut self,
        problem: &ExportedProblem,
        answer: LineAnswer,
    ) -> (Option<Vec<u8>>, Vec<Vec<u8>>) {
        let limit = answer.answer.measure.and_then(|measure| measure.limit);
        self.stopped |= limit == Some(LimitKind::Stopped);
        let room = MESSAGES.saturating_sub(self.messages.len());
        let own = &answer.answer;
        let warnings = own.warnings.iter().map(|warning| warning.text.clone());
        let texts = warnings.chain(own.cause.iter().map(|(_, cause)| cause.message()));
        // Nobody has the line of the file that is written before them.
        let messages = match answer.place {
            Some(_) => texts
                .map(|text| format!("problem {}: {text}", problem.index + 1))
                .collect(),
            None => answer.messages,
        };
        self.messages.extend(messages.into_iter().take(room));
        if let Some(soundness) = &answer.answer.soundness {
            self.ledger.count(soundness);
        }
        (answer.text, answer.answer.certificates)
    }
}

impl Export {
    /// Each problem in the words of another program; a problem that has no place there is left out.
    fn each<T>(
        &self,
        file: &mut ExportedText,
        write: impl Fn(&ExportedProblem) -> Result<T, RequestFault>,
    ) -> Result<Vec<(&ExportedProblem, T)>, RequestFault> {
        let problems = self.problems.iter().map(|problem| match write(problem) {
            Ok(text) => Ok((problem, text)),
            Err(fault) => Err((problem.index, fault)),
        });
        let (problems, left_out) = written(problems, std::mem::take(&mut file.left_out))?;
        file.left_out = left_out;
        Ok(problems)
    }

    /// The answers in a form of the program, as `solver --format FORM FILE` writes them.
    fn solved(
        &self,
        format: Format,
        bench: &mut Workbench<'_>,
        file: &mut ExportedText,
    ) -> Result<(), RequestFault> {
        let form = format.form();
        let is_proof = self.form == ExportForm::Certificate;
        let whole = self.settings(format, self.problems.first());
        let head = match is_proof {
            true => Some(write::HEADER.to_vec()),
            false => form.head(&whole),
        };
        if let Some(head) = head {
            file.line(&head)?;
        }
        let headings_from = match form.layout().has_headings && self.parts() > 1 {
            true => 1,
            false => u64::MAX,
        };
        let mut desk = Desk::new(bench, whole.clone(), headings_from);
        let mut number = 0;
        let mut proofs = 0;
        for problem in &self.problems {
            desk.answerer.settings = self.settings(format, Some(problem));
            for part in &problem.parts {
                number += 1;
                let line = part.record.as_bytes().to_vec();
                let line = InputLine::plain("problems.epd".into(), number, line);
                let (text, certificates) = file.take(problem, desk.answer(Item::Line(line)));
                for certificate in certificates.iter().filter(|_| is_proof) {
                    proofs += 1;
                    file.line(certificate)?;
                }
                if let Some(text) = text.filter(|_| !is_proof) {
                    file.line(&text)?;
                }
                if file.stopped {
                    break;
                }
            }
        }
        let tail = match is_proof {
            true => Some(write::trailer(proofs)),
            false => form.tail(&file.ledger, &whole, !file.stopped),
        };
        tail.map_or(Ok(()), |tail| file.line(&tail))
    }

    /// Documents of Olive, with new solutions if they are wanted.
    fn documents(
        &self,
        bench: &mut Workbench<'_>,
        file: &mut ExportedText,
    ) -> Result<(), RequestFault> {
        let mut documents = String::new();
        let mut problems = Vec::new();
        for (problem, (document, told)) in self.each(file, documents::document)? {
            problems.push(problem);
            documents.push_str(&document);
            file.messages.extend(told);
        }
        if !self.solution {
            return file.add(documents.as_bytes());
        }
        let reading = Reading {
            documents: true,
            ..Reading::default()
        };
        let bytes = Box::new(std::io::Cursor::new(documents.into_bytes()));
        let items = InputLines::of_any_form(&"problems.olv".into(), bytes, &reading).flatten();
        let settings = self.settings(Format::Olive, None);
        let mut desk = Desk::new(bench, settings, u64::MAX);
        for (item, problem) in items.zip(problems) {
            desk.answerer.settings = self.settings(Format::Olive, Some(problem));
            if let (Some(text), _) = file.take(problem, desk.answer(item)) {
                file.line(&text)?;
            }
            // A document that was not solved is there without its solution.
        }
        Ok(())
    }

    /// A picture of the problem.
    fn picture(&self, bench: &mut Workbench<'_>) -> Result<String, RequestFault> {
        let refused = |error: &dyn std::fmt::Display| RequestFault::at("problems[0].record", error);
        let problem = &self.problems[0];
        let record = problem.parts[0].record.as_bytes();
        let (epd, _) = Epd::read(record).map_err(|error| refused(&error))?;
        let defaults = &problem.settings.defaults;
        let (job, _) = Job::select(&epd, defaults).map_err(|error| refused(&error))?;
        let findings = match self.solution {
            true => {
                bench.notes.begin(1);
                find(&job, bench.tables, &bench.notes.stop).map_err(|error| refused(&error))?
            }
            false => {
                let asked = &job.questions[0];
                Findings::single(Verdict::unsearched(asked, LimitKind::Stopped))
            }
        };
        Ok(draw(&epd, &findings, self.look).svg)
    }

    /// The settings for solving a problem and writing it in this form.
    fn settings(&self, format: Format, asked: Option<&ExportedProblem>) -> Settings {
        let mut settings = Settings {
            format,
            style: self.style,
            ..asked.map_or_else(Settings::default, |problem| problem.settings.clone())
        };
        let wanted = &mut settings.defaults.wanted;
        if format.form().layout().play == PlayShown::Never {
            *wanted = Wanted::default();
        }
        if self.form == ExportForm::Certificate {
            wanted.certificate = Some(CERTIFICATE);
        }
        settings
    }
}
