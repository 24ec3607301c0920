//! Answers of this run as bytes, for lines that differ in their `id` at most: [`RepeatedLines`].
//!
//! To read a line and to write its answer costs more than to solve a mate in one, so asking
//! [`Answered`](super::dedup::Answered) for each line would save nothing where jobs are cheap. But a line with the same bytes has
//! the same answer, and with another `id` the same one with that `id` in it: nothing else depends on
//! what an `id` says. That `id` has to be plain (a word, or a string without escapes) and end with a
//! `;`, so that what stands before and behind it is read as it was: no byte of it opens or closes
//! anything.

use std::hash::{BuildHasher, Hasher};
use std::sync::{Mutex, PoisonError};

use foldhash::quality::FixedState;
use memchr::memmem;

use super::cache::Cache;
use crate::answer::{Answer, Measure, Status};
use crate::epd::{Epd, plain_string};

/// How many parts there are, so that workers seldom wait for each other's lock.
const PARTS: usize = 64;

/// Bytes of a line and its answer, for the number of places.
const TYPICAL: usize = 200;

/// What is longer is not kept.
const LONGEST: usize = 4096;

/// A line but for what its `id` says.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineShape<'a> {
    /// All of it, or all before the operand of its `id`.
    head: &'a [u8],
    /// The operand of the `id` as it is written, if there is one.
    id: Option<&'a [u8]>,
    /// What stands behind it.
    tail: &'a [u8],
}

const ID: &[u8] = b" id ";

impl<'a> LineShape<'a> {
    /// That of a line, unless what looks like its `id` is not plain.
    pub(super) fn of(line: &'a [u8]) -> Option<LineShape<'a>> {
        if line.len() > LONGEST {
            return None;
        }
        let Some(at) = memmem::find(line, ID) else {
            return Some(LineShape {
                head: line,
                id: None,
                tail: b"",
            });
        };
        let (head, rest) = line.split_at(at + ID.len());
        let length = if rest.starts_with(b"\"") {
            plain_string(rest)?
        } else {
            let is_plain = |b: u8| b.is_ascii_graphic() && !b";\"\\".contains(&b);
            rest.iter().position(|&b| !is_plain(b))?
        };
        let (id, tail) = rest.split_at(length);
        (length > 0 && tail.first() == Some(&b';')).then_some(LineShape {
            head,
            id: Some(id),
            tail,
        })
    }

    /// Whether `record`, which was read from the line, has that `id` and no other.
    pub(super) fn is_of(&self, record: &Epd) -> bool {
        let mut ids = record.all("id");
        match (self.id, ids.next(), ids.next()) {
            (None, None, _) => true,
            (Some(id), Some(operation), None) => {
                // Columns count from 1, and `id` and a blank stand at the end of the head.
                operation.column() + 2 == self.head.len()
                    && operation.as_bytes().strip_prefix(b"id ") == Some(id)
            }
            _ => false,
        }
    }

    fn hash(&self) -> u64 {
        let mut hasher = FixedState::default().build_hasher();
        // Where the one ends and the other begins, and whether there is an `id`, is compared.
        hasher.write(self.head);
        hasher.write(self.tail);
        hasher.finish()
    }
}

/// A line and its answer, without what its `id` says.
#[derive(Debug)]
struct Template {
    /// Head and tail of the line, then of the answer's text what stands before the `id`, without
    /// what it has in common with the line, and what stands behind it.
    bytes: Box<[u8]>,
    /// Where these parts end.
    head: u16,
    tail: u16,
    before: usize,
    /// How many bytes line and answer have in common at their beginning.
    common: u16,
    has_id: bool,
    status: Status,
    measure: Option<Measure>,
}

impl Template {
    /// That of a line with its answer; nothing if it cannot be said where the `id` stands.
    fn of(shape: &LineShape<'_>, answer: &Answer) -> Option<Template> {
        let text = &answer.text;
        let (before, behind) = match shape.id {
            None => (&text[..], &b""[..]),
            Some(id) => {
                let operation = [ID, id, b";"].concat();
                let mut places = memmem::find_iter(text, &operation);
                let at = places.next()? + ID.len();
                if places.next().is_some() {
                    return None;
                }
                (&text[..at], &text[at + id.len()..])
            }
        };
        let pairs = shape.head.iter().zip(before);
        let common = pairs.take_while(|(one, other)| one == other).count();
        let bytes = [shape.head, shape.tail, &before[common..], behind].concat();
        let tail = shape.head.len() + shape.tail.len();
        Some(Template {
            bytes: bytes.into(),
            head: u16::try_from(shape.head.len()).ok()?,
            tail: u16::try_from(tail).ok()?,
            before: tail + before.len() - common,
            common: u16::try_from(common).ok()?,
            has_id: shape.id.is_some(),
            status: answer.status,
            measure: answer.measure,
        })
    }

