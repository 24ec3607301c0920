//! The faults of a job, with their places.

use std::fmt;
use std::io;

use keymove_base::error::{Location, UTF16};
use keymove_records::epd::EpdErrorKind;
use keymove_records::job::JobError;

/// Why a job is not solved.
#[derive(Debug)]
pub struct ChestError {
    /// The place of the fault.
    pub place: Location,
    /// The fault.
    pub kind: ChestErrorKind,
}

/// The possible faults of a job.
#[derive(Debug)]
pub enum ChestErrorKind {
    /// The rest of the file cannot be read.
    Unreadable(io::Error),
    /// The file is UTF-16.
    Utf16,
    /// A line is longer than any in Chest's input.
    LongLine,
    /// A word that has no meaning here.
    Word(String),
    /// A complete EPD record.
    Epd,
    /// A language other than English, problem English or German.
    Language(String),
    /// An unknown castling right.
    Castling(String),
    /// The king or rook of a castling right is not on its original square.
    NotCastling(String),
    /// Not the square of a pawn that has just made a double step.
    EnPassant(String),
    /// An unknown job letter.
    Job(String),
    /// Not a depth, with or without a side.
    Depth(String),
    /// The FEN has another side to move.
    Turn,
    /// Only mate jobs have a mated side.
    MatedSide,
    /// There is no board in the job.
    NoBoard,
    /// Something is given twice in a job.
    Twice(&'static str),
    /// The position cannot be solved.
    Position(EpdErrorKind),
    /// The stipulation cannot be solved.
    Stipulation(JobError),
}

impl fmt::Display for ChestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl fmt::Display for ChestErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChestErrorKind::Unreadable(error) => write!(f, "cannot be read: {error}"),
            ChestErrorKind::Utf16 => f.write_str(UTF16),
            ChestErrorKind::LongLine => f.write_str("this line is too long for Chest's input"),
            ChestErrorKind::Word(word) => {
                write!(
                    f,
                    "{word} is not a word of Chest's input: L, f, F, c, e, j, z or .."
                )
            }
            ChestErrorKind::Epd => f.write_str("this is an EPD record; -b reads those"),
            ChestErrorKind::Language(word) => {
                write!(f, "{word} is not a language: LE, LS and LD are")
            }
            ChestErrorKind::Castling(word) => {
                write!(
                    f,
                    "{word} is not a castling right: cws, cwl, cbs and cbl are"
                )
            }
            ChestErrorKind::NotCastling(word) => {
                write!(f, "{word}: king or rook is not in its place")
            }
            ChestErrorKind::EnPassant(word) => {
                write!(
                    f,
                    "{word} is not a pawn that has just made two steps, as eg4"
                )
            }
            ChestErrorKind::Job(word) => write!(
                f,
                "{word} is not a job: o, O, s, S, h and H are; what Chest has no letter for is asked in EPD \
                 (-b, Stip) or of solver popeye"
            ),
            ChestErrorKind::Depth(word) => {
                write!(f, "{word} is not a depth with its side to move, as z3w")
            }
            ChestErrorKind::Turn => f.write_str("the FEN says that the other side is to move"),
            ChestErrorKind::MatedSide => f.write_str("only mate jobs have a mated side (-x)"),
            ChestErrorKind::NoBoard => f.write_str("the job has no board: no line begins with f"),
            ChestErrorKind::Twice(what) => {
                write!(f, "the job has {what} already; a line with .. ends a job")
            }
            ChestErrorKind::Position(kind) => kind.fmt(f),
            ChestErrorKind::Stipulation(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ChestError {}
