//! `solver kriegspiel html`: umpires' records -> a page that replays them on three boards.

use std::io::{self, Write};

use super::batch::{Sheet, Source, Way, Work, run};
use crate::exit::Exit;
use crate::kriegspiel::finding::RecordFinding;
use crate::kriegspiel::html::replayed;
use crate::kriegspiel::notation::read::Read;
use crate::stop::Stop;
use crate::viewer;

/// Writes the page to `out`; one that a signal cuts holds what was read, and says so.
///
/// # Errors
///
/// `out` fails.
pub fn write(source: &Source, way: Way, stop: &Stop, out: &mut impl Write) -> io::Result<Exit> {
    out.write_all(&viewer::head("Kriegspiel"))?;
    let (exit, _) = run(source, way, stop, out, PageWork)?;
    if stop.is_raised() {
        out.write_all(&viewer::stopped())?;
    }
    out.write_all(&viewer::tail())?;
    Ok(exit)
}

/// A record -> its game on the page.
struct PageWork;

impl Work for PageWork {
    fn sheet(&self, file: &str, read: &Read) -> Sheet {
        let mut sheet = Sheet::default();
        if let Some(cut) = &read.cut {
            let finding = RecordFinding::from(cut);
            sheet.messages.push(format!("{file}:{finding}"));
            sheet.exit = Exit::Malformed;
        }
        match replayed(&read.game) {
            Ok((replay, findings)) => {
                let findings = findings.iter().filter(|finding| !finding.kind.is_note());
                for finding in findings {
                    sheet.messages.push(format!("{file}:{finding}"));
                    sheet.exit = sheet.exit.min(Exit::Found);
                }
                viewer::write_game(&replay, &mut sheet.out);
            }
            Err(finding) => return self.broken(file, &finding),
        }
        sheet
    }

    fn broken(&self, file: &str, finding: &RecordFinding) -> Sheet {
        Sheet::malformed(format!("{file}:{finding}; left out"))
    }
}
