//! What may be wrong with a problem, and how grave it is.

use super::{BrokenLine, Dual, WrongTry};
use crate::record::result::UNSUPPORTED;
use keymove_solve::Length;

/// What is wrong with a problem, or not known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Defect {
    /// The line is no record of a legal position with a job that is known, for that reason.
    Illegal(String),
    /// The goal is not reached within that length.
    NoSolution(Length),
    /// The goal is reached in that length, which is less than claimed.
    Short(Length),
    /// These are claimed to be keys and are none.
    Key(Vec<String>),
    /// These are said to be no keys (`am`) and are some.
    Avoided(Vec<String>),
    /// A move claimed to be a try is not one, or not as it is claimed.
    Try(WrongTry),
    /// A line claimed (`pv`, or one of a solution) goes wrong.
    Line(BrokenLine),
    /// Keys that are not claimed, or solutions beyond those claimed.
    Cooked {
        /// Keys, or whole lines of help play; not all of them where there are many.
        moves: Vec<String>,
        /// How many there are.
        found: u64,
        /// How many there should be.
        claimed: u64,
    },
    /// Fewer keys or, in help play, solutions than claimed.
    Count {
        /// How many there are.
        found: u64,
        /// How many there should be.
        claimed: u64,
    },
    /// More than one way to go on.
    Duals(Vec<Dual>),
    /// So many solutions of help play, or more, and the record does not say how many are meant.
    Several(u64),
    /// A limit came first; what it left open.
    Undecided(&'static str),
    /// The verdict would rest on what is not known here: that.
    Doubtful(String),
    /// Parts of a solution that could not be read, so that they were held against nothing.
    Unread(Vec<String>),
    /// The record claims nothing that could be judged.
    Unclaimed,
    /// The record asks what this program does not solve, for that reason. It may well be sound.
    Unsupported(String),
}

impl Defect {
    /// The names of all defects, the gravest first, as text and JSON have them.
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

    /// The name of [`Defect::Unsupported`], which is no fault of a record.
    pub const UNSUPPORTED: &str = "unsupported";

    /// Why a line has no job that can be done.
    pub(super) fn refused(reason: &str) -> Defect {
        match reason.strip_prefix(UNSUPPORTED) {
            Some(task) => Defect::Unsupported(task.to_owned()),
            None => Defect::Illegal(reason.to_owned()),
        }
    }

    /// Which it is in [`Defect::NAMES`].
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

    /// Whether it says that the record claims what is not so, which needs that all of its solution
    /// was understood.
    pub fn is_held_against(&self) -> bool {
        match self {
            Defect::NoSolution(_)
            | Defect::Short(_)
            | Defect::Key(_)
            | Defect::Avoided(_)
            | Defect::Try(_)
            | Defect::Line(_)
            | Defect::Cooked { .. }
            | Defect::Count { .. }
            | Defect::Several(_) => true,
            Defect::Illegal(_)
            | Defect::Duals(_)
            | Defect::Undecided(_)
            | Defect::Doubtful(_)
            | Defect::Unread(_)
            | Defect::Unclaimed
            | Defect::Unsupported(_) => false,
        }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        Defect::NAMES[self.rank()]
    }
}
