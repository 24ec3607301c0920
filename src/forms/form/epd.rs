//! `-b`: one EPD record a line. Every line of the input stands in the output.
//!
//! Read back: lines that were passed through are equal, and malformed ones too but for an `Error`
//! at the end. All other answers keep the placement of the men, the side to move, and the `id`.
//! Castling rights and the en-passant square say less than they seem to: the writer puts them in
//! order and drops those that mean nothing, and so they are not compared.
//!
//! Most records are told by a `Glance`; only where one does not tell, both sides are read.

use memchr::memmem;

use super::read_back::{board_and_side, id_of, is_common};
use super::{AnsweredRecord, Form, PlayShown, ReadBack, Refusal, Settings, Written};
use keymove_records::epd::{Epd, Glance, passes_through, trimmed, with_error, without_error};
use keymove_records::record::answered;
use keymove_records::record::duplex::answered_for_both;
use keymove_records::record::result::JobResult;

/// EPD.
pub(super) struct EpdForm;

impl Form for EpdForm {
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

    fn refused(&self, refusal: &Refusal<'_>, _: &Settings) -> Vec<u8> {
        with_error(refusal.line, refusal.reason)
    }

    fn play(&self) -> PlayShown {
        PlayShown::Never
    }

    fn read_back(&self) -> Option<&'static dyn ReadBack> {
        Some(&EpdForm)
    }

    fn keeps_lines(&self) -> bool {
        true
    }
}

impl ReadBack for EpdForm {
    fn name(&self) -> Option<&'static str> {
        None
    }

    fn leaves_out(&self, _: &Settings) -> bool {
        false
    }

    fn is_stopped(&self, record: &[u8]) -> bool {
        memmem::find(record, b"Limit \"stopped\"").is_some()
    }

    fn is_answer(&self, record: &[u8], line: &[u8], _: u64) -> bool {
        if record == line {
            return true;
        }
        if passes_through(line) {
            return false;
        }
        let text = trimmed(line);
        if let Some(added) = record.strip_prefix(text)
            && memmem::find(added, b"Error \"").is_some()
        {
            return true;
        }
        Glance::at(line).agrees(&Glance::at(record)) || answers_as_read(record, line)
    }

    fn is_beginning(&self, torn: &[u8], line: &[u8], _: u64) -> bool {
        if passes_through(line) {
            return line.starts_with(torn);
        }
        let with_error = with_error(line, "");
        let as_it_was = with_error.strip_suffix(b"\";").unwrap_or(&with_error);
        is_common(torn, as_it_was)
            || is_common(torn, trimmed(line))
            || Epd::from_ascii(line).is_ok_and(|asked| is_common(torn, asked.fields().as_bytes()))
    }

    fn result(&self, record: &[u8], line: &[u8]) -> Option<JobResult> {
        if let Ok(read) = Epd::from_ascii(record) {
            return JobResult::of(&read);
        }
        // What cannot be read came back as it was, with the reason behind it if there are four
        // fields.
        let reason = record.get(without_error(record).len()..)?;
        let reason = reason.trim_ascii_start().strip_prefix(b"Error \"");
        let is_bare = with_error(line, "") == line;
        match reason {
            Some(reason) => Some(JobResult::error(&String::from_utf8_lossy(reason))),
            None => is_bare.then(|| JobResult::error("")),
        }
    }
}

/// Whether a record is the answer, for the few of which a glance does not tell: strings within
/// strings, one that does not end. Both are read as the run reads them, which takes ten times as
/// long.
fn answers_as_read(record: &[u8], line: &[u8]) -> bool {
    let Ok(asked) = Epd::from_ascii(line) else {
        let with_error = with_error(line, "");
        let without_reason = with_error.strip_suffix(b"\";");
        return without_reason.is_some_and(|beginning| record.starts_with(beginning));
    };
    Epd::from_ascii(record).is_ok_and(|answered| {
        board_and_side(&asked.fields()) == board_and_side(&answered.fields())
            && id_of(&asked) == id_of(&answered)
    })
}
