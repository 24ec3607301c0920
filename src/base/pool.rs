//! Many workers, one order: items in, outputs out in the order of the items.
//!
//! ```text
//! source --add--> Queue --take--> worker, worker, ... --Outbox--> Reorder --put--> Sink
//! (own thread)                    (own threads)                    (the caller's thread)
//! ```
//!
//! The pool is independent of lines and chess: see [`PoolJob`] and [`Sink`], then [`run`]. Memory
//! is bounded by the [`Window`] alone, whatever the length of the input and however slow a single
//! job.

mod outbox;
pub mod panics;
pub mod queue;
pub mod reorder;

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use crate::stop::Stop;
use outbox::{Outbox, Outputs, collected};
use panics::{Panic, quietly};
use queue::{Queue, Weigh, Window};
use reorder::Reorder;

/// The interval at which the stop flag is checked and the sink's `tick` is called.
pub const TICK: Duration = Duration::from_millis(50);

/// The longest time that an output stays in the sink's buffer while other jobs are running.
const FLUSH_AFTER: Duration = Duration::from_millis(5);

/// The work of the workers.
pub trait PoolJob: Send + Sync + 'static {
    /// The type of an item.
    type Input: Weigh + Send + 'static;
    /// The type of its output.
    type Output: Weigh + Send + 'static;
    /// The state that one worker keeps from job to job.
    type State;

    /// A worker's state, before its first job and after a panic.
    fn state(&self) -> Self::State;

    /// Does the job.
    fn run(&self, state: &mut Self::State, input: &Self::Input) -> Self::Output;

    /// The output of a job that panicked.
    fn failed(&self, input: &Self::Input, panic: &Panic) -> Self::Output;
}

/// The destination of the outputs.
pub trait Sink<T> {
    /// The error after which nothing more can be put; it says which part of the sink failed.
    type Error;

    /// Takes the next output, in order. It may keep it in a buffer.
    ///
    /// # Errors
    ///
    /// Nothing more can be written.
    fn put(&mut self, output: T) -> Result<(), Self::Error>;

    /// Writes the buffered outputs.
    ///
    /// # Errors
    ///
    /// Nothing more can be written.
    fn flush(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Called many times a second, at least every [`TICK`].
    ///
    /// # Errors
    ///
    /// Nothing more can be written.
    fn tick(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// A function that keeps outputs in memory.
impl<T, E, F: FnMut(T) -> Result<(), E>> Sink<T> for F {
    type Error = E;

    fn put(&mut self, output: T) -> Result<(), E> {
        self(output)
    }
}

/// The stack size of a thread that searches, in bytes: searches are recursive, and unused stack
/// costs nothing.
pub const SEARCH_STACK: usize = 64 << 20;

/// The number of workers, and the limit for running work.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The number of workers, at least 1.
    pub workers: usize,
    /// The limit for running work.
    pub window: Window,
    /// The stack size of a worker in bytes. Only the used part takes memory.
    pub stack: usize,
}

impl Plan {
    /// A plan for `workers` workers, at least one, that search.
    pub fn searching(workers: usize) -> Plan {
        Plan {
            workers: workers.max(1),
            window: Window::default(),
            stack: SEARCH_STACK,
        }
    }
}

/// The end of a run of the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// All outputs have been put.
    Complete,
    /// The stop flag was raised: the outputs of all jobs that had begun have been put, and no
    /// others.
    Stopped,
    /// A thread failed outside a job; the outputs before that have been put.
    Broken,
}

/// Why a run could not continue.
#[derive(Debug)]
pub enum Failure<E> {
    /// A thread could not be started.
    Thread(io::Error),
    /// The sink returned this error; nothing was put after it.
    Sink(E),
}

/// Runs `job` on every item of the blocks from `source` and puts the outputs, in order, into
/// `sink`.
///
/// Once `stop` is raised, no more jobs are begun; running jobs are awaited, because they check the
/// flag themselves. A `source` that is waiting for input then is abandoned in its thread.
///
/// # Errors
///
/// [`Failure`]. No more jobs are begun in that case, and running jobs are not awaited: raise `stop`
/// to end them.
pub fn run<J: PoolJob, S: Sink<J::Output>>(
    plan: &Plan,
    source: impl Iterator<Item = Vec<J::Input>> + Send + 'static,
    job: J,
    sink: &mut S,
    stop: &Stop,
) -> Result<End, Failure<S::Error>> {
    let queue = Arc::new(Queue::new(plan.window));
    let job = Arc::new(job);
    let (bell, rings) = bounded(1);
    let outputs: Vec<Outputs<J::Output>> = (0..plan.workers).map(|_| Outputs::default()).collect();
    let result = start(plan, source, &job, &queue, &outputs, bell)
        .map_err(Failure::Thread)
        .and_then(|()| collect(&queue, &outputs, &rings, sink, stop).map_err(Failure::Sink));
    if let Err(failure) = result {
        queue.close();
        return Err(failure);
    }
    // Checked first: if the last jobs of all are the stopped ones, no output is missing either.
    Ok(if stop.is_raised() {
        End::Stopped
    } else if queue.is_done() {
        End::Complete
    } else {
        End::Broken
    })
}

/// Starts the reading thread and the workers.
fn start<J: PoolJob>(
    plan: &Plan,
    source: impl Iterator<Item = Vec<J::Input>> + Send + 'static,
    job: &Arc<J>,
    queue: &Arc<Queue<J::Input>>,
    outputs: &[Outputs<J::Output>],
    bell: Sender<()>,
) -> io::Result<()> {
    for (worker, outputs) in outputs.iter().enumerate() {
        let job = Arc::clone(job);
        let outbox = Outbox::new(Arc::clone(outputs), bell.clone());
        let name = format!("worker {worker}");
        spawn(name, plan.stack, Arc::clone(queue), move |queue| {
            work(job.as_ref(), queue, outbox);
        })?;
    }
    let reader_stack = 1 << 20;
    spawn("reader".into(), reader_stack, Arc::clone(queue), |queue| {
        let mut source = source;
        while queue.wait_for_room() {
            let Some(block) = source.next() else {
                return queue.end();
            };
            if !queue.add(block) {
                return;
            }
        }
    })
}

/// Starts a thread that closes the queue if it panics, so that nothing waits for it forever.
fn spawn<T: Weigh + Send + 'static>(
    name: String,
    stack: usize,
    queue: Arc<Queue<T>>,
    body: impl FnOnce(&Queue<T>) + Send + 'static,
) -> io::Result<()> {
    struct CloseOnPanic<T: Weigh>(Arc<Queue<T>>);
    impl<T: Weigh> Drop for CloseOnPanic<T> {
        fn drop(&mut self) {
            if thread::panicking() {
                self.0.close();
            }
        }
    }
    let guard = CloseOnPanic(queue);
    thread::Builder::new()
        .name(name)
        .stack_size(stack)
        .spawn(move || body(&guard.0))
        .map(drop)
}

