//! Converts a record back into what was found, and joins two records: [`KnownResult`].
//!
//! `record::write` turns findings into operations. Here, operations are turned back into what is
//! known ([`Stated::known`](super::Stated::known)); what is
//! known about the same [`AskedGoal`] is joined; and the result is written as the solver would have
//! written it ([`KnownResult::record`]). If the bounds of two records meet, the solution becomes a
//! proved shortest one, without a `Refuted`; a solution whose `bm` may lack first moves gets an
//! `Open`.
//!
//! The claims of every record are believed; use `solver verify` to check them.

mod answering;
mod reading;
mod sides;

use keymove_rules::bounds::{Bounds, Contradiction, Over};
use keymove_rules::position::Position;
use keymove_solve::{Counters, Kind, Length, LimitKind, Stipulation};
pub use reading::Unclear;
pub use sides::KnownSides;

/// The goal of a record, independent of its position. Lengths with half a move are a goal of the
/// other side. Each `exact-` length is a goal of its own, because it says nothing about play of
/// other lengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AskedGoal {
    /// A named kind of play.
    Named {
        /// The kind.
        kind: Kind,
        /// Whether the length has half a move in addition to the whole ones.
        half: bool,
        /// The only length that counts, where shorter play is not a solution.
        exact: Option<Length>,
    },
    /// The record does not name a goal: the questions are whether the side to move mates or is
    /// mated.
    Unnamed,
}

impl AskedGoal {
    /// The goal of `stipulation`.
    pub fn of(stipulation: Stipulation) -> AskedGoal {
        AskedGoal::Named {
            kind: stipulation.kind,
            half: stipulation.length.has_half(),
            exact: stipulation.exact.then_some(stipulation.length),
        }
    }

    /// The stipulation of one of its questions.
    fn within(&self, kind: Kind, length: Length) -> Stipulation {
        match self {
            AskedGoal::Named {
                exact: Some(exact), ..
            } => Stipulation {
                exact: true,
                ..Stipulation::within(kind, *exact)
            },
            _ => Stipulation::within(kind, length),
        }
    }

    /// The kinds of play of its questions, in the order of asking.
    fn kinds(&self) -> &[Kind] {
        match self {
            AskedGoal::Named { kind, .. } => std::slice::from_ref(kind),
            AskedGoal::Unnamed => &[Kind::MATE, Kind::MATED],
        }
    }

    /// Whether the goal is that the side to move mates, or is mated, as soon as possible.
    pub fn is_mate(self) -> bool {
        matches!(
            self,
            AskedGoal::Named {
                kind: Kind::MATE | Kind::MATED,
                exact: None,
                ..
            }
        )
    }
}

/// One question of a goal: its bounds, and the depth within which it was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
struct AskedBounds {
    bounds: Bounds,
    asked: Length,
}

impl AskedBounds {
    const UNKNOWN: AskedBounds = AskedBounds {
        bounds: Bounds::UNKNOWN,
        asked: Length::NONE,
    };

    fn length(&self) -> Option<Length> {
        self.bounds.reached.as_ref().map(|reached| reached.length)
    }

    fn join(&self, other: &AskedBounds) -> AskedBounds {
        // The asked depth belongs to the solution that is kept.
        let asked = match (self.length(), other.length()) {
            (Some(one), Some(two)) if one < two => self.asked,
            (Some(one), Some(two)) if two < one => other.asked,
            (Some(_), None) => self.asked,
            (None, Some(_)) => other.asked,
            _ => self.asked.max(other.asked),
        };
        AskedBounds {
            asked,
            bounds: self.bounds.join(&other.bounds),
        }
    }

    /// Whether nothing is left to do within the depth that was asked.
    fn is_finished(&self, is_counted: bool) -> bool {
        let Bounds {
            over,
            reached,
            refuted,
            escapes,
        } = &self.bounds;
        match reached {
            _ if over.is_some() => true,
            Some(reached) => {
                self.bounds.shortest().is_some()
                    && reached.keys.is_complete()
                    && (!is_counted || reached.counts.is_some())
            }
            None => {
                let every = escapes.moves.is_empty() || escapes.is_complete();
                self.asked > Length::NONE && *refuted >= self.asked && every
            }
        }
    }
}

/// The facts known about a position and a goal, from one record or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownResult {
    /// The goal.
    pub goal: AskedGoal,
    position: Position,
    /// One entry for each question: one if the goal is named; otherwise two, whether the side to
    /// move mates and whether it is mated.
    directions: Vec<AskedBounds>,
    limit: Option<LimitKind>,
    /// The cost of the searches, if known.
    counters: Option<Counters>,
    /// Whether the seconds are known.
    timed: bool,
}

impl KnownResult {
    /// The direction that has the solution.
    fn main(&self) -> &AskedBounds {
        &self.directions[0]
    }

    /// Whether the side to move is mated, now or whatever it does.
    pub fn is_lost(&self) -> bool {
        let is_about_it = self.goal.kinds() == [Kind::MATED];
        let bounds = &self.main().bounds;
        bounds.over == Some(Over::Checkmate) || (is_about_it && bounds.reached.is_some())
    }

