//! The program as a whole: the examples of README and help, the engine for a GUI, and the page's
//! server.
//!
//! There is a folder for each promise, in one crate, because each crate is linked separately.

mod support {
    pub mod long;
    pub mod path;
    pub mod programs;
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
