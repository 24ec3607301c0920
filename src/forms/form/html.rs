//! `--format html`: a page for people, with the verdict on each record.

use super::{AnsweredRecord, Form, Layout, Refusal, Settings, Totals, Written};
use crate::report::html;
use keymove_records::epd::Epd;
use keymove_records::epd::without_error;

pub(super) use html::outcome;

/// A page.
pub(super) struct HtmlForm;

impl Form for HtmlForm {
    fn layout(&self) -> Layout {
        Layout {
            judges: true,
            for_readers: true,
            ..Layout::default()
        }
    }

    fn passed(&self, _: u64, line: &[u8], _: &Settings) -> Vec<u8> {
        html::passed(line)
    }

    fn answered(&self, record: &AnsweredRecord<'_>, settings: &Settings) -> Written {
        let AnsweredRecord { number, sides, .. } = *record;
        let Settings { style, no_time, .. } = *settings;
        html::record(
            number,
            sides,
            record.soundness,
            (style, no_time),
            &settings.book,
        )
        .into()
    }

    fn refused(&self, refusal: &Refusal<'_>, settings: &Settings) -> Vec<u8> {
        let Refusal { number, column, .. } = *refusal;
        let line = without_error(refusal.line);
        html::error(number, line, refusal.reason, column, settings.style)
    }

    fn unsolved(&self, refusal: &Refusal<'_>, epd: &Epd, settings: &Settings) -> Option<Written> {
        let Settings {
            style, ref book, ..
        } = *settings;
        Some(html::unsolved(refusal.number, epd, refusal.reason, style, book).into())
    }

    fn head(&self, settings: &Settings) -> Option<Vec<u8>> {
        Some(html::head(settings.style, &settings.book))
    }

    fn tail(&self, totals: &Totals, settings: &Settings, complete: bool) -> Option<Vec<u8>> {
        let Settings { style, no_time, .. } = *settings;
        let later = html::behind(&totals.later, style);
        let tail = html::tail(&totals.charts, style, no_time, complete);
        Some([later, tail].concat())
    }
}
