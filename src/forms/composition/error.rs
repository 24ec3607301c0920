//! Why a problem of Popeye's input is not solved.

use std::fmt;

use shakmaty::Square;

use keymove_base::error::excerpt;
use keymove_base::reason::Reason;
use keymove_records::cause::Cause;
use keymove_records::epd::EpdErrorKind;

/// The supported stipulations.
const SUPPORTED: &str = "#n, s#n, r#n, semi-r#n, h#n, hs#n, hr#n, ser-#n, ser-h#n, ser-s#n and ser-r#n are, \
                         with = or == for #, and exact- before them";

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
    /// A word in place of a square.
    NoSquare,
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
    /// The position is refused.
    Position(EpdErrorKind),
}

impl From<&PopeyeError> for Cause {
    fn from(error: &PopeyeError) -> Cause {
        use PopeyeErrorKind::{Attribute, Board, Condition, FairyMan, Stipulation, Structured};
        match error.kind {
            Condition | Stipulation | Structured | FairyMan | Attribute | Board => {
                Cause::Unsupported(error.reason())
            }
            _ => error.reason().into(),
        }
    }
}

impl PopeyeError {
    /// The error in words.
    pub fn reason(&self) -> Reason {
        use PopeyeErrorKind as Kind;
        let word = excerpt(self.word.as_bytes());
        match &self.kind {
            Kind::NoBeginning => format!(
                "{word}: Popeye's input begins with BeginProblem, AnfangProblem or DebutProbleme"
            )
            .into(),
            Kind::Unknown => Reason::new("{} is not a keyword allowed here", [word]),
            Kind::Ambiguous => format!("{word} is the beginning of several keywords").into(),
            Kind::Condition => Reason::new("condition {} is not supported", [word]),
            Kind::Stipulation => Reason::new(
                "stipulation {} is not supported; {}",
                [word.as_str(), SUPPORTED].map(str::to_owned),
            ),
            Kind::Structured => "structured stipulations are not supported".into(),
            Kind::Choice => format!("option {word} is not supported").into(),
            Kind::TooManyTwins(most) => format!("a problem may have {most} twins at most").into(),
            Kind::TooManyNotes(most) => {
                format!("{word}: more than {most} messages about a problem; it is not solved").into()
            }
            Kind::PassedOver => {
                format!("option {word} is passed over: everything is looked for").into()
            }
            Kind::FairyMan if self.word.eq_ignore_ascii_case("n") => format!(
                "{word} is not a man of orthodox chess; the knight is S in English and German, C in French"
            )
            .into(),
            Kind::FairyMan => Reason::new("{} is not a man of orthodox chess", [word]),
            Kind::Attribute => Reason::new("men that are {} are not supported", [word]),
            Kind::NoColour => format!("no colour stands before {word}").into(),
            Kind::Ends(wanted) => format!("{wanted} is missing behind {word}").into(),
            Kind::NoSquare => Reason::new("{} is not a square", [word]),
            Kind::Expected(wanted) => format!("{word} is not {wanted}").into(),
            Kind::Board => Reason::new("{} is not a board of 8 times 8 squares", [word]),
            Kind::Occupied(square) => {
                format!("{word} replaces the man that was on {square} before").into()
            }
            Kind::AfterTwins => format!("{word} must come before the twins").into(),
            Kind::EmptySquare => Reason::new("there is no man on {}", [word]),
            Kind::OffBoard => Reason::new("{} takes a man off the board", [word]),
            Kind::NoMen => "the problem has no men".into(),
            Kind::NoStipulation => "the problem has no stipulation".into(),
            Kind::EnPassant => format!("{word}: no pawn has just passed that square").into(),
            Kind::PostKeyPlay => "play after the key is supported for mates only".into(),
            Kind::Length => format!("{word}: the length is not in 1 to 1000 moves").into(),
            Kind::NoMoveLeft => format!("{word}: without its first move, nothing is left").into(),
            Kind::Position(EpdErrorKind::NoKing(_)) => "both sides need a king".into(),
            Kind::Position(EpdErrorKind::OppositeCheck) => {
                "the side to play can capture the king".into()
            }
            Kind::Position(kind) => kind.reason(),
        }
    }
}

impl fmt::Display for PopeyeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason().fmt(f)
    }
}

impl std::error::Error for PopeyeError {}
