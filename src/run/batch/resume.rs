//! Resumes an earlier run.
//!
//! FILE.run alone decides what is kept ([`run_file`](super::run_file)). It gives the length and the hash
//! of the records in FILE, the number and the hash of the input lines that they answer, and the counts
//! of their outcomes. Both hashes must still be right; the rest of FILE is cut off. No record in FILE is
//! parsed, so this works for every form of output with one line a record.
//!
//! FILE.run never covers a record that a stop cut short: a resumed run solves it again.

use serde::{Deserialize, Serialize};

use super::digest::Fingerprint;
use super::lines::{InputLine, InputLines, Item};
use super::stats::Stats;
use keymove_base::reason::Reason;

/// The progress of a run, as needed to resume it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RunProgress {
    /// The number of input lines that are done, including unreadable files among them.
    pub items: u64,
    /// Their size in the input, in bytes.
    pub read: u64,
    /// The SHA-256 of the concatenation of their own SHA-256s, [`digest`].
    pub input_sha256: String,
    /// The counts of their outcomes.
    pub stats: Stats,
}

impl RunProgress {
    /// The progress of a run that begins; without times if `no_time`.
    pub fn none(no_time: bool) -> RunProgress {
        RunProgress {
            items: 0,
            read: 0,
            input_sha256: Fingerprint::default().hex(),
            stats: Stats::new(no_time),
        }
    }

    /// Whether no number of outcomes is larger than that of the lines.
    pub fn fits(&self) -> bool {
        self.stats.fit(self.items)
    }

    /// Skips the items that are done in `lines` and returns their hash, if it is the right one.
    ///
    /// # Errors
    ///
    /// A message if the input is not the same.
    pub fn skip(&self, lines: &mut InputLines) -> Result<Fingerprint, Reason> {
        let mut done = Fingerprint::default();
        let mut items = 0;
        while items < self.items {
            let Some(item) = lines.next_item() else {
                let all = self.items;
                let fault =
                    format!("the input ends after {items} of the {all} lines that are done");
                return Err(fault.into());
            };
            if let Some(digest) = digest(&item) {
                done.add(&digest);
                items += 1;
            }
        }
        // A line that is too long for a record comes in pieces.
        while lines.next_rest().is_some() {}
        match done.clone().hex() == self.input_sha256 {
            true => Ok(done),
            false => Err(match items {
                1 => "the first line of the input is not the one that was answered".into(),
                _ => {
                    format!("the first {items} lines of the input are not those that were answered")
                        .into()
                }
            }),
        }
    }
}

/// The SHA-256 of everything that determines the answer to `item`; `None` for an item that is not a
/// line of input. For a line longer than 16 MiB, it covers the beginning.
pub fn digest(item: &Item) -> Option<[u8; 32]> {
    match item {
        Item::Line(line) => Some(of_line(line)),
        Item::Unreadable(message) => Some(Fingerprint::of(&[message.to_string().as_bytes()])),
        Item::Rest(_) | Item::Note(_) => None,
    }
}

fn of_line(line: &InputLine) -> [u8; 32] {
    let cause = line
        .cause()
        .map_or_else(String::new, |cause| cause.to_string());
    // JSON and tables contain the line number.
    let number = line.number.to_le_bytes();
    Fingerprint::of(&[&number, &line.bytes(), b"\n", cause.as_bytes()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use keymove_forms::collection::{InputForm, Reading};

    fn lines(bytes: &[u8]) -> InputLines {
        let reading = Reading {
            from: Some(InputForm::Epd),
            ..Reading::default()
        };
        let bytes = Box::new(std::io::Cursor::new(bytes.to_vec()));
        InputLines::of_any_form(&"in".into(), bytes, &reading)
    }

    fn progress(done: &[u8], items: u64) -> RunProgress {
        let mut fingerprint = Fingerprint::default();
        let digests = lines(done).flatten();
        digests
            .filter_map(|item| digest(&item))
            .for_each(|digest| fingerprint.add(&digest));
        RunProgress {
            items,
            input_sha256: fingerprint.hex(),
            ..RunProgress::none(true)
        }
    }

    #[test]
    fn what_is_done_is_taken_and_nothing_more() {
        for (done, items) in [("", 0), ("a\n", 1), ("a\n\nb\r\n", 3)] {
            let mut input = lines(format!("{done}next\n").as_bytes());
            let taken = progress(done.as_bytes(), items).skip(&mut input);
            assert_eq!(taken.map(|_| ()), Ok(()), "{done:?}");
            let next = input.next_item();
            assert!(matches!(next, Some(Item::Line(line)) if *line.bytes() == *b"next"));
        }
    }

    #[test]
    fn another_input_is_refused() {
        for other in ["a\nc\n", "b\na\n", "ab\n\n", "a\n", "", "a\n\nb\n"] {
            let skipped = progress(b"a\nb\n", 2).skip(&mut lines(other.as_bytes()));
            assert!(skipped.is_err(), "{other:?}");
        }
    }

    #[test]
    fn a_line_in_pieces_is_one() {
        let mut long = vec![b'x'; 40 << 20];
        long.push(b'\n');
        let mut input = lines(&[&long[..], b"next\n"].concat());
        progress(&long, 1).skip(&mut input).expect("the same line");
        let next = input.next_item();
        assert!(matches!(next, Some(Item::Line(line)) if *line.bytes() == *b"next"));
    }
}