    /// Whether the play is over before it begins, whatever is asked.
    pub fn is_over(&self) -> bool {
        self.main().bounds.over.is_some()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.limit.is_none() && self.directions.iter().all(|one| one.bounds.is_empty())
    }

    /// The solution that is known.
    pub fn solution(&self) -> Option<Stipulation> {
        let kind = self.goal.kinds()[0];
        Some(self.goal.within(kind, self.main().length()?))
    }

    /// Whether it is known that there is a solution or that the play is over.
    pub fn is_solved(&self) -> bool {
        self.is_over() || self.main().bounds.reached.is_some()
    }

    /// The bounds for play of this kind and parity.
    pub fn bounds(&self, asked: Stipulation) -> Option<&Bounds> {
        let is_about_it = match self.goal {
            AskedGoal::Unnamed => !asked.exact,
            goal => goal == AskedGoal::of(asked),
        };
        let kinds = self.goal.kinds();
        let at = kinds.iter().position(|&kind| kind == asked.kind);
        let direction = &self.directions[at.filter(|_| is_about_it)?];
        Some(&direction.bounds)
    }

    /// The result when nothing is known about the position and goal.
    pub fn unknown(position: &Position, goal: AskedGoal) -> KnownResult {
        KnownResult {
            goal,
            position: position.clone(),
            directions: vec![AskedBounds::UNKNOWN; goal.kinds().len()],
            limit: None,
            counters: None,
            timed: false,
        }
    }

    /// The cost of the searches, if known.
    pub fn counters(&self) -> Option<Counters> {
        self.counters
    }

    /// The same result at another cost.
    pub fn at_cost(self, counters: Counters) -> KnownResult {
        KnownResult {
            counters: Some(counters),
            ..self
        }
    }

    /// Joins what is known in both. A goal of mate includes what is known of a record without a
    /// named goal.
    pub fn join(&self, other: &KnownResult) -> KnownResult {
        let goal = match self.goal {
            AskedGoal::Unnamed => other.goal,
            goal => goal,
        };
        let (one, two) = (self.towards(goal), other.towards(goal));
        let mut joined = KnownResult {
            directions: one
                .iter()
                .zip(&two)
                .map(|(one, two)| one.join(two))
                .collect(),
            timed: self.timed || other.timed,
            ..KnownResult::unknown(&self.position, goal)
        };
        // The cost is the cost of the searches whose results are kept.
        let is_stopped = |one: &KnownResult| one.limit == Some(LimitKind::Stopped);
        let others = joined.adds_nothing_to(other);
        let (limit, counters) = if joined.adds_nothing_to(self) && !(others && is_stopped(self)) {
            (self.limit, self.counters)
        } else if others {
            (other.limit, other.counters)
        } else {
            let counters = match (self.counters, other.counters) {
                (Some(one), Some(two)) => Some(one.and(two)),
                (one, two) => one.or(two),
            };
            (self.limit.or(other.limit), counters)
        };
        joined.counters = counters;
        // A search that did not get as deep as is asked now is to be continued.
        let is_shallow = |one: &AskedBounds| {
            let Bounds {
                over,
                reached,
                refuted,
                ..
            } = &one.bounds;
            over.is_none() && reached.is_none() && *refuted < one.asked
        };
        let limit = limit.or_else(|| {
            let is_searched = counters.is_some() && joined.directions.iter().any(is_shallow);
            is_searched.then_some(LimitKind::Stopped)
        });
        if !joined.is_finished() {
            joined.limit = match limit {
                // A search that was stopped is repeated; one that met another limit need not be.
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

    /// The facts known about the questions of `goal`, which is either its own goal or a named one
    /// that replaces an unnamed one.
    fn towards(&self, goal: AskedGoal) -> Vec<AskedBounds> {
        if self.goal == goal {
            return self.directions.clone();
        }
        let direction = |kind: &Kind| {
            let kinds = self.goal.kinds();
            let own = kinds.iter().position(|own| own == kind);
            let mut direction = match own.filter(|_| goal.is_mate()) {
                Some(at) => self.directions[at].clone(),
                None => AskedBounds::UNKNOWN,
            };
            direction.bounds.over = self.main().bounds.over;
            direction
        };
        goal.kinds().iter().map(direction).collect()
    }

    /// Whether everything known here is also known in `other`.
    pub fn adds_nothing_to(&self, other: &KnownResult) -> bool {
        self.goal == other.goal && self.directions == other.directions
    }

    /// The contradiction, if not everything known can be true.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let mut directions = self.directions.iter();
        directions.find_map(|direction| direction.bounds.contradiction())
    }

    /// Whether nothing is left to do.
    pub fn is_finished(&self) -> bool {
        let is_finished = |(direction, kind): (&AskedBounds, &Kind)| {
            // In play with lines every solution is counted.
            direction.is_finished(kind.has_lines())
        };
        let mut directions = self.directions.iter().zip(self.goal.kinds());
        directions.all(is_finished)
    }
}

#[cfg(test)]
mod tests;
