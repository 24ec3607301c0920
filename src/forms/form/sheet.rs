//! The play as a [sheet](crate::report::sheet) in JSON, for the window's page: the words of the
//! text form, and for every move its effect on the board.

use super::{AnsweredRecord, Form, Layout, Refusal, Settings, Written};
use crate::report::sheet::{SheetLine, sheet};

/// A sheet: an array of lines.
pub(super) struct SheetForm;

fn json(lines: &[SheetLine]) -> Vec<u8> {
    serde_json::to_vec(lines).expect("strings and numbers can be written")
}

impl Form for SheetForm {
    fn layout(&self) -> Layout {
        Layout {
            for_readers: true,
            ..Layout::default()
        }
    }

    fn passed(&self, _: u64, _: &[u8], _: &Settings) -> Vec<u8> {
        json(&[])
    }

    fn answered(&self, record: &AnsweredRecord<'_>, settings: &Settings) -> Written {
        json(&sheet(record.sides, settings.style)).into()
    }

    fn unanswered(&self, refusal: &Refusal<'_>, _: &Settings) -> Vec<u8> {
        json(&[SheetLine::of_text(&refusal.cause.to_string())])
    }
}
