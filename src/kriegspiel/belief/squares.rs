//! The men of a belief by square, as JSON, and a remark on the belief.

use serde_json::{Value, json};
use shakmaty::{Color, Role, Square};

use super::history::History;
use super::{Belief, hidden_men};
use crate::rules::UNRECORDED;

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
