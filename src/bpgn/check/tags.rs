//! Checks the tags of a game.

use std::collections::HashSet;

use crate::clock::TimeControl;
use crate::finding::{BpgnFinding, Severity};
use crate::game::BpgnGame;
use crate::seat::Seat;
use crate::tags::{is_date, is_rating};
use keymove_base::error::excerpt;
use keymove_games::pgn::GameResult;

/// The tags every game should have. `Round` is optional in bughouse.
const MANDATORY: [&str; 8] = [
    "Event", "Site", "Date", "WhiteA", "BlackA", "WhiteB", "BlackB", "Result",
];

pub(super) fn check(game: &BpgnGame<'_>, findings: &mut Vec<BpgnFinding>) {
    if game.tags().is_empty() && game.half_moves().is_empty() {
        return;
    }
    missing(game, findings);
    let mut names = HashSet::with_capacity(game.tags().len());
    for tag in game.tags() {
        let mut note = |text: String| {
            findings.push(BpgnFinding::in_text(Severity::Note, tag.name.start, text));
        };
        let name = game.bytes(tag.name);
        let value = game.bytes(tag.value);
        match name {
            b"Date" if !is_date(value) => {
                note(format!("the date is not YYYY.MM.DD: {}", excerpt(value)));
            }
            b"TimeControl"
                if TimeControl::read(value).is_none() && !matches!(value, b"?" | b"-" | b"") =>
            {
                let value = excerpt(value);
                note(format!(
                    "the time control is not seconds + seconds: {value}"
                ));
            }
            b"WhiteAElo" | b"BlackAElo" | b"WhiteBElo" | b"BlackBElo" if !is_rating(value) => {
                note(format!("this is not a rating: {}", excerpt(value)));
            }
            b"Setup" | b"SetUp" if value == b"1" && game.fen_tag().is_none() => {
                note("a position is announced, but there is no FEN".to_owned());
            }
            _ => (),
        }
        if !names.insert(name) {
            note(format!("a second {}", excerpt(name)));
        }
    }
    result(game, findings);
}

fn missing(game: &BpgnGame<'_>, findings: &mut Vec<BpgnFinding>) {
    let mut note = |at, text: String| {
        findings.push(BpgnFinding::in_text(Severity::Note, at, text));
    };
    let Some(first) = game.tags().first() else {
        return note(0, "no tags".to_owned());
    };
    let missing: Vec<&str> = MANDATORY
        .into_iter()
        .filter(|name| game.tag(name).is_none())
        .collect();
    if !missing.is_empty() {
        note(first.name.start, format!("no tag {}", missing.join(", ")));
    }
    let [a, b, c, d] = Seat::ALL;
    // WhiteA against BlackA, and so on around the table.
    for (one, other) in [(a, b), (a, c), (d, b), (d, c)] {
        let player = game.tag(one.tag());
        if let Some(tag) = game.tag_named(other.tag())
            && player.is_some_and(|name| !matches!(name, b"" | b"?"))
            && player == Some(game.bytes(tag.value))
        {
            let text = format!("{one} and {other} have the same name");
            note(tag.name.start, text);
        }
    }
}

/// Checks that the tag and the end of the text agree.
fn result(game: &BpgnGame<'_>, findings: &mut Vec<BpgnFinding>) {
    let Some(tag) = game.tag_named("Result") else {
        return;
    };
    let mut find = |severity, at, text| {
        findings.push(BpgnFinding::in_text(severity, at, text));
    };
    let value = game.bytes(tag.value);
    let Some(result) = GameResult::read_loosely(value) else {
        let text = format!("this is not a result: {}", excerpt(value));
        return find(Severity::Error, tag.value.start, text);
    };
    if let Some((at_end, span)) = game.result()
        && at_end != result
    {
        // Generators that ignore the end of the game write `*`.
        let severity = match at_end {
            GameResult::Unknown => Severity::Note,
            _ => Severity::Error,
        };
        let (at_end, result) = (at_end.as_str(), result.as_str());
        let text = format!("the result is {at_end}, but the tag says {result}");
        find(severity, span.start, text);
    }
}
