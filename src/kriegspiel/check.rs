//! Replays a record: every move, try and announcement.
//!
//! [`check`] begins here: the umpire's record is replayed on the full board ([`replay`]), a
//! player's record on the own board and with the player's belief ([`filtered`]).

pub mod filtered;
mod knowledge;
pub mod material;
pub mod replay;

use std::collections::HashSet;

use super::filter::ROSTER;
use super::finding::{Irregularity, RecordFinding};
use super::notation::payload::proposal_letter;
use super::notation::read::Read;
use super::notation::{Dialect, Game, GameResult, Info, Payload, Turn, Viewpoint};
use super::rules::RuleSet;

use shakmaty::{Color, Square};

use super::announcement::{Directions, Finish};
use crate::error::excerpt;

/// How much a check looks into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// The most positions that are kept for a player's record; past that only the own board is
    /// looked at.
    pub positions: usize,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope { positions: 20_000 }
    }
}

/// All findings about a game, in the order of the file.
pub fn check(read: &Read, extent: Scope) -> Vec<RecordFinding> {
    let game = &read.game;
    let mut findings = read.broken.clone();
    tags(game, &mut findings);
    header(game, &mut findings);
    match (game.filtered(), game.start()) {
        (None, _) => {}
        (_, Err(bad)) => findings.push(bad),
        (Some(Viewpoint::No), Ok(start)) => {
            findings.append(&mut replay::replay(game, start).findings);
        }
        (Some(Viewpoint::For(viewer)), Ok(start)) => {
            findings.append(&mut filtered::replay(game, viewer, start, extent));
        }
    }
    if game.is_plain()
        && game.filtered() == Some(Viewpoint::No)
        && read.broken.is_empty()
        && read.cut.is_none()
    {
        let text =
            "a plain game: nothing is announced after the moves; filter --for makes records of it";
        findings.push(RecordFinding::new(
            game.place,
            Irregularity::PlainGame,
            text,
        ));
    }
    // A broken payload is not a missing one, too.
    let broken: HashSet<u64> = read.broken.iter().map(|broken| broken.place.line).collect();
    findings.retain(|finding| {
        finding.kind != Irregularity::MissingPayload || !broken.contains(&finding.place.line)
    });
    if let Some(cut) = &read.cut {
        // Its last announcement may be what is missing.
        findings.retain(|finding| {
            finding.kind != Irregularity::MissingPayload
                || game
                    .turns
                    .last()
                    .is_none_or(|last| last.place != finding.place)
        });
        findings.push(cut.clone());
    }
    findings.sort_by_key(|finding| finding.place);
    findings
}

fn tags(game: &Game, findings: &mut Vec<RecordFinding>) {
    let shown = excerpt;
    let mut names = HashSet::new();
    for tag in &game.tags {
        if !names.insert(tag.name.as_slice()) {
            let text = format!(
                "the tag {} stands twice: the first counts",
                shown(&tag.name)
            );
            findings.push(RecordFinding::new(tag.place, Irregularity::Tag, text));
        }
    }
    if game.filtered().is_none()
        && let Some(tag) = game.tag("Filtered")
    {
        let text = format!(
            "Filtered is white, black or no, not {}; the moves are not replayed",
            shown(&tag.value)
        );
        findings.push(RecordFinding::new(tag.place, Irregularity::Tag, text));
    }
    rules(game, findings);
    let Some(tag) = game.tag("Result") else {
        return;
    };
    match (GameResult::read(&tag.value), game.termination) {
        (None, _) => {
            let text = format!("{} is not a result", shown(&tag.value));
            findings.push(RecordFinding::new(tag.place, Irregularity::Tag, text));
        }
        (Some(said), Some(ends)) if said != ends => {
            let text = format!(
                "the game ends with {}, its tag says {}",
                ends.as_str(),
                said.as_str()
            );
            findings.push(RecordFinding::new(game.end, Irregularity::Result, text));
        }
        _ => {}
    }
}

