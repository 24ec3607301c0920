//! JSON: an object on each line, an array of objects, or objects within an enclosing one.
//!
//! A problem has `fen`, and may have `stipulation`, `depth`, `turn`, `id`, `author`, `source`,
//! `award`, `variant`, under any of the names in `member`. `type` counts if it is a task ("Mate in
//! two"), `moves` and `themes` if they belong to a puzzle ([`super::puzzle`]); other members are
//! ignored. An object with an `outcome` is an answer and becomes the record that `solver -b` writes
//! ([`answer`]), an object with an `error` becomes the malformed line, and one with `copied` the
//! comment it was made from.
//!
//! If each object has a line of its own, every line is independent: a line that is not an object,
//! is nested too deep, repeats a member or is longer than [`LONGEST_RECORD`](super::LONGEST_RECORD)
//! is refused, and reading continues with the next one. Otherwise the file is a [`document`], and
//! reading ends at the first error. Ignored members are skipped without being stored, so an object
//! may contain a tree of any size. A file without any position gets one message that says so.

mod answer;
mod document;
mod object;

use serde::de::IgnoredAny;

use super::member::mate_in;
use super::puzzle::WrittenPuzzle;
use super::record::{CollectedRecord, ProblemFacts, one_line, stipulation_in};
use super::rows::{Rows, RowsError};
use super::{Broken, CollectionEntry, EntryReader};
use document::{Document, record_depth};
use keymove_records::epd::{passes_through, trimmed, with_error};
use keymove_solve::Stipulation;
use object::{JsonObject, Scalar, text_of};

/// The number of bytes examined to determine the shape of a file.
const LOOKED_AT: usize = 64 * 1024;

/// The records of a file.
pub(super) struct JsonRecords {
    /// The lines of the file, until its shape is determined.
    unseen: Option<Rows>,
    shape: Option<JsonShape>,
    /// The first object that was not understood before the first record, and the number of further
    /// ones.
    unknown: Option<(CollectedRecord, u64)>,
    /// Records that wait until earlier messages have been returned.
    waiting: Vec<CollectionEntry>,
    has_records: bool,
}

/// How the objects are arranged in a file.
enum JsonShape {
    /// One on each line.
    Lines(Rows),
    /// Within other values, or over several lines.
    Document(Document),
}

/// The items that reading returns.
enum JsonEntry {
    /// A record, or a line that is copied.
    Record(CollectedRecord),
    /// An object that is not a problem and would be refused.
    Unknown(CollectedRecord),
}

impl JsonRecords {
    pub fn new(rows: Rows) -> JsonRecords {
        JsonRecords {
            unseen: Some(rows),
            shape: None,
            unknown: None,
            waiting: Vec::new(),
            has_records: false,
        }
    }

    fn next_read(&mut self) -> Result<Option<JsonEntry>, Broken> {
        if let Some(mut rows) = self.unseen.take() {
            self.shape = Some(match depth_of(&mut rows) {
                Some(depth) => JsonShape::Document(Document::new(rows, depth)),
                None => JsonShape::Lines(rows),
            });
        }
        match &mut self.shape {
            Some(JsonShape::Lines(rows)) => next_line(rows),
            Some(JsonShape::Document(document)) => document.next_record(),
            None => Ok(None),
        }
    }
}

/// The nesting depth of the records of a file, see [`record_depth`].
fn depth_of(rows: &mut Rows) -> Option<usize> {
    // A whole object in the first line is answered before more of the file has arrived. Faults of
    // the lines are reported when they are read.
    let has_line = |bytes: &[u8]| bytes.contains(&b'\n');
    let beginning = rows.peek(LOOKED_AT, has_line).ok()?;
    let line = beginning.split(|&b| b == b'\n').next()?;
    if serde_json::from_slice::<IgnoredAny>(line).is_ok() {
        return record_depth(line);
    }
    record_depth(rows.peek(LOOKED_AT, |_| false).ok()?)
}

