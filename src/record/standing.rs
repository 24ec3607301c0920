//! The way back from a record to what was found, and the join of two records: [`KnownResult`].
//!
//! `record::write` turns findings into operations; here operations become what is known again
//! ([`KnownResult::of`], over [`RecordClaim`](super::knowledge::RecordClaim)), what is known of the same [`Goal`] is joined, and written
//! as the solver would have ([`KnownResult::record`]): bounds of two records that meet make a proved
//! shortest solution, without a `Refuted`; one whose `bm` may lack first moves says so with `Open`.
//!
//! What a record claims is believed, whoever wrote it: `solver verify` is for doubts.

mod answering;
mod reading;
mod sides;

use super::lattice::{Contradiction, KnownBounds};
use crate::position::Position;
use crate::solve::{Counters, Kind, Length, LimitKind, Stipulation};
pub use reading::Unclear;
use shakmaty::Move;
pub use sides::BothSides;

/// What a record is about, beside its position. Lengths with half a move are another side's goal, and
/// each `exact-` length is one of its own: whether there is play of it says nothing of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Play of that kind.
    Named {
        /// The kind.
        kind: Kind,
        /// Whether there is half a move beside the whole ones.
        half: bool,
        /// The one length that counts, where shorter play is no solution.
        exact: Option<Length>,
    },
    /// None is named: whether the side to move mates or is mated, or nothing at all.
    Unnamed,
}

impl Goal {
    /// That of `stipulation`.
    pub fn of(stipulation: Stipulation) -> Goal {
        Goal::Named {
            kind: stipulation.kind,
            half: stipulation.length.has_half(),
            exact: stipulation.exact.then_some(stipulation.length),
        }
    }

    /// Whether it is that the side to move mates, or is mated, as soon as may be.
    pub fn is_mate(self) -> bool {
        matches!(
            self,
            Goal::Named {
                kind: Kind::MATE | Kind::MATED,
                exact: None,
                ..
            }
        )
    }
}

/// Play that is over before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Checkmate,
    Stalemate,
}

/// One direction of a goal: what is known, within which depth it was asked, and a line that shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Direction {
    bounds: KnownBounds,
    asked: Length,
    /// As long as `bounds.reached` says, or empty.
    line: Vec<Move>,
}

impl Direction {
    fn unknown() -> Direction {
        Direction {
            bounds: KnownBounds::unknown(),
            asked: Length::NONE,
            line: Vec::new(),
        }
    }

    fn join(&self, other: &Direction) -> Direction {
        let bounds = self.bounds.join(&other.bounds);
        let length = |bounds: &KnownBounds| bounds.reached.as_ref().map(|r| r.length);
        let fits =
            |one: &&Direction| !one.line.is_empty() && length(&one.bounds) == length(&bounds);
        let line = [self, other].into_iter().find(fits);
        // What was asked stands beside the solution that is kept.
        let asked = match (length(&self.bounds), length(&other.bounds)) {
            (Some(one), Some(two)) if one < two => self.asked,
            (Some(one), Some(two)) if two < one => other.asked,
            (Some(_), None) => self.asked,
            (None, Some(_)) => other.asked,
            _ => self.asked.max(other.asked),
        };
        Direction {
            asked,
            line: line.map_or_else(Vec::new, |one| one.line.clone()),
            bounds,
        }
    }

    /// Whether nothing is left to do within the depth asked for.
    fn is_finished(&self, is_joint: bool) -> bool {
        let KnownBounds {
            reached,
            refuted,
            escapes,
        } = &self.bounds;
        match reached {
            Some(reached) => {
                self.bounds.shortest().is_some()
                    && reached.keys.is_complete()
                    && (!is_joint || reached.counts.is_some())
            }
            None => {
                let every = escapes.moves.is_empty() || escapes.is_complete();
                self.asked > Length::NONE && *refuted >= self.asked && every
            }
        }
    }
}

/// What is known of a position and a goal, from one record or several.
#[derive(Debug, Clone)]
pub struct KnownResult {
    /// What it is about.
    pub goal: Goal,
    position: Position,
    ending: Option<Ending>,
    /// The goal's direction; mate, if none is named.
    main: Direction,
    /// Without a named goal: whether the side to move is mated.
    mated: Direction,
    limit: Option<LimitKind>,
    /// What the searches cost, if it is said.
    counters: Option<Counters>,
    /// Whether seconds are said.
    timed: bool,
}

impl KnownResult {
    /// Whether the side to move is mated, now or whatever it does.
    pub fn is_lost(&self) -> bool {
        let is_about_it = matches!(
            self.goal,
            Goal::Named {
                kind: Kind::MATED,
                ..
            }
        );
        let is_mated = self.ending == Some(Ending::Checkmate);
        is_mated || (is_about_it && self.main.bounds.reached.is_some())
    }

    /// Whether the play is over before it begins, whatever is asked.
    pub fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// Whether anything is known.
    pub fn is_empty(&self) -> bool {
        let nothing = |direction: &Direction| {
            direction.bounds.reached.is_none() && direction.bounds.refuted == Length::NONE
        };
        self.ending.is_none() && self.limit.is_none() && nothing(&self.main) && nothing(&self.mated)
    }

