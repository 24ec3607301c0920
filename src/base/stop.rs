//! Communication with a running run: the flag that ends it goes down, its progress and requests to
//! see it come up. Searches check the flag now and then; `signals`, with the feature `signals`,
//! raises it.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(all(feature = "signals", unix))]
pub mod signals;
#[cfg(all(feature = "signals", windows))]
#[path = "stop/console.rs"]
pub mod signals;

/// A flag shared by all workers; once it is raised, searches end as stopped.
///
/// It also carries notes that have no influence on the result: the depth that the current search
/// has refuted ([`Stop::note_refuted`]) or proved ([`Stop::note_proved`]), the approximate number
/// of nodes searched, and whether a progress report was requested ([`Stop::take_question`]).
#[derive(Debug, Clone, Default)]
pub struct Stop {
    raised: Arc<AtomicBool>,
    asked: Arc<AtomicBool>,
    waiting: Arc<AtomicBool>,
    refuted: Arc<AtomicU16>,
    proved: Arc<AtomicU16>,
    keys: Option<Arc<Mutex<Vec<String>>>>,
    nodes: Arc<AtomicU64>,
    look: Option<fn() -> bool>,
}

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// A flag over existing atomics, as required by signal handlers: `raised` ends the run, `asked`
    /// requests a progress report.
    pub fn from_flags(raised: Arc<AtomicBool>, asked: Arc<AtomicBool>) -> Stop {
        Stop {
            raised,
            asked,
            ..Stop::default()
        }
    }

    /// A flag for environments without threads, where nothing could raise it during a search: every
    /// check of the flag first calls `look`, which decides whether to raise it. That happens about
    /// every millisecond.
    pub fn with_look(look: fn() -> bool) -> Stop {
        Stop {
            look: Some(look),
            ..Stop::default()
        }
    }

    /// The same flag with separate notes for depth and nodes: one for each worker.
    pub fn for_worker(&self) -> Stop {
        Stop {
            refuted: Arc::default(),
            proved: Arc::default(),
            keys: None,
            nodes: Arc::default(),
            ..self.clone()
        }
    }

    /// The same flag and nodes with a separate note for the depth: for searches that are steps of
    /// another one.
    pub fn with_own_depth(&self) -> Stop {
        Stop {
            refuted: Arc::default(),
            proved: Arc::default(),
            keys: None,
            ..self.clone()
        }
    }

    /// Raises the flag.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        if self.look.is_some_and(|look| look()) {
            self.raise();
        }
        self.raised.load(Ordering::Relaxed)
    }

    /// Runs an action that may wait for another program, such as opening a pipe or reading from
    /// one. A signal during that time ends the process at once, because the flag would not be
    /// checked.
    pub fn while_waiting<T>(&self, act: impl FnOnce() -> T) -> T {
        self.waiting.store(true, Ordering::SeqCst);
        let done = act();
        self.waiting.store(false, Ordering::SeqCst);
        done
    }

    /// Whether a progress report has been requested since the last call.
    pub fn take_question(&self) -> bool {
        // A plain load first, because this is called very often, and a swap writes.
        self.asked.load(Ordering::Relaxed) && self.asked.swap(false, Ordering::Relaxed)
    }

    /// Notes that there is no solution within `moves` full moves; 0 when a job begins.
    pub fn note_refuted(&self, moves: u16) {
        self.refuted.store(moves, Ordering::Relaxed);
    }

    /// Notes that there is a solution within `moves` full moves; 0 when a job begins.
    pub fn note_proved(&self, moves: u16) {
        self.proved.store(moves, Ordering::Relaxed);
    }

    /// The flag with separate notes for keys.
    pub fn hearing_keys(self) -> Stop {
        Stop {
            keys: Some(Arc::default()),
            ..self
        }
    }

    /// Notes that a first move, in UCI notation, is proved to be a key of the shortest length, if
    /// keys are collected.
    pub fn note_key(&self, key: impl FnOnce() -> String) {
        if let Some(keys) = &self.keys {
            keys.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(key());
        }
    }

    /// The keys noted so far, which are then removed if `cleared`.
    pub fn keys(&self, cleared: bool) -> Vec<String> {
        let Some(keys) = &self.keys else {
            return Vec::new();
        };
        let mut keys = keys.lock().unwrap_or_else(PoisonError::into_inner);
        if cleared {
            std::mem::take(&mut *keys)
        } else {
            keys.clone()
        }
    }

    /// Notes that `nodes` more nodes have been searched. Searches call it about every thousand
    /// nodes.
    pub fn note_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The number of nodes noted so far, without the last thousand or so of each job.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The last noted depth, in full moves; 0 if none.
    pub fn refuted(&self) -> u16 {
        self.refuted.load(Ordering::Relaxed)
    }

    /// The last noted length of a solution, in full moves; 0 if none.
    pub fn proved(&self) -> u16 {
        self.proved.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_share_the_flag_but_not_the_depth() {
        let run = Stop::new();
        let (one, other) = (run.for_worker(), run.for_worker());
        one.note_refuted(7);
        assert_eq!((one.refuted(), other.refuted()), (7, 0));
        one.note_nodes(5);
        one.note_nodes(6);
        assert_eq!((one.nodes(), other.nodes()), (11, 0));
        let step = one.with_own_depth();
        step.note_refuted(9);
        step.note_proved(10);
        one.note_key(|| unreachable!("nobody hears"));
        step.note_nodes(1);
        assert_eq!((one.proved(), step.proved()), (0, 10));
        assert_eq!((one.refuted(), one.nodes()), (7, 12));
        run.raise();
        assert!(one.is_raised() && other.is_raised());
    }

    #[test]
    fn without_threads_whoever_asks_for_the_flag_looks() {
        static LOOKS: AtomicU16 = AtomicU16::new(0);
        let job = Stop::with_look(|| LOOKS.fetch_add(1, Ordering::Relaxed) == 1);
        assert!(!job.for_worker().is_raised());
        assert!(job.with_own_depth().is_raised());
        assert!(job.raised.load(Ordering::Relaxed));
    }

    #[test]
    fn keys_are_kept_where_they_are_heard() {
        let job = Stop::new().hearing_keys();
        job.note_key(|| "a1a2".to_owned());
        job.for_worker().note_key(|| unreachable!("nobody hears"));
        assert_eq!(job.keys(false), ["a1a2"]);
        assert_eq!(job.clone().keys(true), ["a1a2"]);
        assert!(job.keys(false).is_empty());
    }

    #[test]
    fn a_question_is_answered_once() {
        let asked = Arc::new(AtomicBool::new(false));
        let stop = Stop::from_flags(Arc::default(), Arc::clone(&asked));
        assert!(!stop.take_question());
        asked.store(true, Ordering::Relaxed);
        assert!(stop.for_worker().take_question());
        assert!(!stop.take_question());
    }
}
