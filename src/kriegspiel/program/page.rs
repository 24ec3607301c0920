//! `kriegspiel html`: umpires' records -> a page that replays them on three boards.

use std::io::{self, Write};
use std::sync::Arc;

use clap::Args;

use crate::batch::{RecordWork, Sheet, run};
use crate::{Records, tell_sum};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_games::viewer::{self, Page};
use keymove_kriegspiel::finding::RecordFinding;
use keymove_kriegspiel::html::replayed;
use keymove_kriegspiel::notation::read::Read;

#[derive(Debug, Args)]
pub struct PageRequest {}

/// Writes the page to `out`, and prints the totals. After a signal the page holds the records read so
/// far, and says so.
///
/// # Errors
///
/// `out` fails.
pub fn write(records: Records<PageRequest>, stop: &Stop, out: &mut impl Write) -> io::Result<Exit> {
    let mut page = Page::new("Kriegspiel", &mut *out);
    let (workers, work) = (records.workers.number(), Arc::new(records.work));
    let (exit, counts) = run(&records.files, workers, work, stop, &mut page)?;
    page.end(stop.is_raised(), exit != Exit::Malformed)?;
    if exit != Exit::Interrupted {
        tell_sum(counts.games_in_words(), &counts, out)?;
    }
    Ok(exit)
}

impl RecordWork for PageRequest {
    fn sheet(&self, file: &str, read: Read, _: &Stop) -> Sheet {
        let mut sheet = Sheet::default();
        if let Some(cut) = &read.cut {
            sheet.say(file, cut);
            sheet.exit = Exit::Malformed;
        }
        let (replay, findings) = match replayed(&read.game) {
            Ok(replayed) => replayed,
            Err(finding) => return self.broken(file, &finding),
        };
        for finding in findings.iter().filter(|finding| !finding.kind.is_note()) {
            sheet.say(file, finding);
            sheet.exit = sheet.exit.min(Exit::Found);
        }
        viewer::write_game(&replay, &mut sheet.out);
        sheet
    }

    fn broken(&self, file: &str, finding: &RecordFinding) -> Sheet {
        Sheet::malformed(format!("{file}:{finding}; left out"))
    }
}
