//! Finds for each record of EXPECTED its counterpart in ACTUAL.

use std::collections::{HashMap, VecDeque};

use memchr::memchr_iter;

use crate::epd::{Epd, EpdError, passes_through, without_error};
use keymove_base::error::excerpt;

/// A line of a file, comments excluded. A record is kept as text and read again when it is
/// compared, because it takes ten times the memory once it is read.
#[derive(Debug)]
pub struct FileLine {
    /// The line number, from 1.
    pub number: u64,
    /// The operand of `id`.
    pub id: Option<String>,
    /// The text of the record, or why the line is not a record.
    text: Result<Box<[u8]>, EpdError>,
    /// The key for pairing: the four fields, or the bytes of a line that is not a record.
    key: Box<[u8]>,
}

impl FileLine {
    /// Reads line `number` of a file.
    pub fn read(number: u64, text: &[u8]) -> FileLine {
        let read = Epd::read(text).map(|(epd, _)| epd);
        let record = read.as_ref().ok();
        let id = record.and_then(|epd| Some(epd.operation("id")?.text()));
        let key = match record {
            Some(epd) => epd.fields().into_bytes(),
            None => unsigned(without_error(text)).to_vec(),
        };
        FileLine {
            number,
            id: id.map(|id| String::from_utf8_lossy(&id).into_owned()),
            key: key.into(),
            text: read.map(|_| text.into()),
        }
    }

    /// Line `number` of a file, already refused for `reason`.
    pub fn illegal(number: u64, text: &[u8], reason: &str) -> FileLine {
        FileLine {
            number,
            id: None,
            text: Err(EpdError {
                column: 1,
                kind: reason.to_owned().into(),
            }),
            key: text.into(),
        }
    }

    /// The record, or why the line is not a record.
    ///
    /// # Errors
    ///
    /// [`EpdError`], if the line is not a record.
    pub fn record(&self) -> Result<Epd, EpdError> {
        let text = self.text.as_ref().map_err(EpdError::clone)?;
        Epd::read(text).map(|(epd, _)| epd)
    }

    /// The four fields, or the beginning of a line that is not a record.
    pub fn position(&self) -> String {
        match self.text {
            Ok(_) => String::from_utf8_lossy(&self.key).into_owned(),
            Err(_) => excerpt(&self.key),
        }
    }
}

/// The lines of a file, without blank ones and comments.
pub fn read(file: &[u8]) -> Vec<FileLine> {
    let ends = memchr_iter(b'\n', file).chain([file.len()]);
    let mut lines = Vec::new();
    let mut start = 0;
    for (number, end) in (1..).zip(ends) {
        let text = &file[start..end];
        start = end + 1;
        if passes_through(text) {
            continue;
        }
        lines.push(FileLine::read(number, text));
    }
    lines
}

/// A text without the `;` and blanks at its end, because an `Error` may have been added after them.
fn unsigned(text: &[u8]) -> &[u8] {
    let end = text
        .iter()
        .rposition(|b| !b.is_ascii_whitespace() && *b != b';');
    &text[..end.map_or(0, |i| i + 1)]
}

/// Pairs the lines by position; where a position occurs more than once in a file, by `id`, and then
/// in order if one of the two has no `id`. The remaining lines stay unpaired.
pub fn pair<'a>(
    expected: &'a [FileLine],
    actual: &'a [FileLine],
) -> Vec<(Option<&'a FileLine>, Option<&'a FileLine>)> {
    let mut groups: HashMap<&[u8], (Vec<usize>, Vec<usize>)> = HashMap::new();
    for (i, line) in expected.iter().enumerate() {
        groups.entry(&line.key).or_default().0.push(i);
    }
    for (i, line) in actual.iter().enumerate() {
        groups.entry(&line.key).or_default().1.push(i);
    }
    let mut partner: Vec<Option<usize>> = vec![None; expected.len()];
    let mut taken = vec![false; actual.len()];
    for (wanted, found) in groups.into_values() {
        let is_alone = wanted.len() == 1 && found.len() == 1;
        let id_of = |line: &'a FileLine| line.id.as_deref().filter(|_| !is_alone);
        let mut by_id: HashMap<Option<&str>, VecDeque<usize>> = HashMap::new();
        for &a in &found {
            by_id.entry(id_of(&actual[a])).or_default().push_back(a);
        }
        for &e in &wanted {
            let same = by_id.get_mut(&id_of(&expected[e]));
            partner[e] = same.and_then(VecDeque::pop_front);
            partner[e].iter().for_each(|&a| taken[a] = true);
        }
        // A line without `id` fits any that is left; a line with one, those without.
        let left: Vec<usize> = found.into_iter().filter(|&a| !taken[a]).collect();
        let mut any = left.iter();
        let mut nameless = left.iter().filter(|&&a| actual[a].id.is_none());
        for e in wanted {
            if partner[e].is_some() {
                continue;
            }
            let is_left = |a: &&usize| !taken[**a];
            let fits = match expected[e].id {
                None => any.find(is_left),
                Some(_) => nameless.find(is_left),
            };
            partner[e] = fits.copied();
            partner[e].iter().for_each(|&a| taken[a] = true);
        }
    }
    let both = expected
        .iter()
        .zip(&partner)
        .map(|(line, a)| (Some(line), a.map(|a| &actual[a])));
    let extra = actual
        .iter()
        .zip(&taken)
        .filter(|(_, taken)| !**taken)
        .map(|(line, _)| (None, Some(line)));
    both.chain(extra).collect()
}
