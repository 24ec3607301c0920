//! `solver check` for CI services: one notice per record, [`keymove_base::notices`].

use super::check::{CheckJson, CheckText};
use super::{AnsweredRecord, Form, Layout, Refusal, Settings, Totals, Written};
use keymove_base::error::printable;
use keymove_base::notices::NoticeForm;
use keymove_records::epd::Epd;
use keymove_records::job::Job;
use keymove_records::soundness::{self, Defect, Soundness};

/// Notices in one of the two forms.
pub(super) struct CheckNotices(pub NoticeForm);

impl CheckNotices {
    fn verdict(&self, epd: &Epd, soundness: &Soundness, settings: &Settings) -> Vec<u8> {
        let line = String::from_utf8_lossy(&soundness::line(epd, soundness)).into_owned();
        let verdict = soundness.verdict();
        let is_well = soundness.is_sound() || settings.allowed.iter().any(|name| name == verdict);
        let name = match epd.operation("id") {
            Some(id) => format!(
                "{verdict} {}",
                printable(&String::from_utf8_lossy(&id.text()))
            ),
            None => verdict.to_owned(),
        };
        self.0.rest(&name, (!is_well).then_some(&line)).into_bytes()
    }
}

impl Form for CheckNotices {
    fn layout(&self) -> Layout {
        Layout {
            judges: true,
            ..Layout::default()
        }
    }

    fn answered(&self, record: &AnsweredRecord<'_>, settings: &Settings) -> Written {
        self.verdict(record.epd(), record.soundness, settings)
            .into()
    }

    fn refused(&self, refusal: &Refusal<'_>, _: &Settings) -> Vec<u8> {
        let reason = String::from_utf8_lossy(&soundness::refused_line(refusal.reason)).into_owned();
        match Soundness::refused(refusal.reason).verdict() {
            Defect::UNSUPPORTED => self.0.skipped(Defect::UNSUPPORTED, &reason),
            name => self.0.rest(name, Some(&reason)),
        }
        .into_bytes()
    }

    fn job(&self, epd: &Epd, job: Job) -> Option<Job> {
        CheckJson.job(epd, job)
    }

    fn unsearched(&self, _: u64, epd: &Epd, soundness: &Soundness, settings: &Settings) -> Vec<u8> {
        self.verdict(epd, soundness, settings)
    }

    fn head(&self, _: &Settings) -> Option<Vec<u8>> {
        let head = self.0.head("check");
        (!head.is_empty()).then(|| head.trim_end().into())
    }

    fn tail(&self, totals: &Totals, settings: &Settings, complete: bool) -> Option<Vec<u8>> {
        match self.0 {
            NoticeForm::Github => CheckText.tail(totals, settings, complete),
            NoticeForm::Junit => Some(self.0.tail().trim_end().into()),
        }
    }

    fn begun(&self, file: &str, line: u64) -> Option<String> {
        Some(self.0.begun(file, line))
    }
}
