//! `solver kriegspiel belief`: the sizes of a player's belief, or the positions, after each
//! half-move.

use std::io::{self, Write};

use clap::{ArgAction, Args};
use serde_json::{Value, json};

use super::batch::{RecordCounts, RecordWork, Sheet};
use super::tell_sum;
use crate::arguments::{TEXT_OR_JSON, named, when};
use crate::units::count;
use keymove_base::desk::When;
use keymove_base::error::printable;
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_kriegspiel::belief::history::{History, follow};
use keymove_kriegspiel::belief::{Belief, Unknown};
use keymove_kriegspiel::finding::RecordFinding;
use keymove_kriegspiel::notation::Game;
use keymove_kriegspiel::notation::read::Read;
use keymove_kriegspiel::problem::show::{counted, fens};
use keymove_kriegspiel::rules::UNTOLD;

/// How beliefs are listed.
#[derive(Debug, Args)]
pub struct Listing {
    /// Undecided when more than N positions have to be reckoned with
    #[arg(long, value_name = "N", default_value = "100000")]
    #[arg(value_parser = count::<usize>(1..=50_000_000))]
    pub positions: usize,
    /// A status line on stderr; auto: when that is a terminal and stdout is none
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
                // What is known up to there is known.
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
        Ok(if self.json {
            format!("{}\n", self.json(file, game, &history, &lists))
        } else {
            self.text(file, game, &history, &lists)
        })
    }

    /// A line for the record, then one for each half-move: its number, the move and the number of
    /// positions after it.
    fn text(&self, file: &str, game: &Game, history: &History, lists: &[Vec<String>]) -> String {
        let largest = history.sizes.iter().max().copied().unwrap_or_default();
        let mut text = format!(
            "{}:{}: for {}, {}, ",
            printable(file),
            game.place.line,
            side(history),
            counted(game.turns.len(), "half-move", "half-moves")
        );
        text.push_str(&match &history.belief {
            Ok(belief) => format!(
                "{}, at most {largest}{}\n",
                counted(belief.len(), "position", "positions"),
                reservation(history)
            ),
            Err(unknown) => format!("undecided: {}\n", self.reason(*unknown)),
        });
        let mut numbers = numbers(game, history);
        for (index, size) in history.sizes.iter().enumerate() {
            let moved = index.checked_sub(1).and_then(|index| game.turns.get(index));
            match moved {
                Some(turn) => {
                    let number = numbers.next().unwrap_or_default();
                    text.push_str(&format!("{number} {} {size}\n", turn.written.text()));
                }
                None => text.push_str(&format!("start {size}\n")),
            }
            for fen in lists.get(index).into_iter().flatten() {
                text.push_str(&format!("  {fen}\n"));
            }
        }
        text
    }

    fn reason(&self, unknown: Unknown) -> String {
        match unknown {
            Unknown::TooLarge => format!("more than {} positions", self.positions),
            Unknown::Stopped => "stopped".to_owned(),
        }
    }

    fn json(&self, file: &str, game: &Game, history: &History, lists: &[Vec<String>]) -> Value {
        let mut object = json!({
            "file": file,
            "line": game.place.line,
            "for": side(history),
            "half_moves": game.turns.len(),
            "sizes": history.sizes,
            "largest": history.sizes.iter().max(),
            "positions": history.belief.as_ref().ok().map(Belief::len),
        });
        if !history.is_whole {
            object["more_told"] = json!(true);
        }
        if let Err(unknown) = &history.belief {
            object["undecided"] = json!(self.reason(*unknown));
        }
        if self.list {
            object["lists"] = json!(lists);
        }
        object
    }
}

/// Where the player may know more than the positions show, a word on it.
pub fn reservation(history: &History) -> String {
    if history.is_whole {
        String::new()
    } else {
        format!("; {UNTOLD}")
    }
}

fn side(history: &History) -> &'static str {
    if history.player.is_white() {
        "white"
    } else {
        "black"
    }
}

/// The numbers of the half-moves: `1.`, `1...`.
fn numbers(game: &Game, history: &History) -> impl Iterator<Item = String> {
    let black_ends = history.turn.is_white();
    // Who begins follows from who is to move at the end.
    let black_begins = (game.turns.len() % 2 == 1) == black_ends;
    let first = game
        .tag("FEN")
        .and_then(|tag| {
            let fields = tag.value.split(u8::is_ascii_whitespace);
            std::str::from_utf8(fields.filter(|field| !field.is_empty()).nth(5)?).ok()
        })
        .and_then(|field| field.parse::<usize>().ok())
        .unwrap_or(1);
    (usize::from(black_begins)..).map(move |half| {
        let number = first + half / 2;
        if half % 2 == 0 {
            format!("{number}.")
        } else {
            format!("{number}...")
        }
    })
}
