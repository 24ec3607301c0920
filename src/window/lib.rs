//! The page of `solver window` and what is behind it: questions in, answers out.
//!
//! ```text
//! name, bytes -> call -> question -> solving, export  (a job, with events)
//!                     -> reading: text -> problems
//! ```
//!
//! - `serve`, of the feature `server`, asks it over HTTP, on this machine alone; the crate in
//!   `browser/` is the same for a page that has the program in itself.
//! - No request names a file of the machine: contents come in and contents go out.
//! - What is asked goes the way of every record: [`mod@keymove_run::answer`] for one problem,
//!   [`batch::answering`](keymove_run::batch::answering) for a file of them. Nothing is answered here.
//!
//! The API is one page, `solver help window`.

mod call;
mod desk;
mod documents;
mod export;
mod foreign;
mod pasted;
mod question;
mod reading;
mod request;
#[cfg(feature = "server")]
mod server;
mod solving;
mod task;
mod twins;
mod unsolved;

/// The API behind the page: the manual `window`.
pub const MANUAL: &str = include_str!("api.md");

pub use call::Call;
pub use reading::ProblemListing;
pub use request::{LARGE as LARGEST_FILE, RequestFault};
#[cfg(feature = "server")]
pub use server::{Address, Secrets, WayIn, WindowError, WindowRequest, serve};
pub use task::{JobTask, Notes, Workbench};
