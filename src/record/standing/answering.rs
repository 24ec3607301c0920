//! From what is known to an answer, and to a record as the solver would have written it:
//! [`KnownResult::answer`], [`KnownResult::record`].

use super::{Direction, Ending, Goal, KnownResult, is_joint};
use crate::epd::Epd;
use crate::position::Position;
use crate::record::lattice::{KnownBounds, MoveRange};
use crate::record::{Findings, answered};
use crate::solve::{
    Extent, Help, Kind, Length, LimitKind, Lines, Loss, Outcome, Problem, Solution, Stipulation,
    Verdict,
};

impl KnownResult {
    /// The answer to a problem of this goal, as far as the stipulated depth goes; nothing where more
    /// is asked than is known. `with_escapes`: where the side to move is not mated, the replies that
    /// escape are asked for.
    pub fn answer(&self, problem: &Problem, with_escapes: bool) -> Option<Verdict> {
        let wanted = problem.wanted;
        if wanted.tree || wanted.certificate.is_some() || self.ending.is_some() {
            return None;
        }
        let asked = problem.stipulation;
        let cut = self.within(asked.length);
        let bounds = &cut.main.bounds;
        let is_known = match &bounds.reached {
            Some(reached) => {
                let plies = reached.length.plies(asked.kind) as usize;
                let is_shortest = bounds.shortest().is_some();
                let some = !reached.keys.moves.is_empty() && cut.main.line.len() == plies;
                some && match problem.extent {
                    Extent::AllKeys => cut.is_finished(),
                    Extent::First => is_shortest,
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
        is_known.then(|| cut.verdict(asked.kind, &cut.main, None))
    }

    /// The verdict on a problem of this goal; `limit`: the one that the search for it met.
    pub fn verdict_on(&self, asked: Stipulation, limit: Option<LimitKind>) -> Verdict {
        let cut = self.within(asked.length);
        let limit = limit.filter(|_| !cut.is_finished());
        cut.verdict(asked.kind, &cut.main, limit)
    }

    /// What is known of the goal within `depth`.
    fn within(&self, depth: Length) -> KnownResult {
        let mut cut = self.clone();
        let main = &mut cut.main;
        main.asked = depth;
        let bounds = &mut main.bounds;
        if bounds.reached.as_ref().is_some_and(|r| r.length > depth) {
            bounds.reached = None;
            main.line.clear();
        }
        if bounds.reached.is_none() && bounds.refuted > depth {
            bounds.refuted = depth;
            // More replies may escape for a shorter time.
            bounds.escapes = MoveRange::UNKNOWN;
        }
        cut
    }

    /// `record` with what is known, as the solver would have written it. Only where it is known are
    /// `acn` and `acd` written.
    pub fn record(&self, record: &Epd) -> Epd {
        let mut written = answered(record, &self.findings(), !self.timed);
        if self.counters.is_none() {
            for opcode in ["acd", "acn", "acs"] {
                written.remove(opcode);
            }
        }
        written
    }

    /// The same as findings.
    pub fn findings(&self) -> Findings {
        let verdict = |kind, direction: &Direction| self.verdict(kind, direction, self.limit);
        match self.goal {
            Goal::Named { kind, exact, .. } => Findings::One {
                stipulation: Stipulation {
                    exact: exact.is_some(),
                    ..Stipulation::within(kind, exact.unwrap_or(self.main.asked))
                },
                verdict: verdict(kind, &self.main),
            },
            Goal::Unnamed => {
                let mated = self.mated.bounds.refuted > Length::NONE
                    || (self.limit.is_some() && self.main.bounds.refuted >= self.main.asked);
                let mut mate = verdict(Kind::MATE, &self.main);
                let is_asked = mated && self.ending.is_none();
                // Both together cost what is known.
                let mated = is_asked.then(|| Verdict {
                    counters: std::mem::take(&mut mate.counters),
                    ..verdict(Kind::MATED, &self.mated)
                });
                Findings::Both {
                    depth: self.main.asked.max(self.mated.asked).moves(),
                    mate,
                    mated,
                }
            }
        }
    }

    fn verdict(&self, kind: Kind, direction: &Direction, limit: Option<LimitKind>) -> Verdict {
        let position = kind.settle(&self.position);
        Verdict {
            outcome: match self.ending {
                Some(Ending::Checkmate) => Outcome::Checkmate,
                Some(Ending::Stalemate) => Outcome::Stalemate,
                None => outcome(kind, direction, &position, limit),
            },
            position: Box::new(position),
            tree: None,
            certificate: None,
            refuted_lines: Vec::new(),
            counters: self.counters.unwrap_or_default(),
        }
    }
}

/// The outcome of one direction; `position` is settled for its kind.
fn outcome(
    kind: Kind,
    direction: &Direction,
    position: &Position,
    limit: Option<LimitKind>,
) -> Outcome {
    let KnownBounds {
        reached,
        refuted,
        escapes,
    } = &direction.bounds;
    let line = direction.line.clone();
    let legal = || position.legal_moves();
    let Some(reached) = reached else {
        return match limit {
            Some(limit) if *refuted < direction.asked => Outcome::GaveUp {
                refuted: *refuted,
                limit,
            },
            _ => Outcome::Refuted {
                length: *refuted,
                open: if escapes.moves.is_empty() {
                    0
                } else {
                    escapes.open(legal().len())
                },
                escapes: escapes.moves.clone(),
                limit,
            },
        };
    };
    let keys = reached.keys.moves.clone();
    let open = if keys.is_empty() || reached.keys.is_complete() {
        // It stands beside a `bm`.
        0
    } else {
        reached.keys.open(legal().len())
    };
    match kind {
        Kind::MATED => Outcome::Lost(Loss {
            moves: reached.length.moves(),
            safe: refuted.moves(),
            sooner: if reached.keys.is_complete() {
                let mut others = legal();
                others.retain(|m| !keys.contains(m));
                others
            } else {
                Vec::new()
            },
            longest: keys,
            line,
            limit,
        }),
        kind if is_joint(kind) => Outcome::Helped(Help {
            length: reached.length,
            keys,
            open,
            solutions: vec![Lines {
                length: reached.length,
                count: reached.counts.map(|(least, _)| least),
                lines: if line.is_empty() {
                    Vec::new()
                } else {
                    vec![line]
                },
            }],
            set_play: None,
            limit,
        }),
        _ => Outcome::Solved(Solution {
            moves: reached.length.moves(),
            refuted: refuted.moves(),
            keys,
            open,
            line,
            limit,
        }),
    }
}
