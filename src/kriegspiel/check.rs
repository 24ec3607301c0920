//! Replays a record with all its moves, tries and announcements.
//!
//! [`check`] is the entry point: an umpire's record is replayed on the full board ([`replay`]), a
//! player's record on the own board and with the player's belief ([`filtered`]).

pub mod filtered;
mod knowledge;
pub mod replay;
mod tries;

use std::collections::HashSet;

use super::filter::ROSTER;
use super::finding::{Irregularity, RecordFinding};
use super::notation::payload::proposal_letter;
use super::notation::read::Read;
use super::notation::{Dialect, Game, GameResult, Info, Payload, Turn, Viewpoint};
use super::rules::RuleSet;

use shakmaty::{Color, Square};

use super::announcement::{Announcement, Directions, Finish};
use keymove_base::error::excerpt;

/// The default limit for the number of positions for a player's record; beyond it, only the own
/// board is checked.
pub const POSITIONS: usize = 20_000;

/// All findings about a game, in the order of the file; for a player's record, at most `positions`
/// positions are kept.
pub fn check(read: &Read, positions: usize) -> Vec<RecordFinding> {
    let game = &read.game;
    let mut findings = read.broken.clone();
    tags(game, &mut findings);
    header(game, &mut findings);
    match (game.filtered(), game.start()) {
        (None, _) => {}
        (_, Err(bad)) => findings.push(bad),
        (Some(Viewpoint::No), Ok(start)) => findings.extend(replay::replay(game, start).findings),
        (Some(Viewpoint::For(viewer)), Ok(start)) => {
            findings.extend(filtered::replay(game, viewer, start, positions));
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
    // A broken payload is not reported as missing, too; and where a game is cut, a missing payload
    // may only have been the last one.
    let broken: HashSet<u64> = read.broken.iter().map(|broken| broken.place.line).collect();
    let last = game.turns.last().filter(|_| read.cut.is_some());
    findings.retain(|finding| {
        let is_excused = broken.contains(&finding.place.line)
            || last.is_some_and(|last| last.place == finding.place);
        finding.kind != Irregularity::MissingPayload || !is_excused
    });
    findings.extend(read.cut.clone());
    findings.sort_by_key(|finding| finding.place);
    findings
}

fn tags(game: &Game, findings: &mut Vec<RecordFinding>) {
    let mut found = |place, kind, text| findings.push(RecordFinding::new(place, kind, text));
    let mut names = HashSet::new();
    for tag in &game.tags {
        if !names.insert(tag.name.as_slice()) {
            let shown = excerpt(&tag.name);
            let text = format!("the tag {shown} stands twice: the first counts");
            found(tag.place, Irregularity::Tag, text);
        }
    }
    if let (None, Some(tag)) = (game.filtered(), game.tag("Filtered")) {
        let shown = excerpt(&tag.value);
        let text =
            format!("Filtered is white, black or no, not {shown}; the moves are not replayed");
        found(tag.place, Irregularity::Tag, text);
    }
    if let Some(tag) = game.tag("Result") {
        match (GameResult::read(&tag.value), game.termination) {
            (None, _) => {
                let text = format!("{} is not a result", excerpt(&tag.value));
                found(tag.place, Irregularity::Tag, text);
            }
            (Some(said), Some(ends)) if said != ends => {
                let (ends, said) = (ends.as_str(), said.as_str());
                let text = format!("the game ends with {ends}, its tag says {said}");
                found(game.end, Irregularity::Result, text);
            }
            _ => {}
        }
    }
    rules(game, findings);
}

/// Checks the tag that names the rules, and the announcements that these rules do not have.
fn rules(game: &Game, findings: &mut Vec<RecordFinding>) {
    let mut found = |place, kind, text| findings.push(RecordFinding::new(place, kind, text));
    match RuleSet::named(game) {
        // Nothing is announced in the game, so nothing is missing.
        Ok(_) if game.is_plain() => {}
        Ok((rules, tag)) => {
            if let (Some(tag), Some(untold)) = (tag, rules.unrecorded_announcements()) {
                let text = format!("{}: {untold}", excerpt(&tag.value));
                found(tag.place, Irregularity::Rules, text);
            }
            let mut payloads = game.turns.iter().filter_map(Turn::payload);
            if rules != RuleSet::Wild16
                && let Some(payload) = payloads.find(|payload| payload.pawn_tries().is_some())
            {
                let text =
                    "pawn tries are announced by the rules of wild 16 only: no tag names these";
                let place = payload.place_of(Irregularity::PawnTries);
                found(place, Irregularity::Rules, text.to_owned());
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
            let text = format!("{}{text}", excerpt(&tag.value));
            found(tag.place, Irregularity::Tag, text);
        }
    }
}

/// Checks the tags that the notation 0.9 requires, if a record has tags of its own.
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
        let missing = missing.join(", ");
        found(format!("tags that a record has are missing: {missing}"));
    }
    let places = ROSTER.into_iter().map(at).chain([rules, filtered]);
    if !places.flatten().is_sorted() {
        let roster = ROSTER.join(", ");
        found(format!(
            "the order of the tags is {roster}, Rules, Filtered"
        ));
    }
}

/// The message for a half-move in a game that the umpire has ended for want of men.
fn after_dead(written: &str) -> String {
    let shown = excerpt(written.as_bytes());
    format!(
        "{shown} comes after the end of the game: neither side has more than a king and a knight or bishop"
    )
}

/// Compares the result with the end of the game on the board; `mover` made the last move.
fn result(game: &Game, end: Finish, mover: Color, findings: &mut Vec<RecordFinding>) {
    let (should, what) = match end {
        Finish::Mate => (GameResult::won_by(mover), "checkmate"),
        Finish::Stalemate => (GameResult::Draw, "stalemate"),
    };
    let tag = game.tag("Result");
    let ends = game.termination.map(|said| (said, game.end));
    let tag = tag.and_then(|tag| Some((GameResult::read(&tag.value)?, tag.place)));
    for (said, place) in ends.into_iter().chain(tag) {
        if said != should {
            let (should, said) = (should.as_str(), said.as_str());
            let text = format!("the result is {should} after {what}, not {said}");
            findings.push(RecordFinding::new(place, Irregularity::Result, text));
        }
    }
}

/// Compares the written announcement with the correct one.
fn announced(payload: &Payload, announcement: Announcement, findings: &mut Vec<RecordFinding>) {
    let Announcement {
        capture, checks, ..
    } = announcement;
    if payload.info.is_empty() && capture.is_none() && checks.is_empty() {
        return;
    }
    match payload.notation {
        Dialect::V09 => announced_in_full(payload, capture, checks, findings),
        Dialect::Proposal => announced_in_part(payload, capture, checks, findings),
    }
}

fn announced_in_full(
    payload: &Payload,
    capture: Option<Square>,
    checks: Directions,
    findings: &mut Vec<RecordFinding>,
) {
    let mut found = |kind, text: String| findings.push(RecordFinding::within(payload, kind, text));
    twice(payload, &mut found);
    match (payload.capture(), capture) {
        (None, Some(square)) => found(Irregularity::Capture, format!("X{square} is missing")),
        (Some(written), was) if was != Some(written) => {
            found(Irregularity::Capture, wrong_capture('X', written, was));
        }
        _ => {}
    }
    match payload.check_letters() {
        None if !checks.is_empty() => found(Irregularity::Check, format!("C{checks} is missing")),
        Some(letters) if letters != checks.letters() => {
            let (kind, what) = match payload.checks() == Some(checks) {
                true => (
                    Irregularity::Order,
                    format!(": the letters are in alphabetical order, C{checks}"),
                ),
                false if checks.is_empty() => (
                    Irregularity::Check,
                    " is wrong: there is no check".to_owned(),
                ),
                false => (
                    Irregularity::Check,
                    format!(" is wrong: the check is C{checks}"),
                ),
            };
            found(kind, format!("C{}{what}", excerpt(letters.as_bytes())));
        }
        _ => {}
    }
    disorder(payload, &mut found);
}

/// The proposal can announce only one item: any of the correct ones is accepted.
fn announced_in_part(
    payload: &Payload,
    capture: Option<Square>,
    checks: Directions,
    findings: &mut Vec<RecordFinding>,
) {
    let mut found = |kind, text: String| findings.push(RecordFinding::within(payload, kind, text));
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
                found(Irregularity::Capture, wrong_capture('T', *written, capture));
            }
            Info::Check(letters)
                if !checks.iter().map(proposal_letter).any(|one| one == letters) =>
            {
                let text = format!("C{} is wrong", excerpt(letters.as_bytes()));
                found(Irregularity::Check, text);
            }
            _ => {}
        }
    }
}

