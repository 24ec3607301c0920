//! Solves a job about which something is already known: the search continues from there.

use super::Found;
use super::search::find_within;
use keymove_base::stop::Stop;
use keymove_records::job::Job;
use keymove_records::record::stated::{AskedGoal, KnownResult};
use keymove_rules::bounds::{Bounds, Contradiction};
use keymove_solve::{
    Counters, Extent, Kind, Problem, Tables, Unsupported, Verdict, solve, solve_from,
};

/// Solves `job`, starting from `known`, the results known about its position.
///
/// A known answer is used as it is. Known bounds are where the search starts, and its results are
/// joined with them, so that no bound gets worse. All known results are believed; if they turn out
/// to be contradictory, the job is solved without them, and the contradiction is returned.
///
/// # Errors
///
/// [`Unsupported`], as [`find`](super::find).
pub fn find_known(
    job: &Job,
    known: &[KnownResult],
    tables: &mut Tables,
    stop: &Stop,
) -> Result<(Found, Option<Contradiction>), Unsupported> {
    let mut nodes = 0;
    let mut contradiction = None;
    let is_one = job.single().is_some();
    let findings = find_within(job, |problem| {
        let spent = go_on(problem, known, is_one, &mut contradiction, tables, stop)?;
        nodes += spent.1.nodes;
        Ok(spent)
    })?;
    let found = Found {
        nodes: Some(nodes),
        ..Found::searched(findings)
    };
    Ok((found, contradiction))
}

/// The results known about a problem, from all records with its position.
fn gathered(problem: &Problem, known: &[KnownResult]) -> KnownResult {
    let goal = AskedGoal::of(problem.stipulation);
    let nothing = KnownResult::unknown(&problem.position, goal);
    known
        .iter()
        .filter(|known_result| known_result.bounds(problem.stipulation).is_some())
        .fold(nothing, |all, known_result| match known_result.goal {
            // The joint cost of both directions belongs to the first.
            AskedGoal::Unnamed if problem.stipulation.kind == Kind::MATED => {
                all.join(&known_result.clone().at_cost(Counters::default()))
            }
            _ => all.join(known_result),
        })
}

/// The problem, given that a solution is known: nothing longer is searched for, and the existence
/// of the solution counts as a claim.
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

/// Solves a problem, starting from what is known about it.
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
        // A side that is mated cannot mate, within any depth.
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
