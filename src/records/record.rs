//! The statements of a record, in both directions: [`Findings`] -> operations (`write`), and
//! operations -> [`stated`].
//!
//! There are four outcomes, distinguished by their operations:
//!
//! - solved: `acd acn acs bm ce dm pm pv` (being mated: `am` too, and no `dm`);
//! - refuted: `acd acn acs`, `Refuted N` or `Safe N`, and the job as `Stip`;
//! - gave up: `acn acs`, `Limit`, `Refuted K` or `Safe K`, and `Stip`;
//! - an error, which is not written here (see `answer`).
//!
//! A solved record has `Refuted K` or `Safe K` as well if the solution is not proved to be the
//! shortest, and `Limit` if a limit was met. `Open N` accompanies a `bm` that may lack N first
//! moves: keys, or replies that escape mate.
//!
//! `acn` and `acs` are the nodes and seconds of the searches whose results the record holds. If the
//! side to move turns out to be mated, the earlier search for its own mate is not counted.

mod certificate;
pub mod duplex;
pub mod line;
pub mod stated;
mod write;

pub use certificate::certificate;
pub use write::{LEFT_OUT, answered, san_line, san_set};

use keymove_rules::bounds::Bounds;
use keymove_solve::{Counters, Kind, Length, LimitKind, Outcome, Stipulation, Verdict};

/// The answers found for a position.
#[derive(Debug, Clone)]
pub struct Findings {
    /// The questions, at least one. The answer to a later question matters only if all questions
    /// before it are refuted.
    pub asked: Vec<Stipulation>,
    /// The answers to the questions that were asked, at least one; the last answer decides.
    pub verdicts: Vec<Verdict>,
}

impl Findings {
    /// The answer to a single question.
    pub fn single(verdict: Verdict) -> Findings {
        Findings {
            asked: vec![verdict.stipulation],
            verdicts: vec![verdict],
        }
    }

    /// The verdict that decides the outcome.
    pub fn decisive(&self) -> &Verdict {
        self.verdicts.last().expect("a question was asked")
    }

    /// Whether the record names the stipulation, so that there is only one question.
    pub fn is_named(&self) -> bool {
        self.asked.len() == 1
    }

    /// The stipulations that were asked: `#3`, `s#2`; `#5 -#5` for both directions.
    pub fn asked(&self) -> String {
        let asked: Vec<String> = self.asked.iter().map(Stipulation::to_string).collect();
        asked.join(" ")
    }

    /// The proved result, reduced to one outcome.
    pub fn outcome(&self) -> Outcome {
        self.decisive().outcome()
    }

    /// The goal that is reached or suffered, with the number of moves it takes.
    pub fn reached(&self) -> Option<Stipulation> {
        let decisive = self.decisive();
        let length = decisive.bounds.reached.as_ref()?.length;
        Some(Stipulation {
            length,
            ..decisive.stipulation
        })
    }

    /// The limit that was met, if something is left to find. Where several questions are asked,
    /// replies that escape do not count as something left to find. A search that was stopped is
    /// always repeated.
    pub fn limit(&self) -> Option<LimitKind> {
        let limit = self.decisive().limit()?;
        let is_all = |verdict: &Verdict| verdict.is_refuted();
        let is_known = !self.is_named()
            && self.verdicts.len() == self.asked.len()
            && self.verdicts.iter().all(is_all);
        Some(limit).filter(|&limit| limit == LimitKind::Stopped || !is_known)
    }

    /// The largest depth for which it is proved that the side to move cannot mate, where that is a
    /// result of its own.
    pub fn refuted(&self) -> Option<Length> {
        self.absent(false)
    }

    /// The largest depth for which it is proved that the side to move is not mated.
    pub fn safe(&self) -> Option<Length> {
        self.absent(true)
    }

    /// The verdicts that are written: only the last one if it is a solution, otherwise all.
    pub fn written_verdicts(&self) -> &[Verdict] {
        let last = self.verdicts.len() - 1;
        let Bounds { over, reached, .. } = &self.decisive().bounds;
        match reached.is_some() || over.is_some() {
            true => &self.verdicts[last..],
            false => &self.verdicts,
        }
    }

    fn absent(&self, is_mated: bool) -> Option<Length> {
        let is_about = |verdict: &&Verdict| (verdict.stipulation.kind == Kind::MATED) == is_mated;
        self.written_verdicts()
            .iter()
            .find(is_about)
            .and_then(absent)
    }

    /// The searched depth in full moves, half moves rounded up: the depth that was searched
    /// completely, or the length of the solution.
    pub fn depth(&self) -> Option<u16> {
        let verdict = self.decisive();
        let length = match &verdict.bounds.reached {
            _ if verdict.bounds.over.is_some() => return None,
            Some(reached) => reached.length,
            None if verdict.is_refuted() => verdict.bounds.refuted,
            None => return None,
        };
        Some(length.rounded_up())
    }

    /// The cost of the searches whose results are written.
    pub fn counters(&self) -> Counters {
        let add = |sum: Counters, verdict: &Verdict| sum.and(verdict.counters);
        self.written_verdicts()
            .iter()
            .fold(Counters::default(), add)
    }
}

/// The depth within which nothing exists, but only if the outcome itself does not imply it.
fn absent(verdict: &Verdict) -> Option<Length> {
    let Bounds {
        over,
        reached,
        refuted,
        ..
    } = &verdict.bounds;
    match reached {
        _ if over.is_some() => None,
        // In help play the lengths are searched one after the other.
        Some(_) if verdict.stipulation.kind.has_lines() => None,
        Some(reached) => (*refuted < reached.length.shorter()).then_some(*refuted),
        None => Some(*refuted),
    }
}
