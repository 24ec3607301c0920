//! The flag that ends a run from outside. Whoever works asks it now and then; [`signals`] raises it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub mod signals;

/// A flag shared by all workers; once raised, running searches end as
/// [`LimitKind::Stopped`](crate::solve::LimitKind::Stopped).
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// The flag over an existing atomic, as signal handlers want it.
    pub fn from_flag(flag: Arc<AtomicBool>) -> Stop {
        Stop(flag)
    }

    /// Raises the flag.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
