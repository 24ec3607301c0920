//! What the record of a problem claims beside its stipulation: keys, a line, a number of solutions.

use std::collections::BTreeSet;

use crate::epd::Epd;
use crate::epd::moves::written_moves;
use crate::record::knowledge::{Knowledge, MoveSet};
use crate::record::line::PlayedLine;
use crate::solve::Stipulation;

/// What the author says of the solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Claims {
    /// The keys in SAN: those of `bm`, else that of `pm`, else the first move of `pv`. What is no
    /// legal move stands as it is written.
    pub keys: BTreeSet<String>,
    /// The moves of `am` in SAN, which are no keys.
    pub avoided: BTreeSet<String>,
    /// The line of `pv`, if there is one.
    pub line: Option<PlayedLine>,
    /// The number of `Count`: of solutions of help play, of keys otherwise.
    pub count: Option<u64>,
}

impl Claims {
    /// The claims of `epd`, which are about `stipulation`.
    pub fn of(epd: &Epd, stipulation: Stipulation) -> Claims {
        let position = stipulation.kind.settle(epd.position());
        let knowledge = Knowledge::of(epd);
        let set = |opcode| MoveSet::of(epd, opcode, &knowledge).map(|set| set.moves);
        let line = epd
            .operation("pv")
            .map(|pv| PlayedLine::walk(&position, stipulation, &written_moves(pv)));
        let first = line.as_ref().and_then(|line| line.moves().next());
        Claims {
            keys: set("bm")
                .or_else(|| set("pm"))
                .unwrap_or_else(|| first.iter().map(|&m| position.san(m)).collect()),
            avoided: set("am").unwrap_or_default(),
            line,
            count: epd
                .operation("Count")
                .and_then(|count| std::str::from_utf8(&count.text()).ok()?.parse().ok()),
        }
    }

    /// How many solutions help play is said to have; nothing if nothing is said.
    pub fn solutions(&self) -> Option<u64> {
        let named = self.keys.len() as u64;
        self.count.or_else(|| (named > 0).then_some(named))
    }
}
