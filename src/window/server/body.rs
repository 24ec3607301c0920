//! Bodies of requests: read within limits.

use std::time::Duration;

use http_body_util::{BodyExt, Limited};
use hyper::StatusCode;
use hyper::body::{Body, Bytes, Incoming};
use hyper::header;
use hyper::http::request::Parts;
use tokio::time::timeout;

use super::OpenWindow;
use crate::request::{RequestFault, SMALL};

/// The longest time for a body to arrive.
const COMING: Duration = Duration::from_secs(30);

/// Reads a body of at most `limit` bytes.
///
/// # Errors
///
/// It is too long (at once, where it says so itself), or takes too long.
pub async fn read(
    window: &OpenWindow,
    parts: &Parts,
    body: Incoming,
    limit: usize,
) -> Result<Bytes, RequestFault> {
    let too_long = || {
        let message = format!("a request here has at most {limit} bytes");
        RequestFault::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    };
    let said = body.size_hint().exact();
    if said.is_some_and(|said| said > limit as u64) {
        return Err(too_long());
    }
    if parts.headers.contains_key(header::CONTENT_ENCODING) {
        let message = "bodies are not compressed";
        return Err(RequestFault::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            message,
        ));
    }
    // Small ones never wait for the large ones.
    let _held = match limit > SMALL {
        true => Some(window.held.acquire().await),
        false => None,
    };
    let whole = timeout(COMING, Limited::new(body, limit).collect()).await;
    let late = |_| RequestFault::new(StatusCode::REQUEST_TIMEOUT, "the request took too long");
    let bytes = whole.map_err(late)?.map_err(|error| {
        if error.is::<http_body_util::LengthLimitError>() {
            too_long()
        } else {
            RequestFault::new(StatusCode::BAD_REQUEST, "the request broke off")
        }
    })?;
    Ok(bytes.to_bytes())
}
