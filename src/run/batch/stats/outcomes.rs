//! Counts of outcomes, shared by the statistics of a run and the census of its records.

use std::fmt;

use serde::Serialize;

/// The numbers of records by outcome.
#[derive(Debug, Clone, Serialize)]
pub struct OutcomeFigures {
    /// Lines that are records, or should be.
    pub records: u64,
    /// Records that are solved.
    pub solved: SolvedRecords,
    /// Records that are refuted.
    pub refuted: u64,
    /// Records for which a limit was met before anything was found.
    pub gave_up: u64,
    /// Records that are malformed, illegal or not supported.
    pub malformed: u64,
    /// Records for which this program failed.
    pub internal_errors: u64,
    /// Files that could not be read.
    pub unreadable_files: u64,
    /// Records that met a limit, whether or not a solution was found.
    pub limits: MetLimits,
    /// The nodes of all records.
    pub nodes: u64,
}

/// The solved records of a run, including being mated.
#[derive(Debug, Clone, Serialize)]
pub struct SolvedRecords {
    /// Their number.
    pub records: u64,
    /// Of these, the number that were already mate or stalemate.
    pub over: u64,
    /// The others by goal and length.
    pub by_length: Vec<LengthFigures>,
}

/// The records of one length.
#[derive(Debug, Clone, Serialize)]
pub struct LengthFigures {
    /// The goal with its length: `#3`, `-#2`, `h#2.5`.
    pub stipulation: String,
    /// The length in full moves.
    pub moves: f64,
    /// Their number.
    pub records: u64,
}

/// The numbers of records that met a limit.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct MetLimits {
    /// Records that met the limit of nodes.
    pub nodes: u64,
    /// Records that met the limit of time.
    pub time: u64,
    /// Records ended by a signal.
    pub stopped: u64,
}

impl OutcomeFigures {
    /// Writes a line for each outcome, beginning with a line feed; labels are padded to `width`
    /// characters.
    pub fn write_lines(&self, f: &mut fmt::Formatter<'_>, width: usize) -> fmt::Result {
        write!(f, "\n{:<width$}{}", "solved", self.solved.records)?;
        let mut parts: Vec<String> = self
            .solved
            .by_length
            .iter()
            .map(|length| format!("{} {}", length.stipulation, length.records))
            .collect();
        if self.solved.over > 0 {
            parts.push(format!("over already {}", self.solved.over));
        }
        if !parts.is_empty() {
            write!(f, ": {}", parts.join(", "))?;
        }
        write!(f, "\n{:<width$}{}", "refuted", self.refuted)?;
        write!(f, "\n{:<width$}{}", "gave up", self.gave_up)?;
        let limits = [
            ("nodes", self.limits.nodes),
            ("time", self.limits.time),
            ("stopped", self.limits.stopped),
        ];
        let met: Vec<String> = limits
            .iter()
            .filter(|(_, records)| *records > 0)
            .map(|(limit, records)| format!("{limit} {records}"))
            .collect();
        if !met.is_empty() {
            write!(f, "; limits met, also by solved ones: {}", met.join(", "))?;
        }
        let errors = self.malformed + self.internal_errors;
        write!(f, "\n{:<width$}{errors}", "errors")?;
        if self.internal_errors > 0 {
            write!(f, ", {} of them internal", self.internal_errors)?;
        }
        Ok(())
    }
}
