//! What was found in this run, for lines that ask the same again: [`JobCache`].
//!
//! A question is a position and a job. The first line that asks it has it searched; who asks while
//! that is under way waits, so that it is paid once. What is kept is bounded, see `cache`; what
//! was forgotten is searched again if need be. An answer depends on its job alone, so the bytes are the
//! same with and without.

use std::hash::BuildHasher;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use foldhash::quality::FixedState;
use shakmaty::Move;

use super::cache::Cache;
use crate::bounds::Bounds;
use crate::job::Job;
use crate::position::Position;
use crate::record::Findings;
use crate::solve::{LimitKind, Stipulation, Verdict};

/// How many parts there are, so that workers seldom wait for each other's lock.
const PARTS: usize = 64;

/// A position and a job. The rest of what is asked is the same for all lines of a run, but for what
/// is known of the other side of a duplex.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Question {
    position: Position,
    asked: Vec<Stipulation>,
    /// It decides what is searched first, and so the nodes.
    claimed: bool,
    /// So do the lines that guide it.
    lines: Vec<Vec<Move>>,
    /// What is known of the record's other side counts, too, and so the nodes may be others.
    beside_other: bool,
}

impl Question {
    fn of(job: &Job, beside_other: bool) -> Question {
        let problem = &job.questions[0];
        Question {
            position: problem.position.clone(),
            asked: job.asked(),
            claimed: problem.claimed,
            lines: problem.lines.clone(),
            beside_other,
        }
    }
}

/// Answers of this run.
#[derive(Debug)]
pub struct JobCache {
    parts: Vec<(Mutex<Part>, Condvar)>,
}

#[derive(Debug)]
struct Part {
    cache: Cache<(Question, Arc<Findings>)>,
    /// Hashes of the questions that some worker is searching for.
    underway: Vec<u64>,
    /// How many wait for one of them: telling nobody costs a system call, too.
    waiting: usize,
}

impl JobCache {
    /// None yet; they may hold so many bytes.
    pub fn new(bytes: usize) -> JobCache {
        let part = || Part {
            cache: Cache::new(bytes / PARTS, TYPICAL),
            underway: Vec::new(),
            waiting: 0,
        };
        JobCache {
            parts: (0..PARTS)
                .map(|_| (Mutex::new(part()), Condvar::new()))
                .collect(),
        }
    }

    /// The findings for `job`: those that are there, or those of `search`.
    ///
    /// # Errors
    ///
    /// Those of `search`; they are not kept.
    pub fn find<E>(
        &self,
        job: &Job,
        beside_other: bool,
        search: impl FnOnce() -> Result<Findings, E>,
    ) -> Result<Arc<Findings>, E> {
        let question = Question::of(job, beside_other);
        let hash = FixedState::default().hash_one(&question);
        // The high bits; the low ones find the place within the part.
        let (part, done) = &self.parts[(hash >> 32) as usize % PARTS];
        let mut held = lock(part);
        loop {
            if let Some((_, findings)) = held.cache.get(hash, |(there, _)| *there == question) {
                return Ok(Arc::clone(findings));
            }
            if !held.underway.contains(&hash) {
                break;
            }
            held.waiting += 1;
            held = done.wait(held).unwrap_or_else(PoisonError::into_inner);
            held.waiting -= 1;
        }
        held.underway.push(hash);
        drop(held);
        let mut promise = Promise {
            part,
            done,
            hash,
            found: None,
        };
        let findings = Arc::new(search()?);
        if findings.limit() != Some(LimitKind::Stopped) {
            promise.found = Some((question, Arc::clone(&findings)));
        }
        Ok(findings)
    }
}

fn lock(part: &Mutex<Part>) -> MutexGuard<'_, Part> {
    // A search that panics does not hold the lock.
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What becomes of a question under way, also when its search panics.
struct Promise<'a> {
    part: &'a Mutex<Part>,
    done: &'a Condvar,
    hash: u64,
    found: Option<(Question, Arc<Findings>)>,
}

impl Drop for Promise<'_> {
    fn drop(&mut self) {
        let mut part = lock(self.part);
        part.underway.retain(|hash| *hash != self.hash);
        let is_awaited = part.waiting > 0;
        if let Some(answer) = self.found.take() {
            let (weight, nodes) = (weight(&answer.1), answer.1.counters().nodes);
            part.cache.put(self.hash, answer, weight, nodes, is_awaited);
        }
        drop(part);
        if is_awaited {
            self.done.notify_all();
        }
    }
}

/// Bytes that an answer of few moves holds.
const TYPICAL: usize = size_of::<Question>()
    + size_of::<Findings>()
    + size_of::<Verdict>()
    + 3 * size_of::<Position>()
    + 64;

/// Bytes that an answer holds, roughly: with its question, its places, and the counts of what is
/// shared.
fn weight(findings: &Findings) -> usize {
    let moves = |verdict: &Verdict| {
        let Bounds {
            reached, escapes, ..
        } = &verdict.bounds;
        let reached = reached.as_ref();
        let shown = reached.map_or(0, |reached| reached.keys.moves.len() + reached.line.len());
        let lines = verdict.solutions.iter().flat_map(|lines| &lines.lines);
        shown + escapes.moves.len() + lines.map(|line| line.len() + 3).sum::<usize>()
    };
    let moves: usize = findings.verdicts.iter().map(moves).sum();
    TYPICAL + moves * size_of::<Move>()
}
