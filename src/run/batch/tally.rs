//! What became of the lines, counted.

use serde::{Deserialize, Serialize};

use crate::answer::Status;
use keymove_records::record::result::JobOutcome;

/// What became of a line, or of a file that gave none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// The line was answered.
    Answered(Status),
    /// Its job panicked.
    Panicked,
    /// Not a line: a file that could not be read.
    Unreadable,
    /// Not a line: something that was said of a file.
    Told,
}

impl Fate {
    /// What became of a line whose job came to that.
    pub fn of(outcome: JobOutcome) -> Fate {
        match outcome {
            JobOutcome::Solved => Fate::Answered(Status::Solved),
            JobOutcome::Refuted => Fate::Answered(Status::Refuted),
            JobOutcome::GaveUp => Fate::Answered(Status::Unknown),
            JobOutcome::Malformed => Fate::Answered(Status::Malformed),
            JobOutcome::Unsupported => Fate::Answered(Status::Unsupported),
            JobOutcome::Internal => Fate::Panicked,
        }
    }
}

/// Numbers of lines by their [`Fate`].
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
    /// Of both: asked what this program does not solve.
    pub unsupported: u64,
    /// Of both: the job panicked.
    pub panicked: u64,
    /// Files that could not be read.
    pub unreadable: u64,
}

impl Tally {
    /// Counts one more.
    pub fn count(&mut self, fate: Fate) {
        self.answered += u64::from(self.add(fate));
    }

    /// The same counts for a run that goes on after this one: all its lines are kept.
    pub fn all_kept(self) -> Tally {
        Tally {
            kept: self.lines(),
            answered: 0,
            ..self
        }
    }

    /// Counts one more by what became of it. Whether it is a line.
    fn add(&mut self, fate: Fate) -> bool {
        let counter = match fate {
            Fate::Unreadable => {
                self.unreadable += 1;
                return false;
            }
            Fate::Told => return false,
            Fate::Answered(Status::Passed) => return true,
            Fate::Answered(Status::Solved) => &mut self.solved,
            Fate::Answered(Status::Refuted) => &mut self.refuted,
            Fate::Answered(Status::Unknown) => &mut self.unknown,
            Fate::Answered(Status::Malformed) => &mut self.malformed,
            Fate::Answered(Status::Unsupported) => &mut self.unsupported,
            Fate::Panicked => &mut self.panicked,
        };
        *counter += 1;
        true
    }

    /// Lines that are records, or should be.
    pub fn records(&self) -> u64 {
        let answered = self.solved + self.refuted + self.unknown;
        answered + self.malformed + self.unsupported + self.panicked
    }

    /// Lines of output there are.
    pub fn lines(&self) -> u64 {
        self.kept + self.answered
    }
}