/// Looks at the tag that names the rules, and at what they do not announce.
fn rules(game: &Game, findings: &mut Vec<RecordFinding>) {
    let shown = excerpt;
    let mut found = |place, kind, text| findings.push(RecordFinding::new(place, kind, text));
    match RuleSet::named(game) {
        // Nothing is announced in it, so nothing is missing.
        Ok(_) if game.is_plain() => {}
        Ok((rules, tag)) => {
            if let (Some(tag), Some(untold)) = (tag, rules.untold()) {
                let text = format!("{}: {untold}", shown(&tag.value));
                found(tag.place, Irregularity::Rules, text);
            }
            let mut payloads = game.turns.iter().filter_map(Turn::payload);
            if rules != RuleSet::Wild16
                && let Some(payload) = payloads.find(|payload| payload.pawn_tries().is_some())
            {
                let text =
                    "pawn tries are announced by the rules of wild 16 only: no tag names these";
                found(
                    payload.pawn_tries_place(),
                    Irregularity::Rules,
                    text.to_owned(),
                );
            }
        }
        Err(tag) => {
            let text = match tag.value.to_ascii_lowercase().starts_with(b"kriegspiel") {
                true => {
                    ": other rules than Berkeley's, Any, Cincinnati and Wild 16 are not known; \
                     replayed with Berkeley's"
                }
                false => " is not Kriegspiel; replayed with the Berkeley rules",
            };
            found(
                tag.place,
                Irregularity::Tag,
                format!("{}{text}", shown(&tag.value)),
            );
        }
    }
}

/// Looks at the tags that the notation 0.9 asks for, where a record has its own.
fn header(game: &Game, findings: &mut Vec<RecordFinding>) {
    let at = |name: &str| game.tags.iter().position(|tag| tag.name == name.as_bytes());
    let (rules, filtered) = (at("Rules").or(at("Variant")), at("Filtered"));
    if rules.is_none() || filtered.is_none() {
        return;
    }
    let missing = ROSTER.into_iter().filter(|name| at(name).is_none());
    let missing: Vec<&str> = missing.collect();
    let mut found =
        |text| findings.push(RecordFinding::new(game.place, Irregularity::Header, text));
    if !missing.is_empty() {
        found(format!(
            "tags that a record has are missing: {}",
            missing.join(", ")
        ));
    }
    let places = ROSTER.into_iter().map(at).chain([rules, filtered]);
    if !places.flatten().is_sorted() {
        found(format!(
            "the order of the tags is {}, Rules, Filtered",
            ROSTER.join(", ")
        ));
    }
}

/// Compares the result with how the game ended on the board; `mover` made the last move.
fn result(game: &Game, end: Finish, mover: Color, findings: &mut Vec<RecordFinding>) {
    let (should, what) = match end {
        Finish::Mate => (GameResult::won_by(mover), "checkmate"),
        Finish::Stalemate => (GameResult::Draw, "stalemate"),
    };
    let tag = game.tag("Result");
    let said = [
        (game.termination, game.end),
        (
            tag.and_then(|tag| GameResult::read(&tag.value)),
            tag.map_or(game.place, |tag| tag.place),
        ),
    ];
    for (said, place) in said {
        if let Some(said) = said.filter(|said| *said != should) {
            let text = format!(
                "the result is {} after {what}, not {}",
                should.as_str(),
                said.as_str()
            );
            findings.push(RecordFinding::new(place, Irregularity::Result, text));
        }
    }
}

/// Compares what is written with what was to be announced.
fn announced(
    payload: &Payload,
    capture: Option<Square>,
    checks: Directions,
    findings: &mut Vec<RecordFinding>,
) {
    if payload.info.is_empty() && capture.is_none() && checks.is_empty() {
        return;
    }
    match payload.notation {
        Dialect::V09 => announced_in_full(payload, capture, checks, findings),
        Dialect::Proposal => announced_in_part(payload, capture, checks, findings),
    }
}

/// What is wrong with an item, where that stands; with their order, where the check stands, or in
/// the proposal the payload.
fn at_item(payload: &Payload, kind: Irregularity, text: String) -> RecordFinding {
    let place = match (kind, payload.notation) {
        (Irregularity::Capture, _) => payload.capture_place(),
        (Irregularity::Check, _) | (_, Dialect::V09) => payload.check_place(),
        (_, Dialect::Proposal) => payload.place,
    };
    RecordFinding::new(place, kind, text)
}

