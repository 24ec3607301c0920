//! A record to answer, as its reader understood it: [`Question`].

use std::borrow::Cow;

use keymove_base::error::Warning;
use keymove_records::epd::{Epd, EpdError};

/// A record to answer.
#[derive(Debug)]
pub struct Question<'a> {
    /// The line number of the record in its file, from 1.
    pub number: u64,
    /// Its line in EPD.
    pub line: Cow<'a, [u8]>,
    /// The record, and messages about how it was understood.
    pub record: Result<(Epd, Vec<Warning>), EpdError>,
}

impl<'a> Question<'a> {
    /// The record in `line`, a line of EPD.
    pub fn read(number: u64, line: &'a [u8]) -> Question<'a> {
        Question {
            number,
            line: Cow::Borrowed(line),
            record: Epd::read(line),
        }
    }

    /// The record of a file in another form.
    pub fn of_record(number: u64, record: &Epd) -> Question<'a> {
        Question {
            number,
            line: record.to_bytes().into(),
            record: Ok((record.clone(), Vec::new())),
        }
    }
}
