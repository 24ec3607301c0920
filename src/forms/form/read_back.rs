//! Records of a form, read back: how a run that was interrupted finds out what it has done already.

use super::{Form, Settings};
use keymove_records::epd::{Epd, Glance};
use keymove_records::record::result::JobResult;

/// Reads what a [`Form`] with one line a record has written. Lines are without their
/// line feeds.
pub trait ReadBack: Form {
    /// Its name in the file beside the records; `None` for the form of every run that names none.
    fn name(&self) -> Option<&'static str>;

    /// The first line, if it is no record.
    fn header(&self) -> Option<&'static str> {
        None
    }

    /// Whether lines that are no jobs have no record.
    fn leaves_out(&self, settings: &Settings) -> bool;

    /// Whether a stop ended the job of `record`. Where that is in doubt the answer is yes: to do a
    /// record again is never wrong.
    fn is_stopped(&self, record: &[u8]) -> bool;

    /// Whether `record` can be the answer to `line`, which is the `number`th of its input.
    fn is_answer(&self, record: &[u8], line: &[u8], number: u64) -> bool;

    /// Whether `torn`, which has no end, can be the beginning of the answer to `line`.
    fn is_beginning(&self, torn: &[u8], line: &[u8], number: u64) -> bool;

    /// What `record`, an answer to `line`, says that its job came to; nothing where it is no
    /// answer.
    fn result(&self, record: &[u8], line: &[u8]) -> Option<JobResult>;
}

/// Whether the position `fen` with that `id` is the one in `line`.
pub(super) fn is_of(fen: &str, id: Option<&str>, line: &[u8]) -> bool {
    let id = id.map(|id| id.as_bytes().to_vec());
    let mut answered = Glance::at(fen.as_bytes());
    answered.id.clone_from(&id);
    let line = String::from_utf8_lossy(line);
    Glance::at(line.as_bytes()).agrees(&answered)
        || Epd::from_ascii(line.as_bytes()).is_ok_and(|asked| {
            // Without the operations beside it a hand cannot be read.
            board_and_side(&asked.fields()) == board_and_side(fen) && id_of(&asked) == id
        })
}

/// The placement of the men, and the side to move.
pub(super) fn board_and_side(fields: &str) -> Vec<String> {
    fields.split(' ').take(2).map(str::to_owned).collect()
}

/// Whether one text is the beginning of the other.
pub(super) fn is_common(one: &[u8], other: &[u8]) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

/// The `id` of a record.
pub(super) fn id_of(epd: &Epd) -> Option<Vec<u8>> {
    epd.operation("id").map(|id| id.text().into_owned())
}

/// The `id` that stands in a line that may be no record.
pub(super) fn written_id(line: &[u8]) -> Option<String> {
    let id = Glance::at(line).id?;
    Some(String::from_utf8_lossy(&id).into_owned())
}
