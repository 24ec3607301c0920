//! `solver check`: the verdict on the claims of each record, as text or JSON Lines, and the totals
//! of all verdicts at the end.

use super::{AnsweredRecord, Form, Layout, Refusal, Settings, Totals, Written};
use keymove_base::paint::Paint;
use keymove_records::epd::{Epd, without_error};
use keymove_records::job::Job;
use keymove_records::record::result::is_unsupported;
use keymove_records::soundness::{self, Defect, Soundness};
use keymove_solve::Problem;

/// One line of text per record.
pub(super) struct CheckText;

/// One JSON object per record.
pub(super) struct CheckJson;

/// What is searched for the verdict on a record; `None` for a record without claims.
fn judged(epd: &Epd, job: Job) -> Option<Job> {
    job.single()?;
    let judged = |problem: Problem| Problem {
        wanted: soundness::wanted(epd, problem.stipulation, problem.wanted),
        ..problem
    };
    let questions = job.questions.into_iter().map(judged).collect();
    Some(Job { questions })
}

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

impl Form for CheckText {
    fn layout(&self) -> Layout {
        Layout {
            judges: true,
            names_places: true,
            tells_reasons: true,
            ..Layout::default()
        }
    }

    fn answered(&self, record: &AnsweredRecord<'_>, settings: &Settings) -> Written {
        self.unsearched(record.number, record.epd(), record.soundness, settings)
            .into()
    }

    fn refused(&self, refusal: &Refusal<'_>, settings: &Settings) -> Vec<u8> {
        let verdict = match is_unsupported(refusal.reason) {
            true => Defect::UNSUPPORTED,
            false => "illegal",
        };
        painted(soundness::refused_line(refusal.reason), verdict, settings)
    }

    fn job(&self, epd: &Epd, job: Job) -> Option<Job> {
        judged(epd, job)
    }

    fn unsearched(&self, _: u64, epd: &Epd, soundness: &Soundness, settings: &Settings) -> Vec<u8> {
        painted(
            soundness::line(epd, soundness),
            soundness.verdict(),
            settings,
        )
    }

    fn tail(&self, totals: &Totals, _: &Settings, _: bool) -> Option<Vec<u8>> {
        Some(totals.ledger.to_string().into_bytes())
    }
}

impl Form for CheckJson {
    fn layout(&self) -> Layout {
        Layout {
            judges: true,
            ..Layout::default()
        }
    }

    fn answered(&self, record: &AnsweredRecord<'_>, _: &Settings) -> Written {
        soundness::object(
            record.number,
            record.epd(),
            record.soundness,
            record.warnings,
        )
        .into()
    }

    fn refused(&self, refusal: &Refusal<'_>, _: &Settings) -> Vec<u8> {
        let Refusal { number, column, .. } = *refusal;
        soundness::refused_object(number, without_error(refusal.line), refusal.reason, column)
    }

    fn job(&self, epd: &Epd, job: Job) -> Option<Job> {
        judged(epd, job)
    }

    fn unsearched(&self, number: u64, epd: &Epd, soundness: &Soundness, _: &Settings) -> Vec<u8> {
        soundness::object(number, epd, soundness, &[])
    }

    fn tail(&self, totals: &Totals, _: &Settings, _: bool) -> Option<Vec<u8>> {
        Some(totals.ledger.object())
    }
}
