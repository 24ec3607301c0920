//! `solver bench`: fixed positions, one worker, fixed memory, a node limit for each position. The
//! node counts are the same on every machine, so they show whether a change affects the search, and
//! how.
//!
//! The counts go to one stream without any times; [`Total`] has the time separately.
//! `expected/bench.txt` is the expected output: after a change of the search, run `solver bench >
//! expected/bench.txt`, and the diff shows what the change achieved.

use std::fmt;
use std::io::{self, Write};

use keymove_base::stop::Stop;
use keymove_records::epd::Epd;
use keymove_records::job::{Defaults, Job};
use keymove_solve::{Counters, Extent, Limits, Outcome, Problem, Tables, Verdict, solve};

use Extent::{AllKeys, Any, First};

/// Memory for the tables, in megabytes of 2^20 bytes.
const MEMORY: usize = 16;

/// The node limit for one position. Most are decided long before.
const NODES: u64 = 2_000_000;

/// The positions: the extent of the answer, and the record. They are well-known games and problems;
/// the others come from random play and random placement, with one side made strong.
const POSITIONS: [(Extent, &str); 40] = [
    // Every key of a short mate. Legal's mate and Morphy's, Lasker's king hunt, the Evergreen.
    (
        AllKeys,
        "rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - dm 2;",
    ),
    (AllKeys, "kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2;"),
    (
        AllKeys,
        "1N5N/8/P6K/p7/8/N2pppR1/1B1p1pN1/1RNkB3 w - - dm 2;",
    ),
    (
        AllKeys,
        "rn3r2/pbppq1p1/1p2pN2/8/3P1kNP/3B4/PPP2PP1/R3K2R w KQ - dm 3;",
    ),
    (
        AllKeys,
        "2r1k1r1/2p5/2qb1p1P/p4P2/1pP5/PP2P3/8/4K3 b - - dm 3;",
    ),
    (
        AllKeys,
        "4k3/4p3/1P6/p2pPppp/PpP2N1P/3P2PB/1Q3P2/1RK5 w - f6 dm 3;",
    ),
    (
        AllKeys,
        "1r2k1r1/pbppnp1p/1b3P2/8/Q7/B1PB1q2/P4PPP/3R2K1 w - - dm 4;",
    ),
    (AllKeys, "8/4N2N/1P4Q1/2k5/8/8/5K2/7N w - - dm 4;"),
    (AllKeys, "8/8/KR6/5B1k/6n1/8/8/1R6 w - - dm 4;"),
    // Every key of a mate in 5 to 8. Loyd's Excelsior first.
    (
        AllKeys,
        "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - dm 5;",
    ),
    (
        AllKeys,
        "2bq1bnr/r5p1/7p/p5k1/2P5/5QPP/P2P1P2/RNB1K1NR w KQ - Stip \"#5\";",
    ),
    (AllKeys, "4k1nr/1b1n1p2/2pp4/2p1p3/8/7p/8/6K1 b k - dm 5;"),
    (AllKeys, "nn3rk1/5pp1/p1p4p/8/3p4/8/2p2Kb1/8 b - - dm 5;"),
    (
        AllKeys,
        "R7/p5p1/P4k2/3p1p1p/2p5/8/PP1PP1PP/RNBQKBNR w KQ - Stip \"#5\";",
    ),
    (
        AllKeys,
        "8/2B5/8/Np5k/3P3N/1P5P/P1P1PPP1/R3KB1R w KQ - Stip \"#5\";",
    ),
    (AllKeys, "8/8/3B4/8/8/4K3/6B1/6k1 w - - dm 5;"),
    (AllKeys, "8/5P2/p2K1k2/8/1P6/8/8/8 w - - Stip \"#6\";"),
    (AllKeys, "8/4N3/8/7P/7K/8/8/3N3k w - - dm 6;"),
    (AllKeys, "8/3K4/8/6R1/8/8/5k2/r5R1 w - - dm 6;"),
    (AllKeys, "8/8/8/8/7k/3R4/7K/8 w - - dm 7;"),
    (First, "8/6r1/8/8/6Q1/8/K2k4/8 w - - dm 7;"),
    (First, "8/5P2/8/8/8/2Q5/8/3K2kq w - - Stip \"#8\";"),
    // A bound greater than the length of the mate.
    (
        AllKeys,
        "2b1r3/4r2p/np1k1p1n/6p1/P2P4/2BK2PP/1P6/1R3B1q b - - Stip \"#6\";",
    ),
    (AllKeys, "5R2/8/8/8/8/4K1kP/8/8 w - - Stip \"#7\";"),
    // The side to move is mated.
    (
        AllKeys,
        "r2k2nr/pp3p2/n1p1b2p/4pP1q/P1P1K3/1P1P4/3b2PP/R4B1R w - - dm -2;",
    ),
    (AllKeys, "4k2r/QQ6/5K2/8/8/8/8/8 b k - Stip \"-#4\";"),
    (AllKeys, "3B4/8/6K1/8/7Q/8/7k/8 b - - dm -4;"),
    (AllKeys, "8/8/8/1r6/6k1/1r6/8/3K4 w - - Stip \"-#6\";"),
    // No solution exists.
    (
        AllKeys,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - Stip \"#5\";",
    ),
    (
        AllKeys,
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - Stip \"#5\";",
    ),
    (
        AllKeys,
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - Stip \"-#4\";",
    ),
    (
        AllKeys,
        "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - dm 5;",
    ),
    (AllKeys, "7K/8/k1P5/7p/8/8/8/8 w - - Stip \"#6\";"),
    // Long mates: any solution.
    (
        Any,
        "2Q2bnr/2p1k1pp/1p2p3/3p4/2PP1p2/P1K3PN/RP2PP1P/1NB2B1R w - - Stip \"#8\";",
    ),
    (
        Any,
        "6R1/p1k2p1r/n7/1P3P2/P1p5/4P2N/1P1P2BP/1NBQK2R w K - Stip \"#7\";",
    ),
    (
        Any,
        "rn2r3/p1ppkp1p/8/5np1/2b5/1p6/8/3K4 b - - Stip \"#9\";",
    ),
    (Any, "q7/8/8/3k4/8/8/8/KQQ5 w - - Stip \"#12\";"),
    (Any, "8/8/8/3k4/8/8/8/K6R w - - Stip \"#18\";"),
    (Any, "8/8/8/3k4/8/8/8/KBB5 w - - Stip \"#24\";"),
    (Any, "8/2k5/8/8/3P4/8/8/3QK3 w - - Stip \"#14\";"),
];

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
    for (extent, record) in POSITIONS {
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
    problem.ok_or_else(|| io::Error::other(format!("{record} names no job")))
}

