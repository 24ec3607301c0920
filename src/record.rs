//! What a record says, in both directions: [`Findings`] -> operations (`write`),
//! and operations -> [`knowledge`].
//!
//! Four outcomes, told apart by their operations:
//!
//! - solved: `acd acn acs bm ce dm pm pv` (being mated: `am` too, and no `dm`);
//! - refuted: `acd acn acs`, `Refuted N` or `Safe N`, and the job as `Stip`;
//! - gave up: `acn acs`, `Limit`, `Refuted K` or `Safe K`, and `Stip`;
//! - an error, which is not written here (see [`mod@crate::answer`]).
//!
//! A solved record has `Refuted K` or `Safe K` as well if it is not proved the shortest, and
//! `Limit` if one was met. `Open N` stands beside a `bm` that may lack N first moves: keys, or
//! replies that escape mate.
//!
//! `acn` and `acs` are nodes and seconds of the searches whose results the record holds: when the
//! side to move turns out to be mated, the search that looked for its own mate before is not
//! counted.

mod certificate;
pub mod claims;
pub mod duplex;
pub mod knowledge;
pub mod lattice;
pub mod line;
pub mod line_book;
pub mod result;
pub mod standing;
pub mod union;
mod write;

pub use certificate::certificate;
pub use write::{LEFT_OUT, answered, san_line, san_set};

use crate::solve::{
    Counters, Kind, Length, LimitKind, Loss, Outcome, Solution, Stipulation, Verdict,
};

/// What was found out about a record.
#[derive(Debug, Clone)]
pub enum Findings {
    /// The answer to one problem.
    One {
        /// What was asked.
        stipulation: Stipulation,
        /// The answer.
        verdict: Verdict,
    },
    /// Rule 6: the side to move does not mate, or it is not known whether it does.
    Both {
        /// The depth of both directions in full moves.
        depth: u16,
        /// The answer to "does it mate?".
        mate: Verdict,
        /// The answer to "is it mated?"; asked only when the first is refuted.
        mated: Option<Verdict>,
    },
}

impl Findings {
    /// The verdict that decides the outcome, and what was asked for.
    pub fn decisive(&self) -> (Stipulation, &Verdict) {
        match self {
            Findings::One {
                stipulation,
                verdict,
            } => (*stipulation, verdict),
            Findings::Both { depth, mate, mated } => match mated {
                Some(verdict) => (Stipulation::new(Kind::MATED, *depth), verdict),
                None => (Stipulation::new(Kind::MATE, *depth), mate),
            },
        }
    }

    /// What was asked: `#3`, `s#2`; `#5 -#5` for both directions.
    pub fn asked(&self) -> String {
        match self {
            Findings::One { stipulation, .. } => stipulation.to_string(),
            Findings::Both { depth, .. } => format!("#{depth} -#{depth}"),
        }
    }

    /// What was proved, as far as one outcome says it.
    pub fn outcome(&self) -> &Outcome {
        &self.decisive().1.outcome
    }

    /// The outcome in a word, as JSON and tables say it.
    pub fn name(&self) -> &'static str {
        match self.outcome() {
            Outcome::Checkmate => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::Solved(_) | Outcome::Helped(_) => "solved",
            Outcome::Lost(_) => "lost",
            Outcome::Refuted { .. } => "refuted",
            Outcome::GaveUp { .. } => "gave up",
        }
    }

    /// The goal that is reached, or suffered, and how many moves that takes.
    pub fn reached(&self) -> Option<Stipulation> {
        let length = match self.outcome() {
            Outcome::Solved(solution) => Length::of_moves(solution.moves),
            Outcome::Helped(help) => help.length,
            Outcome::Lost(loss) => Length::of_moves(loss.moves),
            Outcome::Checkmate
            | Outcome::Stalemate
            | Outcome::Refuted { .. }
            | Outcome::GaveUp { .. } => return None,
        };
        let asked = self.decisive().0;
        Some(Stipulation { length, ..asked })
    }

    /// The limit that was met, if one was and something is left to find: in both directions the replies
    /// that escape are not asked for. What a stop ended is done again all the same.
    pub fn limit(&self) -> Option<LimitKind> {
        let limit = self.outcome().limit()?;
        let is_all = |outcome: &Outcome, depth: u16| {
            let all = Length::of_moves(depth);
            matches!(outcome, Outcome::Refuted { length, .. } if *length >= all)
        };
        match self {
            Findings::Both {
                depth,
                mate,
                mated: Some(mated),
            } if limit != LimitKind::Stopped
                && is_all(&mate.outcome, *depth)
                && is_all(&mated.outcome, *depth) =>
            {
                None
            }
            _ => Some(limit),
        }
    }

    /// The largest depth for which it is proved that the side to move does not mate, where that is
    /// a result of its own.
    pub fn refuted(&self) -> Option<Length> {
        match self {
            Findings::One {
                stipulation,
                verdict,
            } => (stipulation.kind != Kind::MATED)
                .then(|| bound(&verdict.outcome))
                .flatten(),
            Findings::Both { mate, mated, .. } => match mated.as_ref().map(|v| &v.outcome) {
                Some(Outcome::Lost(_) | Outcome::Checkmate | Outcome::Stalemate) => None,
                _ => bound(&mate.outcome),
            },
        }
    }

    /// The same for "it is not mated".
    pub fn safe(&self) -> Option<Length> {
        match self {
            Findings::One {
                stipulation,
                verdict,
            } => (stipulation.kind == Kind::MATED)
                .then(|| bound(&verdict.outcome))
                .flatten(),
            Findings::Both { mated, .. } => mated.as_ref().and_then(|v| bound(&v.outcome)),
        }
    }

    /// The depth that was searched in full moves, half moves rounded up: to its end, or to the
    /// solution.
    pub fn depth(&self) -> Option<u16> {
        match self.outcome() {
            Outcome::Checkmate | Outcome::Stalemate | Outcome::GaveUp { .. } => None,
            Outcome::Solved(solution) => Some(solution.moves),
            Outcome::Helped(help) => Some(help.length.rounded_up()),
            Outcome::Lost(loss) => Some(loss.moves),
            Outcome::Refuted { length, .. } => Some(length.rounded_up()),
        }
    }

    /// What the searches cost whose results are written.
    pub fn counters(&self) -> Counters {
        match self {
            Findings::One { verdict, .. } => verdict.counters,
            Findings::Both { mate, mated, .. } => match mated {
                None => mate.counters,
                Some(mated) if matches!(mated.outcome, Outcome::Lost(_)) => mated.counters,
                Some(mated) => Counters {
                    nodes: mate.counters.nodes.saturating_add(mated.counters.nodes),
                    elapsed: mate.counters.elapsed.saturating_add(mated.counters.elapsed),
                },
            },
        }
    }
}

/// The depth below which nothing is left to find: only where the outcome itself doesn't say it.
fn bound(outcome: &Outcome) -> Option<Length> {
    match outcome {
        // In help play one length after the other is searched.
        Outcome::Checkmate | Outcome::Stalemate | Outcome::Helped(_) => None,
        Outcome::Solved(Solution { moves, refuted, .. }) => {
            (refuted.saturating_add(1) < *moves).then_some(Length::of_moves(*refuted))
        }
        Outcome::Lost(Loss { moves, safe, .. }) => {
            (safe.saturating_add(1) < *moves).then_some(Length::of_moves(*safe))
        }
        Outcome::Refuted { length, .. } => Some(*length),
        Outcome::GaveUp { refuted, .. } => Some(*refuted),
    }
}
