//! What passes between a run and the outside while it runs: down goes the flag that ends it, up
//! come how far a search is and the wish to know it. Whoever works asks the flag now and then;
//! `signals`, of the feature `cli`, raises it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};

#[cfg(feature = "cli")]
pub mod signals;

/// A flag shared by all workers; once raised, running searches end as
/// [`LimitKind::Stopped`](crate::solve::LimitKind::Stopped).
///
/// Beside it stand notes that change nothing: the depth that the search at work has refuted
/// ([`Stop::note_refuted`]), about how many nodes it has searched, and whether somebody wants to
/// know how far the run is ([`Stop::take_question`]).
#[derive(Debug, Clone, Default)]
pub struct Stop {
    raised: Arc<AtomicBool>,
    asked: Arc<AtomicBool>,
    refuted: Arc<AtomicU16>,
    nodes: Arc<AtomicU64>,
}

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// The flag over existing atomics, as signal handlers want them: `raised` ends the run, `asked`
    /// wants to know how far it is.
    pub fn from_flags(raised: Arc<AtomicBool>, asked: Arc<AtomicBool>) -> Stop {
        Stop {
            raised,
            asked,
            refuted: Arc::default(),
            nodes: Arc::default(),
        }
    }

    /// The same flag with notes of its own for depth and nodes: one for each worker.
    pub fn for_worker(&self) -> Stop {
        Stop {
            refuted: Arc::default(),
            nodes: Arc::default(),
            ..self.clone()
        }
    }

    /// The same flag and nodes with a note of its own for the depth: for searches that are steps of
    /// another one.
    pub fn with_own_depth(&self) -> Stop {
        Stop {
            refuted: Arc::default(),
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
        self.raised.load(Ordering::Relaxed)
    }

    /// Whether somebody asked how far the run is, since the last time this was called.
    pub fn take_question(&self) -> bool {
        // A plain look first: this is called very often, and a swap writes.
        self.asked.load(Ordering::Relaxed) && self.asked.swap(false, Ordering::Relaxed)
    }

    /// Notes that there is no solution within `moves` full moves; 0 when a job begins.
    pub fn note_refuted(&self, moves: u16) {
        self.refuted.store(moves, Ordering::Relaxed);
    }

    /// Notes that `nodes` more nodes were searched. Searches do so every thousand nodes or so.
    pub fn note_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The nodes noted so far, those of the last thousand or so of each job left out.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The depth that was noted last, in full moves; 0 if none.
    pub fn refuted(&self) -> u16 {
        self.refuted.load(Ordering::Relaxed)
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
        step.note_nodes(1);
        assert_eq!((one.refuted(), one.nodes()), (7, 12));
        run.raise();
        assert!(one.is_raised() && other.is_raised());
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
