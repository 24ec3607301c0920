//! `kriegspiel check`: a record -> its findings, and the totals of all.

use std::io::{self, Write};

use clap::{ArgAction, Args};
use serde_json::json;

use crate::batch::{RecordCounts, RecordWork, Sheet};
use keymove_base::desk::{counted, tell};
use keymove_base::error::printable;
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_base::units::{count, named};
use keymove_kriegspiel::check::{POSITIONS, check};
use keymove_kriegspiel::finding::{Irregularity, RecordFinding};
use keymove_kriegspiel::notation::read::Read;
use keymove_terminal::arguments::TEXT_OR_JSON;

#[derive(Debug, Args)]
pub struct Inspection {
    /// The form of the output
    #[arg(long = "format", value_name = "FORMAT", default_value = "text")]
    #[arg(action = ArgAction::Set, value_parser = named(TEXT_OR_JSON))]
    json: bool,
    /// A player's record: follow at most N positions that fit; 0: look at the own board only
    #[arg(long, value_name = "N", default_value_t = POSITIONS)]
    #[arg(value_parser = count::<usize>(0..=u64::MAX))]
    positions: usize,
}

impl RecordWork for Inspection {
    fn sheet(&self, file: &str, read: Read, _: &Stop) -> Sheet {
        let mut sheet = Sheet::default();
        for finding in check(&read, self.positions) {
            if finding.kind == Irregularity::PlainGame {
                // One for all: there may be thousands of games.
                sheet.census.plain += 1;
                sheet.exit = sheet.exit.min(Exit::Found);
                sheet.once = self.line(file, &finding);
                continue;
            }
            if finding.kind.is_note() {
                sheet.census.notes += 1;
            } else if finding.kind == Irregularity::Syntax {
                // The game was cut.
                sheet.census.unreadable += 1;
                sheet.exit = sheet.exit.min(Exit::Malformed);
            } else {
                sheet.census.findings += 1;
                sheet.exit = sheet.exit.min(Exit::Found);
            }
            sheet.out.extend(self.line(file, &finding));
        }
        sheet
    }

    fn broken(&self, file: &str, finding: &RecordFinding) -> Sheet {
        Sheet {
            out: self.line(file, finding),
            exit: Exit::Malformed,
            ..Sheet::default()
        }
    }

    fn finish(&self, exit: Exit, census: &RecordCounts, out: &mut dyn Write) -> io::Result<()> {
        let findings = census.findings + usize::from(census.plain > 0);
        if self.json {
            let mut line = json!({
                "games": census.games,
                "half_moves": census.half_moves,
                "findings": findings,
                "notes": census.notes,
                "unreadable": census.unreadable,
                "exit": exit.code(),
            });
            if census.plain > 0 {
                line["plain"] = json!(census.plain);
            }
            return writeln!(out, "{line}");
        }
        // The findings are flushed first, for a reader of both streams.
        out.flush()?;
        let plain = match census.plain {
            0 => String::new(),
            plain => format!(", {plain} plain"),
        };
        tell(format_args!(
            "{}, {}, {}, {} unreadable{plain}",
            census.games_in_words(),
            counted(findings as u64, "finding", "findings"),
            counted(census.notes as u64, "note", "notes"),
            census.unreadable,
        ));
        Ok(())
    }
}

impl Inspection {
    fn line(&self, file: &str, finding: &RecordFinding) -> Vec<u8> {
        if !self.json {
            return format!("{}:{finding}\n", printable(file)).into_bytes();
        }
        let line = json!({
            "file": file,
            "line": finding.place.line,
            "column": finding.place.column,
            "kind": finding.kind,
            "note": finding.kind.is_note(),
            "text": finding.text,
        });
        format!("{line}\n").into_bytes()
    }
}
