//! What is known of a record's question and, in a duplex, of the same question asked of the other side:
//! [`BothSides`]. Neither says anything of the other, so they are joined each with its own.

use super::reading::Unclear;
use super::{Contradiction, Goal, KnownResult};
use crate::epd::{Epd, Operation};
use crate::record::duplex::{self, other_side};
use crate::record::knowledge::RecordClaim;

/// What is known of one side or both.
#[derive(Debug, Clone)]
pub struct BothSides {
    /// What is known of the side to move.
    pub own: KnownResult,
    /// What is known of the other side, if it is said.
    other: Option<Box<KnownResult>>,
}

impl BothSides {
    /// What `record` says, which for the side to move is `said`.
    ///
    /// # Errors
    ///
    /// As [`KnownResult::of`].
    pub fn said(record: &Epd, said: &RecordClaim) -> Result<BothSides, Unclear> {
        let other = match duplex::is_answered(record)
            .then(|| other_side(record))
            .flatten()
        {
            Some(other) => {
                let said = KnownResult::of(&other)
                    .map_err(|Unclear(why)| Unclear(format!("the other side: {why}")))?;
                Some(Box::new(said)).filter(|said| !said.is_empty())
            }
            None => None,
        };
        Ok(BothSides {
            own: KnownResult::said(record, said)?,
            other,
        })
    }

    /// Whether anything is known.
    pub fn is_empty(&self) -> bool {
        self.own.is_empty() && self.other.is_none()
    }

    /// Whether both speak of the same goal, of either side: what is known of one goal says nothing of
    /// another.
    pub fn is_joinable(&self, with: &BothSides) -> bool {
        let others = self.other.as_ref().zip(with.other.as_ref());
        self.own.goal == with.own.goal && others.is_none_or(|(one, two)| one.goal == two.goal)
    }

    /// What both say together.
    pub fn join(&self, with: &BothSides) -> BothSides {
        let other = match (&self.other, &with.other) {
            (Some(one), Some(two)) => Some(Box::new(one.join(two))),
            (one, two) => one.as_ref().or(two.as_ref()).cloned(),
        };
        BothSides {
            own: self.own.join(&with.own),
            other,
        }
    }

    /// Whether, and why, not all of it can be true.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let other = self.other.as_ref();
        let others = || other.and_then(|other| other.contradiction());
        self.own.contradiction().or_else(others)
    }

    /// `record` with what is known, as the solver would have written it.
    pub fn record(&self, record: &Epd) -> Epd {
        let mut written = match self.own.is_empty() {
            true => record.clone(),
            false => self.own.record(record),
        };
        if self.other.is_none() && !duplex::is_asked(record) {
            return written;
        }
        if written.operation("Stip").is_none() {
            // A side may have a shorter solution than the other.
            let asked = match self.own.goal {
                Goal::Named { .. } if !self.own.is_empty() => {
                    Some(Operation::string("Stip", &self.own.findings().asked()))
                }
                _ => record.operation("Stip").cloned(),
            };
            asked.into_iter().for_each(|asked| written.add(asked));
        }
        let Some(other) = &self.other else {
            return written;
        };
        written.retain(|o| !duplex::is_result(o));
        // Both were read of this position, or there would be no other side.
        if let Some(mut view) = other_side(&written) {
            view = other.record(&view);
            duplex::results(&view).for_each(|operation| written.add(operation));
        }
        written
    }
}
