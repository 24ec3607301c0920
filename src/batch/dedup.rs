//! What was found in this run, for lines that ask the same again: [`Answered`].
//!
//! A question is a position and a job. The first line that asks it has it searched; who asks while
//! that is under way waits, so that it is paid once. What is kept is bounded: when the younger half
//! is full it becomes the older one, and what was the older one is forgotten, to be searched again
//! if need be. An answer depends on its job alone, so the bytes are the same with and without.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::job::Job;
use crate::position::Position;
use crate::record::Findings;
use crate::solve::{LimitKind, Outcome, Stipulation};

/// How many parts there are, so that workers seldom wait for each other's lock.
const PARTS: usize = 64;

/// A position and a job. The rest of what is asked is the same for all lines of a run.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Question {
    position: Position,
    /// None: both directions of mate, in so many moves.
    stipulation: Option<Stipulation>,
    depth: u16,
    /// It decides what is searched first, and so the nodes.
    claimed: bool,
}

impl Question {
    fn of(job: &Job) -> Question {
        let (problem, stipulation) = match job {
            Job::One(problem) => (problem, Some(problem.stipulation)),
            Job::Both { mate, .. } => (mate, None),
        };
        Question {
            position: problem.position.clone(),
            stipulation,
            depth: problem.stipulation.length.moves(),
            claimed: problem.claimed,
        }
    }
}

/// Answers of this run.
#[derive(Debug)]
pub struct Answered {
    parts: Vec<(Mutex<Part>, Condvar)>,
    hasher: RandomState,
    /// Bytes that half a part may hold.
    half: usize,
}

#[derive(Debug, Default)]
struct Part {
    young: HashMap<Question, Answer>,
    old: HashMap<Question, Answer>,
    /// Bytes of the young ones.
    held: usize,
}

#[derive(Debug, Clone)]
enum Answer {
    /// Some worker is searching for it.
    Underway,
    Found(Arc<Findings>),
}

impl Answered {
    /// None yet; they may hold so many megabytes.
    pub fn new(megabytes: usize) -> Answered {
        Answered {
            parts: (0..PARTS).map(|_| Default::default()).collect(),
            hasher: RandomState::new(),
            half: (megabytes << 20) / PARTS / 2,
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
        search: impl FnOnce() -> Result<Findings, E>,
    ) -> Result<Arc<Findings>, E> {
        let question = Question::of(job);
        let (part, done) = &self.parts[self.hasher.hash_one(&question) as usize % PARTS];
        let mut held = lock(part);
        loop {
            match held.look(&question, self.half) {
                Some(Answer::Found(findings)) => return Ok(findings),
                Some(Answer::Underway) => {
                    held = done.wait(held).unwrap_or_else(PoisonError::into_inner);
                }
                None => break,
            }
        }
        held.young.insert(question.clone(), Answer::Underway);
        drop(held);
        let mut promise = Promise {
            part,
            done,
            half: self.half,
            question,
            found: None,
        };
        let findings = Arc::new(search()?);
        if findings.limit() != Some(LimitKind::Stopped) {
            promise.found = Some(Arc::clone(&findings));
        }
        Ok(findings)
    }
}

fn lock(part: &Mutex<Part>) -> MutexGuard<'_, Part> {
    // A search that panics does not hold the lock.
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Part {
    /// The answer, if there is one; an old one becomes young again.
    fn look(&mut self, question: &Question, half: usize) -> Option<Answer> {
        if let Some(answer) = self.young.get(question) {
            return Some(answer.clone());
        }
        let (question, answer) = self.old.remove_entry(question)?;
        if let Answer::Found(findings) = &answer {
            self.keep(question, Arc::clone(findings), half);
        } else {
            self.young.insert(question, answer.clone());
        }
        Some(answer)
    }

    fn keep(&mut self, question: Question, findings: Arc<Findings>, half: usize) {
        self.held += weight(&findings);
        self.young.insert(question, Answer::Found(findings));
        if self.held > half {
            self.old = std::mem::take(&mut self.young);
            self.held = 0;
        }
    }
}

/// What becomes of a question under way, also when its search panics.
struct Promise<'a> {
    part: &'a Mutex<Part>,
    done: &'a Condvar,
    half: usize,
    question: Question,
    found: Option<Arc<Findings>>,
}

impl Drop for Promise<'_> {
    fn drop(&mut self) {
        let mut part = lock(self.part);
        part.young.remove(&self.question);
        part.old.remove(&self.question);
        if let Some(findings) = self.found.take() {
            part.keep(self.question.clone(), findings, self.half);
        }
        drop(part);
        self.done.notify_all();
    }
}

/// Bytes that an answer holds, roughly: with its question, the places of both in the maps, and the
/// counts of what is shared.
fn weight(findings: &Findings) -> usize {
    let moves = match findings.outcome() {
        Outcome::Checkmate | Outcome::Stalemate | Outcome::GaveUp { .. } => 0,
        Outcome::Solved(solution) => solution.keys.len() + solution.line.len(),
        Outcome::Lost(loss) => loss.longest.len() + loss.sooner.len() + loss.line.len(),
        Outcome::Refuted { escapes, .. } => escapes.len(),
        Outcome::Helped(help) => {
            let lines = help.solutions.iter().flat_map(|lines| &lines.lines);
            help.keys.len() + lines.map(|line| line.len() + 3).sum::<usize>()
        }
    };
    let fixed = 2 * size_of::<Question>() + size_of::<Findings>() + 3 * size_of::<Position>() + 64;
    fixed + moves * size_of::<shakmaty::Move>()
}
