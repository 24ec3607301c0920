//! Bodies of requests: read within limits, and understood.

use std::fmt::Display;
use std::time::Duration;

use http_body_util::{BodyExt, Limited};
use hyper::StatusCode;
use hyper::body::{Body, Incoming};
use hyper::header;
use hyper::http::request::Parts;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::server::OpenWindow;
use keymove_base::language::Language;

/// Bytes of requests that say little.
pub const SMALL: usize = 1 << 20;

/// Bytes of requests that bring files.
pub const LARGE: usize = 16 << 20;

/// How long a body may take to come in.
const COMING: Duration = Duration::from_secs(30);

/// Why a request is not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestFault {
    /// The status of the answer.
    pub status: StatusCode,
    /// What is wrong, in words.
    message: String,
    /// Where, in the object that was sent: `twins[1]`.
    place: Option<String>,
}

impl RequestFault {
    /// A fault of the whole request.
    pub fn new(status: StatusCode, message: impl Display) -> RequestFault {
        RequestFault {
            status,
            message: message.to_string(),
            place: None,
        }
    }

    /// Something wrong in `place` of the object that was sent.
    pub fn at(place: impl Into<String>, message: impl Display) -> RequestFault {
        RequestFault {
            place: Some(place.into()),
            ..RequestFault::new(StatusCode::BAD_REQUEST, message)
        }
    }

    /// The same fault in a part of the object that was sent.
    #[must_use]
    pub fn within(self, outer: &str) -> RequestFault {
        let place = match &self.place {
            Some(place) => format!("{outer}.{place}"),
            None => outer.to_owned(),
        };
        RequestFault {
            place: Some(place),
            ..self
        }
    }

    /// A fault of this program.
    pub fn internal(message: impl Display) -> RequestFault {
        let message = format!("internal: {message}");
        RequestFault::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// What is told of it.
    pub fn told(&self) -> Value {
        match &self.place {
            Some(place) => json!({ "message": self.message, "place": place }),
            None => json!({ "message": self.message }),
        }
    }
}

impl From<serde_json::Error> for RequestFault {
    fn from(error: serde_json::Error) -> RequestFault {
        RequestFault::internal(error)
    }
}

/// A request that says nothing.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A request that names a job.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobNumber {
    /// Its number.
    pub job: u64,
}

/// Reads a body of at most `limit` bytes.
///
/// # Errors
///
/// It is too long (at once, where it says so itself), takes too long, or is not what is wanted.
pub async fn read<T: DeserializeOwned>(
    window: &OpenWindow,
    parts: &Parts,
    body: Incoming,
    limit: usize,
) -> Result<T, RequestFault> {
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
    let unread =
        |error| RequestFault::new(StatusCode::BAD_REQUEST, format!("no such request: {error}"));
    serde_json::from_slice(&bytes.to_bytes()).map_err(unread)
}

/// The language of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AskedLanguage {
    En,
    De,
    Fr,
}

impl AskedLanguage {
    /// All of them.
    pub const ALL: [AskedLanguage; 3] = [AskedLanguage::En, AskedLanguage::De, AskedLanguage::Fr];
}

impl From<AskedLanguage> for Language {
    fn from(name: AskedLanguage) -> Language {
        match name {
            AskedLanguage::En => Language::English,
            AskedLanguage::De => Language::German,
            AskedLanguage::Fr => Language::French,
        }
    }
}
