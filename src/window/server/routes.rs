//! The answers by name.

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

use super::OpenWindow;
use super::body;
use super::events;
use super::gate::{self, Admission};
use super::page::PageFile;
use super::visitors::Visitor;
use crate::call::Call;
use crate::reading::ProblemListing;
use crate::request::RequestFault;
use keymove_base::language::Language;

/// The body of an answer.
pub type Body = UnsyncBoxBody<Bytes, Infallible>;

/// Answers a request.
///
/// # Errors
///
/// None: a fault is an answer.
pub async fn answer(
    window: Rc<OpenWindow>,
    visitor: &Visitor,
    request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    let (parts, body) = request.into_parts();
    let mut response = match gate::entry(&parts, &window.request.address) {
        Err(status) => return Ok(bare(status)),
        Ok(Admission::Ticket) => return Ok(ticket(&window)),
        Ok(Admission::Page(name)) => {
            window.hear();
            visitor.introduce();
            let named = NamedRequest {
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

/// The way to the page, which is open once. The browser goes on by itself: led on by a redirect it
/// would still say that it comes from the file.
fn ticket(window: &OpenWindow) -> Response<Body> {
    let page = window.request.address.path();
    let mut response = if window.way_in.take().is_some() {
        whole(
            "text/html; charset=utf-8",
            format!(
                "<!DOCTYPE html>\n<meta http-equiv=\"refresh\" content=\"0; url={page}\">\n\
                 <title>keymove</title>\n<p><a href=\"{page}\">Open the page</a></p>\n"
            ),
        )
    } else {
        (window.request.complain)(TAKEN);
        let mut response = whole("text/plain; charset=utf-8", format!("{TAKEN}.\n"));
        *response.status_mut() = StatusCode::GONE;
        response
    };
    gate::guard(response.headers_mut());
    response
}

/// The message when a ticket is used a second time.
const TAKEN: &str = "the address for the browser works once and was used before; open the address that \
                     solver window printed, and if it was not your browser that used it, end solver \
                     window with Ctrl-C: somebody else can read the page";

/// A request for what has this name.
struct NamedRequest<'a> {
    name: &'a str,
    window: &'a Rc<OpenWindow>,
    parts: &'a Parts,
}

impl NamedRequest<'_> {
    fn get(&self) -> Result<Response<Body>, RequestFault> {
        match self.name {
            "about" => Ok(object(&self.about())),
            "opened" => Ok(object(&self.window.opened)),
            name => match PageFile::named(name) {
                Some(file) => Ok(whole(file.media, file.text())),
                None => Err(RequestFault::unknown()),
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
            "languages": Language::NAMES.map(|(name, _)| name),
            "file": request.file.as_ref().map(|(name, _)| name),
        })
    }

    async fn post(&self, body: Incoming) -> Result<Response<Body>, RequestFault> {
        let window = self.window;
        let body = body::read(window, self.parts, body, Call::most(self.name)).await?;
        match Call::read(self.name, &body)? {
            Call::Job(task) => events::respond(window, task),
            Call::Listing(read) => self.listing(read).await,
            Call::Stop(job) => Ok(object(&json!({ "stopped": window.jobs.stop(job) }))),
            Call::Alive => Ok(object(&json!({}))),
        }
    }

    /// The problems that `read` finds in a text; this may take a while.
    async fn listing(
        &self,
        read: impl FnOnce() -> Result<ProblemListing, RequestFault> + Send + 'static,
    ) -> Result<Response<Body>, RequestFault> {
        let _turn = self.window.readers.acquire().await;
        let listing =
            spawn_blocking(move || serde_json::to_vec(&read()?).map_err(RequestFault::from));
        let bytes = listing
            .await
            .map_err(|_| RequestFault::internal("a reader failed"))??;
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
        Err(error) => told(&RequestFault::from(error)),
    }
}

/// The answer that reports a fault.
fn told(fault: &RequestFault) -> Response<Body> {
    let mut response = object(&json!({ "error": fault.to_json() }));
    *response.status_mut() = StatusCode::from_u16(fault.status).expect("a status of HTTP");
    response
}
