//! Turns an umpire's record into the knowledge of one player, or into the same record in the normal
//! form.
//!
//! Normal form: moves and tries in Kriegspiel SAN, announcements as on the board, the tags in the
//! order of the notation 0.9 (the seven of PGN, `Rules`, `Filtered`, all others). In a filtered
//! record, the other side's moves become `??` and their tries a number.
//!
//! Remarks by people also reveal what the player does not see: "the Sicilian after 1...c5" next to
//! `??`, `[ECO "B20"]`, a variation with the announcements of a board that only the umpire knows.
//! So a player's record has no tags about the opening, and [`Comments`] determines what else is
//! removed.

use shakmaty::Color;

use super::check::replay::{Replay, TurnReplay, replay};
use super::finding::{Irregularity, RecordFinding};
use super::notation::{
    Announced, Attachment, Attachments, Dialect, Game, Info, MoveEntry, Payload, Place, Tag,
    TagPair, Tries, TryList, Turn, Viewpoint,
};
use super::rules::{RuleSet, is_no_variant};
use crate::announcement::Announcement;

/// A record made from another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendition {
    /// The record.
    pub game: Game,
    /// The findings about the original record, and the information that is lost.
    pub findings: Vec<RecordFinding>,
}

/// Which comments, NAGs and variations a record keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Comments {
    /// All of them, with a note for each that may reveal hidden information to a player.
    Keep,
    /// In a player's record, the comments and NAGs on the player's own moves; in the umpire's
    /// record, all.
    #[default]
    Own,
    /// No comments and no NAGs, and variations only in the umpire's record.
    None,
}

/// Filters `game` for `wanted`; with [`Viewpoint::No`], it is converted to the normal form.
///
/// # Errors
///
/// The first reason why this is impossible: the game cannot be replayed to its end, or it has
/// already been filtered for another viewpoint.
pub fn filter(
    mut game: Game,
    wanted: Viewpoint,
    comments: Comments,
) -> Result<Rendition, RecordFinding> {
    let is = game.viewpoint()?;
    let mut findings = Vec::new();
    if is == Viewpoint::No {
        let replay = replayed(&game)?;
        from_umpire(&mut game, &replay.turns, wanted);
        findings = replay.findings;
    } else if is == wanted {
        each_payload(&mut game.turns, |payload, _| in_order(payload));
    } else {
        return Err(RecordFinding::new(
            game.place,
            Irregularity::Tag,
            format!("this record is filtered for {} already", is.value()),
        ));
    }
    let rules = RuleSet::of(&game);
    if wanted != Viewpoint::No && !rules.tells_refusals() {
        // Nobody hears the number of the other side's tries.
        each_payload(&mut game.turns, |payload, written| {
            if *written == MoveEntry::Hidden {
                payload.tries = Tries::Count(0);
            }
        });
    }
    let player = match wanted {
        Viewpoint::No => None,
        Viewpoint::For(player) => {
            let is_of_opening =
                |tag: &TagPair| OPENING_TAGS.iter().any(|name| tag.name == name.as_bytes());
            game.tags.retain(|tag| !is_of_opening(tag));
            Some(player)
        }
    };
    game.tags = normal_tags(game.tags, rules, wanted);
    let mut discretion = AttachmentFilter {
        comments,
        player,
        findings: &mut findings,
    };
    discretion.after(&mut game.opening, player.is_some(), game.place);
    discretion.line(&mut game.turns);
    findings.sort_by_key(|finding| finding.place);
    Ok(Rendition { game, findings })
}

/// Replays an umpire's record to its end.
///
/// # Errors
///
/// The reason why this is impossible.
pub(super) fn replayed(game: &Game) -> Result<Replay, RecordFinding> {
    let replay = replay(game, game.start()?);
    if replay.complete {
        return Ok(replay);
    }
    let mut findings = replay.findings.into_iter();
    let stopped = findings.find(|finding| finding.kind == Irregularity::IllegalMove);
    Err(stopped.unwrap_or_else(|| {
        let text = "the game cannot be replayed to its end";
        RecordFinding::new(game.place, Irregularity::IllegalMove, text)
    }))
}

