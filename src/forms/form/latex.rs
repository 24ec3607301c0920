//! `--format latex`: a TeX document, with the verdict on each record.

use super::{AnsweredRecord, Form, Layout, Refusal, Settings, Totals, Written};
use crate::report::latex;
use keymove_records::epd::Epd;
use keymove_records::epd::without_error;

/// A document.
pub(super) struct LatexForm;

impl Form for LatexForm {
    fn layout(&self) -> Layout {
        Layout {
            judges: true,
            for_readers: true,
            ..Layout::default()
        }
    }

    fn passed(&self, _: u64, line: &[u8], _: &Settings) -> Vec<u8> {
        latex::passed(line)
    }

    fn answered(&self, record: &AnsweredRecord<'_>, settings: &Settings) -> Written {
        let Settings { style, no_time, .. } = *settings;
        latex::record(
            record.sides,
            record.soundness,
            (style, no_time),
            &settings.book,
        )
        .into()
    }

    fn refused(&self, refusal: &Refusal<'_>, settings: &Settings) -> Vec<u8> {
        let line = without_error(refusal.line);
        latex::error(line, refusal.reason, settings.style)
    }

    fn unsolved(&self, refusal: &Refusal<'_>, epd: &Epd, settings: &Settings) -> Option<Written> {
        let Settings {
            style, ref book, ..
        } = *settings;
        Some(latex::unsolved(epd, refusal.reason, style, book).into())
    }

    fn head(&self, settings: &Settings) -> Option<Vec<u8>> {
        Some(latex::head(&settings.book))
    }

    fn tail(&self, totals: &Totals, settings: &Settings, complete: bool) -> Option<Vec<u8>> {
        Some(latex::tail(&totals.later, settings.style, complete))
    }
}
