//! Beliefs as text and JSON.

use serde_json::{Value, json};
use shakmaty::{Color, Role, Square};

use super::board::CompactBoard;
use super::history::History;
use super::{Belief, Unknown};
use crate::notation::Game;
use crate::problem::show::counted;
use crate::rules::UNRECORDED;
use keymove_base::error::printable;

/// A player's beliefs after each half-move of a record, for output.
#[derive(Debug, Clone)]
pub struct BeliefListing<'a> {
    /// The name of the record's file.
    pub file: &'a str,
    /// The record.
    pub game: &'a Game,
    /// The player's knowledge.
    pub history: &'a History,
    /// The limit for the number of positions.
    pub positions: usize,
    /// The positions after each half-move, as FEN, if they are wanted.
    pub lists: Option<Vec<Vec<String>>>,
}

impl BeliefListing<'_> {
    /// A line for the record, then one for each half-move: its number, the move and the number of
    /// positions after it.
    pub fn text(&self) -> String {
        let BeliefListing {
            file,
            game,
            history,
            ..
        } = *self;
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
            let fens = self.lists.as_ref().and_then(|lists| lists.get(index));
            for fen in fens.into_iter().flatten() {
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

    /// A JSON object.
    pub fn json(&self) -> Value {
        let BeliefListing {
            file,
            game,
            history,
            ..
        } = *self;
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
        if let Some(lists) = &self.lists {
            object["lists"] = json!(lists);
        }
        object
    }
}

/// A remark if the player may know more than the positions show; otherwise empty.
pub fn reservation(history: &History) -> String {
    if history.is_whole {
        String::new()
    } else {
        format!("; {UNRECORDED}")
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
    // The side that begins follows from the side to move at the end.
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

/// For each square, the numbers of positions in which it has each man, in a belief after `at`
/// half-moves.
pub fn squares_json(belief: &Belief, player: Color, at: usize) -> Value {
    let mut squares = serde_json::Map::new();
    for square in Square::ALL {
        let mut men = serde_json::Map::new();
        for role in Role::ALL {
            let there =
                |board: &&CompactBoard| (board.men(role) & board.side(!player)).contains(square);
            let count = belief.boards().iter().filter(there).count();
            if count > 0 {
                men.insert(role.of(!player).char().to_string(), json!(count));
            }
        }
        if !men.is_empty() {
            squares.insert(square.to_string(), Value::Object(men));
        }
    }
    json!({
        "for": if player.is_white() { "white" } else { "black" },
        "half_moves": at,
        "positions": belief.len(),
        "squares": squares,
    })
}
