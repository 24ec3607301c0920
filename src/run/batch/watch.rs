//! The work of all workers, for the status line: which record has been running longest, and the
//! depth its search has reached.
//!
//! A worker writes only to its own state, without a lock, because there are hundreds of thousands
//! of records per second.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use keymove_base::stop::Stop;

/// The progress of all workers.
#[derive(Debug)]
pub struct Watch {
    start: Instant,
    workers: Mutex<Vec<Weak<WorkerProgress>>>,
}

/// The progress of one worker.
#[derive(Debug)]
pub struct WorkerProgress {
    start: Instant,
    /// Microseconds from `start` to the beginning of the record, plus 1; 0 if no record is running.
    since: AtomicU64,
    line: AtomicU64,
    stop: Stop,
}

/// A record that is running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Underway {
    /// Its line number, from 1.
    pub line: u64,
    /// Its running time so far.
    pub elapsed: Duration,
    /// The depth refuted so far, in full moves; 0 if none.
    pub refuted: u16,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch {
            start: Instant::now(),
            workers: Mutex::default(),
        }
    }
}

impl Watch {
    /// The progress of an additional worker, until it is dropped.
    pub fn add_worker(&self, stop: &Stop) -> Arc<WorkerProgress> {
        let worker = Arc::new(WorkerProgress {
            start: self.start,
            since: AtomicU64::new(0),
            line: AtomicU64::new(0),
            stop: stop.for_worker(),
        });
        let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        workers.retain(|worker| worker.strong_count() > 0);
        workers.push(Arc::downgrade(&worker));
        worker
    }

    /// The record that has been running longest.
    pub fn longest(&self) -> Option<Underway> {
        let workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        workers
            .iter()
            .filter_map(|worker| worker.upgrade()?.underway())
            .max_by_key(|underway| underway.elapsed)
    }
}

impl WorkerProgress {
    /// Notes that the record in `line` begins; returns the flag for its search.
    pub fn begin(&self, line: u64) -> &Stop {
        self.stop.note_refuted(0);
        self.line.store(line, Ordering::Relaxed);
        self.since.store(self.micros() + 1, Ordering::Relaxed);
        &self.stop
    }

    /// Notes that it is done; returns its running time.
    pub fn end(&self) -> Duration {
        let since = self.since.swap(0, Ordering::Relaxed).saturating_sub(1);
        Duration::from_micros(self.micros().saturating_sub(since))
    }

    fn micros(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_micros()).unwrap_or(u64::MAX - 1)
    }

    fn underway(&self) -> Option<Underway> {
        let since = self.since.load(Ordering::Relaxed).checked_sub(1)?;
        Some(Underway {
            line: self.line.load(Ordering::Relaxed),
            elapsed: Duration::from_micros(self.micros().saturating_sub(since)),
            refuted: self.stop.refuted(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_record_under_way_is_shown() {
        let watch = Watch::default();
        let run = Stop::new();
        let (one, other) = (watch.add_worker(&run), watch.add_worker(&run));
        assert_eq!(watch.longest(), None);
        one.begin(3).note_refuted(4);
        std::thread::sleep(Duration::from_millis(2));
        other.begin(5);
        let longest = watch.longest().unwrap();
        assert_eq!((longest.line, longest.refuted), (3, 4));
        one.end();
        assert_eq!(
            watch.longest().map(|at| (at.line, at.refuted)),
            Some((5, 0))
        );
        drop(other);
        assert_eq!(watch.longest(), None);
        assert_eq!(one.begin(7).refuted(), 0, "a new record begins anew");
    }
}
