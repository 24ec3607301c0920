//! `solver kriegspiel belief`: the sizes of a player's belief, or the positions, after each
//! half-move.

use std::io::{self, Write};

use clap::{ArgAction, Args};

use super::batch::{RecordCounts, RecordWork, Sheet};
use super::tell_sum;
use crate::arguments::{TEXT_OR_JSON, named, when};
use crate::units::count;
use keymove_base::desk::When;
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_kriegspiel::belief::Belief;
use keymove_kriegspiel::belief::history::follow;
use keymove_kriegspiel::belief::listing::BeliefListing;
use keymove_kriegspiel::finding::RecordFinding;
use keymove_kriegspiel::notation::Game;
use keymove_kriegspiel::notation::read::Read;
use keymove_kriegspiel::problem::show::fens;

/// How beliefs are listed.
#[derive(Debug, Args)]
pub struct Listing {
    /// Leave it undecided when more than N positions are possible
    #[arg(long, value_name = "N", default_value = "100000")]
    #[arg(value_parser = count::<usize>(1..=50_000_000))]
    pub positions: usize,
    /// Show a status line on stderr; auto: if stderr is a terminal and stdout is not
    #[arg(long, value_name = "WHEN", value_parser = when(), default_value = "auto")]
    pub progress: When,
    /// The positions, too, as FEN
    #[arg(long)]
    pub list: bool,
    /// The form of the output
    #[arg(long = "format", value_name = "FORMAT", default_value = "text")]
    #[arg(action = ArgAction::Set, value_parser = named(TEXT_OR_JSON))]
    pub json: bool,
}

impl RecordWork for Listing {
    fn sheet(&self, file: &str, read: Read, stop: &Stop) -> Sheet {
        match self.listed(file, &read.game, stop) {
            Ok(out) => Sheet {
                out: out.into_bytes(),
                // A record that is cut keeps what was found before the cut.
                ..(read.cut).map_or_else(Sheet::default, |cut| Sheet::refused(file, &cut))
            },
            Err(finding) => Sheet::refused(file, &finding),
        }
    }

    fn progress(&self) -> When {
        self.progress
    }

    fn finish(&self, _: Exit, counts: &RecordCounts, out: &mut dyn Write) -> io::Result<()> {
        tell_sum(counts.games_in_words(), counts, out)
    }
}

impl Listing {
    fn listed(&self, file: &str, game: &Game, stop: &Stop) -> Result<String, RecordFinding> {
        let mut lists: Vec<Vec<String>> = Vec::new();
        let show = |belief: &Belief| {
            if self.list {
                lists.push(fens(belief.boards()));
            }
        };
        let history = follow(game, self.positions, || stop.is_raised(), show)?;
        let listing = BeliefListing {
            file,
            game,
            history: &history,
            positions: self.positions,
            lists: self.list.then_some(lists),
        };
        Ok(match self.json {
            true => format!("{}\n", listing.json()),
            false => listing.text(),
        })
    }
}