/// Rewrites the umpire's record, which has been `replayed`, for `wanted`.
pub(super) fn from_umpire(game: &mut Game, replayed: &[TurnReplay], wanted: Viewpoint) {
    let notation = game.notation();
    line(&mut game.turns, replayed, wanted, notation);
}

/// Calls `change` for each payload of a line and its variations, with its move.
fn each_payload(turns: &mut [Turn], change: fn(&mut Payload, &MoveEntry)) {
    for turn in turns {
        for attachment in &mut turn.after {
            match attachment {
                Attachment::Payload(payload) => change(payload, &turn.written),
                Attachment::Variation(turns) => each_payload(turns, change),
                _ => {}
            }
        }
    }
}

fn line(turns: &mut [Turn], replayed: &[TurnReplay], wanted: Viewpoint, notation: Dialect) {
    for (turn, done) in turns.iter_mut().zip(replayed) {
        let hidden = matches!(wanted, Viewpoint::For(viewer) if viewer != done.mover);
        if turn.payload().is_none() {
            let empty = Payload::new(notation, Announced::new(), Tries::List(TryList::default()));
            turn.after.insert(0, Attachment::Payload(Box::new(empty)));
        }
        let mut variations = done.variations.iter();
        for attachment in &mut turn.after {
            match attachment {
                Attachment::Payload(payload) => anew(payload, done, hidden),
                Attachment::Variation(turns) => {
                    let replayed = variations.next().map_or(&[][..], Vec::as_slice);
                    line(turns, replayed, wanted, notation);
                }
                _ => {}
            }
        }
        if hidden {
            turn.written = MoveEntry::Hidden;
            // PGN has no sign for `??`, so its annotation is treated like any other remark.
            turn.glyph = None;
        } else if let Some(san) = &done.san {
            turn.written = MoveEntry::San(san.clone());
        }
    }
}

fn anew(payload: &mut Payload, done: &TurnReplay, hidden: bool) {
    match &mut payload.tries {
        tries if hidden => *tries = Tries::Count(tries.count()),
        // If only a number is given, the tries are unknown.
        Tries::Count(_) => {}
        Tries::List(list) => {
            if let Some(respelled) = &done.respelled {
                list.clone_from(respelled);
            }
        }
    }
    match payload.notation {
        Dialect::V09 => payload.info = with_more(info(done.announcement), payload),
        // The writer chose the one item.
        Dialect::Proposal if payload.items().next().is_some() => {}
        Dialect::Proposal => {
            payload.info = with_more(super::convert::one_item(done.announcement), payload);
        }
    }
}

/// `info` and the other items of a payload, which are kept unchanged.
pub(super) fn with_more(mut info: Announced, payload: &Payload) -> Announced {
    info.extend(payload.more_items().cloned());
    info
}

/// The announcement in the notation 0.9.
pub fn info(announcement: Announcement) -> Announced {
    let mut info = Announced::new();
    if let Some(square) = announcement.capture {
        info.push(Info::Capture(square));
    }
    if !announcement.checks.is_empty() {
        info.push(Info::Check(announcement.checks.letters()));
    }
    info
}

/// Puts the items and letters of the announcements in order.
fn in_order(payload: &mut Payload) {
    let checks = payload
        .checks()
        .filter(|_| payload.notation == Dialect::V09);
    for item in &mut payload.info {
        if let (Info::Check(letters), Some(checks)) = (item, checks) {
            *letters = checks.letters();
        }
    }
    payload.info.sort_by_key(Info::order);
}

/// Tags that reveal moves of both sides.
const OPENING_TAGS: [&str; 7] = [
    "ECO",
    "NIC",
    "Opening",
    "Variation",
    "SubVariation",
    "PlyCount",
    "FinalFEN",
];

/// Decides which comments, NAGs and variations are kept.
struct AttachmentFilter<'a> {
    comments: Comments,
    // The player whose record it is; `None` for the umpire's.
    player: Option<Color>,
    findings: &'a mut Vec<RecordFinding>,
}

