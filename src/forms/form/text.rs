//! `--format text`: diagram and play for people.

use super::{AnsweredRecord, Form, Layout, Refusal, Settings, Written};
use crate::report;
use keymove_records::epd::Epd;
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

    fn refused(&self, refusal: &Refusal<'_>, settings: &Settings) -> Vec<u8> {
        let line = without_error(refusal.line);
        report::error_text(line, refusal.reason, refusal.column, settings.style)
    }

    fn unsolved(&self, refusal: &Refusal<'_>, epd: &Epd, settings: &Settings) -> Option<Written> {
        Some(report::unsolved_text(epd, refusal.reason, settings.style).into())
    }
}
