//! What is answered under which name.

use std::convert::Infallible;
use std::rc::Rc;

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response, StatusCode};
use serde::Serialize;
use serde_json::json;
use tokio::task::spawn_blocking;

use super::events;
use super::export::ExportRequest;
use super::gate::{self, Entry};
use super::page::PageFile;
use super::question::Question;
use super::reading::{FileRequest, Listing, PastedText};
use super::request::{self, Fault, LARGE, LanguageName, SMALL};
use super::server::Window;

/// The body of an answer.
pub type Body = UnsyncBoxBody<Bytes, Infallible>;

/// Answers a request.
///
/// # Errors
///
/// None: a fault is an answer.
pub async fn answer(
    window: Rc<Window>,
    request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    let (parts, body) = request.into_parts();
    let mut response = match gate::entry(&parts, &window.request.address) {
        Err(status) => return Ok(bare(status)),
        Ok(Entry::Ticket) => return Ok(ticket(&window)),
        Ok(Entry::Page(name)) => {
            window.hear();
            let named = Named {
                name,
                window: &window,
                parts: &parts,
            };
            let answered = match parts.method {
                Method::POST => named.post(body).await,
                _ => named.get(),
            };
            answered.unwrap_or_else(|fault| told(&fault))
        }
    };
    gate::guard(response.headers_mut());
    Ok(response)
}

/// The way to the page, which is open once.
fn ticket(window: &Window) -> Response<Body> {
    if window.ticket.replace(true) {
        return bare(StatusCode::NOT_FOUND);
    }
    let mut response = bare(StatusCode::SEE_OTHER);
    let path = window.request.address.path();
    if let Ok(path) = HeaderValue::from_str(&path) {
        response.headers_mut().insert(header::LOCATION, path);
    }
    gate::guard(response.headers_mut());
    response
}

/// A request for what has this name.
struct Named<'a> {
    name: &'a str,
    window: &'a Rc<Window>,
    parts: &'a Parts,
}

impl Named<'_> {
    fn get(&self) -> Result<Response<Body>, Fault> {
        match self.name {
            "about" => Ok(object(&self.about())),
            "opened" => Ok(object(&self.window.opened)),
            name => match PageFile::named(name) {
                Some(file) => Ok(whole(file.media, file.text())),
                None => Err(Fault::new(
                    StatusCode::NOT_FOUND,
                    "there is no such address",
                )),
            },
        }
    }

    fn about(&self) -> impl Serialize {
        let request = &self.window.request;
        json!({
            "version": request.solver,
            "workers": request.workers,
            "memory": request.memory,
            "queue": super::jobs::QUEUE,
            "languages": LanguageName::ALL,
            "file": request.file.as_ref().map(|(name, _)| name),
        })
    }

    async fn post(&self, body: Incoming) -> Result<Response<Body>, Fault> {
        let window = self.window;
        match self.name {
            "solve" => {
                let question: Question = self.read(body, SMALL).await?;
                events::respond(window, question.solving()?)
            }
            "check" => {
                let question: Question = self.read(body, SMALL).await?;
                events::respond(window, question.examining()?)
            }
            "export" => {
                let export: ExportRequest = self.read(body, LARGE).await?;
                events::respond(window, export.task()?)
            }
            "stop" => {
                let stopped: request::JobNumber = self.read(body, SMALL).await?;
                Ok(object(&json!({ "stopped": window.jobs.stop(stopped.job) })))
            }
            "alive" => {
                let request::Nothing {} = self.read(body, SMALL).await?;
                Ok(object(&json!({})))
            }
            "read" => {
                let pasted: PastedText = self.read(body, SMALL).await?;
                self.listing(move || pasted.listing()).await
            }
            "records" => {
                let file: FileRequest = self.read(body, LARGE).await?;
                self.listing(move || file.listing()).await
            }
            _ => Err(Fault::new(
                StatusCode::NOT_FOUND,
                "there is no such address",
            )),
        }
    }

    async fn read<T: serde::de::DeserializeOwned>(
        &self,
        body: Incoming,
        limit: usize,
    ) -> Result<T, Fault> {
        request::read(self.window, self.parts, body, limit).await
    }

    /// What `read` finds in a text, which may take it a while.
    async fn listing(
        &self,
        read: impl FnOnce() -> Result<Listing, Fault> + Send + 'static,
    ) -> Result<Response<Body>, Fault> {
        let _turn = self.window.readers.acquire().await;
        let listing = spawn_blocking(move || serde_json::to_vec(&read()?).map_err(Fault::from));
        let bytes = listing
            .await
            .map_err(|_| Fault::internal("a reader failed"))??;
        Ok(whole("application/json", bytes))
    }
}

/// An answer with nothing in it.
fn bare(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Full::default().boxed_unsync());
    *response.status_mut() = status;
    response
}

/// An answer that is there as a whole.
fn whole(media: &'static str, bytes: impl Into<Bytes>) -> Response<Body> {
    let mut response = Response::new(Full::new(bytes.into()).boxed_unsync());
    let media = HeaderValue::from_static(media);
    response.headers_mut().insert(header::CONTENT_TYPE, media);
    response
}

fn object(object: &impl Serialize) -> Response<Body> {
    match serde_json::to_vec(object) {
        Ok(bytes) => whole("application/json", bytes),
        Err(error) => told(&Fault::from(error)),
    }
}

/// What is wrong, as an answer.
fn told(fault: &Fault) -> Response<Body> {
    let mut response = object(&json!({ "error": fault.told() }));
    *response.status_mut() = fault.status;
    response
}
