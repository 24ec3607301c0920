//! Plans as text and as JSON.

use serde_json::{Value, json};

use super::super::announcement::{Announcement, Finish};
use super::super::belief::board::CompactBoard;
use super::super::notation::san;
use super::super::own_board::{OwnBoard, Try};
use super::plan::{MoveResult, PlanStep, TryPlan};
use keymove_games::pgn::Mark;

/// Writes a plan: a line for each try and for each announcement; continuations are indented.
///
/// ```text
/// Rg3  1 position
///   silent, ??
///     silent: 7 positions
///       Rf8#  7 positions
/// ```
pub fn plan_text(plan: &TryPlan, own: &OwnBoard) -> String {
    let mut text = String::new();
    lines(plan, own, 0, &mut text);
    text
}

fn lines(plan: &TryPlan, own: &OwnBoard, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    for step in &plan.steps {
        let made = marked(step, own);
        text.push_str(&format!("{indent}{made}  {}\n", positions(step.legal)));
        let mut moved = own.clone();
        moved.play(step.tried);
        for (announcement, then) in &step.after {
            let heard = heard(*announcement);
            match then {
                // The sign at the move says it.
                MoveResult::Mate if made.ends_with('#') => {}
                MoveResult::Mate => text.push_str(&format!("{indent}  {heard}\n")),
                MoveResult::Ending => text.push_str(&format!("{indent}  {heard}: a won ending\n")),
                MoveResult::Replies(replies) => {
                    text.push_str(&format!("{indent}  {heard}, ??\n"));
                    for reply in replies {
                        let (answer, size) =
                            (self::heard(reply.announcement), positions(reply.belief));
                        text.push_str(&format!("{indent}    {answer}: {size}\n"));
                        let own = after_loss(&moved, reply.announcement);
                        lines(&reply.plan, &own, depth + 3, text);
                    }
                }
            }
        }
    }
}

fn positions(number: usize) -> String {
    counted(number, "position", "positions")
}

/// A number of items in words.
pub fn counted(number: usize, one: &str, many: &str) -> String {
    let what = if number == 1 { one } else { many };
    format!("{number} {what}")
}

/// The own men after the other side's move.
fn after_loss(own: &OwnBoard, announcement: Announcement) -> OwnBoard {
    let mut own = own.clone();
    if let Some(square) = announcement.capture {
        own.lose(square);
    }
    own
}

/// An announcement as text in the notation, including mate and stalemate.
pub fn heard(announcement: Announcement) -> String {
    let capture = announcement.capture.map(|square| format!("X{square}"));
    let checks = announcement.checks;
    let checks = (!checks.is_empty()).then(|| format!("C{checks}"));
    let mut announced = Vec::from_iter(capture.into_iter().chain(checks)).join(",");
    match announcement.end {
        None if announced.is_empty() => announced.push_str("silent"),
        None => {}
        Some(Finish::Mate) => announced.push_str(" mate"),
        Some(Finish::Stalemate) => announced.push_str(" stalemate"),
    }
    announced.trim_start().to_owned()
}

/// The try with the signs for announcements that are the same wherever it is legal.
fn marked(step: &PlanStep, own: &OwnBoard) -> String {
    let all =
        |test: fn(&Announcement) -> bool| step.after.iter().all(|(announced, _)| test(announced));
    let capture = step.tried.is_pawn_capture() || all(|announced| announced.capture.is_some());
    let mark = if all(|announced| announced.end == Some(Finish::Mate)) {
        Some(Mark::Mate)
    } else if all(|announced| !announced.checks.is_empty()) {
        Some(Mark::Check)
    } else {
        None
    };
    san::write_move(step.tried, own, capture, mark).to_string()
}

/// First moves as they are written.
pub fn keys(keys: &[Try], own: &OwnBoard) -> Vec<String> {
    keys.iter()
        .map(|tried| san::write(*tried, own).to_string())
        .collect()
}

/// A plan as JSON: `[{"try", "move", "positions", "after": [{"announced", "then": "mate", "ending"
/// or [{"announced", "positions", "plan"}]}]}]`; `try` is the bare move, `move` has the signs that
/// are certain.
pub fn plan_json(plan: &TryPlan, own: &OwnBoard) -> Value {
    let steps = plan.steps.iter().map(|step| {
        let mut moved = own.clone();
        moved.play(step.tried);
        let after: Vec<Value> = step
            .after
            .iter()
            .map(|(announcement, then)| {
                json!({"announced": announced(*announcement), "then": then_json(then, &moved)})
            })
            .collect();
        json!({
            "try": san::write(step.tried, own).as_str(),
            "move": marked(step, own),
            "positions": step.legal,
            "after": after,
        })
    });
    Value::Array(steps.collect())
}

fn then_json(then: &MoveResult, moved: &OwnBoard) -> Value {
    match then {
        MoveResult::Mate => json!("mate"),
        MoveResult::Ending => json!("ending"),
        MoveResult::Replies(replies) => replies
            .iter()
            .map(|reply| {
                let own = after_loss(moved, reply.announcement);
                json!({
                    "announced": announced(reply.announcement),
                    "positions": reply.belief,
                    "plan": plan_json(&reply.plan, &own),
                })
            })
            .collect(),
    }
}

fn announced(announcement: Announcement) -> Value {
    json!({
        "capture": announcement.capture.map(|square| square.to_string()),
        "check": announcement.checks.to_string(),
        "end": announcement.end,
    })
}

/// Positions as FEN, in alphabetical order.
pub fn fens(boards: &[CompactBoard]) -> Vec<String> {
    let mut fens: Vec<String> = boards.iter().map(CompactBoard::fen).collect();
    fens.sort_unstable();
    fens
}
