//! Results of the current run, for lines that ask the same question again: [`JobCache`].
//!
//! A question is a position and a job. The first line with it is searched; lines that ask it
//! meanwhile wait, so that the search is done only once. The memory is bounded, see `cache`;
//! forgotten results are searched again if needed. An answer depends only on its job, so the output
//! has the same bytes with and without this. In a duplex, the questions of both sides are kept
//! together.

use std::hash::BuildHasher;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use foldhash::quality::FixedState;
use shakmaty::Move;

use super::cache::Cache;
use crate::answer::Found;
use keymove_records::record::Findings;
use keymove_records::record::duplex::AskedSide;
use keymove_rules::bounds::Bounds;
use keymove_rules::position::Position;
use keymove_solve::{LimitKind, Stipulation, Verdict};

/// The number of parts; with several, workers seldom wait for each other's lock.
const PARTS: usize = 64;

/// The question of a line for one side. All other options are the same for all lines of a run.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct AskedQuestion {
    position: Position,
    asked: Vec<Stipulation>,
    /// This affects the order of the search, and so the nodes.
    claimed: bool,
    /// So do the lines that guide the search.
    lines: Vec<Vec<Move>>,
}

impl AskedQuestion {
    fn of(side: &AskedSide<'_>) -> AskedQuestion {
        let problem = &side.job.questions[0];
        AskedQuestion {
            position: problem.position.clone(),
            asked: side.job.asked(),
            claimed: problem.claimed,
            lines: problem.lines.clone(),
        }
    }
}

/// The questions of a line, one for each side, and their results.
type Answers = (Vec<AskedQuestion>, Vec<Arc<Findings>>);

/// Results of the current run.
#[derive(Debug)]
pub struct JobCache {
    parts: Vec<(Mutex<CachePart>, Condvar)>,
}

#[derive(Debug)]
struct CachePart {
    cache: Cache<Answers>,
    /// Hashes of the questions that a worker is searching.
    underway: Vec<u64>,
    /// The number of workers that wait for one of them, because waking none costs a system call,
    /// too.
    waiting: usize,
}

impl JobCache {
    /// An empty cache of at most `bytes` bytes.
    pub fn new(bytes: usize) -> JobCache {
        let part = || CachePart {
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

    /// The findings for `sides`: stored ones, or else those that `search` returns.
    ///
    /// # Errors
    ///
    /// Errors of `search`; they are not stored.
    pub fn find<E>(
        &self,
        sides: &[AskedSide<'_>],
        search: impl FnOnce() -> Result<Vec<Found>, E>,
    ) -> Result<Vec<Found>, E> {
        let questions: Vec<AskedQuestion> = sides.iter().map(AskedQuestion::of).collect();
        let hash = FixedState::default().hash_one(&questions);
        // The high bits select the part; the low ones find the place within it.
        let (part, done) = &self.parts[(hash >> 32) as usize % PARTS];
        let mut held = lock(part);
        loop {
            if let Some((_, found)) = held.cache.get(hash, |(there, _)| *there == questions) {
                return Ok(found.iter().map(Found::again).collect());
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
        let found = search()?;
        let findings: Vec<Arc<Findings>> =
            found.iter().map(|one| Arc::clone(&one.findings)).collect();
        let is_stopped = |findings: &Arc<Findings>| findings.limit() == Some(LimitKind::Stopped);
        if !findings.iter().any(is_stopped) {
            promise.found = Some((questions, findings));
        }
        Ok(found)
    }
}

fn lock(part: &Mutex<CachePart>) -> MutexGuard<'_, CachePart> {
    // A search that panics does not hold the lock.
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Completes a question that is being searched, even if its search panics.
struct Promise<'a> {
    part: &'a Mutex<CachePart>,
    done: &'a Condvar,
    hash: u64,
    found: Option<Answers>,
}

impl Drop for Promise<'_> {
    fn drop(&mut self) {
        let mut part = lock(self.part);
        part.underway.retain(|hash| *hash != self.hash);
        let is_awaited = part.waiting > 0;
        if let Some(answer) = self.found.take() {
            let weight = answer.1.iter().map(|one| weight(one)).sum();
            let nodes = answer.1.iter().map(|one| one.counters().nodes);
            let nodes = nodes.fold(0, u64::saturating_add);
            part.cache.put(self.hash, answer, weight, nodes, is_awaited);
        }
        drop(part);
        if is_awaited {
            self.done.notify_all();
        }
    }
}

/// The size in bytes of an answer with few moves.
const TYPICAL: usize = size_of::<AskedQuestion>()
    + size_of::<Findings>()
    + size_of::<Verdict>()
    + 3 * size_of::<Position>()
    + 64;

/// The approximate size of an answer in bytes, including its question, its places, and reference
/// counts.
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
