//! A job: its task, the tables it works with, and its progress while it runs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use super::request::RequestFault;
use keymove_base::stop::Stop;
use keymove_solve::{Endings, Tables};

/// The task of a job.
pub trait JobTask: Send {
    /// The number of its parts.
    fn parts(&self) -> usize;

    /// The most memory for its tables, in megabytes, where it is to have less than its worker has.
    fn memory(&self) -> Option<usize> {
        None
    }

    /// Does it, with the tables of its worker; gives the object that is the answer, as JSON.
    ///
    /// # Errors
    ///
    /// The question could not be asked.
    fn run(&self, bench: &mut Workbench<'_>) -> Result<String, RequestFault>;
}

/// The tools of a worker.
pub struct Workbench<'a> {
    /// Its tables.
    pub tables: &'a mut Tables,
    /// Memory for tables, in megabytes of 2^20 bytes.
    pub memory: usize,
    /// Tables of bare endings, the same for all workers.
    pub endings: &'a Endings,
    /// The number of the job, and how far it is.
    pub notes: &'a Notes,
}

/// The state of a job, as others than its worker see it.
#[derive(Debug)]
pub struct Notes {
    /// Its number.
    pub job: u64,
    /// The flag that ends it; it also reports depth and nodes.
    pub stop: Stop,
    /// Its parts.
    parts: usize,
    /// The part that is worked on, counted from 1; 0 while it waits.
    part: AtomicUsize,
}

impl Notes {
    /// Notes of a job with `parts` parts, which `stop` ends.
    pub fn new(job: u64, parts: usize, stop: Stop) -> Notes {
        Notes {
            job,
            stop: stop.hearing_keys(),
            parts,
            part: AtomicUsize::new(0),
        }
    }

    /// Says which part is worked on, counted from 1.
    pub fn begin(&self, part: usize) {
        self.stop.note_refuted(0);
        self.stop.note_proved(0);
        self.stop.keys(true);
        self.part.store(part, Ordering::Relaxed);
    }

    /// The first event of the job; `queued` jobs are before it.
    pub fn started(&self, queued: usize) -> Value {
        json!({ "job": self.job, "parts": self.parts, "queued": queued })
    }

    /// The progress of the job, `elapsed` after it came. Members without a value are left out.
    pub fn progress(&self, elapsed: Duration) -> Value {
        let mut progress = json!({
            "job": self.job,
            "part": self.part.load(Ordering::Relaxed),
            "parts": self.parts,
            "seconds": elapsed.as_secs_f64(),
            "nodes": self.stop.nodes(),
        });
        let (refuted, proved) = (self.stop.refuted(), self.stop.proved());
        for (name, moves) in [("refuted", refuted), ("proved", proved)] {
            if moves > 0 {
                progress[name] = moves.into();
            }
        }
        let keys = self.stop.keys(false);
        if !keys.is_empty() {
            progress["keys"] = keys.into();
        }
        progress
    }

    /// The last event of a job that has no answer.
    pub fn failed(&self, fault: &RequestFault) -> Value {
        let mut told = fault.to_json();
        told["job"] = self.job.into();
        told
    }
}
