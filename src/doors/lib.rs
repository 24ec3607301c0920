//! The doors: other programs' protocols, spoken to the same solver.
//!
//! - [`uci`]: chess GUIs and libraries that drive engines;
//! - [`chest`]: programs and files that call Chest;
//! - [`popeye`]: programs that call Popeye.
//!
//! A door makes problems of what it is told and words of the verdicts. It has no threads, streams
//! or clocks of its own, and it reads no EPD suites: those are the business of the run.
//!
//! Start reading with [`uci::Session`] and [`chest`].

pub mod chest;
pub mod popeye;
pub mod uci;