/// The next line of a file with one object per line.
fn next_line(rows: &mut Rows) -> Result<Option<JsonEntry>, Broken> {
    let number = rows.number() + 1;
    match rows.next_row() {
        Ok(row) => Ok(row.map(|row| record(row, number))),
        Err(RowsError::TooLong(_)) => {
            rows.skip_row()
                .map_err(|error| (number, error.to_string()))?;
            let reason = "the line is longer than 16 MiB";
            let refused = ProblemFacts::default().refused(reason, number);
            Ok(Some(JsonEntry::Unknown(refused)))
        }
        Err(error) => Err(error.into()),
    }
}

impl EntryReader for JsonRecords {
    fn next_entry(&mut self) -> Result<Option<CollectionEntry>, Broken> {
        loop {
            if let Some(entry) = self.waiting.pop() {
                return Ok(Some(entry));
            }
            match (self.next_read()?, self.unknown.as_mut()) {
                (Some(JsonEntry::Unknown(_)), Some((_, more))) => *more += 1,
                (Some(JsonEntry::Unknown(record)), None) if !self.has_records => {
                    self.unknown = Some((record, 0));
                }
                (Some(JsonEntry::Unknown(record)), None) => {
                    return Ok(Some(CollectionEntry::Record(record)));
                }
                (Some(JsonEntry::Record(record)), _) => {
                    let is_record = !passes_through(&record.line);
                    self.has_records |= is_record;
                    let unknown = is_record.then(|| self.unknown.take()).flatten();
                    let Some((first, more)) = unknown else {
                        return Ok(Some(CollectionEntry::Record(record)));
                    };
                    self.waiting.push(CollectionEntry::Record(record));
                    if more > 0 {
                        let text = format!("{more} more objects without a position left out");
                        self.waiting.push(CollectionEntry::Note(first.number, text));
                    }
                    self.waiting.push(CollectionEntry::Record(first));
                }
                (None, Some((first, more @ 1..))) => {
                    let text = format!(
                        "this is JSON without positions: none of its {} objects has a member fen, epd or \
                         position",
                        *more + 1
                    );
                    return Err((first.number, text));
                }
                (None, _) => {
                    let lone = self.unknown.take().map(|(record, _)| record);
                    return Ok(lone.map(CollectionEntry::Record));
                }
            }
        }
    }
}

/// The record of line `number`.
fn record(row: &[u8], number: u64) -> JsonEntry {
    let text = trimmed(row);
    let given = || JsonEntry::Record(CollectedRecord::new(text, number));
    if passes_through(text) {
        return given();
    }
    if text[0] != b'{' {
        // A record of EPD among objects.
        let mut words = text.split(u8::is_ascii_whitespace);
        if words.next().is_some_and(|word| word.contains(&b'/')) && text[0] != b'"' {
            return given();
        }
        let reason = "no object of JSON; each line has to be one, as jq -c writes them";
        return JsonEntry::Unknown(ProblemFacts::default().refused(reason, number));
    }
    object(text, number)
}

/// The record for the object `text`, which begins in line `number`.
fn object(text: &[u8], number: u64) -> JsonEntry {
    match serde_json::from_slice::<JsonObject>(text) {
        Ok(object) => object.record(number),
        Err(error) => {
            let error = error.to_string().replace(" at line 1 column", " at column");
            let shown: String = error.chars().take(200).collect();
            let reason = format!("no object of JSON: {shown}");
            JsonEntry::Unknown(ProblemFacts::default().refused(reason, number))
        }
    }
}

impl JsonObject {
    /// The record for the object.
    fn record(self, number: u64) -> JsonEntry {
        let given = |line: Vec<u8>| JsonEntry::Record(CollectedRecord::new(line, number));
        if let Some(copied) = &self.copied {
            let line = one_line(copied).into_bytes();
            if passes_through(&line) {
                return given(line);
            }
        }
        if let (None, Some(text), Some(error)) = (&self.fen, &self.text, &self.error) {
            let line = one_line(text).into_bytes();
            return if passes_through(&line) {
                JsonEntry::Record(self.facts().refused(error.as_str(), number))
            } else {
                given(with_error(&line, error))
            };
        }
        let Some(fen) = self.fen.as_ref() else {
            return JsonEntry::Unknown(self.facts().refused("this object has no fen", number));
        };
        if self.outcome.is_some() {
            return given(self.answered(&one_line(fen)));
        }
        let mut facts = self.facts();
        let puzzle = WrittenPuzzle {
            fen,
            moves: text_of(&self.moves).unwrap_or_default(),
            themes: text_of(&self.themes).unwrap_or_default(),
            is_known: self.puzzle_id.is_some() || self.themes.is_some(),
        };
        let mut record = match puzzle.position(&mut facts) {
            None => facts.record(fen, number),
            Some(Ok(fen)) => facts.record(&fen, number),
            Some(Err(reason)) => return JsonEntry::Record(facts.refused(reason, number)),
        };
        record.line.extend_from_slice(&self.operations.text);
        JsonEntry::Record(record)
    }

