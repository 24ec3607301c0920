//! White's knowledge and evaluation of an ending, as text and JSON.

use serde_json::{Value, json};
use shakmaty::Bitboard;

use super::evaluation::{Grade, POINT};
use super::search::{DEPTH, grade, votes};
use super::{Metaposition, Signal};
use crate::ending::geometry::{WhiteTry, square_names};
use crate::problem::show::counted;
use crate::sketch;

/// The reference boards of a player's votes on every pseudomove, or on the one called `tried`, as
/// text or as a JSON object, with a line feed; `None` if there is no such pseudomove.
pub fn votes_text(known: &Metaposition, tried: Option<&str>, json: bool) -> Option<String> {
    let mut votes = votes(known, DEPTH);
    if let Some(text) = tried {
        let name = text.trim_end_matches(['+', '#']);
        votes.retain(|(tried, _)| tried.step.is_named_by(name));
        if votes.is_empty() {
            return None;
        }
    }
    if json {
        let shown = votes.iter().map(|vote| vote_json(known, vote));
        let object = json!({
            "placement": known.placement.to_string(),
            "kings": square_names(known.kings),
            "depth": DEPTH,
            "pseudomoves": shown.collect::<Vec<Value>>(),
        });
        return Some(format!("{object}\n"));
    }
    let count = squares(known.kings);
    let title = format!("{}, black king on {count}", known.placement);
    let mut text = drawn(&title, known);
    match (&votes[..], tried) {
        ([(tried, _)], Some(_)) => {
            for (answer, kings) in tried.answers() {
                text.push('\n');
                text.push_str(&after(known, tried, answer, kings));
            }
        }
        _ => text.push_str(&format!(
            "{} pseudomoves, depth {DEPTH}; the worst answer counts\n",
            votes.len()
        )),
    }
    text.extend(votes.iter().map(|vote| vote_line(known, vote)));
    Some(text)
}

fn drawn(title: &str, known: &Metaposition) -> String {
    let board = sketch::metaposition(known.placement, known.kings, None);
    format!("{title}\n{board}")
}

/// The number of squares in a set.
fn squares(set: Bitboard) -> String {
    counted(set.count(), "square", "squares")
}

/// The board after an answer, before Black's reply.
fn after(before: &Metaposition, tried: &WhiteTry, answer: Signal, kings: Bitboard) -> String {
    let title = format!(
        "{tried}, {answer}: {}, after the reply {}",
        squares(kings),
        before.next(tried, answer, kings).kings.count()
    );
    let placement = match answer {
        Signal::Illegal => before.placement,
        Signal::Silent | Signal::Check => tried.after,
    };
    drawn(&title, &Metaposition { placement, kings })
}

fn vote_line(before: &Metaposition, (tried, value): &(WhiteTry, Grade)) -> String {
    let mut line = format!("{:<7} {:>9.1} ", tried.to_string(), points(*value));
    for (answer, kings) in tried.answers() {
        let grade = points(grade(before, tried, answer, kings));
        line.push_str(&format!(" {answer} {grade:.1} ({})", kings.count()));
    }
    for (what, kings) in [
        ("mate", tried.mates),
        ("stalemate", tried.stalemates),
        ("takes", tried.takers()),
    ] {
        if kings != 0 {
            line.push_str(&format!(" {what} ({})", kings.count_ones()));
        }
    }
    line.push('\n');
    line
}

fn vote_json(before: &Metaposition, (tried, value): &(WhiteTry, Grade)) -> Value {
    let answers = tried.answers().map(|(answer, kings)| {
        json!({
            "answer": answer.to_string(),
            "grade": points(grade(before, tried, answer, kings)),
            "kings": square_names(kings),
            "after_reply": square_names(before.next(tried, answer, kings).kings),
        })
    });
    json!({
        "pseudomove": tried.to_string(),
        "value": points(*value),
        "answers": answers.collect::<Vec<Value>>(),
        "mates": square_names(Bitboard(tried.mates)),
        "stalemates": square_names(Bitboard(tried.stalemates)),
        "takers": square_names(Bitboard(tried.takers())),
    })
}

/// Sixths converted to points.
fn points(grade: Grade) -> f64 {
    f64::from(grade) / f64::from(POINT)
}
