//! The results known about a question (one goal in one position) as bounds: [`Bounds`], and how two
//! of them are joined.
//!
//! The goal is reached within `reached`, and is not reached within `refuted`; or the play is over
//! before it begins. A search ends with bounds, a record is read as bounds, and every printed
//! result is made from them. Joining takes the smaller `reached` and the larger `refuted`, so that
//! results from different runs, depths and machines can be combined in any order. It is
//! associative, commutative and idempotent, and the result is never weaker than either operand; the
//! tests check this with random pairs. (Of two lines with the same length, the first is kept;
//! either one shows the length.)
//!
//! A length comes with the results known about its first moves, a [`MoveRange`]: the moves in the
//! set, and the maximum number of moves. The keys of a longer solution say nothing about a shorter
//! one, so of two lengths only the moves of the better one are used.
//!
//! Joining bounds that cannot both be true gives a result that is impossible. This is visible in it
//! as a [`Contradiction`], independently of the order; nothing here chooses between the two.

use std::cmp::Ordering;
use std::fmt;

use shakmaty::Move;

mod length;

pub use length::Length;

/// A set of first moves, as far as it is known.
#[derive(Debug, Clone, Default)]
pub struct MoveRange {
    /// Moves in the set, each once.
    pub moves: Vec<Move>,
    /// The maximum number of moves in the set; `usize::MAX` if it is unknown.
    pub most: usize,
    /// Moves that are known not to be in the set, where their names are of interest; each once.
    pub others: Vec<Move>,
}

impl MoveRange {
    /// Nothing is known.
    pub const UNKNOWN: MoveRange = MoveRange {
        moves: Vec::new(),
        most: usize::MAX,
        others: Vec::new(),
    };

    /// A set that contains `moves` and at most `open` others.
    pub fn new(mut moves: Vec<Move>, open: usize) -> MoveRange {
        let mut distinct = Vec::with_capacity(moves.len());
        for m in moves.drain(..) {
            if !distinct.contains(&m) {
                distinct.push(m);
            }
        }
        MoveRange {
            most: distinct.len().saturating_add(open),
            moves: distinct,
            others: Vec::new(),
        }
    }

    /// The maximum number of moves that may be missing, out of `legal` first moves.
    pub fn open(&self, legal: usize) -> usize {
        self.most.min(legal).saturating_sub(self.moves.len())
    }

    /// Whether no move is missing.
    pub fn is_complete(&self) -> bool {
        self.most == self.moves.len()
    }

    /// Joins two ranges. A move excluded by one of them is excluded, so the smaller `most` also
    /// holds for the union.
    fn join(&self, other: &MoveRange) -> MoveRange {
        let union = |one: &[Move], two: &[Move]| {
            let added = two.iter().filter(|m| !one.contains(m));
            one.iter().chain(added).copied().collect()
        };
        MoveRange {
            moves: union(&self.moves, &other.moves),
            most: self.most.min(other.most),
            others: union(&self.others, &other.others),
        }
    }

    fn contradiction(&self) -> Option<Contradiction> {
        (self.moves.len() > self.most).then_some(Contradiction::Moves {
            named: self.moves.len(),
            most: self.most,
        })
    }
}

impl PartialEq for MoveRange {
    fn eq(&self, other: &MoveRange) -> bool {
        let is_same = |one: &[Move], two: &[Move]| {
            one.len() == two.len() && one.iter().all(|m| two.contains(m))
        };
        self.most == other.most
            && is_same(&self.moves, &other.moves)
            && is_same(&self.others, &other.others)
    }
}

impl Eq for MoveRange {}

/// Play that is over before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// The side to move is mated.
    Checkmate,
    /// The side to move is stalemated.
    Stalemate,
}

/// A solution, as far as it is known.
#[derive(Debug, Clone)]
pub struct Reached {
    /// The goal is reached within this length.
    pub length: Length,
    /// The first moves that reach it: keys; if the side to move is mated, the replies that hold out
    /// for that long.
    pub keys: MoveRange,
    /// The number of solutions (help play): the smallest and the largest number given by any
    /// source.
    pub counts: Option<(u64, u64)>,
    /// A line of that length; empty if none is known.
    pub line: Vec<Move>,
}

/// All lines of the same length are considered equal.
impl PartialEq for Reached {
    fn eq(&self, other: &Reached) -> bool {
        self.length == other.length
            && self.keys == other.keys
            && self.counts == other.counts
            && self.line.len() == other.line.len()
    }
}

impl Eq for Reached {}

impl Reached {
    fn join(&self, other: &Reached) -> Reached {
        if self.length != other.length {
            let shorter = if self.length < other.length {
                self
            } else {
                other
            };
            return shorter.clone();
        }
        let counts = match (self.counts, other.counts) {
            (Some(one), Some(two)) => Some((one.0.min(two.0), one.1.max(two.1))),
            (one, two) => one.or(two),
        };
        Reached {
            length: self.length,
            keys: self.keys.join(&other.keys),
            counts,
            line: match self.line.is_empty() {
                true => other.line.clone(),
                false => self.line.clone(),
            },
        }
    }
}

