//! A job done by the search: one problem, or both directions within the limits of one job.

use std::time::Duration;

use crate::job::Job;
use crate::record::Findings;
use crate::solve::{
    Counters, LimitKind, Limits, Outcome, Problem, Tables, Unsupported, Verdict, solve,
};
use crate::stop::Stop;

/// Solves a job: one problem, or both directions within the limits of one job.
///
/// # Errors
///
/// [`Unsupported`] if the search doesn't know the kind of the stipulation.
pub fn find(job: &Job, tables: &mut Tables, stop: &Stop) -> Result<Findings, Unsupported> {
    find_within(job, |problem| solve(problem, tables, stop).map(Spent::all))
}

/// A verdict, and what of its cost was spent on this job.
pub(super) struct Spent {
    pub verdict: Verdict,
    pub searched: Counters,
}

impl Spent {
    /// All of it.
    pub fn all(verdict: Verdict) -> Spent {
        Spent {
            searched: verdict.counters,
            verdict,
        }
    }
}

/// Does a job with `solve`, within the limits of one job.
pub(super) fn find_within(
    job: &Job,
    mut solve: impl FnMut(&Problem) -> Result<Spent, Unsupported>,
) -> Result<Findings, Unsupported> {
    match job {
        Job::One(problem) => Ok(Findings::One {
            stipulation: problem.stipulation,
            verdict: solve(problem)?.verdict,
        }),
        Job::Both { mate, mated } => {
            let depth = mate.stipulation.length.moves();
            let Spent {
                verdict: mate,
                searched,
            } = solve(mate)?;
            match mate.outcome {
                Outcome::Refuted { .. } => {
                    let mated = solve_rest(mated, searched, solve)?;
                    Ok(Findings::Both {
                        depth,
                        mate,
                        mated: Some(mated),
                    })
                }
                _ => Ok(Findings::Both {
                    depth,
                    mate,
                    mated: None,
                }),
            }
        }
    }
}

/// Solves `problem` with what `spent` has left of its limits.
fn solve_rest(
    problem: &Problem,
    spent: Counters,
    mut solve: impl FnMut(&Problem) -> Result<Spent, Unsupported>,
) -> Result<Verdict, Unsupported> {
    let limits = Limits {
        nodes: problem.limits.nodes.map(|n| n.saturating_sub(spent.nodes)),
        time: problem.limits.time.map(|t| t.saturating_sub(spent.elapsed)),
    };
    let exhausted = if limits.nodes == Some(0) {
        Some(LimitKind::Nodes)
    } else if limits.time == Some(Duration::ZERO) {
        Some(LimitKind::Time)
    } else {
        None
    };
    match exhausted {
        Some(limit) => Ok(Verdict::unsearched(problem, limit)),
        None => {
            let problem = Problem {
                limits,
                ..problem.clone()
            };
            solve(&problem).map(|spent| spent.verdict)
        }
    }
}
