//! Solves a job by searching: its questions one after the other, within the limits of one job.

use std::time::Duration;

use keymove_base::stop::Stop;
use keymove_records::job::Job;
use keymove_records::record::Findings;
use keymove_solve::{Counters, LimitKind, Limits, Problem, Tables, Unsupported, Verdict, solve};

/// Solves a job; a question is searched only if all questions before it are refuted.
///
/// # Errors
///
/// [`Unsupported`] if the search does not support the kind of the stipulation.
pub fn find(job: &Job, tables: &mut Tables, stop: &Stop) -> Result<Findings, Unsupported> {
    find_within(job, |problem| {
        let verdict = solve(problem, tables, stop)?;
        let searched = verdict.counters;
        Ok((verdict, searched))
    })
}

/// Solves a job within its limits. `solve` returns a verdict, and the part of its cost that was
/// spent on this job.
pub(super) fn find_within(
    job: &Job,
    mut solve: impl FnMut(&Problem) -> Result<(Verdict, Counters), Unsupported>,
) -> Result<Findings, Unsupported> {
    let mut verdicts = Vec::with_capacity(job.questions.len());
    let mut spent = Counters::default();
    for problem in &job.questions {
        let limits = match verdicts.is_empty() {
            true => Ok(problem.limits),
            false => rest(problem.limits, spent),
        };
        let (verdict, searched) = match limits {
            Ok(limits) => solve(&Problem {
                limits,
                ..problem.clone()
            })?,
            Err(limit) => (Verdict::unsearched(problem, limit), Counters::default()),
        };
        let is_refuted = verdict.is_refuted();
        verdicts.push(verdict);
        spent = spent.and(searched);
        if !is_refuted {
            break;
        }
    }
    Ok(Findings {
        asked: job.asked(),
        verdicts,
    })
}

/// The rest of `limits` after `spent`, or the limit that is exhausted.
fn rest(limits: Limits, spent: Counters) -> Result<Limits, LimitKind> {
    let rest = Limits {
        nodes: limits.nodes.map(|n| n.saturating_sub(spent.nodes)),
        time: limits.time.map(|t| t.saturating_sub(spent.elapsed)),
    };
    if rest.nodes == Some(0) {
        Err(LimitKind::Nodes)
    } else if rest.time == Some(Duration::ZERO) {
        Err(LimitKind::Time)
    } else {
        Ok(rest)
    }
}