/// An outcome in a few words.
struct ShortOutcome<'a>(&'a Outcome);

impl fmt::Display for ShortOutcome<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Outcome::Checkmate => f.write_str("checkmate"),
            Outcome::Stalemate => f.write_str("stalemate"),
            Outcome::Solved(s) => {
                write!(f, "mate in {}, {} keys", s.moves, s.keys.len())?;
                if s.open > 0 {
                    write!(f, ", {} open", s.open)?;
                }
                if s.refuted + 1 < s.moves {
                    write!(f, ", none in {}", s.refuted)?;
                }
                Ok(())
            }
            Outcome::Helped(h) => write!(f, "help in {}, {} keys", h.length, h.keys.len()),
            Outcome::Lost(l) => write!(f, "mated in {}", l.moves),
            Outcome::Refuted {
                length, escapes, ..
            } if escapes.is_empty() => {
                write!(f, "none in {length}")
            }
            Outcome::Refuted {
                length, escapes, ..
            } => {
                write!(f, "not mated in {length}, {} escapes", escapes.len())
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
        for (extent, record) in POSITIONS {
            assert!(problem(extent, record).is_ok(), "{record}");
            let (epd, warnings) = Epd::read(record.as_bytes()).unwrap();
            assert_eq!(warnings, [], "{record}");
            assert!(record.starts_with(&epd.fields()), "{record}");
        }
    }
}
