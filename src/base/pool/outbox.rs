//! Passes outputs from the workers to the collecting thread, in packets.
//!
//! If a job takes microseconds, waking another thread for each output costs more than the job. So a
//! worker puts its outputs into an [`Outbox`] of its own and rings the bell if a packet is full, if
//! some time has passed, or if it has nothing more to do; the collecting thread takes everything
//! available. The outputs do not depend on the packets.
//!
//! A job of several hours does not hold back the outputs of quick jobs before it: after every
//! packet, the collecting thread checks again, with or without the bell.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;

/// The number of outputs in a packet.
const PACKET: usize = 64;

/// The longest time that a busy worker keeps an output.
const RING_AFTER: Duration = Duration::from_micros(500);

/// The outputs of one worker with their numbers.
pub(super) type Outputs<U> = Arc<Mutex<Vec<(u64, U)>>>;

/// The worker's side.
pub(super) struct Outbox<U> {
    outputs: Outputs<U>,
    /// There is room for one ring; further ones would carry no more information.
    bell: Sender<()>,
    rung: Instant,
    /// Whether anything has been put since the last ring.
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

    /// Adds an output.
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

    /// Makes the collecting thread take the outputs.
    pub(super) fn ring(&mut self) {
        if mem::take(&mut self.is_due) {
            // Either it is heard, or an earlier ring has not been heard yet.
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
    // Nothing that can panic runs while the lock is held.
    outputs.lock().unwrap_or_else(PoisonError::into_inner)
}
