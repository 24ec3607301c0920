//! The solver for a page that has it in itself: one request, its events, and the end. It is built as
//! WebAssembly (`wasm32-wasip1`), and the page gives it the little that it asks of a system: a clock,
//! random numbers and three streams.
//!
//! ```text
//! NAME JOB MEMORY <body of the request    >EVENT {one line of JSON}...
//! ```
//!
//! NAME and body are those of the API (`solver help window`), JOB is the number that its events bear, and
//! MEMORY is for tables, in megabytes of 2^20 bytes. The name `bench` gives the text of `solver bench`.
//! The last event is `answer` or `error`. A panic ends the program as a trap; its message is in the
//! third stream.
//!
//! There are no threads, so that nothing but the search itself can hear that it is to end: every
//! [`PULSE`] it tells how far it is, and reads the first stream again. Behind the end of the body there
//! is nothing in it until somebody wants the search to stop.

use std::env;
use std::io::{self, Read, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use keymove_base::stop::Stop;
use keymove_run::bench;
use keymove_solve::{Endings, Tables};
use keymove_window::{Call, JobTask, Notes, RequestFault, Workbench};
use serde_json::json;

/// The time between two events that tell the page the progress of its job; each time the page is also
/// asked whether the job goes on.
const PULSE: Duration = Duration::from_millis(100);

/// The job of this process.
static JOB: OnceLock<BegunJob> = OnceLock::new();

struct BegunJob {
    notes: Notes,
    begun: Instant,
    /// When the page was told last, in milliseconds after that.
    told: AtomicU64,
}

fn main() -> io::Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    let (last, data) = match answer(&words) {
        Ok(answer) => ("answer", answer),
        Err(fault) => (
            "error",
            match JOB.get() {
                Some(job) => job.notes.failed(&fault).to_string(),
                None => fault.to_json().to_string(),
            },
        ),
    };
    tell(last, &data)
}

/// One event, as one line.
fn tell(name: &str, data: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{name} {data}")?;
    out.flush()
}

fn answer(words: &[String]) -> Result<String, RequestFault> {
    let [name, job, memory] = words else {
        return Err(RequestFault::internal("NAME JOB MEMORY are needed"));
    };
    if name == "bench" {
        let mut text = Vec::new();
        let total = bench::run(&mut text).map_err(RequestFault::internal)?;
        let text = String::from_utf8_lossy(&text);
        return Ok(json!({ "text": text, "total": total.to_string() }).to_string());
    }
    let number = |word: &str| word.parse().map_err(RequestFault::internal);
    let mut body = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut body);
    read.map_err(RequestFault::internal)?;
    match Call::read(name, &body)? {
        Call::Job(task) => done(task.as_ref(), number(job)?, number(memory)? as usize),
        Call::Listing(read) => Ok(serde_json::to_string(&read()?)?),
        // There is one job, and the end of the body is where it hears.
        Call::Stop(_) | Call::Alive => Ok("{}".to_owned()),
    }
}

fn done(task: &dyn JobTask, job: u64, memory: usize) -> Result<String, RequestFault> {
    let job = JOB.get_or_init(|| BegunJob {
        notes: Notes::new(job, task.parts(), Stop::with_look(look)),
        begun: Instant::now(),
        told: AtomicU64::new(0),
    });
    tell("started", &job.notes.started(0).to_string()).map_err(RequestFault::internal)?;
    let endings = Endings::new(memory);
    task.run(&mut Workbench {
        tables: &mut Tables::sharing(memory, &endings),
        memory,
        endings: &endings,
        notes: &job.notes,
    })
}

/// Tells the page how far its job is, if it is time to; says whether the page wants it to stop.
fn look() -> bool {
    let Some(job) = JOB.get() else {
        return false;
    };
    let elapsed = job.begun.elapsed();
    let now = elapsed.as_millis() as u64;
    if now < job.told.load(Ordering::Relaxed) + PULSE.as_millis() as u64 {
        return false;
    }
    job.told.store(now, Ordering::Relaxed);
    // A page that cannot be told does not read the answer either.
    let _ = tell("progress", &job.notes.progress(elapsed).to_string());
    matches!(io::stdin().read(&mut [0]), Ok(1))
}