    /// What is known of the problem.
    fn facts(&self) -> ProblemFacts {
        let text = |scalar: &Option<Scalar>| scalar.as_ref().map(|scalar| scalar.0.clone());
        let unless = |opcode, value: Option<String>| value.filter(|_| !self.operations.has(opcode));
        // A record that does not name a job asks for both directions anyway.
        let asked = text(&self.stipulation).filter(|asked| !is_both(asked));
        let names = [
            &self.id,
            &self.puzzle_id,
            &self.problem_id,
            &self.title,
            &self.name,
        ];
        let mut facts = ProblemFacts {
            stipulation: asked.map(|text| stipulation_in(&text).unwrap_or(text)),
            depth: text(&self.depth).or_else(|| text_of(&self.mate_in).and_then(mate_in)),
            turn: text_of(&self.turn).map(str::to_owned),
            id: unless("id", names.into_iter().find_map(text)),
            author: text(&self.author),
            source: text(&self.source),
            award: text(&self.award),
            variant: unless("Variant", text_of(&self.variant).map(str::to_owned)),
            ..ProblemFacts::default()
        };
        facts.asks_kind(text_of(&self.kind).unwrap_or_default());
        facts
    }
}

/// Whether an answer was asked in both directions, `#5 -#5`, as for a record that does not name a
/// job.
fn is_both(stipulation: &str) -> bool {
    let words = stipulation.split_whitespace();
    words.clone().count() == 2
        && words
            .into_iter()
            .all(|word| Stipulation::short(word.as_bytes()).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::{Collection, FileForm, Reading};
    use std::io;

    fn entries(text: impl AsRef<[u8]> + Send + 'static) -> Vec<String> {
        let reading = Reading::default();
        Collection::open(FileForm::Json, Box::new(io::Cursor::new(text)), 3, &reading)
            .expect("a reader")
            .map(|entry| match entry {
                CollectionEntry::Record(record) => {
                    let line = String::from_utf8(record.line).expect("text");
                    format!("{} {line}", record.number)
                }
                other => format!("{other:?}"),
            })
            .collect()
    }

    fn entry(line: &str) -> String {
        let mut seen = entries(line.to_owned());
        assert_eq!(seen.len(), 1, "{seen:?}");
        seen.remove(0).split_off(2)
    }

    const MATE: &str = "7k/8/5KQ1/8/8/8/8/8 w - -";

    #[test]
    fn an_object_asks_what_its_members_say() {
        for (members, operations) in [
            ("", ""),
            (",\"stip\":\"#1\"", " Stip \"#1\";"),
            (
                ",\"stipulation\":\"h#2.5\",\"id\":7",
                " Stip \"h#2.5\"; id \"7\";",
            ),
            (",\"depth\":3,\"rating\":[1,{\"a\":2}]", " dm 3;"),
            (",\"depth\":\"-3\",\"id\":null", " dm -3;"),
            (",\"mate_in\":3,\"mate\":true", " dm 3;"),
            (",\"mate\":true", ""),
            (",\"type\":\"helpmate\",\"depth\":2", " Stip \"h#2\";"),
            (",\"type\":\"Problem #2\"", ""),
            (",\"turn\":\"b\"", ""),
            (",\"rules\":\"atomic\"", " Variant \"atomic\";"),
            (
                ",\"variant\":{\"key\":\"standard\",\"name\":\"x\"}",
                " Variant \"standard\";",
            ),
            (",\"depth\":1e400", "no object of JSON: "),
            (",\"depth\":true", "no object of JSON: "),
            (
                ",\"authors\":[\"A\",\"B; \\\"C\\\"\"],\"award\":\"1st\\nprize\"",
                " c0 \"A, B, 'C'\"; c2 \"1st prize\";",
            ),
            (
                ",\"operations\":{\"bm\":[\"Qg7\"],\"id\":[\"a \\\"b\"],\"x\":[]},\"id\":\"z\"",
                " bm Qg7; id \"a \\\"b\"; x;",
            ),
        ] {
            let line = entry(&format!("{{\"fen\":\"{MATE} 0 1\"{members}}}"));
            match operations.strip_prefix("no ") {
                Some(_) => assert!(line.contains(operations), "{line}"),
                None => assert_eq!(line, format!("{MATE} 0 1{operations}")),
            }
        }
        assert_eq!(
            entry("{\"epd\":\"7k/8/5KQ1/8/8/8/8/8\"}"),
            MATE,
            "a bare board"
        );
        let black = "7k/8/5KQ1/8/8/8/8/8 b - -";
        for turn in [
            "\"turn\":\"b\"",
            "\"sideToMove\":\"Black\"",
            "\"side\":\"black\",\"stm\":\"b\"",
        ] {
            let line = format!("{{\"fen\":\"7k/8/5KQ1/8/8/8/8/8\",{turn}}}");
            assert_eq!(entry(&line), black, "{turn}");
        }
        let played = "{\"fen\":\"8/8/8/8/8/2K5/k7/7R w - - 0 1 moves h1d1 a2a3\",\"stip\":\"#1\"}";
        assert_eq!(entry(played), "8/8/8/8/8/k1K5/8/3R4 w - - Stip \"#1\";");
    }

    #[test]
    fn a_line_that_is_no_object_costs_itself_alone() {
        let deep = format!("{{\"fen\":{}", "[".repeat(1_000_000));
        let nested = format!("{{\"a\":{}{}}}", "{\"a\":".repeat(500), "1".repeat(500));
        let good = format!("{{\"fen\":\"{MATE}\"}}");
        let long = format!("{{\"fen\":\"{}\"}}", "x".repeat(17 << 20));
        let lines = [
            &deep,
            &nested,
            &long,
            "[1]",
            "\"fen\"",
            "{\"fen\":1",
            "{\"fen\":[\"x\"]}",
            "{\"stip\":\"#1\"}",
            &format!("{{\"fen\":\"{MATE}\",\"fen\":\"{MATE}\"}}"),
            &format!("{{\"fen\":\"{MATE}\",\"epd\":\"{MATE}\"}}"),
            "{}",
        ];
        for line in lines {
            let seen = entries(format!("{line}\n{good}\n# a comment\n\n{good}"));
            let shown: String = line.chars().take(60).collect();
            assert!(
                seen[0].starts_with("3 # ") && seen[0].contains("Error \""),
                "{shown}"
            );
            assert!(seen[0].len() < 400, "{shown}");
            let rest = [
                format!("4 {MATE}"),
                "5 # a comment".into(),
                "6 ".into(),
                format!("7 {MATE}"),
            ];
            assert_eq!(seen[1..], rest, "{shown}");
        }
    }

    #[test]
    fn what_was_malformed_or_a_comment_is_so_again() {
        assert_eq!(
            entry("{\"line\":1,\"copied\":\"# a\\nb\"}"),
            "# a b",
            "one line"
        );
        assert_eq!(
            entry("{\"line\":1,\"text\":\"what\\nis this\",\"error\":\"bad\"}"),
            "what is this"
        );
        assert_eq!(
            entry(&format!(
                "{{\"line\":1,\"text\":\"{MATE} Stip x;\",\"error\":\"bad\"}}"
            )),
            format!("{MATE} Stip x; Error \"bad\";")
        );
        assert_eq!(
            entry("{\"text\":\"# no\",\"error\":\"bad\"}"),
            "# Error \"bad\";"
        );
    }
}
