//! `solver bench`: fixed positions, one worker, fixed memory, a node limit for each position. The
//! node counts are the same on every machine, so they show whether a change affects the search, and
//! how.
//!
//! The counts go to one stream without any times; [`Total`] has the time separately.
//! `expected/bench.txt` is the expected output: after a change of the search, run `solver bench >
//! expected/bench.txt`, and the diff shows what the change achieved.

use std::fmt;
use std::io::{self, Write};

use keymove_base::desk::counted;
use keymove_base::stop::Stop;
use keymove_records::epd::Epd;
use keymove_records::job::{Defaults, Job};
use keymove_solve::{Counters, Extent, Limits, Outcome, Problem, Tables, Verdict, solve};

use Extent::{AllKeys, Any, First};

/// Memory for the tables, in megabytes of 2^20 bytes.
const MEMORY: usize = 16;

/// The node limit for one position. Most are decided long before.
const NODES: u64 = 2_000_000;

/// The positions: how much of the answer is asked for, and the record. They are well-known games and
/// problems; the others come from random play and random placement, with one side made strong.
const POSITIONS: &str = include_str!("bench.txt");

/// The [`POSITIONS`] without the comments between them.
fn positions() -> impl Iterator<Item = (Extent, &'static str)> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| match line.split_once(' ') {
        Some(("first", record)) => (First, record),
        Some(("any", record)) => (Any, record),
        _ => (AllKeys, line.trim_start_matches("all ")),
    })
}

/// The totals of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Total(Counters);

impl Total {
    /// Nodes of all positions.
    pub fn nodes(self) -> u64 {
        self.0.nodes
    }
}

/// Nodes, seconds and nodes per second.
impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.elapsed.as_secs_f64();
        let rate = self.0.nodes as f64 / seconds.max(1e-9);
        write!(
            f,
            "{} nodes, {seconds:.2} s, {rate:.0} nodes/s",
            self.0.nodes
        )
    }
}

/// Searches the positions and writes a line for each to `out`: nodes, what was proved, the position
/// and the stipulation. The last line is the total of the nodes.
///
/// # Errors
///
/// Errors of `out`; and an error that names a position that cannot be read, which is a bug.
pub fn run(mut out: impl Write) -> io::Result<Total> {
    let mut tables = Tables::new(MEMORY);
    let mut total = Counters::default();
    for (extent, record) in positions() {
        let problem = problem(extent, record)?;
        let stipulation = problem.stipulation;
        let verdict: Verdict =
            solve(&problem, &mut tables, &Stop::new()).map_err(io::Error::other)?;
        let counters = verdict.counters;
        let fields = record.split(' ').take(4).collect::<Vec<_>>().join(" ");
        writeln!(
            out,
            "{:>9}  {:<40}  {fields} {stipulation}{}",
            counters.nodes,
            ShortOutcome(&verdict.outcome()).to_string(),
            match extent {
                AllKeys => "",
                First => " --first",
                Any => " --any",
            },
        )?;
        total.nodes += counters.nodes;
        total.elapsed += counters.elapsed;
    }
    writeln!(out, "{:>9}  in all", total.nodes)?;
    out.flush()?;
    Ok(Total(total))
}

/// The problem of one of the [`POSITIONS`].
fn problem(extent: Extent, record: &str) -> io::Result<Problem> {
    let defaults = Defaults {
        extent,
        limits: Limits {
            nodes: Some(NODES),
            time: None,
        },
        ..Defaults::default()
    };
    let (epd, _) = Epd::read(record.as_bytes()).map_err(io::Error::other)?;
    let (job, _) = Job::select(&epd, &defaults).map_err(io::Error::other)?;
    let problem = job.single().cloned();
    problem.ok_or_else(|| io::Error::other(format!("{record} names no task")))
}

/// The number of keys.
fn keys<T>(keys: &[T]) -> String {
    counted(keys.len() as u64, "key", "keys")
}

/// An outcome in a few words.
struct ShortOutcome<'a>(&'a Outcome);

impl fmt::Display for ShortOutcome<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Outcome::Checkmate => f.write_str("checkmate"),
            Outcome::Stalemate => f.write_str("stalemate"),
            Outcome::Solved(s) => {
                write!(f, "mate in {}, {}", s.moves, keys(&s.keys))?;
                if s.open > 0 {
                    write!(f, ", {} open", s.open)?;
                }
                if s.refuted + 1 < s.moves {
                    write!(f, ", none in {}", s.refuted)?;
                }
                Ok(())
            }
            Outcome::Helped(h) => write!(f, "help in {}, {}", h.length, keys(&h.keys)),
            Outcome::Lost(l) => write!(f, "mated in {}", l.moves),
            Outcome::Refuted {
                length, escapes, ..
            } if escapes.is_empty() => {
                write!(f, "none in {length}")
            }
            Outcome::Refuted {
                length, escapes, ..
            } => {
                let escapes = counted(escapes.len() as u64, "escape", "escapes");
                write!(f, "not mated in {length}, {escapes}")
            }
            Outcome::GaveUp { refuted, limit } => {
                write!(f, "none in {refuted}, limit {}", limit.name())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_names_its_job_without_a_warning() {
        for (extent, record) in positions() {
            assert!(problem(extent, record).is_ok(), "{record}");
            let (epd, warnings) = Epd::read(record.as_bytes()).unwrap();
            assert_eq!(warnings, [], "{record}");
            assert!(record.starts_with(&epd.fields()), "{record}");
        }
    }
}