    fn is_of(&self, shape: &LineShape<'_>) -> bool {
        let (head, tail) = (usize::from(self.head), usize::from(self.tail));
        self.has_id == shape.id.is_some()
            && &self.bytes[..head] == shape.head
            && &self.bytes[head..tail] == shape.tail
    }

    /// The answer to a line of this shape. Nothing is searched for it.
    fn answer(&self, shape: &LineShape<'_>) -> Answer {
        let common = &self.bytes[..usize::from(self.common)];
        let before = &self.bytes[usize::from(self.tail)..self.before];
        let id = shape.id.unwrap_or_default();
        Answer {
            text: [common, before, id, &self.bytes[self.before..]].concat(),
            status: self.status,
            untitled: !self.has_id,
            measure: self.measure.map(|measure| Measure {
                nodes: 0,
                ..measure
            }),
            ..Answer::passed(Vec::new())
        }
    }
}

/// Answers to lines of this run.
#[derive(Debug)]
pub(super) struct RepeatedLines {
    parts: Vec<Mutex<Cache<Template>>>,
}

impl RepeatedLines {
    /// None yet; they may hold so many bytes.
    pub(super) fn new(bytes: usize) -> RepeatedLines {
        let part = || Mutex::new(Cache::new(bytes / PARTS, TYPICAL));
        RepeatedLines {
            parts: (0..PARTS).map(|_| part()).collect(),
        }
    }

    fn part(&self, hash: u64) -> &Mutex<Cache<Template>> {
        // The high bits; the low ones find the place within the part.
        &self.parts[(hash >> 32) as usize % PARTS]
    }

    /// The answer to a line of this shape, if it is there.
    pub(super) fn answer(&self, shape: &LineShape<'_>) -> Option<Answer> {
        let hash = shape.hash();
        // Nothing under the lock leaves a state behind that is no sound one.
        let part = self.part(hash).lock();
        let mut cache = part.unwrap_or_else(PoisonError::into_inner);
        let template = cache.get(hash, |template| template.is_of(shape))?;
        Some(template.answer(shape))
    }