fn wrong_capture(letter: char, written: Square, was: Option<Square>) -> String {
    match was {
        None => format!("{letter}{written} is wrong: nothing was captured"),
        Some(was) => format!("{letter}{written} is wrong: the capture was on {was}"),
    }
}

/// Checks the order of the items and their number.
fn disorder(payload: &Payload, found: &mut impl FnMut(Irregularity, String)) {
    let mut items = payload.items();
    match (payload.notation, items.next(), items.next()) {
        (Dialect::V09, Some(Info::Check(_)), Some(Info::Capture(_))) => {
            found(Irregularity::Order, "X stands before C".to_owned());
        }
        (Dialect::Proposal, Some(_), Some(_)) => {
            let text = "the proposal announces one thing at most";
            found(Irregularity::Order, text.to_owned());
        }
        _ => {}
    }
}

fn twice(payload: &Payload, found: &mut impl FnMut(Irregularity, String)) {
    for (order, kind, what) in [
        (0, Irregularity::Capture, "capture"),
        (1, Irregularity::Check, "C"),
        (2, Irregularity::PawnTries, "P"),
    ] {
        let mut items = payload.info.iter().filter(|item| item.order() == order);
        if items.nth(1).is_some() {
            found(kind, format!("more than one {what}"));
        }
    }
}