/// The results known about one goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// The play is over, whatever the question.
    pub over: Option<Over>,
    /// The solution, if one is known.
    pub reached: Option<Reached>,
    /// The goal is not reached within this number of moves; [`Length::NONE`] if nothing is known.
    pub refuted: Length,
    /// If the side to move is the one to be mated: the replies that escape for `refuted` moves.
    pub escapes: MoveRange,
}

impl Bounds {
    /// The bounds of a question about which nothing is known.
    pub const UNKNOWN: Bounds = Bounds {
        over: None,
        reached: None,
        refuted: Length::NONE,
        escapes: MoveRange::UNKNOWN,
    };

    /// The bounds of a goal that is not reached within `refuted`.
    pub fn refuted(refuted: Length) -> Bounds {
        Bounds {
            refuted,
            ..Bounds::UNKNOWN
        }
    }

    /// The bounds of play that is over: the side to move has no move; `check` says whether it is in
    /// check.
    pub fn over(check: bool) -> Bounds {
        let over = match check {
            true => Over::Checkmate,
            false => Over::Stalemate,
        };
        Bounds {
            over: Some(over),
            ..Bounds::UNKNOWN
        }
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.over.is_none() && self.reached.is_none() && self.refuted == Length::NONE
    }

    /// The number of whole moves within which the goal is known to be reached; 0 if it is not.
    pub fn moves(&self) -> u16 {
        self.reached
            .as_ref()
            .map_or(0, |reached| reached.length.moves())
    }

    /// The line of the solution; empty if none is known.
    pub fn line(&self) -> &[Move] {
        self.reached.as_ref().map_or(&[], |reached| &reached.line)
    }

    /// The results known about play within `depth`. A longer solution stays as long as that depth is
    /// open.
    pub fn within(&self, depth: Length) -> Bounds {
        let mut cut = self.clone();
        let is_longer = |reached: &Reached| reached.length > depth;
        if cut.refuted >= depth && cut.reached.as_ref().is_some_and(is_longer) {
            cut.reached = None;
        }
        if cut.reached.is_none() && cut.refuted > depth {
            cut.refuted = depth;
            // For a shorter time, more replies may escape.
            cut.escapes = MoveRange::UNKNOWN;
        }
        cut
    }

    /// The length, if it is known to be the shortest possible.
    pub fn shortest(&self) -> Option<Length> {
        let reached = self.reached.as_ref()?.length;
        (self.refuted >= reached.shorter()).then_some(reached)
    }

    /// Joins both, even if they contradict each other: see [`Bounds::contradiction`].
    pub fn join(&self, other: &Bounds) -> Bounds {
        let reached = match (&self.reached, &other.reached) {
            (Some(one), Some(two)) => Some(one.join(two)),
            (one, two) => one.as_ref().or(two.as_ref()).cloned(),
        };
        let escapes = match self.refuted.cmp(&other.refuted) {
            Ordering::Less => other.escapes.clone(),
            Ordering::Greater => self.escapes.clone(),
            Ordering::Equal => self.escapes.join(&other.escapes),
        };
        Bounds {
            over: self.over.or(other.over),
            reached,
            refuted: self.refuted.max(other.refuted),
            escapes,
        }
    }

    /// The contradiction, if the bounds cannot be true.
    pub fn contradiction(&self) -> Option<Contradiction> {
        if let Some(reached) = &self.reached {
            if self.over.is_some() {
                return Some(Contradiction::Over);
            }
            if self.refuted > Length::NONE && reached.length <= self.refuted {
                return Some(Contradiction::Lengths {
                    reached: reached.length,
                    refuted: self.refuted,
                });
            }
            if let Some((least, most)) = reached.counts
                && least != most
            {
                return Some(Contradiction::Counts(least, most));
            }
            if let Some(contradiction) = reached.keys.contradiction() {
                return Some(contradiction);
            }
        }
        self.escapes.contradiction()
    }
}

/// Two bounds that cannot both be true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contradiction {
    /// The goal is reached within a length that is refuted by the other bound.
    Lengths {
        /// The length within which it is reached.
        reached: Length,
        /// The length within which it is not reached.
        refuted: Length,
    },
    /// More moves are named than one source allows.
    Moves {
        /// The number of moves named by both together.
        named: usize,
        /// The maximum according to one of them.
        most: usize,
    },
    /// Two numbers of solutions of one length.
    Counts(u64, u64),
    /// The side to move both mates and is mated.
    Sides,
    /// The play is over, and has a solution.
    Over,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::Lengths { reached, refuted } => {
                write!(f, "reached within {reached} and refuted within {refuted}")
            }
            Contradiction::Moves { named, most } => {
                write!(f, "{named} first moves in bm together, {most} at most")
            }
            Contradiction::Counts(one, two) => write!(f, "{one} solutions and {two}"),
            Contradiction::Sides => f.write_str("the side to move mates, and is mated"),
            Contradiction::Over => f.write_str("the play is over, and goes on"),
        }
    }
}

impl std::error::Error for Contradiction {}

#[cfg(test)]
mod tests;
