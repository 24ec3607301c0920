//! Jobs: at most as many at once as there are workers, a short queue before them, and none that
//! nobody waits for.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};
use tokio::sync::oneshot;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::request::RequestFault;
use crate::task::{JobTask, Notes, Workbench};
use keymove_base::pool::SEARCH_STACK;
use keymove_base::pool::panics::quietly;
use keymove_base::stop::Stop;
use keymove_run::batch::has_memory;
use keymove_solve::{Endings, Tables};

/// Jobs that may wait for a worker.
pub const QUEUE: usize = 16;

/// The answer to a job.
pub type TaskOutcome = Result<String, RequestFault>;

/// A job on its way to a worker.
struct QueuedJob {
    task: Box<dyn JobTask>,
    notes: Arc<Notes>,
    done: oneshot::Sender<TaskOutcome>,
    slot: Arc<OwnedSemaphorePermit>,
}

/// The workers, and who waits for them.
pub struct JobQueue {
    orders: Sender<QueuedJob>,
    slots: Arc<Semaphore>,
    running: Arc<Mutex<HashMap<u64, Stop>>>,
    last: AtomicU64,
}

impl JobQueue {
    /// Starts `workers` workers, each with tables of `memory` megabytes.
    ///
    /// # Errors
    ///
    /// There is no memory for them, or there are no threads.
    pub fn start(workers: usize, memory: usize) -> io::Result<JobQueue> {
        if !has_memory(workers, memory) {
            let message = format!("no memory: {memory} MB for each worker, of {workers}");
            return Err(io::Error::new(io::ErrorKind::OutOfMemory, message));
        }
        let (orders, ordered) = unbounded();
        let endings = Endings::new(memory);
        for number in 0..workers {
            let (ordered, endings) = (ordered.clone(), endings.clone());
            thread::Builder::new()
                .name(format!("window {number}"))
                .stack_size(SEARCH_STACK)
                .spawn(move || work(&ordered, memory, &endings))?;
        }
        Ok(JobQueue {
            orders,
            slots: Arc::new(Semaphore::new(workers + QUEUE)),
            running: Arc::default(),
            last: AtomicU64::new(0),
        })
    }

    /// Puts a job into the queue; none where that is full.
    pub fn begin(&self, task: Box<dyn JobTask>) -> Option<RunningJob> {
        let slot = Arc::new(Arc::clone(&self.slots).try_acquire_owned().ok()?);
        let (done, outcome) = oneshot::channel();
        let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let notes = Arc::new(Notes::new(number, task.parts(), Stop::new()));
        let queued = self.orders.len();
        locked(&self.running).insert(notes.job, notes.stop.clone());
        let order = QueuedJob {
            task,
            notes: Arc::clone(&notes),
            done,
            slot: Arc::clone(&slot),
        };
        self.orders.send(order).ok()?;
        Some(RunningJob {
            notes,
            outcome,
            queued,
            running: Arc::clone(&self.running),
            _slot: slot,
        })
    }

    /// Ends a job; false if there is no such job (any more).
    pub fn stop(&self, job: u64) -> bool {
        let running = locked(&self.running);
        running.get(&job).map(Stop::raise).is_some()
    }

    /// Ends all jobs.
    pub fn stop_all(&self) {
        locked(&self.running).values().for_each(Stop::raise);
    }
}

/// A job as who waits for it sees it. Its slot is taken until it is dropped and its worker is done;
/// dropping it stops the job.
pub struct RunningJob {
    /// Its progress.
    pub notes: Arc<Notes>,
    /// Its answer, when that is there.
    pub outcome: oneshot::Receiver<TaskOutcome>,
    /// The number of jobs that waited when it came.
    pub queued: usize,
    running: Arc<Mutex<HashMap<u64, Stop>>>,
    _slot: Arc<OwnedSemaphorePermit>,
}

impl Drop for RunningJob {
    fn drop(&mut self) {
        self.notes.stop.raise();
        locked(&self.running).remove(&self.notes.job);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does one job after the other, with the same tables.
fn work(orders: &Receiver<QueuedJob>, memory: usize, endings: &Endings) {
    let most = memory;
    let mut kept = None;
    for order in orders {
        let QueuedJob {
            task,
            notes,
            done,
            slot,
        } = order;
        if done.is_closed() {
            continue;
        }
        let outcome = quietly(|| {
            let memory = task.memory().map_or(most, |wanted| wanted.min(most));
            let mut tables = kept
                .take()
                .filter(|(size, _)| *size == memory)
                .map_or_else(|| Tables::sharing(memory, endings), |(_, tables)| tables);
            let outcome = task.run(&mut Workbench {
                tables: &mut tables,
                memory,
                endings,
                notes: &notes,
            });
            (outcome, (memory, tables))
        });
        let outcome = match outcome {
            Ok((outcome, tables)) => {
                kept = Some(tables);
                outcome
            }
            Err(panic) => Err(RequestFault::internal(panic.message)),
        };
        // Who waited may be gone by now.
        let _ = done.send(outcome);
        drop(slot);
    }
}
