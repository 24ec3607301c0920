//! The program as a whole: what the README and the help show, the engine for a GUI, and the page's
//! server.
//!
//! A folder for each promise. One crate, because each links anew.

mod support {
    pub mod long;
    pub mod scratch;
    pub mod solver;
    pub mod waiting;
}

mod help;
mod raw;
mod readme;
#[cfg(unix)]
mod transcripts;
mod uci;
#[cfg(feature = "window")]
mod window;
