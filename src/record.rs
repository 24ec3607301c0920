//! How an answer is written: [`Findings`] -> operations.
//!
//! Four outcomes, told apart by their operations:
//!
//! - solved: `acd acn acs bm ce dm pm pv` (being mated: `am` too, and no `dm`);
//! - refuted: `acd acn acs`, `Refuted N` or `Safe N`, and the job as `Stip`;
//! - gave up: `acn acs`, `Limit`, `Refuted K` or `Safe K`, and `Stip`;
//! - an error, which is not written here (see [`crate::answer`]).
//!
//! A solved record has `Refuted K` or `Safe K` as well if it is not proved the shortest, and
//! `Limit` if one was met. `Open N` stands beside a `bm` that may lack N first moves: keys, or
//! replies that escape mate.
//!
//! `acn` and `acs` are nodes and seconds of the searches whose results the record holds: when the
//! side to move turns out to be mated, the search that looked for its own mate before is not
//! counted.

mod certificate;
mod json;

use shakmaty::Move;

pub use certificate::certificate;
pub use json::{copied_object, error_object, object};

use crate::epd::{Epd, Operation};
use crate::job::{Claim, position_for};
use crate::position::Position;
use crate::solve::{
    Counters, Help, Kind, LimitKind, Loss, Outcome, Solution, Stipulation, Verdict,
};

/// The longest mate that `ce` has a value for, in full moves.
const LONGEST_CE: u16 = 383;

