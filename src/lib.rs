//! **keymove**: chess problems in bulk. EPD in, proved EPD out.
//!
//! ```text
//! bytes -> lines -> Epd -> Job -> Verdict -> Epd -> bytes
//!          batch    epd    job    solve      record  batch
//! ```
//!
//! Arrows point one way: [`epd`] knows nothing of solving; [`solve`] knows nothing of EPD, threads
//! or the command line; only [`job`] (what to solve) and [`record`] (how the answer is written)
//! know both.
//!
//! A position is a [`position`]: orthodox chess, or one board of bughouse or crazyhouse ([`house`]).
//!
//! [`report`] writes the same answers for people. Beside the flow stand [`compare`]: two files of
//! records, and what is worse in the second; [`proof`]: certificates, written by the run and
//! checked by [`verify`], which proves the claims of records without the search; [`kriegspiel`] and
//! [`bpgn`], which share the rules of chess, mate rules and [`error`] with the rest.

pub mod answer;
pub mod batch;
pub mod bench;
pub mod bpgn;
pub mod cli;
pub mod command;
pub mod compare;
pub mod desk;
pub mod epd;
pub mod error;
pub mod exit;
pub mod house;
pub mod job;
pub mod kriegspiel;
pub mod pool;
pub mod position;
pub mod proof;
pub mod record;
pub mod report;
pub mod solve;
pub mod stop;
pub mod verify;
