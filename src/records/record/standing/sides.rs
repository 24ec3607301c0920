//! What a record says of each side, the side to move first and in a duplex the other:
//! [`KnownSides`]. Neither says anything of the other, so they are joined each with its own.

use super::reading::Unclear;
use super::{AskedGoal, Contradiction, KnownResult};
use crate::epd::{Epd, Operation};
use crate::record::duplex::{self, other_side};
use crate::record::knowledge::RecordClaim;

/// What is known of the side to move and, if it is said, of the other side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownSides(Vec<KnownResult>);

impl KnownSides {
    /// What `record` says, which for the side to move is `said`.
    ///
    /// # Errors
    ///
    /// As [`KnownResult::of`].
    pub fn said(record: &Epd, said: &RecordClaim) -> Result<KnownSides, Unclear> {
        let mut other = None;
        if duplex::is_answered(record)
            && let Some(record) = other_side(record)
        {
            let said = KnownResult::of(&record)
                .map_err(|Unclear(why)| Unclear(format!("the other side: {why}")))?;
            other = Some(said).filter(|said| !said.is_empty());
        }
        let own = KnownResult::said(record, said)?;
        Ok(KnownSides([own].into_iter().chain(other).collect()))
    }

    /// What is known of the side to move.
    pub fn own(&self) -> &KnownResult {
        &self.0[0]
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(KnownResult::is_empty)
    }

    /// Whether both speak of the same goal, of either side: what is known of one goal says nothing
    /// of another.
    pub fn is_joinable(&self, with: &KnownSides) -> bool {
        self.0
            .iter()
            .zip(&with.0)
            .all(|(one, two)| one.goal == two.goal)
    }

    /// What both say together.
    pub fn join(&self, with: &KnownSides) -> KnownSides {
        let both = self.0.iter().zip(&with.0).map(|(one, two)| one.join(two));
        let longer = if self.0.len() > with.0.len() {
            self
        } else {
            with
        };
        let at = self.0.len().min(with.0.len());
        KnownSides(both.chain(longer.0[at..].iter().cloned()).collect())
    }

    /// Whether, and why, not all of it can be true.
    pub fn contradiction(&self) -> Option<Contradiction> {
        self.0.iter().find_map(KnownResult::contradiction)
    }

    /// `record` with what is known, as the solver would have written it.
    pub fn record(&self, record: &Epd) -> Epd {
        let own = self.own();
        let mut written = match own.is_empty() {
            true => record.clone(),
            false => own.record(record),
        };
        let others = &self.0[1..];
        if others.is_empty() && !duplex::is_asked(record) {
            return written;
        }
        if written.operation("Stip").is_none() {
            // A side may have a shorter solution than the other.
            let asked = match own.goal {
                AskedGoal::Named { .. } if !own.is_empty() => {
                    Some(Operation::string("Stip", &own.findings().asked()))
                }
                _ => record.operation("Stip").cloned(),
            };
            asked.into_iter().for_each(|asked| written.add(asked));
        }
        for other in others {
            written.retain(|o| !duplex::is_result(o));
            // Both were read of this position, or there would be no other side.
            if let Some(mut view) = other_side(&written) {
                view = other.record(&view);
                duplex::results(&view).for_each(|operation| written.add(operation));
            }
        }
        written
    }
}
