//! The events of a job: `started`, `progress`, and at last one `answer` or `error`.
//!
//! At most a few events wait for a client. While it does not read, no more are made, and the job
//! goes on; when it is gone, the next event shows it, and the job is stopped.

use std::convert::Infallible;
use std::rc::Rc;
use std::time::{Duration, Instant};

use http_body_util::BodyExt;
use http_body_util::channel::{Channel, Sender};
use hyper::body::Bytes;
use hyper::header::{self, HeaderValue};
use hyper::{Response, StatusCode};
use serde_json::{Value, json};
use tokio::task::spawn_local;
use tokio::time::timeout;

use super::jobs::{JobTask, RunningJob};
use super::request::RequestFault;
use super::routes::Body;
use super::server::{OpenWindow, Presence};

/// How often a client is told how far its job is.
const PULSE: Duration = Duration::from_millis(200);

/// The longest that a job may take; then it is stopped.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// Events that wait for a client.
const WAITING: usize = 2;

/// Begins a job and gives the answer in which its events stand.
///
/// # Errors
///
/// The queue is full.
pub fn respond(
    window: &Rc<OpenWindow>,
    task: Box<dyn JobTask>,
) -> Result<Response<Body>, RequestFault> {
    let Some(job) = window.jobs.begin(task) else {
        let message = "all workers are at work and the queue is full";
        return Err(RequestFault::new(StatusCode::SERVICE_UNAVAILABLE, message));
    };
    let (events, body) = Channel::new(WAITING);
    let stream = Presence::stream(window);
    spawn_local(async move {
        // An error: the client is gone, and the job with it.
        let _ = tell(job, events).await;
        drop(stream);
    });
    let mut response = Response::new(body.boxed_unsync());
    let media = HeaderValue::from_static("text/event-stream");
    response.headers_mut().insert(header::CONTENT_TYPE, media);
    Ok(response)
}

/// The client is gone.
struct Gone;

type Events = Sender<Bytes, Infallible>;

async fn send(events: &mut Events, name: &str, data: &str) -> Result<(), Gone> {
    debug_assert!(!data.contains('\n'), "data of an event is one line");
    let event = format!("event: {name}\ndata: {data}\n\n");
    events.send_data(Bytes::from(event)).await.map_err(|_| Gone)
}

async fn tell(mut job: RunningJob, mut events: Events) -> Result<(), Gone> {
    let begun = Instant::now();
    let number = job.notes.job;
    let started = json!({ "job": number, "parts": job.parts, "queued": job.queued });
    send(&mut events, "started", &started.to_string()).await?;
    loop {
        match timeout(PULSE, &mut job.outcome).await {
            Err(_) => {
                if begun.elapsed() >= LONGEST {
                    job.notes.stop.raise();
                }
                let progress = progress(&job, begun.elapsed());
                send(&mut events, "progress", &progress.to_string()).await?;
            }
            Ok(Ok(Ok(answer))) => return send(&mut events, "answer", &answer).await,
            Ok(Ok(Err(fault))) => return failed(&mut events, number, &fault).await,
            Ok(Err(_)) => {
                let fault = RequestFault::internal("the worker is gone");
                return failed(&mut events, number, &fault).await;
            }
        }
    }
}

async fn failed(events: &mut Events, job: u64, fault: &RequestFault) -> Result<(), Gone> {
    let mut told = fault.told();
    told["job"] = job.into();
    send(events, "error", &told.to_string()).await
}

/// How far a job is. What is not known is not there.
fn progress(job: &RunningJob, elapsed: Duration) -> Value {
    let notes = &job.notes;
    let mut progress = json!({
        "job": notes.job,
        "part": notes.part(),
        "parts": job.parts,
        "seconds": elapsed.as_secs_f64(),
        "nodes": notes.stop.nodes(),
    });
    let (refuted, proved) = (notes.stop.refuted(), notes.stop.proved());
    for (name, moves) in [("refuted", refuted), ("proved", proved)] {
        if moves > 0 {
            progress[name] = moves.into();
        }
    }
    let keys = notes.stop.keys(false);
    if !keys.is_empty() {
        progress["keys"] = keys.into();
    }
    progress
}