    /// Whether a solution is known, or that the play is over.
    pub fn is_solved(&self) -> bool {
        self.ending.is_some() || self.main.bounds.reached.is_some()
    }

    /// What is known of play of this kind, asked for at that parity.
    pub fn bounds(&self, asked: Stipulation) -> Option<&KnownBounds> {
        match self.goal {
            Goal::Unnamed => match asked.kind {
                _ if asked.exact => None,
                Kind::MATE => Some(&self.main.bounds),
                Kind::MATED => Some(&self.mated.bounds),
                _ => None,
            },
            goal => (goal == Goal::of(asked)).then_some(&self.main.bounds),
        }
    }

    /// That nothing is known of that position and goal.
    pub fn unknown(position: &Position, goal: Goal) -> KnownResult {
        KnownResult {
            goal,
            position: position.clone(),
            ending: None,
            main: Direction::unknown(),
            mated: Direction::unknown(),
            limit: None,
            counters: None,
            timed: false,
        }
    }

    /// What the searches cost, if it is said.
    pub fn counters(&self) -> Option<Counters> {
        self.counters
    }

    /// The same, found at another cost.
    pub fn at_cost(self, counters: Counters) -> KnownResult {
        KnownResult {
            counters: Some(counters),
            ..self
        }
    }

    /// What both say together. A goal of mate takes in what is known without a named one.
    pub fn join(&self, other: &KnownResult) -> KnownResult {
        let (goal, one, two) = match (self.goal, other.goal) {
            (Goal::Unnamed, goal @ Goal::Named { .. }) => {
                (goal, self.towards(goal), other.main.clone())
            }
            (goal @ Goal::Named { .. }, Goal::Unnamed) => {
                (goal, self.main.clone(), other.towards(goal))
            }
            (goal, _) => (goal, self.main.clone(), other.main.clone()),
        };
        let mut joined = KnownResult {
            goal,
            position: self.position.clone(),
            ending: self.ending.or(other.ending),
            main: one.join(&two),
            mated: self.mated.join(&other.mated),
            limit: None,
            counters: None,
            timed: self.timed || other.timed,
        };
        // The cost is that of the searches whose results are held.
        let is_stopped = |one: &KnownResult| one.limit == Some(LimitKind::Stopped);
        let others = joined.adds_nothing_to(other);
        let (limit, counters) = if joined.adds_nothing_to(self) && !(others && is_stopped(self)) {
            (self.limit, self.counters)
        } else if others {
            (other.limit, other.counters)
        } else {
            let sum = |one: Counters, two: Counters| Counters {
                nodes: one.nodes.saturating_add(two.nodes),
                elapsed: one.elapsed.saturating_add(two.elapsed),
            };
            let counters = match (self.counters, other.counters) {
                (Some(one), Some(two)) => Some(sum(one, two)),
                (one, two) => one.or(two),
            };
            (self.limit.or(other.limit), counters)
        };
        joined.counters = counters;
        if !joined.is_finished() {
            joined.limit = match limit {
                // What a stop ended is done again; what met another limit need not be.
                None | Some(LimitKind::Stopped) => self
                    .limit
                    .filter(|l| *l != LimitKind::Stopped)
                    .or(other.limit)
                    .or(limit),
                limit => limit,
            };
        }
        joined
    }

    /// The direction of an unnamed goal that is that of `goal`.
    fn towards(&self, goal: Goal) -> Direction {
        match goal {
            Goal::Named {
                kind: Kind::MATE,
                exact: None,
                ..
            } => self.main.clone(),
            Goal::Named {
                kind: Kind::MATED,
                exact: None,
                ..
            } => self.mated.clone(),
            _ => Direction::unknown(),
        }
    }

    /// Whether all that is known here is known in `other`.
    pub fn adds_nothing_to(&self, other: &KnownResult) -> bool {
        self.ending == other.ending
            && self.goal == other.goal
            && self.main.bounds == other.main.bounds
            && self.main.asked == other.main.asked
            && self.main.line.len() == other.main.line.len()
            && self.mated.bounds == other.mated.bounds
            && self.mated.asked == other.mated.asked
    }

    /// Whether, and why, not all of it can be true.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let main = self.main.bounds.contradiction();
        let both = main.or_else(|| self.mated.bounds.contradiction());
        if both.is_none() && self.ending.is_some() && self.main.bounds.reached.is_some() {
            return Some(Contradiction::Over);
        }
        both
    }

    /// Whether nothing is left to do.
    pub fn is_finished(&self) -> bool {
        let mated = self.goal != Goal::Unnamed || self.mated.is_finished(false);
        let counts = matches!(self.goal, Goal::Named { kind, .. } if is_joint(kind));
        self.ending.is_some() || (self.main.is_finished(counts) && mated)
    }
}

/// Whether solutions are counted, and their length is always the shortest.
fn is_joint(kind: Kind) -> bool {
    kind.is_help() || kind.is_series()
}

#[cfg(test)]
mod tests;
