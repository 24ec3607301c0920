//! The possible defects of a problem, and how grave they are.

use super::{BrokenLine, Dual, WrongTry};
use crate::cause::Cause;
use keymove_base::reason::Reason;
use keymove_solve::Length;

/// A defect of a problem, or something not known about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Defect {
    /// The line is not a record of a legal position with a known job, for this reason.
    Illegal(Reason),
    /// The goal is not reached within this length.
    NoSolution(Length),
    /// The goal is reached in this length, which is shorter than claimed.
    Short(Length),
    /// These moves are claimed to be keys but are not.
    Key(Vec<String>),
    /// These moves are claimed not to be keys (`am`) but are.
    Avoided(Vec<String>),
    /// A move claimed as a try is not one, or not in the way claimed.
    Try(WrongTry),
    /// A claimed line (`pv`, or one of a solution) is wrong.
    Line(BrokenLine),
    /// Keys that are not claimed, or solutions beyond the claimed number.
    Cooked {
        /// Keys, or whole lines of help play; a part of them if there are many.
        moves: Vec<String>,
        /// The number found.
        found: u64,
        /// The number claimed.
        claimed: u64,
    },
    /// Fewer keys, or fewer solutions of help play, than claimed.
    Count {
        /// The number found.
        found: u64,
        /// The number claimed.
        claimed: u64,
    },
    /// Replies with more than one continuation.
    Duals(Vec<Dual>),
    /// At least this number of solutions of help play, and the record does not say how many are
    /// intended.
    Several(u64),
    /// Something was left open.
    Undecided(LeftOpen),
    /// The verdict would depend on this, which is not known here.
    Doubtful(String),
    /// Parts of a solution that could not be read, and so were not judged.
    Unread(Vec<String>),
    /// The record claims nothing that can be judged.
    Unclaimed,
    /// The record asks for something this program does not solve, for this reason. It may well be
    /// sound.
    Unsupported(Reason),
}

/// Why a verdict is undecided, in the order of the words for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftOpen {
    /// The node limit was met.
    Nodes,
    /// The time limit was met.
    Time,
    /// The run was stopped.
    Stopped,
    /// Not every first move was decided.
    FirstMoves,
    /// The play is too large to look through for duals.
    Duals,
}

impl From<&Cause> for Defect {
    fn from(cause: &Cause) -> Defect {
        match cause {
            Cause::Unsupported(reason) => Defect::Unsupported(reason.clone()),
            _ => Defect::Illegal(cause.reason()),
        }
    }
}

impl Defect {
    /// The names of all defects, the gravest first, as used in text and JSON.
    pub const NAMES: [&str; 15] = [
        "illegal",
        "no solution",
        "short",
        "key",
        "avoided",
        "try",
        "line",
        "cooked",
        "count",
        "dual",
        "several",
        "undecided",
        "unread",
        "unclaimed",
        Defect::UNSUPPORTED,
    ];

    /// The name of [`Defect::Unsupported`], which is not a fault of the record.
    pub const UNSUPPORTED: &str = "unsupported";

    /// The index of the defect in [`Defect::NAMES`].
    pub(super) fn rank(&self) -> usize {
        match self {
            Defect::Illegal(_) => 0,
            Defect::NoSolution(_) => 1,
            Defect::Short(_) => 2,
            Defect::Key(_) => 3,
            Defect::Avoided(_) => 4,
            Defect::Try(_) => 5,
            Defect::Line(_) => 6,
            Defect::Cooked { .. } => 7,
            Defect::Count { .. } => 8,
            Defect::Duals(_) => 9,
            Defect::Several(_) => 10,
            Defect::Undecided(_) | Defect::Doubtful(_) => 11,
            Defect::Unread(_) => 12,
            Defect::Unclaimed => 13,
            Defect::Unsupported(_) => 14,
        }
    }

    /// Whether it says that a claim of the record is false. Such defects presuppose that the whole
    /// solution was understood.
    pub fn is_held_against(&self) -> bool {
        matches!(
            self,
            Defect::NoSolution(_)
                | Defect::Short(_)
                | Defect::Key(_)
                | Defect::Avoided(_)
                | Defect::Try(_)
                | Defect::Line(_)
                | Defect::Cooked { .. }
                | Defect::Count { .. }
                | Defect::Several(_)
        )
    }

    /// The name of the defect.
    pub fn name(&self) -> &'static str {
        Defect::NAMES[self.rank()]
    }
}
