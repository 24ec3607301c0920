//! The protocols of other programs, served by the same solver.
//!
//! - [`uci`]: chess GUIs and libraries that drive engines;
//! - [`chest`]: programs and files that call Chest;
//! - [`popeye`]: programs that call Popeye.
//!
//! Each module turns requests into problems, and verdicts into text. It has no threads, streams or
//! clocks of its own, and does not read EPD suites, which the crate `run` does.
//!
//! Start reading with [`uci::Session`] and [`chest`].

pub mod chest;
pub mod popeye;
pub mod uci;
