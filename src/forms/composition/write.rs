//! Popeye's layout: diagram, tree, lines. The output is bytes, because the encoding of titles is
//! unknown.

pub mod head;
pub mod lines;
pub mod play;
pub mod solution;

use shakmaty::{Move, Role};

use crate::composition::language::Phrases;
use keymove_rules::position::Position;

/// A move as Popeye writes it: `Qb2-f6`, `e4*d3 ep.`, `b7-b8=S`, `0-0-0`.
fn written(m: Move, phrases: &Phrases) -> String {
    let man = |role: Role| match role {
        Role::Pawn => String::new(),
        role => phrases.letter(role).to_string(),
    };
    match m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => {
            let sign = if capture.is_some() { '*' } else { '-' };
            let promotion =
                promotion.map_or(String::new(), |role| format!("={}", phrases.letter(role)));
            format!("{}{from}{sign}{to}{promotion}", man(role))
        }
        Move::EnPassant { from, to } => format!("{from}*{to} ep."),
        Move::Castle { king, rook } if king < rook => "0-0".to_owned(),
        Move::Castle { .. } => "0-0-0".to_owned(),
        Move::Put { role, to } => format!("{}@{to}", man(role)),
    }
}

/// The move with the sign of its goal, or of a check if it does not reach the goal.
pub fn signed(m: Move, after: &Position, goal: Option<&str>, phrases: &Phrases) -> String {
    let sign = match goal {
        Some(goal) => format!(" {goal}"),
        None if after.is_check() => " +".to_owned(),
        None => String::new(),
    };
    format!("{}{sign}", written(m, phrases))
}
