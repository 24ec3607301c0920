//! `solver kriegspiel belief`: the sizes of a player's belief, or the positions, after each
//! half-move.

use serde_json::{Value, json};

use super::batch::{RecordWork, Sheet};
use keymove_base::error::printable;
use keymove_base::stop::Stop;
use keymove_kriegspiel::belief::history::{History, follow};
use keymove_kriegspiel::belief::{Belief, Unknown};
use keymove_kriegspiel::finding::RecordFinding;
use keymove_kriegspiel::notation::Game;
use keymove_kriegspiel::notation::read::Read;
use keymove_kriegspiel::problem::show::{counted, fens};
use keymove_kriegspiel::rules::UNTOLD;

/// How beliefs are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listing {
    /// The most positions that are kept.
    pub positions: usize,
    /// The positions, too, as FEN.
    pub list: bool,
    /// One JSON object a line.
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
pub(super) fn reservation(history: &History) -> String {
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
