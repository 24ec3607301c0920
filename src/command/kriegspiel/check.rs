//! `solver kriegspiel check`: a record -> its findings, and the totals of all.

use std::io::{self, Write};

use serde_json::json;

use super::batch::{RecordCounts, RecordWork, Sheet};
use crate::desk::{counted, tell};
use crate::error::printable;
use crate::exit::Exit;
use crate::kriegspiel::check::{Scope, check};
use crate::kriegspiel::finding::{Irregularity, RecordFinding};
use crate::kriegspiel::notation::read::Read;
use crate::stop::Stop;

/// How records are checked and findings are written.
#[derive(Debug, Clone, Copy)]
pub struct Inspection {
    /// One JSON object a line.
    pub json: bool,
    /// How much to look into.
    pub extent: Scope,
}

impl RecordWork for Inspection {
    fn sheet(&self, file: &str, read: Read, _: &Stop) -> Sheet {
        let mut sheet = Sheet {
            census: RecordCounts {
                games: 1,
                half_moves: read.game.turns.len(),
                ..RecordCounts::default()
            },
            ..Sheet::default()
        };
        for finding in check(&read, self.extent) {
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
            census: RecordCounts {
                unreadable: 1,
                ..RecordCounts::default()
            },
            ..Sheet::default()
        }
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
            "kind": finding.kind.name(),
            "note": finding.kind.is_note(),
            "text": finding.text,
        });
        format!("{line}\n").into_bytes()
    }

    /// Says what all came to, after the findings in `out`.
    ///
    /// # Errors
    ///
    /// `out` fails.
    pub fn finish(
        &self,
        exit: Exit,
        census: &RecordCounts,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if self.json {
            let line = json!({
                "games": census.games,
                "half_moves": census.half_moves,
                "findings": census.findings,
                "notes": census.notes,
                "unreadable": census.unreadable,
                "exit": exit.code(),
            });
            return writeln!(out, "{line}");
        }
        // What was found stands first, whoever reads both.
        out.flush()?;
        tell(format_args!(
            "{}, {}, {}, {}, {} unreadable",
            counted(census.games as u64, "game", "games"),
            counted(census.half_moves as u64, "half-move", "half-moves"),
            counted(census.findings as u64, "finding", "findings"),
            counted(census.notes as u64, "note", "notes"),
            census.unreadable,
        ));
        Ok(())
    }
}
