//! What was found in this run, for lines that ask the same again: [`JobCache`].
//!
//! A question is a position and a job. The first line that asks it has it searched; who asks while
//! that is under way waits, so that it is paid once. What is kept is bounded, see `cache`; what was
//! forgotten is searched again if need be. An answer depends on its job alone, so the bytes are the
//! same with and without. A duplex asks a question of each side, which stay together.

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

/// How many parts there are, so that workers seldom wait for each other's lock.
const PARTS: usize = 64;

/// What a line asks for a side. The rest of what is asked is the same for all lines of a run.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct AskedQuestion {
    position: Position,
    asked: Vec<Stipulation>,
    /// It decides what is searched first, and so the nodes.
    claimed: bool,
    /// So do the lines that guide it.
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

/// What a line asks, for each of its sides, and what was found.
type Answers = (Vec<AskedQuestion>, Vec<Arc<Findings>>);

/// Answers of this run.
#[derive(Debug)]
pub struct JobCache {
    parts: Vec<(Mutex<CachePart>, Condvar)>,
}

#[derive(Debug)]
struct CachePart {
    cache: Cache<Answers>,
    /// Hashes of the questions that some worker is searching for.
    underway: Vec<u64>,
    /// How many wait for one of them: telling nobody costs a system call, too.
    waiting: usize,
}

impl JobCache {
    /// None yet; they may hold so many bytes.
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

    /// What is found for `sides`: what is there, or what `search` finds.
    ///
    /// # Errors
    ///
    /// Errors of `search`; they are not kept.
    pub fn find<E>(
        &self,
        sides: &[AskedSide<'_>],
        search: impl FnOnce() -> Result<Vec<Found>, E>,
    ) -> Result<Vec<Found>, E> {
        let questions: Vec<AskedQuestion> = sides.iter().map(AskedQuestion::of).collect();
        let hash = FixedState::default().hash_one(&questions);
        // The high bits; the low ones find the place within the part.
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

/// What becomes of a question under way, also when its search panics.
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

/// Bytes that an answer of few moves holds.
const TYPICAL: usize = size_of::<AskedQuestion>()
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