fn announced_in_full(
    payload: &Payload,
    capture: Option<Square>,
    checks: Directions,
    findings: &mut Vec<RecordFinding>,
) {
    let mut found = |kind, text: String| findings.push(at_item(payload, kind, text));
    twice(payload, &mut found);
    match (payload.capture(), capture) {
        (None, Some(square)) => found(Irregularity::Capture, format!("X{square} is missing")),
        (Some(written), None) => found(
            Irregularity::Capture,
            format!("X{written} is wrong: nothing was captured"),
        ),
        (Some(written), Some(square)) if written != square => found(
            Irregularity::Capture,
            format!("X{written} is wrong: the capture was on {square}"),
        ),
        _ => {}
    }
    match payload.check_letters() {
        None if !checks.is_empty() => found(Irregularity::Check, format!("C{checks} is missing")),
        Some(letters) if checks.is_empty() => {
            let shown = excerpt(letters.as_bytes());
            found(
                Irregularity::Check,
                format!("C{shown} is wrong: there is no check"),
            );
        }
        Some(letters) if letters != checks.letters() => {
            let shown = excerpt(letters.as_bytes());
            if payload.checks() == Some(checks) {
                found(
                    Irregularity::Order,
                    format!("C{shown}: the letters are in alphabetical order, C{checks}"),
                );
            } else {
                found(
                    Irregularity::Check,
                    format!("C{shown} is wrong: the check is C{checks}"),
                );
            }
        }
        _ => {}
    }
    disorder(payload, &mut found);
}

/// The proposal can say one thing: any of what was announced is right.
fn announced_in_part(
    payload: &Payload,
    capture: Option<Square>,
    checks: Directions,
    findings: &mut Vec<RecordFinding>,
) {
    let mut found = |kind, text: String| findings.push(at_item(payload, kind, text));
    disorder(payload, &mut found);
    if payload.items().next().is_none() {
        if let Some(square) = capture {
            found(Irregularity::Capture, format!("T{square} is missing"));
        } else if let Some(direction) = checks.iter().next() {
            let letter = proposal_letter(direction);
            found(Irregularity::Check, format!("C{letter} is missing"));
        }
    }
    for item in &payload.info {
        match item {
            Info::Capture(written) if Some(*written) != capture => {
                let was = capture.map_or("nothing was captured".to_owned(), |square| {
                    format!("the capture was on {square}")
                });
                found(Irregularity::Capture, format!("T{written} is wrong: {was}"));
            }
            Info::Check(letters)
                if !checks
                    .iter()
                    .any(|direction| letters.chars().eq([proposal_letter(direction)])) =>
            {
                found(
                    Irregularity::Check,
                    format!("C{} is wrong", excerpt(letters.as_bytes())),
                );
            }
            _ => {}
        }
    }
}

/// The items stand in the notation's order, and no more of them than it has.
fn disorder(payload: &Payload, found: &mut impl FnMut(Irregularity, String)) {
    let mut items = payload.items();
    match (payload.notation, items.next(), items.next()) {
        (Dialect::V09, Some(Info::Check(_)), Some(Info::Capture(_))) => {
            found(Irregularity::Order, "X stands before C".to_owned());
        }
        (Dialect::Proposal, Some(_), Some(_)) => found(
            Irregularity::Order,
            "the proposal announces one thing at most".to_owned(),
        ),
        _ => {}
    }
}

fn twice(payload: &Payload, found: &mut impl FnMut(Irregularity, String)) {
    let more_than_one = |order| {
        let mut items = payload.info.iter().filter(|item| item.order() == order);
        items.nth(1).is_some()
    };
    if more_than_one(0) {
        found(Irregularity::Capture, "more than one capture".to_owned());
    }
    if more_than_one(1) {
        found(Irregularity::Check, "more than one C".to_owned());
    }
    if more_than_one(2) {
        found(Irregularity::PawnTries, "more than one P".to_owned());
    }
}
