//! The page of `solver window` and what is behind it: a server of HTTP on this machine alone.
//!
//! ```text
//! bytes -> server (connections) -> gate (who may come in?) -> routes -> page: its files
//!                                                                    -> reading: text -> problems
//!                                                                    -> question -> jobs -> events
//! ```
//!
//! - `gate` is the only way in: the secret in the address, `Host`, `Origin`. Whoever has no right
//!   hears 404 and nothing else, and cannot keep others out by mere connections (`visitors`).
//! - `way_in` hands the secret to a browser without showing it to anybody else.
//! - No request names a file of the machine: contents come in and contents go out.
//! - What is asked goes the way of every record: [`mod@keymove_run::answer`] for one problem,
//!   [`batch::answering`](keymove_run::batch::answering) for a file of them. Nothing is answered here.
//! - One thread listens, a worker for each job searches. A job that nobody listens to any more is
//!   stopped, and what was not proved by then is said to be open.
//!
//! The API is one page, `solver help window`.

mod address;
mod documents;
mod events;
mod export;
mod foreign;
mod gate;
mod jobs;
mod page;
mod pasted;
mod question;
mod reading;
mod request;
mod routes;
mod server;
mod solving;
mod twins;
mod unsolved;
mod visitors;
mod way_in;

/// The API behind the page: the manual `window`.
pub const MANUAL: &str = include_str!("api.md");

pub use address::{Address, Secrets};
pub use request::LARGE as LARGEST_FILE;
pub use server::{WindowError, WindowRequest, serve};
pub use way_in::WayIn;
