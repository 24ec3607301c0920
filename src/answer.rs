//! One input line in, one output line out: the whole way of a record, without threads.
//!
//! line -> [`crate::epd`] -> [`crate::job`] -> [`crate::solve`] -> [`crate::record`] -> line

use crate::job::Defaults;
use crate::solve::{Stop, Tables};

/// How records are read and written.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// What a record that says nothing is taken to ask.
    pub defaults: Defaults,
    /// Leave out `acs`.
    pub no_time: bool,
    /// The form of the output.
    pub format: Format,
}

/// The form of the output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Format {
    /// One EPD record a line.
    #[default]
    Epd,
    /// One JSON object a line.
    Json,
}

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Not a job: blank or a comment, copied through.
    Passed,
    /// Solved: a mate (or being mated) is proved, the position is mate or stalemate already.
    Solved,
    /// Proved absent.
    Refuted,
    /// A limit was met first.
    Unknown,
    /// Malformed, illegal or not supported.
    Malformed,
}

/// The answer to one line.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The output line, without its line feed.
    pub text: Vec<u8>,
    /// What became of the line.
    pub status: Status,
    /// Whether it was ended by the [`Stop`] flag (`Limit "stopped"`).
    pub stopped: bool,
    /// Reasons (for `Malformed`) and warnings, each with its column in bytes, counted from 1. A warning
    /// begins with `warning: `.
    pub messages: Vec<(usize, String)>,
}

/// Answers one line (without its line feed).
pub fn answer(line: &[u8], settings: &Settings, tables: &mut Tables, stop: &Stop) -> Answer {
    let _ = (settings, tables, stop);
    Answer {
        text: line.to_vec(),
        status: Status::Passed,
        stopped: false,
        messages: Vec::new(),
    }
}

/// The line of a job that failed inside the program: its own bytes with `Error "internal: ..."`.
pub fn internal_error(line: &[u8], what: &str) -> Answer {
    let mut text = line.to_vec();
    text.extend_from_slice(format!(" Error \"internal: {what}\";").as_bytes());
    Answer {
        text,
        status: Status::Malformed,
        stopped: false,
        messages: vec![(1, format!("internal: {what}"))],
    }
}
