//! Counts the outcomes of lines.

use serde::{Deserialize, Serialize};

use keymove_records::record::result::RecordOutcome;

/// The numbers of lines by [`RecordOutcome`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Lines kept from an earlier run.
    pub kept: u64,
    /// Lines answered by this run, whatever the answer.
    pub answered: u64,
    /// Of both: solved.
    pub solved: u64,
    /// Of both: refuted.
    pub refuted: u64,
    /// Of both: a limit was met first.
    pub unknown: u64,
    /// Of both: malformed or illegal.
    pub malformed: u64,
    /// Of both: asked for something this program does not solve.
    pub unsupported: u64,
    /// Of both: the job panicked.
    pub panicked: u64,
    /// Files that could not be read.
    pub unreadable: u64,
}

impl Tally {
    /// Counts an outcome.
    pub fn count(&mut self, outcome: RecordOutcome) {
        self.answered += u64::from(self.add(outcome));
    }

    /// The same counts for a run that continues this one: all its lines are kept.
    pub fn all_kept(self) -> Tally {
        Tally {
            kept: self.lines(),
            answered: 0,
            ..self
        }
    }

    /// Adds an outcome; returns whether it is that of a line.
    fn add(&mut self, outcome: RecordOutcome) -> bool {
        let counter = match outcome {
            RecordOutcome::Unreadable => {
                self.unreadable += 1;
                return false;
            }
            RecordOutcome::Remark => return false,
            RecordOutcome::Passed => return true,
            RecordOutcome::Solved => &mut self.solved,
            RecordOutcome::Refuted => &mut self.refuted,
            RecordOutcome::GaveUp => &mut self.unknown,
            RecordOutcome::Malformed => &mut self.malformed,
            RecordOutcome::Unsupported => &mut self.unsupported,
            RecordOutcome::Internal => &mut self.panicked,
        };
        *counter += 1;
        true
    }

    /// The number of lines that are records, or should be.
    pub fn records(&self) -> u64 {
        let answered = self.solved + self.refuted + self.unknown;
        answered + self.malformed + self.unsupported + self.panicked
    }

    /// The number of output lines.
    pub fn lines(&self) -> u64 {
        self.kept + self.answered
    }
}
