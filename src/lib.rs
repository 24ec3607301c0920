//! **keymove**: chess problems in bulk. EPD in, proved EPD out.
//!
//! ```text
//! bytes -> lines -> Epd -> Job -> Verdict -> Epd -> bytes
//!          batch    epd    job    solve      record  batch
//! ```
//!
//! Arrows point one way: [`epd`] knows nothing of solving; [`solve`] knows nothing of EPD, threads or
//! the command line; only [`job`] (what to solve) and [`record`] (how the answer is written) know both.
//!
//! Beside the flow stands [`compare`]: two files of records, and what is worse in the second.

pub mod answer;
pub mod batch;
pub mod bench;
pub mod cli;
pub mod compare;
pub mod epd;
pub mod error;
pub mod exit;
pub mod game;
pub mod house;
pub mod job;
pub mod record;
pub mod solve;
