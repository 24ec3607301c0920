//! The requests by name. Both ways to the program end here: HTTP, and the page that has the program in
//! itself.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::export::ExportRequest;
use super::question::AskedProblem;
use super::reading::{FileRequest, PastedText, ProblemListing};
use super::request::{LARGE, RequestFault, SMALL};
use super::task::JobTask;

/// A request.
pub enum Call {
    /// Something to be searched, with events.
    Job(Box<dyn JobTask>),
    /// The problems in a text, which may take a while.
    Listing(Box<dyn FnOnce() -> Result<ProblemListing, RequestFault> + Send>),
    /// To end a job.
    Stop(u64),
    /// Nothing: somebody is there.
    Alive,
}

/// A request that says nothing.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// A request that names a job.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct JobNumber {
    job: u64,
}

impl Call {
    /// The most bytes that a request of this name may have.
    pub fn most(name: &str) -> usize {
        match name {
            "export" | "records" => LARGE,
            _ => SMALL,
        }
    }

    /// The request of this name.
    ///
    /// # Errors
    ///
    /// There is no such name, or the body is not what belongs to it.
    pub fn read(name: &str, body: &[u8]) -> Result<Call, RequestFault> {
        Ok(match name {
            "solve" => Call::Job(understood::<AskedProblem>(body)?.solving()?),
            "check" => Call::Job(understood::<AskedProblem>(body)?.examining()?),
            "export" => Call::Job(understood::<ExportRequest>(body)?.task()?),
            "read" => {
                let pasted: PastedText = understood(body)?;
                Call::Listing(Box::new(|| pasted.listing()))
            }
            "records" => {
                let file: FileRequest = understood(body)?;
                Call::Listing(Box::new(|| file.listing()))
            }
            "stop" => Call::Stop(understood::<JobNumber>(body)?.job),
            "alive" => {
                let Nothing {} = understood(body)?;
                Call::Alive
            }
            _ => return Err(RequestFault::unknown()),
        })
    }
}

fn understood<T: DeserializeOwned>(body: &[u8]) -> Result<T, RequestFault> {
    serde_json::from_slice(body)
        .map_err(|error| RequestFault::new(400_u16, format!("no such request: {error}")))
}
