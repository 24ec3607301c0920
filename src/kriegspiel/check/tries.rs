//! The tries before a move: whether each could be made, and whether the umpire could refuse it.

use smallvec::SmallVec;

use super::super::finding::{Irregularity, RecordFinding};
use super::super::notation::payload::text_of;
use super::super::notation::san::{self, SanError};
use super::super::notation::{Payload, SmolStr, Tries, TryList};
use super::super::own_board::{OwnBoard, Try};
use super::super::rules::RuleSet;
use keymove_base::error::excerpt;

/// Possible tries, each once, so there are only a few.
pub(super) type Tried = SmallVec<[Try; 8]>;

/// The tries of one turn.
pub(super) struct TurnTries<'a, F> {
    pub(super) rules: RuleSet,
    pub(super) payload: &'a Payload,
    pub(super) own: &'a OwnBoard,
    /// Whether the umpire may have refused a try.
    pub(super) may_be_illegal: F,
    pub(super) findings: &'a mut Vec<RecordFinding>,
}

impl<F: Fn(Try) -> bool> TurnTries<'_, F> {
    /// Checks the tries in the order in which they were made. Returns those that were possible, and
    /// the list in Kriegspiel SAN, if a try is written differently; `whose` is for a message.
    pub(super) fn check(mut self, whose: &str) -> (Tried, Option<TryList>) {
        let mut tried = Tried::new();
        let list = match &self.payload.tries {
            Tries::List(list) => list,
            Tries::Count(count) => {
                let text = format!("the number {count} stands where {whose} tries should");
                let finding = RecordFinding::within(self.payload, Irregularity::Count, text);
                self.findings.push(finding);
                return (tried, None);
            }
        };
        let mut respelled = Vec::new();
        for written in list.in_order(self.payload.notation) {
            if let Some(san) = self.one(written, &mut tried) {
                respelled.push((written.as_ptr(), san));
            }
        }
        if respelled.is_empty() {
            return (tried, None);
        }
        respelled.sort_unstable_by_key(|(at, _)| *at);
        let mut respelled = respelled.into_iter().peekable();
        let list = TryList::of(list.iter().map(|written| {
            let san = respelled.next_if(|(at, _)| *at == written.as_ptr());
            san.map_or_else(|| text_of(written), |(_, san)| san)
        }));
        (tried, Some(list))
    }

    /// Checks the next try; returns it in Kriegspiel SAN if it is written differently.
    fn one(&mut self, text: &[u8], before: &mut Tried) -> Option<SmolStr> {
        let shown = || excerpt(text);
        let mut found = |kind, what: String| {
            let place = self.payload.place_of_try(text);
            self.findings.push(RecordFinding::new(place, kind, what));
        };
        let (tried, spelling) = match san::read(text, self.own) {
            Ok(read) => read,
            Err(error) => {
                let (kind, what) = match error {
                    SanError::Unreadable => (Irregularity::NonsenseTry, "is not a move"),
                    SanError::Impossible if !self.rules.tells_refusals() => return None,
                    SanError::Impossible => (
                        Irregularity::NonsenseTry,
                        "is nonsense: no own man can go there",
                    ),
                    SanError::Ambiguous(..) => {
                        (Irregularity::Ambiguous, "may be made by several own men")
                    }
                };
                found(kind, format!("the try {} {what}", shown()));
                return None;
            }
        };
        if !before.contains(&tried) {
            before.push(tried);
            if !(self.may_be_illegal)(tried) {
                let text = format!("the try {} was legal", shown());
                found(Irregularity::LegalTry, text);
            }
        } else if self.rules.tells_refusals() {
            let text = format!("{} was tried before", shown());
            found(Irregularity::DuplicateTry, text);
        }
        let capture = tried.is_pawn_capture();
        let san = san::respelled(text, tried, self.own, capture, None)?;
        let reason = match spelling.mark {
            Some(_) => ": a try gives no check",
            None => "",
        };
        let text = format!("the try {} is written {san}{reason}", shown());
        found(Irregularity::Spelling, text);
        Some(san)
    }
}
