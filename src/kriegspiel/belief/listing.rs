//! Beliefs as text and JSON.

use serde_json::{Value, json};
use shakmaty::{Color, Role, Square};

use super::history::History;
use super::{Belief, Unknown, hidden_men};
use crate::notation::Game;
use crate::notation::write::MoveNumber;
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
            history.player,
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
        let mut number = MoveNumber {
            turn: match game.turns.len() % 2 {
                0 => history.turn,
                _ => !history.turn,
            },
            ..MoveNumber::first(game)
        };
        for (index, size) in history.sizes.iter().enumerate() {
            let moved = index.checked_sub(1).and_then(|index| game.turns.get(index));
            match moved {
                Some(turn) => {
                    text.push_str(&format!("{number} {} {size}\n", turn.written.text()));
                    number = number.next();
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
            "for": history.player.to_string(),
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

/// For each square, the numbers of positions in which it has each man, in a belief after `at`
/// half-moves.
pub fn squares_json(belief: &Belief, player: Color, at: usize) -> Value {
    let mut squares = serde_json::Map::new();
    let hidden = hidden_men(belief.boards(), player);
    for (square, men) in Square::ALL.into_iter().zip(hidden) {
        let found = Role::ALL.into_iter().filter(|&role| men[role] > 0);
        let found: serde_json::Map<String, Value> = found
            .map(|role| (role.of(!player).char().to_string(), json!(men[role])))
            .collect();
        if !found.is_empty() {
            squares.insert(square.to_string(), Value::Object(found));
        }
    }
    json!({
        "for": player.to_string(),
        "half_moves": at,
        "positions": belief.len(),
        "squares": squares,
    })
}
