//! An iterator over the pool of the library: it takes lines and returns answers in the same order.
//!
//! The iterable of the lines belongs to Python: the thread that asks for answers reads it, never
//! further ahead than [`Options::ahead`] allows. So a generator, a cursor of a database or a file
//! can be used as in a loop, and an exception that it raises is raised here, after the answers to
//! the lines before it.

use std::process;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{
    Receiver, RecvTimeoutError, SendTimeoutError, Sender, TryRecvError, bounded, unbounded,
};
use keymove::pool::queue::Window;
use keymove::pool::{self, End, Failure, Plan};
use keymove::solve::Endings;
use keymove::{Settings, Stop};
use pyo3::exceptions::{PyException, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator};

use super::TICK;
use super::found::FoundRecord;
use super::options::{self, Options};
use super::solving::{Line, LineSolver, SolvedLine};

/// Answers on their way to Python; when they are full, the window of the pool holds back the
/// workers.
const ANSWERS: usize = 64;

/// Lines are passed on in blocks, because each block wakes a thread; if a source gives only a few
/// lines in this time, the block is passed on as it is.
const BLOCK: u64 = 64;
const BLOCK_TIME: Duration = Duration::from_millis(1);

/// The answers to lines, in their order.
#[pyclass(module = "keymove._native")]
pub(crate) struct Stream {
    /// Gives lines as `bytes`; `None` after its end.
    lines: Option<Py<PyIterator>>,
    /// The exception that it raised, which is raised again after all answers before it.
    raised: Option<PyErr>,
    /// Lines for the workers; `None` when there will be no more.
    feed: Option<Sender<Vec<Line>>>,
    answers: Receiver<SolvedLine>,
    run: Option<JoinHandle<Result<End, Failure<Closed>>>>,
    stop: Stop,
    settings: Arc<Settings>,
    ahead: u64,
    /// The numbers of lines read and of answers returned.
    read: u64,
    given: u64,
    /// The process that started the threads; a forked process does not have them.
    process: u32,
}

/// The answers are no longer taken.
pub(crate) struct Closed;

#[pymethods]
impl Stream {
    #[new]
    fn new(
        lines: &Bound<'_, PyAny>,
        work: &Bound<'_, PyDict>,
        asked: &Bound<'_, PyDict>,
    ) -> PyResult<Stream> {
        let options = Options::read(work)?;
        let settings = Arc::new(options::settings(asked)?);
        let stop = Stop::new();
        let (feed, fed) = unbounded::<Vec<Line>>();
        let (done, answers) = bounded(ANSWERS);
        let plan = Plan {
            window: Window {
                items: options.ahead,
                ..Window::default()
            },
            ..Plan::searching(options.workers)
        };
        let job = LineSolver {
            settings: Arc::clone(&settings),
            memory: options.memory,
            threads: options.threads,
            keeps_blank: options.keeps_blank,
            endings: Endings::new(options.memory),
            stop: stop.clone(),
        };
        let flag = stop.clone();
        let mut sink = move |mut answer| {
            loop {
                match done.send_timeout(answer, TICK) {
                    Ok(()) => return Ok(()),
                    Err(SendTimeoutError::Timeout(again)) if !flag.is_raised() => answer = again,
                    Err(_) => return Err(Closed),
                }
            }
        };
        let flag = stop.clone();
        let run = thread::Builder::new()
            .name("keymove".into())
            .spawn(move || pool::run(&plan, fed.into_iter(), job, &mut sink, &flag))?;
        Ok(Stream {
            lines: Some(lines.try_iter()?.unbind()),
            raised: None,
            feed: Some(feed),
            answers,
            run: Some(run),
            stop,
            settings,
            ahead: options.ahead as u64,
            read: 0,
            given: 0,
            process: process::id(),
        })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// The next answer.
    fn __next__(slf: &Bound<'_, Self>) -> PyResult<Option<FoundRecord>> {
        let taken = slf.try_borrow_mut();
        let mut stream =
            taken.map_err(|_| PyValueError::new_err("another thread is reading these answers"))?;
        if stream.process != process::id() {
            return Err(PyRuntimeError::new_err(
                "a forked process has no workers: begin solve_many in the process that reads it",
            ));
        }
        let next = stream.next(slf.py());
        if next.is_err() {
            stream.end();
        }
        next
    }

    /// Ends the searches under way and waits for their end; unread answers are lost.
    fn close(slf: &Bound<'_, Self>) -> PyResult<()> {
        let taken = slf.try_borrow_mut();
        let mut stream =
            taken.map_err(|_| PyValueError::new_err("another thread is reading these answers"))?;
        stream.end();
        if let Some(run) = stream
            .run
            .take()
            .filter(|_| stream.process == process::id())
        {
            slf.py().detach(|| run.join().map(drop).unwrap_or_default());
        }
        Ok(())
    }
}

impl Stream {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<FoundRecord>> {
        // One block at a time, so that answers do not wait until everything that may be read ahead
        // is read.
        let mut is_due = true;
        loop {
            if is_due && self.room() >= BLOCK.min(self.ahead.div_ceil(2)) {
                self.feed_block(py)?;
            }
            is_due = true;
            let answer = match self.answers.try_recv() {
                Ok(answer) => answer,
                Err(TryRecvError::Empty) if self.room() > 0 => {
                    self.feed_block(py)?;
                    is_due = false;
                    continue;
                }
                Err(TryRecvError::Empty) => {
                    let answers = &self.answers;
                    match py.detach(|| answers.recv_timeout(TICK)) {
                        Ok(answer) => answer,
                        Err(RecvTimeoutError::Timeout) => {
                            py.check_signals()?;
                            continue;
                        }
                        Err(RecvTimeoutError::Disconnected) => return self.ended(py),
                    }
                }
                Err(TryRecvError::Disconnected) => return self.ended(py),
            };
            self.given += 1;
            if !answer.is_passed {
                return Ok(Some(FoundRecord::new(answer, &self.settings)));
            }
            py.check_signals()?;
        }
    }

