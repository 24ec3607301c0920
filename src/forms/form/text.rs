//! `--format text`: diagram and play for people.

use super::{AnsweredRecord, Form, Layout, Refusal, Settings, Written};
use crate::report;
use keymove_records::epd::without_error;

/// Text.
pub(super) struct TextForm;

impl Form for TextForm {
    fn layout(&self) -> Layout {
        Layout {
            for_readers: true,
            ends_lines: true,
            has_headings: true,
            tells_reasons: true,
            ..Layout::default()
        }
    }

    fn passed(&self, _: u64, line: &[u8], _: &Settings) -> Vec<u8> {
        report::passed_text(line)
    }

    fn answered(&self, record: &AnsweredRecord<'_>, settings: &Settings) -> Written {
        report::text(record.sides, settings.style, settings.no_time).into()
    }

    fn unanswered(&self, refusal: &Refusal<'_>, settings: &Settings) -> Vec<u8> {
        let (cause, style) = (refusal.cause, settings.style);
        match refusal.unsolved {
            Some(epd) => report::unsolved_text(epd, cause, style),
            None => report::error_text(without_error(refusal.line), cause, refusal.column, style),
        }
    }
}
