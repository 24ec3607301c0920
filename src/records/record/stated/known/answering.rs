//! Turns what is known into an answer, and into a record as the solver would have written it:
//! [`KnownResult::answer`], [`KnownResult::record`].

use super::{AskedBounds, KnownResult};
use crate::epd::{Epd, Operation};
use crate::record::stated::{ASSUMED, asked};
use crate::record::{Findings, answered};
use keymove_rules::bounds::Bounds;
use keymove_solve::{Extent, Kind, Length, LimitKind, Problem, Stipulation, Verdict};

impl KnownResult {
    /// The answer to a problem with this goal, up to the stipulated depth; `None` if the problem
    /// asks for more than is known. With `with_escapes`, if the side to move is not mated, the
    /// replies that escape mate are required as well.
    pub fn answer(&self, problem: &Problem, with_escapes: bool) -> Option<Verdict> {
        let wanted = problem.wanted;
        if wanted.tree || wanted.certificate.is_some() || self.is_over() {
            return None;
        }
        let asked = problem.stipulation;
        let direction = self.within(asked.length);
        let bounds = &direction.bounds;
        let is_known = match &bounds.reached {
            Some(reached) => {
                let plies = reached.length.plies(asked.kind) as usize;
                // The replies that hold out longest may be unknown as long as the length is.
                let some = !reached.keys.moves.is_empty()
                    || (asked.kind == Kind::MATED && problem.extent == Extent::Any);
                some && reached.length <= asked.length
                    && reached.line.len() == plies
                    && match problem.extent {
                        Extent::AllKeys => direction.is_finished(asked.kind.has_lines()),
                        Extent::First => bounds.shortest().is_some(),
                        Extent::Any => true,
                    }
            }
            None if bounds.refuted < asked.length => false,
            None if asked.kind == Kind::MATED && with_escapes => match problem.extent {
                Extent::AllKeys => bounds.escapes.is_complete(),
                Extent::First | Extent::Any => !bounds.escapes.moves.is_empty(),
            },
            None => true,
        };
        is_known.then(|| self.verdict(asked, &direction.bounds, None))
    }

    /// The verdict on a problem with this goal. `limit` is the limit that its search met.
    pub fn verdict_on(&self, asked: Stipulation, limit: Option<LimitKind>) -> Verdict {
        let direction = self.within(asked.length);
        let limit = limit.filter(|_| !direction.is_finished(asked.kind.has_lines()));
        self.verdict(asked, &direction.bounds, limit)
    }

    /// The bounds known within `depth`.
    fn within(&self, depth: Length) -> AskedBounds {
        AskedBounds {
            bounds: self.main().bounds.within(depth),
            asked: depth,
        }
    }

    /// `record` with what is known, as the solver would have written it. `acn` and `acd` are
    /// written only if they are known; without these marks of an answer, `Refuted` or `Safe` says
    /// what is proved of a mate.
    pub fn record(&self, record: &Epd) -> Epd {
        let mut written = answered(record, &self.findings(), !self.timed);
        if record.operation(ASSUMED).is_none() {
            written.remove(ASSUMED);
        }
        if self.counters.is_some() {
            return written;
        }
        for opcode in ["acd", "acn", "acs"] {
            written.remove(opcode);
        }
        let bounds = &self.main().bounds;
        if bounds.reached.is_some() && self.goal.is_mate() {
            let is_mated = self.goal.kinds() == [Kind::MATED];
            let opcode = if is_mated { "Safe" } else { "Refuted" };
            written.remove(opcode);
            if bounds.refuted > Length::NONE {
                written.add(Operation::words(opcode, [bounds.refuted.to_string()]));
            }
        }
        written
    }

    /// The stipulation asked, if it is longer than that of `record`.
    pub fn deeper_than(&self, record: &Epd) -> Option<Operation> {
        let length = record.operation("Stip").and(asked(record))?.length;
        let is_deeper = self.main().asked > length;
        is_deeper.then(|| Operation::string("Stip", &self.findings().asked()))
    }

    /// The known facts as findings.
    pub fn findings(&self) -> Findings {
        let asked = |kind, length| self.goal.within(kind, length);
        let verdict = |kind: &Kind, direction: &AskedBounds| {
            self.verdict(asked(*kind, direction.asked), &direction.bounds, self.limit)
        };
        let kinds = self.goal.kinds();
        let depth = self.directions.iter().map(|one| one.asked).max();
        let depth = depth.unwrap_or(Length::NONE);
        let mut verdicts: Vec<Verdict> = kinds
            .iter()
            .zip(&self.directions)
            .map(|(kind, direction)| verdict(kind, direction))
            .collect();
        if let [main, mated] = &self.directions[..] {
            let is_asked = mated.bounds.refuted > Length::NONE
                || (self.limit.is_some() && main.bounds.refuted >= main.asked);
            if self.is_over() || !is_asked {
                verdicts.truncate(1);
            }
        }
        // The known cost is that of all questions together.
        for verdict in &mut verdicts[1..] {
            verdict.counters = Default::default();
        }
        Findings {
            asked: kinds.iter().map(|&kind| asked(kind, depth)).collect(),
            verdicts,
        }
    }

    fn verdict(&self, asked: Stipulation, bounds: &Bounds, limit: Option<LimitKind>) -> Verdict {
        Verdict {
            limit,
            counters: self.counters.unwrap_or_default(),
            ..Verdict::new(asked, asked.kind.settle(&self.position), bounds.clone())
        }
    }
}