/// The main loop of a worker.
fn work<J: PoolJob>(job: &J, queue: &Queue<J::Input>, mut outbox: Outbox<J::Output>) {
    // Created for the first job: a worker that never gets one needs no tables.
    let mut state = None;
    let mut finished = 0;
    while let Some((number, input)) = queue.take(finished, || outbox.ring()) {
        let attempt = quietly(|| job.run(state.get_or_insert_with(|| job.state()), &input));
        let output = attempt.unwrap_or_else(|panic| {
            state = None;
            job.failed(&input, &panic)
        });
        finished = output.bytes();
        outbox.put(number, output);
    }
    outbox.ring();
}

/// Puts outputs in order until the last worker has ended.
fn collect<T: Weigh, U: Weigh, S: Sink<U>>(
    queue: &Queue<T>,
    outputs: &[Outputs<U>],
    rings: &Receiver<()>,
    sink: &mut S,
    stop: &Stop,
) -> Result<(), S::Error> {
    let mut reorder = Reorder::default();
    let mut unflushed: Option<Instant> = None;
    let mut look_again = false;
    loop {
        let wait = match unflushed {
            Some(since) => FLUSH_AFTER.saturating_sub(since.elapsed()),
            None if look_again => FLUSH_AFTER,
            None => TICK,
        };
        let ended = rings.recv_timeout(wait) == Err(RecvTimeoutError::Disconnected);
        let mut left = None;
        look_again = false;
        for outputs in outputs {
            for (number, output) in collected(outputs) {
                reorder.insert(number, output);
                look_again = true;
            }
        }
        let (mut items, mut bytes) = (0, 0);
        while let Some(output) = reorder.pop() {
            items += 1;
            bytes += output.bytes();
            sink.put(output)?;
        }
        if items > 0 {
            left = Some(queue.release(items, bytes));
            unflushed.get_or_insert_with(Instant::now);
        }
        if ended {
            break;
        }
        // A user who waits for the answer before typing the next line gets it at once.
        if left == Some(0) || unflushed.is_some_and(|since| since.elapsed() >= FLUSH_AFTER) {
            sink.flush()?;
            unflushed = None;
        }
        sink.tick()?;
        if stop.is_raised() {
            queue.close();
        }
    }
    sink.flush()
}
