//! JSON Lines: one object a line, a problem or an answer of `--format json`.
//!
//! A problem has `fen` (or `epd`, `position`), and may have `stip` (or `stipulation`), `depth` (or
//! `dm`), `id`, `author`, `source`, `award`, `variant`; other members mean nothing. An object with
//! an `outcome` is an answer and becomes the record that `solver -b` writes ([`answer`]), one with
//! an `error` the malformed line, one with `copied` the comment that it was.
//!
//! Every line stands for itself: one that is no object, is nested too deep, names a member twice or
//! is longer than [`LONGEST_RECORD`](super::LONGEST_RECORD) is refused, and the next one is read.
//! Members that mean nothing are skipped and not kept, so an object may hold a tree of any size.

mod answer;
mod object;

use super::record::{CollectedRecord, ProblemFacts, one_line};
use super::rows::{Rows, RowsError};
use super::{CollectionEntry, EntryReader};
use crate::epd::{passes_through, trimmed, with_error};
use crate::solve::Stipulation;
use object::{JsonObject, Scalar};

/// The lines of a file.
pub(super) struct JsonLines {
    rows: Rows,
}

impl JsonLines {
    pub fn new(rows: Rows) -> JsonLines {
        JsonLines { rows }
    }
}

impl EntryReader for JsonLines {
    fn next_entry(&mut self) -> Option<CollectionEntry> {
        let number = self.rows.number() + 1;
        Some(match self.rows.next_row() {
            Ok(None) => return None,
            Ok(Some(row)) => CollectionEntry::Record(record(row, number)),
            Err(RowsError::TooLong) => match self.rows.skip_row() {
                Ok(()) => CollectionEntry::Record(
                    ProblemFacts::default().refused("the line is longer than 16 MiB", number),
                ),
                Err(error) => CollectionEntry::Broken(number, error.to_string()),
            },
            Err(error) => CollectionEntry::Broken(number, error.to_string()),
        })
    }
}

/// The record of line `number`.
fn record(row: &[u8], number: u64) -> CollectedRecord {
    let text = trimmed(row);
    if passes_through(text) {
        return CollectedRecord {
            line: text.to_vec(),
            number,
            ..CollectedRecord::default()
        };
    }
    if !matches!(text[0], b'{' | b'[' | b'"') {
        // A record of EPD among the others.
        return CollectedRecord {
            line: text.to_vec(),
            number,
            ..CollectedRecord::default()
        };
    }
    if text[0] != b'{' {
        let reason = "no object of JSON; each line has to be one, as jq -c writes them";
        return ProblemFacts::default().refused(reason, number);
    }
    match serde_json::from_slice::<JsonObject>(text) {
        Ok(object) => object.record(number),
        Err(error) => {
            let error = error.to_string().replace(" at line 1 column", " at column");
            let shown: String = error.chars().take(200).collect();
            ProblemFacts::default().refused(format!("no object of JSON: {shown}"), number)
        }
    }
}

impl JsonObject {
    /// The record that the object is.
    fn record(self, number: u64) -> CollectedRecord {
        let given = |line: Vec<u8>| CollectedRecord {
            line,
            number,
            ..CollectedRecord::default()
        };
        if let Some(copied) = &self.copied {
            let line = one_line(copied).into_bytes();
            if passes_through(&line) {
                return given(line);
            }
        }
        if let (None, Some(text), Some(error)) = (&self.fen, &self.text, &self.error) {
            let line = one_line(text).into_bytes();
            return if passes_through(&line) {
                self.facts().refused(error.as_str(), number)
            } else {
                given(with_error(&line, error))
            };
        }
        let Some(fen) = self.fen.as_ref() else {
            return self.facts().refused("this object has no fen", number);
        };
        if self.outcome.is_some() {
            return given(self.answered(&one_line(fen)));
        }
        let mut record = self.facts().record(fen, number);
        record.line.extend_from_slice(&self.operations.text);
        record
    }

    /// What is known of the problem.
    fn facts(&self) -> ProblemFacts {
        let text = |scalar: &Option<Scalar>| scalar.as_ref().map(|scalar| scalar.0.clone());
        let unless = |opcode, value: Option<String>| value.filter(|_| !self.operations.has(opcode));
        ProblemFacts {
            stipulation: self.stipulation.clone().filter(|s| !is_both(s)),
            depth: text(&self.depth),
            id: unless("id", text(&self.id)),
            author: text(&self.author),
            source: text(&self.source),
            award: text(&self.award),
            variant: unless("Variant", self.variant.clone()),
            ..ProblemFacts::default()
        }
    }
}

/// Whether an answer was asked in both directions, `#5 -#5`: what a record asks that says nothing.
fn is_both(stipulation: &str) -> bool {
    let words = stipulation.split_whitespace();
    words.clone().count() == 2
        && words
            .into_iter()
            .all(|word| word.parse::<Stipulation>().is_ok())
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
