//! `solver kriegspiel mine`: records of games -> problems with a mate that was certain, each once.

use std::io::{self, Write};

use clap::Args;

use super::batch::{RecordCounts, RecordWork, Sheet};
use super::tell_sum;
use crate::units::{count, number};
use keymove_base::desk::counted;
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_kriegspiel::mine::{ProblemMining, mine};
use keymove_kriegspiel::notation::read::Read;
use keymove_kriegspiel::problem::certain::Lookout;

#[derive(Debug, Args)]
pub struct Mine {
    /// Half-moves until mate: 1 is mate with this move, 3 with the next
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<u32>(1..=3))]
    depth: u32,
    /// Follow a player as long as at most N positions fit
    #[arg(long, value_name = "N", default_value = "20000")]
    #[arg(value_parser = count::<usize>(1..=50_000_000))]
    positions: usize,
    /// Look for mate with the next move where at most N positions fit
    #[arg(long, value_name = "N", default_value = "1000")]
    #[arg(value_parser = count::<usize>(1..=50_000_000))]
    deep: usize,
    /// Only problems with at least N positions
    #[arg(long, value_name = "N", default_value = "2")]
    #[arg(value_parser = count::<usize>(1..=50_000_000))]
    least: usize,
}

/// What all came to.
fn in_words(census: &RecordCounts) -> String {
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

impl RecordWork for Mine {
    fn sheet(&self, file: &str, read: Read, stop: &Stop) -> Sheet {
        let mining = ProblemMining {
            positions: self.positions,
            least: self.least,
            lookout: Lookout {
                depth: self.depth,
                deep: self.deep,
            },
        };
        let (problems, finding) = mine(&read.game, mining, stop);
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

    fn is_spaced(&self) -> bool {
        true
    }

    fn finish(&self, _: Exit, counts: &RecordCounts, out: &mut dyn Write) -> io::Result<()> {
        tell_sum(in_words(counts), counts, out)
    }
}
