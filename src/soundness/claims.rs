//! What the record of a problem claims beside its stipulation: keys, a line, a number of solutions.

use std::collections::BTreeSet;

use super::line::ClaimedLine;
use crate::epd::Epd;
use crate::epd::moves::{read_move, written_moves};
use crate::record::LEFT_OUT;
use crate::record::knowledge::{Knowledge, MoveSet};
use crate::solve::Kind;

/// What the author says of the solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Claims {
    /// The keys in SAN: those of `bm`, else that of `pm`, else the first move of `pv`. What is no
    /// legal move stands as it is written.
    pub keys: BTreeSet<String>,
    /// The moves of `am` in SAN, which are no keys.
    pub avoided: BTreeSet<String>,
    /// The line of `pv`.
    pub line: ClaimedLine,
    /// The number of `Count`: of solutions of help play, of keys otherwise.
    pub count: Option<u64>,
}

impl Claims {
    /// Those of `epd`, which are about play of `kind`.
    pub fn of(epd: &Epd, kind: Kind) -> Claims {
        let knowledge = Knowledge::of(epd);
        let set = |opcode| MoveSet::of(epd, opcode, &knowledge).map(|set| set.moves);
        let line = line(epd, kind);
        Claims {
            keys: set("bm")
                .or_else(|| set("pm"))
                .unwrap_or_else(|| line.moves.first().cloned().into_iter().collect()),
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

/// The line of `pv`.
fn line(epd: &Epd, kind: Kind) -> ClaimedLine {
    let mut position = kind.settle(epd.position());
    let mut line = ClaimedLine::default();
    for text in epd.operation("pv").map(written_moves).unwrap_or_default() {
        if text == LEFT_OUT.as_bytes() && kind.is_series() {
            // Nobody waits in check, nor before the first move.
            let passed = position.passed().filter(|_| !line.moves.is_empty());
            let Some(passed) = passed else {
                line.illegal = Some(LEFT_OUT.to_owned());
                break;
            };
            position = passed;
            line.moves.push(LEFT_OUT.to_owned());
            continue;
        }
        let Ok(m) = read_move(&position, &text) else {
            line.illegal = Some(String::from_utf8_lossy(&text).into_owned());
            break;
        };
        line.moves.push(position.play_with_san(m));
    }
    line.end = Some(position);
    line
}