impl AttachmentFilter<'_> {
    fn line(&mut self, turns: &mut [Turn]) {
        for turn in turns {
            let hidden = turn.written == MoveEntry::Hidden;
            if self.comments == Comments::None {
                turn.glyph = None;
            }
            self.after(&mut turn.after, hidden, turn.place);
        }
    }

    /// Handles the attachments after a move, which may be `hidden`, or before the first one.
    fn after(&mut self, after: &mut Attachments, hidden: bool, place: Place) {
        after.retain_mut(|attachment| match attachment {
            Attachment::Payload(payload) => {
                let blank = |text: &[u8]| text.trim_ascii().is_empty();
                if !blank(&payload.before) || !blank(&payload.rest) {
                    let place = payload.place;
                    if !self.keeps(hidden, "comment", place) {
                        payload.before.clear();
                        payload.rest.clear();
                    }
                }
                true
            }
            Attachment::Comment(_) | Attachment::LineComment(_) | Attachment::Escape(_) => {
                self.keeps(hidden, "comment", place)
            }
            Attachment::Nag(_) => self.keeps(hidden, "NAG", place),
            Attachment::Variation(turns) => {
                let kept = match self.player {
                    None => true,
                    // Its announcements belong to a board that the player does not see.
                    Some(_) if self.comments == Comments::Keep => {
                        self.tell("variation", place);
                        true
                    }
                    Some(_) => false,
                };
                if kept {
                    self.line(turns);
                }
                kept
            }
        });
    }

    fn keeps(&mut self, hidden: bool, what: &str, place: Place) -> bool {
        match self.comments {
            Comments::None => false,
            Comments::Own => !hidden,
            Comments::Keep => {
                if hidden {
                    self.tell(what, place);
                }
                true
            }
        }
    }

    fn tell(&mut self, what: &str, place: Place) {
        let Some(player) = self.player else {
            return;
        };
        let player = player.fold_wb("White", "Black");
        let text = format!("this {what} is kept: it may tell {player} what is hidden");
        self.findings
            .push(RecordFinding::new(place, Irregularity::Kept, text));
    }
}

/// The seven tags of PGN.
pub(super) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The tags in the order of the notation, without empty ones. `Variant`, which its examples use for
/// `Rules`, is renamed; if both are empty, `rules` is used.
pub fn normal_tags(mut tags: Vec<TagPair>, rules: RuleSet, filtered: Viewpoint) -> Vec<TagPair> {
    tags.retain_mut(|tag| {
        if tag.value.trim_ascii().is_empty() {
            tag.value = match &*tag.name {
                b"Date" => b"????.??.??".to_vec(),
                b"Result" => b"*".to_vec(),
                name if ROSTER.iter().any(|one| one.as_bytes() == name) => b"?".to_vec(),
                _ => return false,
            };
        }
        true
    });
    if !tags.iter().any(|tag| tag.name == b"Rules") {
        for tag in tags.iter_mut().filter(|tag| tag.name == b"Variant") {
            if !is_no_variant(&tag.value) {
                tag.name = b"Rules".to_vec();
            }
        }
    }
    let place = tags.first().map(|tag| tag.place).unwrap_or_default();
    let mut take = |name: &str| {
        let index = tags.iter().position(|tag| tag.name == name.as_bytes())?;
        Some(tags.remove(index))
    };
    let mut first: Vec<TagPair> = ROSTER.into_iter().filter_map(&mut take).collect();
    let tag = |name: &str, value: &str| Tag {
        name: name.as_bytes().to_vec(),
        value: value.as_bytes().to_vec(),
        place,
    };
    let named = take("Rules").filter(|tag| {
        let says = RuleSet::from_value(&tag.value);
        says.is_none_or(|says| says == rules && says != RuleSet::Berkeley)
    });
    first.push(named.unwrap_or_else(|| tag("Rules", rules.value())));
    take("Filtered");
    first.push(tag("Filtered", filtered.value()));
    first.append(&mut tags);
    first
}
