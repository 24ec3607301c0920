//! `--format text`: diagram and play for a reader.

use super::{AnsweredRecord, Form, Refusal, Settings, Written};
use crate::report;
use keymove_records::epd::Epd;
use keymove_records::epd::without_error;

/// Text.
pub(super) struct TextForm;

impl Form for TextForm {
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

    fn is_read(&self) -> bool {
        true
    }

    fn ends_lines(&self) -> bool {
        true
    }

    fn has_headings(&self) -> bool {
        true
    }

    fn tells_reasons(&self) -> bool {
        true
    }
}
