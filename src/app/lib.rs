//! The command line of `solver`: the only crate that knows clap, standard streams, signals and
//! exit codes.
//!
//! ```text
//! arguments -> cli -> Command -> command -> run, doors, window, wings -> exit code
//! ```
//!
//! - [`cli`] reads arguments and shows help and manuals;
//! - [`command`] has a file for each thing that the program can be asked to do.
//!
//! It solves nothing and reads no record: a command opens files and streams and hands them to the
//! crates below.
//!
//! Start reading with [`command::Command`].

pub mod cli;
pub mod command;
