//! Going on after an earlier run.
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
use super::tally::Tally;

/// How far a run is: what another one needs to go on.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Headway {
    /// The lines of input that are done, and the files among them that could not be read.
    pub items: u64,
    /// Their bytes in the input.
    pub read: u64,
    /// The SHA-256 of their own SHA-256s, [`digest`], one after the other.
    pub input_sha256: String,
    /// The counts of their outcomes.
    pub tally: Tally,
    /// The numbers of `--stats`.
    pub stats: Stats,
}

impl Headway {
    /// That of a run which begins; without times if `no_time`.
    pub fn none(no_time: bool) -> Headway {
        Headway {
            items: 0,
            read: 0,
            input_sha256: Fingerprint::default().hex(),
            tally: Tally::default(),
            stats: Stats::new(no_time),
        }
    }

    /// Reads the items that are done from `lines` and returns their fingerprint, if it is the right one.
    ///
    /// # Errors
    ///
    /// In words: the input is another one.
    pub fn skip(&self, lines: &mut InputLines) -> Result<Fingerprint, String> {
        let mut done = Fingerprint::default();
        let mut items = 0;
        while items < self.items {
            let Some(item) = lines.next_item() else {
                return Err(format!(
                    "the input ends after {items} of the {} lines that are done",
                    self.items
                ));
            };
            if let Some(digest) = digest(&item) {
                done.add(&digest);
                items += 1;
            }
        }
        // What is too long to be a record comes in pieces.
        while lines.next_rest().is_some() {}
        match done.clone().hex() == self.input_sha256 {
            true => Ok(done),
            false => Err(format!(
                "the first {items} lines of the input are not those that were answered"
            )),
        }
    }
}

/// The SHA-256 of what decides the answer to `item`; nothing for what is no line of input. Of a line
/// longer than 16 MiB it is that of its beginning.
pub fn digest(item: &Item) -> Option<[u8; 32]> {
    match item {
        Item::Line(line) => Some(of_line(line)),
        Item::Unreadable(message) => Some(Fingerprint::of(&[message.as_bytes()])),
        Item::Rest(_) | Item::Note(_) => None,
    }
}

fn of_line(line: &InputLine) -> [u8; 32] {
    let refusal = line.refusal().unwrap_or_default();
    // JSON and tables say the number.
    let number = line.number.to_le_bytes();
    Fingerprint::of(&[&number, &line.bytes, b"\n", refusal.as_bytes()])
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

    fn headway(done: &[u8], items: u64) -> Headway {
        let mut fingerprint = Fingerprint::default();
        let digests = lines(done).flatten();
        digests
            .filter_map(|item| digest(&item))
            .for_each(|digest| fingerprint.add(&digest));
        Headway {
            items,
            input_sha256: fingerprint.hex(),
            ..Headway::none(true)
        }
    }

    #[test]
    fn what_is_done_is_taken_and_nothing_more() {
        for (done, items) in [("", 0), ("a\n", 1), ("a\n\nb\r\n", 3)] {
            let mut input = lines(format!("{done}next\n").as_bytes());
            let taken = headway(done.as_bytes(), items).skip(&mut input);
            assert_eq!(taken.map(|_| ()), Ok(()), "{done:?}");
            let next = input.next_item();
            assert!(matches!(next, Some(Item::Line(line)) if line.bytes == b"next"));
        }
    }

    #[test]
    fn another_input_is_refused() {
        for other in ["a\nc\n", "b\na\n", "ab\n\n", "a\n", "", "a\n\nb\n"] {
            let skipped = headway(b"a\nb\n", 2).skip(&mut lines(other.as_bytes()));
            assert!(skipped.is_err(), "{other:?}");
        }
    }

    #[test]
    fn a_line_in_pieces_is_one() {
        let mut long = vec![b'x'; 40 << 20];
        long.push(b'\n');
        let mut input = lines(&[&long[..], b"next\n"].concat());
        headway(&long, 1).skip(&mut input).expect("the same line");
        let next = input.next_item();
        assert!(matches!(next, Some(Item::Line(line)) if line.bytes == b"next"));
    }
}