    /// Keeps the answer to a line of this shape, of which the record is [`LineShape::is_of`]; not
    /// one that has more than its bytes, or that another run would not give.
    pub(super) fn keep(&self, shape: &LineShape<'_>, answer: &Answer) {
        let has_more = !answer.messages.is_empty()
            || answer.drawing.is_some()
            || !answer.certificates.is_empty()
            || answer.row.is_some();
        if has_more || answer.stopped || answer.text.len() > LONGEST {
            return;
        }
        let Some(template) = Template::of(shape, answer) else {
            return;
        };
        let nodes = answer.measure.map_or(0, |measure| measure.nodes);
        let hash = shape.hash();
        let part = self.part(hash).lock();
        let mut cache = part.unwrap_or_else(PoisonError::into_inner);
        // Another worker may have been as quick.
        if cache.get(hash, |there| there.is_of(shape)).is_none() {
            // The allocator's part of two blocks is some 32 bytes.
            let weight = template.bytes.len() + 32;
            cache.put(hash, template, weight, nodes, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Settings, answer};
    use crate::solve::Tables;
    use crate::stop::Stop;

    const PLACE: &str = "7k/8/8/4K3/8/8/6Q1/8 w - -";

    fn solved(line: &str) -> Answer {
        let settings = Settings {
            no_time: true,
            ..Settings::default()
        };
        answer(
            line.as_bytes(),
            &settings,
            &mut Tables::new(1),
            &Stop::new(),
        )
    }

    #[test]
    fn an_answer_with_another_id_is_that_of_a_search() {
        let ids = [
            "\"a\"",
            "b",
            "\"\"",
            "\"x y; z\"",
            "\"\u{fc}ber\"",
            "BK.01",
            "id",
        ];
        for (before, behind) in [
            ("dm 2;", ""),
            ("", ""),
            ("c0 \"where\"; Stip \"#1\";", " zz 7;"),
            ("bm Kf6; Stip \"s#1\";", " pv Kf6; "),
            ("Stip \"h#1\";", "\r"),
        ] {
            let lines = ids.map(|id| format!("{PLACE} {before} id {id};{behind}"));
            let repeated = RepeatedLines::new(1 << 20);
            let first = LineShape::of(lines[0].as_bytes()).unwrap();
            let truth = solved(&lines[0]);
            assert!(truth.messages.is_empty(), "{:?}", truth.messages);
            assert!(first.is_of(&Epd::from_ascii(lines[0].as_bytes()).unwrap()));
            repeated.keep(&first, &truth);
            for line in &lines {
                let shape = LineShape::of(line.as_bytes()).unwrap();
                let known = repeated.answer(&shape).expect("it was kept");
                let truth = solved(line);
                let text = |answer: &Answer| String::from_utf8(answer.text.clone()).unwrap();
                assert_eq!(text(&known), text(&truth));
                assert_eq!(
                    (known.status, known.untitled),
                    (truth.status, truth.untitled)
                );
                let measure = known.measure.map(|measure| measure.nodes);
                assert_eq!(measure, Some(0));
            }
            // Another line has no answer yet.
            let other = format!("{PLACE} {before} id {};x{behind}", ids[0]);
            let other = LineShape::of(other.as_bytes()).unwrap();
            assert!(repeated.answer(&other).is_none());
        }
    }

    #[test]
    fn what_only_looks_like_an_id_is_none() {
        let is_of = |operations: &str| {
            let line = format!("{PLACE} {operations}");
            let record = Epd::from_ascii(line.as_bytes()).unwrap();
            LineShape::of(line.as_bytes()).map(|shape| shape.is_of(&record))
        };
        assert_eq!(is_of("dm 2;"), Some(true));
        assert_eq!(is_of("id \"a\"; dm 2;"), Some(true));
        // Within a string, more than one, cut off, and what is not plain.
        assert_eq!(is_of("c0 \"no id x; y\"; id \"a\";"), Some(false));
        assert_eq!(is_of("c0 \"no id x; y\";"), Some(false));
        assert_eq!(is_of("id \"a\"; id \"b\";"), Some(false));
        assert_eq!(is_of("dm 2;  id \"a\";"), Some(true));
        assert_eq!(is_of("dm 2; ID \"a\";"), Some(true));
        assert_eq!(is_of("dm 2;id \"a\";"), Some(false));
        assert_eq!(is_of("id \"a\""), None);
        assert_eq!(is_of("id a b;"), None);
        assert_eq!(is_of("id \"a\\\"b\";"), None);
        assert_eq!(is_of("id \"a\" b;"), None);
        assert_eq!(is_of("id \"a\tb\";"), None);
        assert_eq!(is_of("id ;"), None);
    }

    #[test]
    fn answers_with_messages_or_two_places_for_the_id_are_not_kept() {
        for line in [
            // A warning, an error, and a string that holds what looks like the `id`.
            format!("{PLACE} ce 30; dm 2; Stip \"#3\"; id \"a\";"),
            format!("{PLACE} Stip \"x\"; id \"a\";"),
            format!("{PLACE} dm 2; id a; zz \"not id a;\";"),
        ] {
            let repeated = RepeatedLines::new(1 << 20);
            let shape = LineShape::of(line.as_bytes()).unwrap();
            repeated.keep(&shape, &solved(&line));
            assert!(repeated.answer(&shape).is_none(), "{line}");
        }
    }
}
