//! A job of which something is known already: the search begins where that ends.

use super::search::find_within;
use keymove_base::stop::Stop;
use keymove_records::job::Job;
use keymove_records::record::Findings;
use keymove_records::record::known_result::{AskedGoal, KnownResult};
use keymove_rules::bounds::{Bounds, Contradiction};
use keymove_solve::{
    Counters, Extent, Kind, Problem, Tables, Unsupported, Verdict, solve, solve_from,
};

/// What was found, of which some may have been known.
#[derive(Debug, Clone)]
pub struct ResumedSearch {
    /// What is known now.
    pub findings: Findings,
    /// The nodes that were searched for it.
    pub nodes: u64,
    /// Why what was known cannot be true; it was left aside then.
    pub contradiction: Option<Contradiction>,
}

/// Solves `job`, beginning with `known`, what is known of its position.
///
/// Known answers are answers; of known bounds the search starts, and what it finds is joined with
/// them, so that nothing gets worse. All of it is believed; if it turns out that it cannot be true,
/// the job is done without it.
///
/// # Errors
///
/// [`Unsupported`], as [`find`](super::find).
pub fn find_known(
    job: &Job,
    known: &[KnownResult],
    tables: &mut Tables,
    stop: &Stop,
) -> Result<ResumedSearch, Unsupported> {
    let mut nodes = 0;
    let mut contradiction = None;
    let is_one = job.single().is_some();
    let findings = find_within(job, |problem| {
        let spent = go_on(problem, known, is_one, &mut contradiction, tables, stop)?;
        nodes += spent.1.nodes;
        Ok(spent)
    })?;
    Ok(ResumedSearch {
        findings,
        nodes,
        contradiction,
    })
}

/// What is known of a problem, from all records of its position.
fn gathered(problem: &Problem, known: &[KnownResult]) -> KnownResult {
    let goal = AskedGoal::of(problem.stipulation);
    let nothing = KnownResult::unknown(&problem.position, goal);
    known
        .iter()
        .filter(|standing| standing.bounds(problem.stipulation).is_some())
        .fold(nothing, |all, standing| match standing.goal {
            // What both directions cost together stands beside the first.
            AskedGoal::Unnamed if problem.stipulation.kind == Kind::MATED => {
                all.join(&standing.clone().at_cost(Counters::default()))
            }
            _ => all.join(standing),
        })
}

/// The problem in the light of a solution in hand: nothing longer is looked for, and that the solution
/// is there counts as a claim.
fn nearer(problem: &Problem, bounds: &Bounds) -> Problem {
    let mut nearer = problem.clone();
    if let Some(reached) = &bounds.reached
        && reached.length <= problem.stipulation.length
    {
        nearer.stipulation.length = reached.length;
        nearer.claimed = problem.extent != Extent::Any;
    }
    nearer
}

/// Solves a problem, beginning with what is known of it.
fn go_on(
    problem: &Problem,
    known: &[KnownResult],
    is_one: bool,
    contradiction: &mut Option<Contradiction>,
    tables: &mut Tables,
    stop: &Stop,
) -> Result<(Verdict, Counters), Unsupported> {
    let is_lost = known.iter().any(KnownResult::is_lost);
    let known = gathered(problem, known);
    let at_no_cost = |verdict| Ok((verdict, Counters::default()));
    if !is_one && is_lost && problem.stipulation.kind == Kind::MATE {
        // Who is mated does not mate, within any depth.
        let refuted = Bounds::refuted(problem.stipulation.length);
        let position = problem.stipulation.kind.settle(&problem.position);
        return at_no_cost(Verdict::new(problem.stipulation, position, refuted));
    }
    let all = |verdict: Verdict| {
        let searched = verdict.counters;
        (verdict, searched)
    };
    let afresh = |tables: &mut Tables| solve(problem, tables, stop).map(all);
    if let Some(why) = known.contradiction() {
        *contradiction = Some(why);
        return afresh(tables);
    }
    if let Some(verdict) = known.answer(problem, is_one) {
        return at_no_cost(verdict);
    }
    let Some(bounds) = known
        .bounds(problem.stipulation)
        .filter(|_| !known.is_empty())
    else {
        return afresh(tables);
    };
    let found = solve_from(&nearer(problem, bounds), bounds.refuted, tables, stop)?;
    if found.bounds.over.is_some() {
        return Ok(all(found));
    }
    let searched = found.counters;
    let before = known.counters().unwrap_or_default();
    let joined = known.join(&KnownResult::of_verdict(&found));
    if let Some(why) = joined.contradiction() {
        *contradiction = Some(why);
        return afresh(tables);
    }
    let joined = joined.at_cost(before.and(searched));
    let limit = found.limit;
    let verdict = Verdict {
        tree: found.tree,
        certificate: found.certificate,
        refuted_lines: found.refuted_lines,
        ..joined.verdict_on(problem.stipulation, limit)
    };
    Ok((verdict, searched))
}
