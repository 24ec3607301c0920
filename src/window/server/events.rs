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
use tokio::task::spawn_local;
use tokio::time::timeout;

use super::jobs::RunningJob;
use super::routes::Body;
use super::{OpenWindow, Presence};
use crate::request::RequestFault;
use crate::task::JobTask;

/// The time between two events that tell a client the progress of its job.
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
    let started = job.notes.started(job.queued);
    send(&mut events, "started", &started.to_string()).await?;
    loop {
        match timeout(PULSE, &mut job.outcome).await {
            Err(_) => {
                if begun.elapsed() >= LONGEST {
                    job.notes.stop.raise();
                }
                let progress = job.notes.progress(begun.elapsed());
                send(&mut events, "progress", &progress.to_string()).await?;
            }
            Ok(Ok(Ok(answer))) => return send(&mut events, "answer", &answer).await,
            Ok(Ok(Err(fault))) => return failed(&mut events, &job, &fault).await,
            Ok(Err(_)) => {
                let fault = RequestFault::internal("the worker is gone");
                return failed(&mut events, &job, &fault).await;
            }
        }
    }
}

async fn failed(events: &mut Events, job: &RunningJob, fault: &RequestFault) -> Result<(), Gone> {
    send(events, "error", &job.notes.failed(fault).to_string()).await
}
