//! The statements of a record about each side, first the side to move and, in a duplex, the other:
//! [`KnownSides`]. The results of one side say nothing about the other, so each is joined with its
//! own counterpart.

use super::reading::Unclear;
use super::{AskedGoal, Contradiction, KnownResult};
use crate::epd::{Epd, Operation};
use crate::record::duplex::{self, other_side};
use crate::record::stated::Stated;

/// The facts known about the side to move and, if the record says anything, about the other side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownSides(Vec<KnownResult>);

impl Stated<'_> {
    /// The results of both sides as far as they are known.
    ///
    /// # Errors
    ///
    /// As [`Stated::known`].
    pub fn sides(&self) -> Result<KnownSides, Unclear> {
        let mut other = None;
        if duplex::is_answered(self.record)
            && let Some(record) = other_side(self.record)
        {
            let known = Stated::read(&record)
                .known()
                .map_err(|Unclear(why)| Unclear(format!("the other side: {why}")))?;
            other = Some(known).filter(|known| !known.is_empty());
        }
        let own = self.known()?;
        Ok(KnownSides([own].into_iter().chain(other).collect()))
    }
}

impl KnownSides {
    /// The facts known about the side to move.
    pub fn own(&self) -> &KnownResult {
        &self.0[0]
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(KnownResult::is_empty)
    }

    /// Whether both are about the same goal, on either side. What is known of one goal says nothing
    /// about another.
    pub fn is_joinable(&self, with: &KnownSides) -> bool {
        self.0
            .iter()
            .zip(&with.0)
            .all(|(one, two)| one.goal == two.goal)
    }

    /// The facts of both joined.
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

    /// The contradiction, if not everything known can be true.
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
            // One side may have a shorter solution than the other.
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
            // Both were read from this position; otherwise there would be no other side.
            if let Some(mut view) = other_side(&written) {
                view = other.record(&view);
                duplex::results(&view).for_each(|operation| written.add(operation));
            }
        }
        written
    }
}
