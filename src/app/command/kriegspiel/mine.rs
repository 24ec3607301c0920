//! `solver kriegspiel mine`: records of games -> problems with a mate that was certain, each once.

use super::batch::{RecordCounts, RecordWork, Sheet};
use keymove_base::desk::counted;
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_kriegspiel::mine::{ProblemMining, mine};
use keymove_kriegspiel::notation::read::Read;

/// What all came to.
pub fn in_words(census: &RecordCounts) -> String {
    let problems = counted(census.once as u64, "problem", "problems");
    let mut text = format!("{}, {problems}", census.games_in_words());
    if census.of_players > 0 {
        let records = counted(
            census.of_players as u64,
            "player's record",
            "players' records",
        );
        text.push_str(&format!(
            "; of {records} only the player's own moments: the umpire's record has those of both sides"
        ));
    }
    text
}

impl RecordWork for ProblemMining {
    fn sheet(&self, file: &str, read: Read, stop: &Stop) -> Sheet {
        let (problems, finding) = mine(&read.game, *self, stop);
        let findings: Vec<_> = finding.into_iter().chain(read.cut).collect();
        let mut sheet = Sheet {
            exit: match findings.is_empty() {
                true => Exit::Success,
                false => Exit::Malformed,
            },
            once: problems,
            ..Sheet::default()
        };
        for finding in &findings {
            sheet.say(file, finding);
        }
        sheet
    }
}
