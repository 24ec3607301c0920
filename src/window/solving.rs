//! A question answered: each part goes the way of every record, and what one search found is
//! written in each form that is wanted.

use std::collections::BTreeMap;
use std::time::Instant;

use serde::Serialize;
use serde_json::value::RawValue;

use super::request::RequestFault;
use super::task::{JobTask, Workbench};
use super::twins::ProblemPart;
use keymove_base::language::Language;
use keymove_forms::form::{Format, Settings};
use keymove_forms::report::Style;
use keymove_records::judgement::JudgementForm;
use keymove_records::record::duplex::AskedSide;
use keymove_run::answer::{Answer, Found, answer_found, find};
use keymove_solve::Unsupported;

/// Solves the parts of a question.
pub struct SolvingTask {
    /// The parts.
    pub parts: Vec<ProblemPart>,
    /// The settings for solving them; the form is not used.
    pub settings: Settings,
    /// The most memory for tables, in megabytes, if less than the worker has is wanted.
    pub memory: Option<usize>,
    /// The languages of the text.
    pub languages: Vec<Language>,
}

/// Gives an editor's verdict on the parts of a question.
pub struct Examining {
    /// The parts.
    pub parts: Vec<ProblemPart>,
    /// The settings for solving them; the form is not used.
    pub settings: Settings,
    /// The most memory for tables, in megabytes, if less than the worker has is wanted.
    pub memory: Option<usize>,
}

/// The answer to a question.
#[derive(Serialize)]
struct AnsweredQuestion<'a> {
    job: u64,
    /// Whether something was left open because the job was stopped.
    stopped: bool,
    seconds: f64,
    parts: Vec<AnsweredProblemPart<'a>>,
}

#[derive(Serialize)]
struct AnsweredProblemPart<'a> {
    #[serde(flatten)]
    part: &'a ProblemPart,
    status: &'static str,
    object: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    epd: Option<String>,
    text: BTreeMap<Language, String>,
    /// The play with its moves, for a page.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    sheets: BTreeMap<Language, Box<RawValue>>,
    messages: Vec<String>,
    #[serde(skip)]
    stopped: bool,
}

impl JobTask for SolvingTask {
    fn parts(&self) -> usize {
        self.parts.len()
    }

    fn memory(&self) -> Option<usize> {
        self.memory
    }

    fn run(&self, bench: &mut Workbench<'_>) -> Result<String, RequestFault> {
        answered(&self.parts, bench, |part, bench| {
            let mut search = PartSearch::of(part, &self.settings);
            let object = search.write(Format::Json, Language::English, bench);
            let mut part = answered_part(part, object)?;
            for &name in &self.languages {
                let written = search.write(Format::Text, name, bench).text;
                part.text.insert(name, lossy(written));
                let sheet = search.write(Format::Sheet, name, bench).text;
                if !sheet.is_empty() {
                    let sheet = RawValue::from_string(lossy(sheet))?;
                    part.sheets.insert(name, sheet);
                }
            }
            let epd = search.write(Format::Epd, Language::English, bench).text;
            part.epd = Some(lossy(epd));
            Ok(part)
        })
    }
}

impl JobTask for Examining {
    fn parts(&self) -> usize {
        self.parts.len()
    }

    fn memory(&self) -> Option<usize> {
        self.memory
    }

    fn run(&self, bench: &mut Workbench<'_>) -> Result<String, RequestFault> {
        answered(&self.parts, bench, |part, bench| {
            let mut search = PartSearch::of(part, &self.settings);
            let object = search.write(Format::Check(JudgementForm::Json), Language::English, bench);
            let line = search
                .write(Format::Check(JudgementForm::Text), Language::English, bench)
                .text;
            let mut part = answered_part(part, object)?;
            part.text.insert(Language::English, lossy(line));
            Ok(part)
        })
    }
}

/// The answers to all parts, one after the other.
fn answered<'a>(
    parts: &'a [ProblemPart],
    bench: &mut Workbench<'_>,
    mut one: impl FnMut(
        &'a ProblemPart,
        &mut Workbench<'_>,
    ) -> Result<AnsweredProblemPart<'a>, RequestFault>,
) -> Result<String, RequestFault> {
    let begun = Instant::now();
    let mut answers = Vec::with_capacity(parts.len());
    for (index, part) in parts.iter().enumerate() {
        bench.notes.begin(index + 1);
        answers.push(one(part, bench)?);
    }
    let answered = AnsweredQuestion {
        job: bench.notes.job,
        stopped: answers.iter().any(|answer| answer.stopped),
        seconds: begun.elapsed().as_secs_f64(),
        parts: answers,
    };
    Ok(serde_json::to_string(&answered)?)
}

fn answered_part<'a>(
    part: &'a ProblemPart,
    object: Answer,
) -> Result<AnsweredProblemPart<'a>, RequestFault> {
    let messages = object.messages().map(|(_, text)| text).collect();
    let json = (!object.text.is_empty()).then(|| RawValue::from_string(lossy(object.text)));
    Ok(AnsweredProblemPart {
        part,
        status: object.outcome.name(),
        object: json.transpose()?,
        epd: None,
        text: BTreeMap::new(),
        sheets: BTreeMap::new(),
        messages,
        stopped: object.stopped,
    })
}

fn lossy(text: Vec<u8>) -> String {
    match String::from_utf8(text) {
        Ok(text) => text,
        Err(bytes) => String::from_utf8_lossy(bytes.as_bytes()).into_owned(),
    }
}

/// One search, written as often as it is wanted.
struct PartSearch<'a> {
    record: &'a str,
    settings: &'a Settings,
    /// The results, once the search was made.
    found: Option<Result<Vec<Found>, Unsupported>>,
}

impl<'a> PartSearch<'a> {
    fn of(part: &'a ProblemPart, settings: &'a Settings) -> PartSearch<'a> {
        PartSearch {
            record: &part.record,
            settings,
            found: None,
        }
    }

    /// The answer in this form. The first one says what is searched: the others must ask the same.
    fn write(&mut self, format: Format, language: Language, bench: &mut Workbench<'_>) -> Answer {
        let settings = Settings {
            format,
            style: Style {
                language,
                ..self.settings.style
            },
            ..self.settings.clone()
        };
        let found = &mut self.found;
        answer_found(1, self.record.as_bytes(), &settings, &mut |sides| {
            let search = |side: &AskedSide<'_>| {
                let findings = find(&side.job, bench.tables, &bench.notes.stop);
                findings.map(Found::searched)
            };
            let found = found.get_or_insert_with(|| sides.iter().map(search).collect());
            found.clone()
        })
    }
}
