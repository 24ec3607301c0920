//! Outputs on their way from the workers to the collecting thread, in packets.
//!
//! Where a job takes microseconds, waking another thread for each output costs more than the job.
//! So a worker puts its outputs into an [`Outbox`] of its own and rings the bell when a packet is
//! full, when some time has passed, or when it has nothing more to do; the collecting thread takes
//! all that is there. In whatever packets they come, the outputs are the same.
//!
//! A job of hours behind others that were quick keeps nothing back: after every packet the
//! collecting thread looks once more, bell or not.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;

/// How many outputs make a packet.
const PACKET: usize = 64;

/// How long a worker that is busy keeps an output for itself.
const RING_AFTER: Duration = Duration::from_micros(500);

/// Outputs of one worker with their numbers.
pub(super) type Outputs<U> = Arc<Mutex<Vec<(u64, U)>>>;

/// The worker's side.
pub(super) struct Outbox<U> {
    outputs: Outputs<U>,
    /// There is room for one ring: more say no more.
    bell: Sender<()>,
    rung: Instant,
    /// Whether something was put since.
    is_due: bool,
}

impl<U> Outbox<U> {
    pub(super) fn new(outputs: Outputs<U>, bell: Sender<()>) -> Outbox<U> {
        Outbox {
            outputs,
            bell,
            rung: Instant::now(),
            is_due: false,
        }
    }

    /// Puts an output.
    pub(super) fn put(&mut self, number: u64, output: U) {
        let waiting = {
            let mut outputs = lock(&self.outputs);
            outputs.push((number, output));
            outputs.len()
        };
        self.is_due = true;
        if waiting >= PACKET || self.rung.elapsed() >= RING_AFTER {
            self.ring();
        }
    }

    /// Has what was put collected.
    pub(super) fn ring(&mut self) {
        if mem::take(&mut self.is_due) {
            // Either it is heard, or a ring before it is not heard yet.
            let _ = self.bell.try_send(());
            self.rung = Instant::now();
        }
    }
}

/// Takes all outputs of a worker.
pub(super) fn collected<U>(outputs: &Outputs<U>) -> Vec<(u64, U)> {
    mem::take(&mut *lock(outputs))
}

fn lock<U>(outputs: &Outputs<U>) -> MutexGuard<'_, Vec<(u64, U)>> {
    // Nothing that can panic runs under the lock.
    outputs.lock().unwrap_or_else(PoisonError::into_inner)
}
