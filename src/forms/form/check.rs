//! `solver check`: the verdict on the claims of each record, as text or as JSON Lines, and the
//! totals of all verdicts at the end.

use super::{AnsweredRecord, Form, Layout, Refusal, Settings, Unsearched, Written};
use keymove_base::error::Warning;
use keymove_base::paint::Paint;
use keymove_records::epd::{Epd, without_error};
use keymove_records::job::Job;
use keymove_records::judgement::JudgementForm;
use keymove_records::soundness::{self, Defect, Ledger, Soundness};
use keymove_solve::Problem;

/// A verdict for each record: a line of text or a JSON object.
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

    fn unanswered(&self, refusal: &Refusal<'_>, settings: &Settings) -> Vec<u8> {
        let cause = refusal.cause;
        match self.0 {
            JudgementForm::Text => {
                let line = soundness::cause_line(cause);
                painted(line, Defect::from(cause).name(), settings)
            }
            JudgementForm::Json => {
                let line = without_error(refusal.line);
                soundness::cause_object(refusal.number, line, cause, refusal.column)
            }
        }
    }

    // A record without claims is not searched.
    fn job(
        &self,
        number: u64,
        epd: &Epd,
        job: Job,
        settings: &Settings,
    ) -> Result<Job, Unsearched> {
        if job.single().is_none() {
            let soundness = Soundness::unclaimed();
            let text = self.verdict((number, epd), &soundness, &[], settings);
            return Err(Unsearched::Written(text));
        }
        let judged = |problem: Problem| Problem {
            wanted: soundness::wanted(epd, problem.stipulation, problem.wanted),
            ..problem
        };
        let questions = job.questions.into_iter().map(judged).collect();
        Ok(Job { questions })
    }

    fn tail(&self, totals: &Ledger, _: &Settings, _: bool) -> Option<Vec<u8>> {
        Some(match self.0 {
            JudgementForm::Json => totals.object(),
            JudgementForm::Text => totals.to_string().into_bytes(),
        })
    }
}
