//! Converts between the notation 0.9 and the first proposal.
//!
//! The proposal announces one item: a capture, or a check without distinguishing the long diagonal
//! from the short one, or one of two checks; and its tries have no order. Everything that is lost
//! is reported. In the other direction the umpire's record is replayed, so that the board supplies
//! what the proposal could not express; for a player's record, only the written information can be
//! kept.

use smallvec::smallvec;

use super::announcement::{Announcement, Direction};
use super::check::replay::TurnReplay;
use super::filter::{self, Rendition, normal_tags};
use super::finding::{Irregularity, RecordFinding};
use super::notation::payload::proposal_letter;
use super::notation::{
    Announced, Attachment, Dialect, Game, Info, MoveEntry, Payload, SmolStr, Tries, Turn, Viewpoint,
};
use super::rules::RuleSet;
use keymove_base::error::excerpt;

/// The one item that the proposal can express: the capture, or else the first check.
pub fn one_item(announcement: Announcement) -> Announced {
    announcement
        .capture
        .map(Info::Capture)
        .or_else(|| {
            let direction = announcement.checks.iter().next()?;
            Some(Info::Check(SmolStr::new_static(proposal_letter(direction))))
        })
        .into_iter()
        .collect()
}

/// Writes `game` in the notation `to`.
///
/// # Errors
///
/// The first reason why this is impossible: an umpire's record that cannot be replayed to its end.
pub fn convert(mut game: Game, to: Dialect) -> Result<Rendition, RecordFinding> {
    let is = game.viewpoint()?;
    let rules = RuleSet::of(&game);
    let mut converting = Converter {
        to,
        findings: Vec::new(),
    };
    if is == Viewpoint::No {
        let replay = filter::replayed(&game)?;
        filter::from_umpire(&mut game, &replay.turns, is);
        converting.findings = replay.findings;
        converting.line(&mut game.turns, Some(&replay.turns));
    } else {
        converting.line(&mut game.turns, None);
    }
    let mut findings = converting.findings;
    findings.sort_by_key(|finding| finding.place);
    game.tags = normal_tags(game.tags, rules, is);
    Ok(Rendition { game, findings })
}

struct Converter {
    to: Dialect,
    findings: Vec<RecordFinding>,
}

impl Converter {
    fn line(&mut self, turns: &mut [Turn], replayed: Option<&[TurnReplay]>) {
        for (index, turn) in turns.iter_mut().enumerate() {
            let done = replayed.and_then(|line| line.get(index));
            let mut variations = done.map(|done| done.variations.iter());
            for attachment in &mut turn.after {
                match attachment {
                    Attachment::Payload(payload) => self.payload(&turn.written, payload, done),
                    Attachment::Variation(turns) => {
                        let replayed = variations.as_mut().and_then(Iterator::next);
                        self.line(turns, replayed.map(Vec::as_slice));
                    }
                    _ => {}
                }
            }
        }
    }

    fn payload(&mut self, written: &MoveEntry, payload: &mut Payload, done: Option<&TurnReplay>) {
        if payload.notation == self.to {
            return;
        }
        let info = match (self.to, done) {
            (Dialect::Proposal, _) => self.info_in_proposal(payload),
            (Dialect::V09, Some(done)) => filter::info(done.announcement),
            (Dialect::V09, None) => self.info_in_v09(written, payload),
        };
        let info = filter::with_more(info, payload);
        if self.to == Dialect::Proposal
            && matches!(&payload.tries, Tries::List(list) if list.len() > 1)
        {
            self.lost(payload, "the order of the tries");
        }
        payload.info = info;
        payload.notation = self.to;
    }

    fn info_in_proposal(&mut self, payload: &Payload) -> Announced {
        let letters = payload.check_letters().unwrap_or_default();
        let shown = excerpt(letters.as_bytes());
        if let Some(square) = payload.capture() {
            if !letters.is_empty() {
                self.lost(payload, &format!("the check C{shown} beside a capture"));
            }
            return smallvec![Info::Capture(square)];
        }
        let mut directions = letters.chars().filter_map(Direction::from_letter);
        let Some(first) = directions.next() else {
            return Announced::new();
        };
        if let Some(second) = directions.next() {
            self.lost(
                payload,
                &format!("the second check of C{shown}, {}", second.letter()),
            );
        }
        match first {
            Direction::Long => self.lost(payload, "that the diagonal is the long one"),
            Direction::Short => self.lost(payload, "that the diagonal is the short one"),
            _ => {}
        }
        smallvec![Info::Check(SmolStr::new_static(proposal_letter(first)))]
    }

    /// For a player's record, only the written information is known.
    fn info_in_v09(&mut self, written: &MoveEntry, payload: &Payload) -> Announced {
        let mut info: Announced = payload.items().cloned().collect();
        for item in &mut info {
            if let Info::Check(letters) = item {
                match letters.as_str() {
                    "K" => *letters = SmolStr::new_static("N"),
                    "D" => self.lost(
                        payload,
                        "which diagonal CD is: written as it stands, though 0.9 has L and S",
                    ),
                    _ => {}
                }
            }
        }
        let signs = match written {
            MoveEntry::San(san) => san.as_str(),
            MoveEntry::Hidden => {
                if payload.capture().is_some() {
                    self.lost(
                        payload,
                        "whether the capture gave check: the proposal says one thing",
                    );
                }
                ""
            }
        };
        let shown = excerpt(signs.as_bytes());
        if signs.ends_with(['+', '#']) && payload.check_letters().is_none() {
            self.lost(payload, &format!("how {shown} gives check: C is missing"));
        }
        if signs.contains('x') && payload.capture().is_none() {
            self.lost(payload, &format!("where {shown} captures: X is missing"));
        }
        info
    }

    fn lost(&mut self, payload: &Payload, what: &str) {
        self.findings.push(RecordFinding::new(
            payload.place,
            Irregularity::Lost,
            ["lost: ", what].concat(),
        ));
    }
}
