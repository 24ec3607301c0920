//! What the workers are at, for the status line: which record is under way longest, and how deep
//! its search has come.
//!
//! A worker writes to its own post only, without a lock: there are hundreds of thousands of records
//! a second.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use keymove_base::stop::Stop;

/// The posts of all workers.
#[derive(Debug)]
pub struct Watch {
    start: Instant,
    posts: Mutex<Vec<Weak<Post>>>,
}

/// What one worker is at.
#[derive(Debug)]
pub struct Post {
    start: Instant,
    /// Microseconds from `start` to the beginning of the record, and 1; 0: none is under way.
    since: AtomicU64,
    line: AtomicU64,
    stop: Stop,
}

/// A record under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Underway {
    /// Its line, counted from 1.
    pub line: u64,
    /// For how long.
    pub elapsed: Duration,
    /// The depth refuted so far, in full moves; 0 if none.
    pub refuted: u16,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch {
            start: Instant::now(),
            posts: Mutex::default(),
        }
    }
}

impl Watch {
    /// A post for one more worker, until that drops it.
    pub fn post(&self, stop: &Stop) -> Arc<Post> {
        let post = Arc::new(Post {
            start: self.start,
            since: AtomicU64::new(0),
            line: AtomicU64::new(0),
            stop: stop.for_worker(),
        });
        let mut posts = self.posts.lock().unwrap_or_else(PoisonError::into_inner);
        posts.retain(|post| post.strong_count() > 0);
        posts.push(Arc::downgrade(&post));
        post
    }

    /// The record that is under way longest.
    pub fn longest(&self) -> Option<Underway> {
        let posts = self.posts.lock().unwrap_or_else(PoisonError::into_inner);
        posts
            .iter()
            .filter_map(|post| post.upgrade()?.underway())
            .max_by_key(|underway| underway.elapsed)
    }
}

impl Post {
    /// Says that the record in `line` is begun; gives the flag for its search.
    pub fn begin(&self, line: u64) -> &Stop {
        self.stop.note_refuted(0);
        self.line.store(line, Ordering::Relaxed);
        self.since.store(self.micros() + 1, Ordering::Relaxed);
        &self.stop
    }

    /// Says that it is done; gives the time since it was begun.
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
        let (one, other) = (watch.post(&run), watch.post(&run));
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
