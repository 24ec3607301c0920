//! Finds for each record of EXPECTED its counterpart in ACTUAL.

use std::collections::{HashMap, VecDeque};

use memchr::memchr_iter;

use crate::epd::{Epd, EpdError, EpdErrorKind, passes_through, without_error};
use keymove_base::error::excerpt;

/// A line of a file, comments excluded.
#[derive(Debug)]
pub struct FileLine {
    /// The line number, from 1.
    pub number: u64,
    /// The record, or why the line is not a record.
    pub record: Result<Epd, EpdError>,
    /// The key for pairing: the four fields, or the bytes of a line that is not a record.
    key: Vec<u8>,
}

impl FileLine {
    /// Reads line `number` of a file.
    pub fn read(number: u64, text: &[u8]) -> FileLine {
        let record = Epd::read(text).map(|(epd, _)| epd);
        let key = match &record {
            Ok(epd) => epd.fields().into_bytes(),
            Err(_) => unsigned(without_error(text)).to_vec(),
        };
        FileLine {
            number,
            record,
            key,
        }
    }

    /// Line `number` of a file, already refused for `reason`.
    pub fn refused(number: u64, text: &[u8], reason: &str) -> FileLine {
        FileLine {
            number,
            record: Err(EpdError {
                column: 1,
                kind: EpdErrorKind::Illegal(reason.to_owned()),
            }),
            key: text.to_vec(),
        }
    }

    /// The four fields, or the beginning of a line that is not a record.
    pub fn position(&self) -> String {
        excerpt_unless_fields(&self.key, self.record.is_ok())
    }

    /// The operand of `id`.
    pub fn id(&self) -> Option<String> {
        let record = self.record.as_ref().ok()?;
        let id = record.operation("id")?;
        Some(String::from_utf8_lossy(&id.text()).into_owned())
    }
}

fn excerpt_unless_fields(key: &[u8], is_record: bool) -> String {
    if is_record {
        String::from_utf8_lossy(key).into_owned()
    } else {
        excerpt(key)
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
    let mut groups: HashMap<&[u8], (Vec<usize>, VecDeque<usize>)> = HashMap::new();
    for (i, line) in expected.iter().enumerate() {
        groups.entry(&line.key).or_default().0.push(i);
    }
    for (i, line) in actual.iter().enumerate() {
        groups.entry(&line.key).or_default().1.push_back(i);
    }
    let mut partner: Vec<Option<usize>> = vec![None; expected.len()];
    let mut taken = vec![false; actual.len()];
    for (wanted, mut found) in groups.into_values() {
        let alone = wanted.len() == 1 && found.len() == 1;
        let same = |e: usize, a: usize| alone || expected[e].id() == actual[a].id();
        let compatible =
            |e: usize, a: usize| expected[e].id().is_none() || actual[a].id().is_none();
        for fits in [&same as &dyn Fn(usize, usize) -> bool, &compatible] {
            for &e in &wanted {
                if partner[e].is_none()
                    && let Some(at) = found.iter().position(|&a| fits(e, a))
                    && let Some(a) = found.remove(at)
                {
                    partner[e] = Some(a);
                    taken[a] = true;
                }
            }
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