/// What an earlier run may have written.
const RESULTS: [&str; 11] = [
    "Count", "Dist", "Error", "Limit", "Open", "Refuted", "Safe", "acd", "acn", "acs", "pm",
];

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
    fn decisive(&self) -> (Stipulation, &Verdict) {
        match self {
            Findings::One {
                stipulation,
                verdict,
            } => (*stipulation, verdict),
            Findings::Both { depth, mate, mated } => match mated {
                Some(verdict) => (Stipulation::new(Kind::Mated, *depth), verdict),
                None => (Stipulation::new(Kind::Mate, *depth), mate),
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

    /// The limit that was met, if one was.
    pub fn limit(&self) -> Option<LimitKind> {
        match self.outcome() {
            Outcome::Checkmate | Outcome::Stalemate => None,
            Outcome::Solved(solution) => solution.limit,
            Outcome::Helped(help) => help.limit,
            Outcome::Lost(loss) => loss.limit,
            Outcome::Refuted { limit, .. } => *limit,
            Outcome::GaveUp { limit, .. } => Some(*limit),
        }
    }

    /// The largest depth for which it is proved that the side to move does not mate, where that is
    /// a result of its own.
    fn refuted(&self) -> Option<u16> {
        match self {
            Findings::One {
                stipulation,
                verdict,
            } => (stipulation.kind != Kind::Mated)
                .then(|| bound(&verdict.outcome))
                .flatten(),
            Findings::Both { mate, mated, .. } => match mated.as_ref().map(|v| &v.outcome) {
                Some(Outcome::Lost(_) | Outcome::Checkmate | Outcome::Stalemate) => None,
                _ => bound(&mate.outcome),
            },
        }
    }

    /// The same for "it is not mated".
    fn safe(&self) -> Option<u16> {
        match self {
            Findings::One {
                stipulation,
                verdict,
            } => (stipulation.kind == Kind::Mated)
                .then(|| bound(&verdict.outcome))
                .flatten(),
            Findings::Both { mated, .. } => mated.as_ref().and_then(|v| bound(&v.outcome)),
        }
    }

    /// The depth that was searched in full moves, half moves rounded up: to its end, or to the
    /// solution.
    fn depth(&self) -> Option<u16> {
        let half = u16::from(self.decisive().0.half);
        match self.outcome() {
            Outcome::Checkmate | Outcome::Stalemate | Outcome::GaveUp { .. } => None,
            Outcome::Solved(solution) => Some(solution.moves),
            Outcome::Helped(help) => Some(help.moves + half),
            Outcome::Lost(loss) => Some(loss.moves),
            Outcome::Refuted { moves, .. } => Some(*moves + half),
        }
    }

    /// What the searches cost whose results are written.
    fn counters(&self) -> Counters {
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
fn bound(outcome: &Outcome) -> Option<u16> {
    match outcome {
        // In help play one length after the other is searched.
        Outcome::Checkmate | Outcome::Stalemate | Outcome::Helped(_) => None,
        Outcome::Solved(Solution { moves, refuted, .. }) => {
            (refuted.saturating_add(1) < *moves).then_some(*refuted)
        }
        Outcome::Lost(Loss { moves, safe, .. }) => {
            (safe.saturating_add(1) < *moves).then_some(*safe)
        }
        Outcome::Refuted { moves, .. } => Some(*moves),
        Outcome::GaveUp { refuted, .. } => Some(*refuted),
    }
}

/// The record `epd` with what was found out about it; without `acs` if `no_time`.
pub fn answered(epd: &Epd, findings: &Findings, no_time: bool) -> Epd {
    let mut record = epd.clone();
    record.retain(|o| !RESULTS.iter().any(|r| o.is(r)) && !o.is("Stip") && !Claim::is_made_by(o));
    let (stipulation, verdict) = findings.decisive();
    let position = &position_for(epd, stipulation.kind);
    match &verdict.outcome {
        Outcome::Checkmate => {
            replace(&mut record, &["am", "bm", "ce", "pv"]);
            record.add(Operation::number("ce", -32767));
            return record;
        }
        Outcome::Stalemate => {
            replace(&mut record, &["am", "bm", "ce", "pv"]);
            record.add(Operation::number("ce", 0));
            return record;
        }
        Outcome::Solved(solution) => solved(&mut record, position, stipulation, solution),
        Outcome::Helped(help) => helped(&mut record, position, stipulation, help),
        Outcome::Lost(loss) => lost(&mut record, position, loss),
        Outcome::Refuted { escapes, open, .. } => {
            if matches!(findings, Findings::One { .. }) && !escapes.is_empty() {
                replace(&mut record, &["bm"]);
                add_moves(&mut record, "bm", position, escapes);
                add_open(&mut record, *open);
            }
        }
        Outcome::GaveUp { .. } => (),
    }
    if let Findings::One { stipulation, .. } = findings
        && (matches!(
            verdict.outcome,
            Outcome::Refuted { .. } | Outcome::GaveUp { .. }
        ) || !matches!(stipulation.kind, Kind::Mate | Kind::Mated))
    {
        record.add(Operation::string("Stip", &stipulation.to_string()));
    }
    if let Some(moves) = findings.refuted() {
        // Half a move counts only where all of it was searched.
        let half = stipulation.half && matches!(verdict.outcome, Outcome::Refuted { .. });
        let length = Stipulation {
            moves,
            half,
            ..stipulation
        };
        record.add(Operation::words("Refuted", [length.length()]));
    }
    for (opcode, number) in [("Safe", findings.safe()), ("acd", findings.depth())] {
        if let Some(number) = number {
            record.add(Operation::number(opcode, number));
        }
    }
    if let Some(limit) = findings.limit() {
        record.add(Operation::string("Limit", limit.name()));
    }
    let counters = findings.counters();
    record.add(Operation::number("acn", counters.nodes));
    if !no_time {
        record.add(Operation::number("acs", counters.elapsed.as_secs()));
    }
    record
}

/// Removes what is written anew.
fn replace(record: &mut Epd, opcodes: &[&str]) {
    record.retain(|o| !opcodes.iter().any(|opcode| o.is(opcode)));
}

/// Writes a way to the goal.
fn solved(record: &mut Epd, position: &Position, stipulation: Stipulation, solution: &Solution) {
    replace(record, &["bm", "pv"]);
    add_moves(record, "bm", position, &solution.keys);
    if stipulation.kind == Kind::Mate {
        replace(record, &["ce"]);
        record.add(Operation::number("dm", solution.moves));
        if solution.moves <= LONGEST_CE {
            record.add(Operation::number(
                "ce",
                32768 - 2 * i32::from(solution.moves),
            ));
        }
    } else {
        record.add(Operation::number("Dist", solution.moves));
    }
    add_open(record, solution.open);
    add_line(record, position, &solution.line);
}

/// Writes what both sides reach together.
fn helped(record: &mut Epd, position: &Position, stipulation: Stipulation, help: &Help) {
    replace(record, &["bm", "pv"]);
    add_moves(record, "bm", position, &help.keys);
    let length = Stipulation {
        moves: help.moves,
        ..stipulation
    };
    record.add(Operation::words("Dist", [length.length()]));
    add_open(record, help.open);
    if let Some(shortest) = help.solutions.first() {
        if let Some(count) = shortest.count {
            record.add(Operation::words("Count", [count.to_string()]));
        }
        if let Some(line) = shortest.lines.first() {
            add_line(record, position, line);
        }
    }
}

/// Writes that the side to move is mated.
fn lost(record: &mut Epd, position: &Position, loss: &Loss) {
    replace(record, &["am", "bm", "ce", "pv"]);
    add_moves(record, "bm", position, &loss.longest);
    add_moves(record, "am", position, &loss.sooner);
    if loss.moves <= LONGEST_CE {
        record.add(Operation::number("ce", 2 * i32::from(loss.moves) - 32767));
    }
    add_line(record, position, &loss.line);
}

/// Adds `pv` and its first move, `pm`.
fn add_line(record: &mut Epd, position: &Position, line: &[Move]) {
    let line = san_line(position, line);
    if let Some(first) = line.first() {
        record.add(Operation::words("pm", [first]));
        record.add(Operation::words("pv", &line));
    }
}

/// Adds how many first moves might belong into `bm` as well, if there are any.
fn add_open(record: &mut Epd, open: usize) {
    if open > 0 {
        record.add(Operation::words("Open", [open.to_string()]));
    }
}

/// Adds a set of moves, if there are any.
fn add_moves(record: &mut Epd, opcode: &str, position: &Position, moves: &[Move]) {
    let moves = san_set(position, moves);
    if !moves.is_empty() {
        record.add(Operation::words(opcode, &moves));
    }
}

/// First moves in SAN, sorted (ASCII), each once.
pub fn san_set(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut set: Vec<String> = moves.iter().map(|&m| position.san(m)).collect();
    set.sort_unstable();
    set.dedup();
    set
}

/// A line of legal moves from `position` on, in SAN.
pub fn san_line(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    line.iter().map(|&m| position.play_with_san(m)).collect()
}
