//! `solver check`: the verdict on the claims of each record, as text, as JSON Lines or as notices for
//! CI services ([`keymove_base::notices`]), and the totals of all verdicts at the end.

use super::{AnsweredRecord, Form, Layout, Refusal, Settings, Totals, Written};
use keymove_base::error::{Warning, printable};
use keymove_base::notices::{JudgementForm, NoticeForm};
use keymove_base::paint::Paint;
use keymove_records::epd::{Epd, without_error};
use keymove_records::job::Job;
use keymove_records::record::result::is_unsupported;
use keymove_records::soundness::{self, Defect, Soundness};
use keymove_solve::Problem;

/// A verdict for each record: a line of text, a JSON object or a notice.
pub(super) struct CheckForm(pub JudgementForm);

/// A line of text with its verdict in colour, if it is to have any.
fn painted(line: Vec<u8>, verdict: &str, settings: &Settings) -> Vec<u8> {
    let paint = match verdict {
        _ if !settings.style.color => return line,
        "sound" => Paint::Good,
        "undecided" | "unclaimed" | "unread" | Defect::UNSUPPORTED => Paint::Unsure,
        _ => Paint::Bad,
    };
    [paint.on(verdict).as_bytes(), &line[verdict.len()..]].concat()
}

/// A record with its verdict, as a notice.
fn notice(form: NoticeForm, epd: &Epd, soundness: &Soundness, settings: &Settings) -> Vec<u8> {
    let line = String::from_utf8_lossy(&soundness::line(epd, soundness)).into_owned();
    let verdict = soundness.verdict();
    let is_well = soundness.is_sound() || settings.allowed.iter().any(|name| name == verdict);
    let id = epd.operation("id").map(|id| id.text());
    let name = match id {
        Some(id) => format!("{verdict} {}", printable(&String::from_utf8_lossy(&id))),
        None => verdict.to_owned(),
    };
    form.rest(&name, (!is_well).then_some(&line)).into_bytes()
}

impl CheckForm {
    /// The verdict on the record in line `number`.
    fn verdict(
        &self,
        (number, epd): (u64, &Epd),
        soundness: &Soundness,
        warnings: &[Warning],
        settings: &Settings,
    ) -> Vec<u8> {
        match self.0 {
            JudgementForm::Text => {
                let line = soundness::line(epd, soundness);
                painted(line, soundness.verdict(), settings)
            }
            JudgementForm::Json => soundness::object(number, epd, soundness, warnings),
            JudgementForm::Notices(form) => notice(form, epd, soundness, settings),
        }
    }
}

impl Form for CheckForm {
    fn layout(&self) -> Layout {
        let is_text = self.0 == JudgementForm::Text;
        Layout {
            judges: true,
            names_places: is_text,
            tells_reasons: is_text,
            ..Layout::default()
        }
    }

    fn answered(&self, record: &AnsweredRecord<'_>, settings: &Settings) -> Written {
        let place = (record.number, record.epd());
        self.verdict(place, record.soundness, record.warnings, settings)
            .into()
    }

    fn refused(&self, refusal: &Refusal<'_>, settings: &Settings) -> Vec<u8> {
        let Refusal { number, column, .. } = *refusal;
        let reason = refusal.reason;
        let line = soundness::refused_line(reason);
        match self.0 {
            JudgementForm::Text if is_unsupported(reason) => {
                painted(line, Defect::UNSUPPORTED, settings)
            }
            JudgementForm::Text => painted(line, "illegal", settings),
            JudgementForm::Json => {
                soundness::refused_object(number, without_error(refusal.line), reason, column)
            }
            JudgementForm::Notices(form) => {
                let line = String::from_utf8_lossy(&line);
                match Soundness::refused(reason).verdict() {
                    Defect::UNSUPPORTED => form.skipped(Defect::UNSUPPORTED, &line),
                    name => form.rest(name, Some(&line)),
                }
                .into_bytes()
            }
        }
    }

    // A record without claims is not searched.
    fn job(&self, epd: &Epd, job: Job) -> Option<Job> {
        job.single()?;
        let judged = |problem: Problem| Problem {
            wanted: soundness::wanted(epd, problem.stipulation, problem.wanted),
            ..problem
        };
        let questions = job.questions.into_iter().map(judged).collect();
        Some(Job { questions })
    }

    fn unsearched(
        &self,
        number: u64,
        epd: &Epd,
        soundness: &Soundness,
        settings: &Settings,
    ) -> Vec<u8> {
        self.verdict((number, epd), soundness, &[], settings)
    }

    fn head(&self, _: &Settings) -> Option<Vec<u8>> {
        let JudgementForm::Notices(form) = self.0 else {
            return None;
        };
        let head = form.head("check");
        (!head.is_empty()).then(|| head.trim_end().into())
    }

    fn tail(&self, totals: &Totals, _: &Settings, _: bool) -> Option<Vec<u8>> {
        Some(match self.0 {
            JudgementForm::Json => totals.ledger.object(),
            JudgementForm::Notices(NoticeForm::Junit) => NoticeForm::Junit.tail().trim_end().into(),
            _ => totals.ledger.to_string().into_bytes(),
        })
    }

    fn begun(&self, file: &str, line: u64) -> Option<String> {
        match self.0 {
            JudgementForm::Notices(form) => Some(form.begun(file, line)),
            _ => None,
        }
    }
}
