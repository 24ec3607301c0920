//! `-b`: one EPD record per line. Every line of the input is in the output.

use super::{AnsweredRecord, Form, Layout, PlayShown, Refusal, Settings, Written};
use keymove_records::epd::with_error;
use keymove_records::record::answered;
use keymove_records::record::duplex::answered_for_both;

/// EPD.
pub(super) struct EpdForm;

impl Form for EpdForm {
    fn layout(&self) -> Layout {
        Layout {
            play: PlayShown::Never,
            keeps_lines: true,
            ..Layout::default()
        }
    }

    fn passed(&self, _: u64, line: &[u8], _: &Settings) -> Vec<u8> {
        line.to_vec()
    }

    fn answered(&self, record: &AnsweredRecord<'_>, settings: &Settings) -> Written {
        let answer = match record.is_duplex {
            true => answered_for_both(record.sides, settings.no_time),
            false => answered(record.epd(), record.findings(), settings.no_time),
        };
        answer.to_bytes().into()
    }

    fn unanswered(&self, refusal: &Refusal<'_>, _: &Settings) -> Vec<u8> {
        with_error(refusal.line, &refusal.cause.to_string())
    }
}
