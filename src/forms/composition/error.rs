//! Why a problem of Popeye's input is not solved.

use std::fmt;

use shakmaty::Square;

use keymove_base::error::excerpt;

/// The fault of a problem, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PopeyeError {
    /// The line number, from 1.
    pub line: u64,
    /// The column in bytes, from 1.
    pub column: usize,
    /// The offending word, in printable form.
    pub word: String,
    /// The fault.
    pub kind: PopeyeErrorKind,
}

/// The possible faults of a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PopeyeErrorKind {
    /// The input does not begin as it must.
    NoBeginning,
    /// A word that is not a keyword, or not one allowed here.
    Unknown,
    /// An abbreviation of several keywords.
    Ambiguous,
    /// A rule that does not belong to orthodox chess.
    Condition,
    /// A stipulation that is not supported.
    Stipulation,
    /// A structured stipulation.
    Structured,
    /// A known option whose effect is not supported.
    Choice,
    /// The problem has more twins than this.
    TooManyTwins(usize),
    /// There are more messages about the problem than this.
    TooManyNotes(usize),
    /// A man of fairy chess.
    FairyMan,
    /// An option that would only save work, or omit solutions: it is ignored.
    PassedOver,
    /// A property that men have only in fairy chess.
    Attribute,
    /// The colour before the men is missing.
    NoColour,
    /// The input ends where this was expected.
    Ends(&'static str),
    /// A word in place of this, which was expected.
    Expected(&'static str),
    /// A board of another size than 8 times 8.
    Board,
    /// There is no man on the square.
    EmptySquare,
    /// A man is already on the square; the new one replaces it, as in Popeye.
    Occupied(Square),
    /// A keyword of the diagram that stands behind its twins.
    AfterTwins,
    /// A man would leave the board.
    OffBoard,
    /// The problem has no men.
    NoMen,
    /// The problem has no stipulation.
    NoStipulation,
    /// The square cannot be that of a pawn captured en passant.
    EnPassant,
    /// Play after the key with an aim other than mate.
    PostKeyPlay,
    /// The length is zero or too large.
    Length,
    /// The move that is omitted is the only one.
    NoMoveLeft,
    /// The position is refused, for this reason.
    Position(String),
}

impl PopeyeError {
    /// Whether the problem is not supported, as opposed to faulty.
    pub fn is_unsupported(&self) -> bool {
        use PopeyeErrorKind::{Attribute, Board, Condition, FairyMan, Stipulation, Structured};
        matches!(
            self.kind,
            Condition | Stipulation | Structured | FairyMan | Attribute | Board
        )
    }
}

impl fmt::Display for PopeyeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use PopeyeErrorKind as Kind;
        let word = excerpt(self.word.as_bytes());
        match &self.kind {
            Kind::NoBeginning => write!(
                f,
                "{word}: Popeye's input begins with BeginProblem, AnfangProblem or DebutProbleme"
            ),
            Kind::Unknown => write!(f, "{word} is not a keyword allowed here"),
            Kind::Ambiguous => write!(f, "{word} is the beginning of several keywords"),
            Kind::Condition => write!(f, "condition {word} is not supported"),
            Kind::Stipulation => write!(
                f,
                "stipulation {word} is not supported; #n, s#n, r#n, semi-r#n, h#n, hs#n, hr#n, ser-#n, ser-h#n, \
                 ser-s#n and ser-r#n are, with = or == for #, and exact- before them"
            ),
            Kind::Structured => f.write_str("structured stipulations are not supported"),
            Kind::Choice => write!(f, "option {word} is not supported"),
            Kind::TooManyTwins(most) => write!(f, "a problem may have {most} twins at most"),
            Kind::TooManyNotes(most) => {
                write!(
                    f,
                    "{word}: more than {most} messages about a problem; it is not solved"
                )
            }
            Kind::PassedOver => write!(f, "option {word} is passed over: everything is looked for"),
            Kind::FairyMan => {
                let hint = match self.word.eq_ignore_ascii_case("n") {
                    true => "; the knight is S in English and German, C in French",
                    false => "",
                };
                write!(f, "{word} is not a man of orthodox chess{hint}")
            }
            Kind::Attribute => write!(f, "men that are {word} are not supported"),
            Kind::NoColour => write!(f, "no colour stands before {word}"),
            Kind::Ends(wanted) => write!(f, "{wanted} is missing behind {word}"),
            Kind::Expected(wanted) => write!(f, "{word} is not {wanted}"),
            Kind::Board => write!(f, "{word} is not a board of 8 times 8 squares"),
            Kind::Occupied(square) => {
                write!(f, "{word} replaces the man that was on {square} before")
            }
            Kind::AfterTwins => write!(f, "{word} must come before the twins"),
            Kind::EmptySquare => write!(f, "there is no man on {word}"),
            Kind::OffBoard => write!(f, "{word} takes a man off the board"),
            Kind::NoMen => f.write_str("the problem has no men"),
            Kind::NoStipulation => f.write_str("the problem has no stipulation"),
            Kind::EnPassant => write!(f, "{word}: no pawn has just passed that square"),
            Kind::PostKeyPlay => f.write_str("play after the key is supported for mates only"),
            Kind::Length => write!(f, "{word}: the length is not in 1 to 1000 moves"),
            Kind::NoMoveLeft => write!(f, "{word}: without its first move, nothing is left"),
            Kind::Position(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for PopeyeError {}
