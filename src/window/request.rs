//! The limits on the size of requests, and the faults of requests.

use std::fmt::Display;

use serde_json::{Value, json};

/// Bytes of requests that say little.
pub const SMALL: usize = 1 << 20;

/// Bytes of requests that bring files.
pub const LARGE: usize = 16 << 20;

/// Why a request is not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestFault {
    /// The status of the answer, as HTTP numbers it.
    pub status: u16,
    /// The fault, in words.
    message: String,
    /// Where, in the object that was sent: `twins[1]`.
    place: Option<String>,
}

impl RequestFault {
    /// A fault of the whole request.
    pub fn new(status: impl Into<u16>, message: impl Display) -> RequestFault {
        RequestFault {
            status: status.into(),
            message: message.to_string(),
            place: None,
        }
    }

    /// Something wrong in `place` of the object that was sent.
    pub fn at(place: impl Into<String>, message: impl Display) -> RequestFault {
        RequestFault {
            place: Some(place.into()),
            ..RequestFault::new(400_u16, message)
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

    /// Nothing has the name that was asked for.
    pub fn unknown() -> RequestFault {
        RequestFault::new(404_u16, "there is no such address")
    }

    /// A fault of this program.
    pub fn internal(message: impl Display) -> RequestFault {
        let message = format!("internal: {message}");
        RequestFault::new(500_u16, message)
    }

    /// The fault as a JSON object.
    pub fn to_json(&self) -> Value {
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