    /// The number of lines that may be read now.
    fn room(&self) -> u64 {
        match self.lines {
            Some(_) => self.ahead - (self.read - self.given),
            None => 0,
        }
    }

    /// Passes some lines to the workers, or notes that there are no more.
    fn feed_block(&mut self, py: Python<'_>) -> PyResult<()> {
        let began = Instant::now();
        let mut block = Vec::new();
        let mut ended = Ok(());
        for _ in 0..self.room().min(BLOCK) {
            let Some(lines) = &self.lines else { break };
            match lines.bind(py).clone().next() {
                Some(line) => match line.and_then(|line| line.extract::<Vec<u8>>()) {
                    Ok(text) => {
                        self.read += 1;
                        let number = self.read;
                        block.push(Line { number, text });
                    }
                    Err(error) => ended = self.end_of_lines(py, Some(error)),
                },
                None => ended = self.end_of_lines(py, None),
            }
            if began.elapsed() > BLOCK_TIME {
                break;
            }
        }
        if let Some(feed) = self.feed.as_ref().filter(|_| !block.is_empty()) {
            // If the receiver is gone, the run has ended; its result is read elsewhere.
            let _ = feed.send(block);
        }
        if self.lines.is_none() {
            self.feed = None;
        }
        ended
    }

    /// Notes that there are no more lines, or why; an exception that is not an error, such as
    /// Ctrl-C, is raised at once.
    fn end_of_lines(&mut self, py: Python<'_>, raised: Option<PyErr>) -> PyResult<()> {
        self.lines = None;
        match raised {
            Some(error) if !error.is_instance_of::<PyException>(py) => Err(error),
            raised => {
                self.raised = raised;
                Ok(())
            }
        }
    }

    /// There are no more answers, either because all were returned, or for a reason that is raised.
    fn ended(&mut self, py: Python<'_>) -> PyResult<Option<FoundRecord>> {
        if let Some(run) = self.run.take() {
            let ended = py.detach(|| run.join());
            let why = match ended {
                Ok(Ok(End::Complete | End::Stopped) | Err(Failure::Sink(Closed))) => None,
                Ok(Ok(End::Broken)) | Err(_) => Some("internal: a worker died".to_owned()),
                Ok(Err(Failure::Thread(error))) => Some(format!("cannot start a thread: {error}")),
            };
            if let Some(why) = why {
                return Err(PyRuntimeError::new_err(why));
            }
        }
        match self.raised.take() {
            Some(error) => Err(error),
            None => Ok(None),
        }
    }

    /// Ends the searches under way; no more answers follow.
    fn end(&mut self) {
        self.stop.raise();
        self.lines = None;
        self.feed = None;
        self.answers = bounded(0).1;
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.stop.raise();
    }
}
