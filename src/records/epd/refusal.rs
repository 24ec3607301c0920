//! Lines that are refused: the reasons, and how the lines are passed on.

use std::fmt;

use shakmaty::Color;

use super::Epd;
use super::fault::man_in_another_language;
use super::operation::{quote, scan, trim_end, trim_start};
use super::read::{fields_end, significant};
use keymove_base::error::excerpt;
use keymove_base::reason::Reason;
use keymove_rules::house::UnknownVariant;

/// Why a line is not a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EpdError {
    /// The column in bytes, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: EpdErrorKind,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EpdErrorKind {
    /// One of the four fields is missing.
    MissingField(&'static str),
    /// The first field is not a board.
    Board(String),
    /// The board does not have 8 ranks but this many.
    Ranks(usize),
    /// A rank of the board does not have 8 squares.
    Squares {
        /// The rank, 8 down to 1.
        rank: usize,
        /// The number of squares it has.
        squares: usize,
    },
    /// A letter of the board does not denote a man.
    Man(char),
    /// The second field is neither `w` nor `b`.
    Turn(String),
    /// The third field is not a set of castling rights.
    Castling(String),
    /// The fourth field is neither `-` nor a square.
    EnPassant(String),
    /// A side has no king.
    NoKing(Color),
    /// A side has several kings.
    ManyKings(Color),
    /// A pawn stands on the first or last rank.
    PawnOnBackrank,
    /// The side that is not to move is in check.
    OppositeCheck,
    /// A side may have more moves than the supported maximum (256).
    TooManyMoves,
    /// The record has more operations and operands than this.
    TooManyWords(usize),
    /// The board has a hand or promoted men, and there is no `Variant`.
    HandWithoutVariant,
    /// An operation that only bughouse and crazyhouse have, and there is no `Variant`.
    WithoutVariant(String),
    /// The variant is not supported.
    Variant(UnknownVariant),
    /// `MateRule` or `Reserve` has an unknown operand.
    UnknownOperand {
        /// The opcode.
        opcode: String,
        /// The operand.
        operand: String,
    },
    /// `Variant` or `MateRule` occurs twice with different operands.
    Contradiction(String),
    /// `MateRule "unblockable"` in crazyhouse.
    UnblockableCrazyhouse,
    /// The rules of chess refuse the position for another reason.
    Illegal(String),
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl EpdErrorKind {
    /// The error in words.
    pub fn reason(&self) -> Reason {
        match self {
            EpdErrorKind::MissingField(name) => format!("the {name} is missing").into(),
            EpdErrorKind::Board(text) => Reason::new("{} is not a board", [text.clone()]),
            EpdErrorKind::Ranks(ranks) => {
                Reason::new("the board has {} ranks, not 8", [ranks.to_string()])
            }
            EpdErrorKind::Squares { rank, squares: 1 } => {
                format!("rank {rank} has 1 square, not 8").into()
            }
            EpdErrorKind::Squares { rank, squares } => Reason::new(
                "rank {} has {} squares, not 8",
                [rank.to_string(), squares.to_string()],
            ),
            EpdErrorKind::Man(letter) => {
                let shown = excerpt(letter.to_string().as_bytes());
                let hint = man_in_another_language(*letter);
                let hint = hint.map(|(letter, name)| format!("; {letter} is the {name}"));
                format!("{shown} is not a man in FEN{}", hint.unwrap_or_default()).into()
            }
            EpdErrorKind::Turn(text) => Reason::new("{} is not a side to move", [text.clone()]),
            EpdErrorKind::Castling(text) => {
                Reason::new("{} is not a set of castling rights", [text.clone()])
            }
            EpdErrorKind::EnPassant(text) => {
                Reason::new("{} is not an en-passant square", [text.clone()])
            }
            EpdErrorKind::NoKing(color) => color
                .fold_wb("white has no king", "black has no king")
                .into(),
            EpdErrorKind::ManyKings(color) => color
                .fold_wb(
                    "white has more than one king",
                    "black has more than one king",
                )
                .into(),
            EpdErrorKind::PawnOnBackrank => "a pawn stands on the first or last rank".into(),
            EpdErrorKind::OppositeCheck => "the side not to move is in check".into(),
            EpdErrorKind::TooManyMoves => "a side may have more than 256 moves".into(),
            EpdErrorKind::TooManyWords(most) => {
                format!("a record may have {most} operations and operands at most").into()
            }
            EpdErrorKind::HandWithoutVariant => {
                "a board with a hand or promoted men needs a Variant".into()
            }
            EpdErrorKind::WithoutVariant(opcode) => format!("{opcode} needs a Variant").into(),
            EpdErrorKind::Variant(unknown) => unknown.reason(),
            EpdErrorKind::UnknownOperand { opcode, operand } => {
                format!("{opcode} {operand} is not known").into()
            }
            EpdErrorKind::Contradiction(opcode) => format!("{opcode} says two things").into(),
            EpdErrorKind::UnblockableCrazyhouse => {
                "crazyhouse has no other MateRule than now".into()
            }
            EpdErrorKind::Illegal(why) => why.clone().into(),
        }
    }
}

impl fmt::Display for EpdErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason().fmt(f)
    }
}

impl std::error::Error for EpdError {}

/// What is known of a problem that cannot be a record because no chess board shows it: the
/// operations of a comment that names its men and ends in an `Error`, such as `# Men "Ka1 Gb2 /
/// Kh8"; Stip "h#2"; Error "..."`. The position of the result is meaningless and must not be shown.
/// `None` for any other line.
pub fn noted(line: &[u8]) -> Option<Epd> {
    let mut epd = Epd::new(shakmaty::Chess::default().into());
    let mut at = line.strip_prefix(b"#").map(|_| 1)?;
    while at < line.len() {
        let scanned = scan(line, at);
        at = scanned.next;
        scanned
            .operation
            .into_iter()
            .for_each(|operation| epd.add(operation));
    }
    let has = |opcode| epd.operation(opcode).is_some();
    (has("Men") && has("Error")).then_some(epd)
}

/// The line with `Error "reason";` at its end, replacing the `Error` of an earlier run.
///
/// The bytes of the line are kept, except that blanks, CR and NUL at its end are removed and a
/// missing `;` is added. An unterminated string is closed as in reading; otherwise the `Error`
/// would become part of it. A line whose four fields cannot be read is returned unchanged.
pub fn with_error(line: &[u8], reason: &str) -> Vec<u8> {
    let Some(fields_end) = fields_end(line) else {
        return line.to_vec();
    };
    let mut text = without_error(line).to_vec();
    let mut repaired = Vec::new();
    let mut any_repaired = false;
    let mut at = fields_end;
    while at < text.len() {
        let scanned = scan(&text, at);
        at = scanned.next;
        any_repaired |= scanned.repaired;
        if let Some(operation) = scanned.operation {
            repaired.push(b' ');
            repaired.extend_from_slice(operation.as_bytes());
            repaired.push(b';');
        }
    }
    if any_repaired {
        text.truncate(fields_end);
        text.append(&mut repaired);
    } else if !trim_start(text.get(fields_end..).unwrap_or_default()).is_empty()
        && !text.ends_with(b";")
    {
        text.push(b';');
    }
    text.extend_from_slice(b" Error ");
    text.extend_from_slice(quote(reason).as_bytes());
    text.push(b';');
    text
}

/// The significant part of a line without the `Error` appended by [`with_error`].
pub fn without_error(line: &[u8]) -> &[u8] {
    let line = significant(line);
    let Some(mut at) = fields_end(line) else {
        return line;
    };
    let mut end = line.len();
    while at < line.len() {
        let start = at;
        let scanned = scan(line, at);
        at = scanned.next;
        match scanned.operation {
            Some(operation) if operation.is("Error") => end = end.min(start),
            Some(_) => end = line.len(),
            None => (),
        }
    }
    trim_end(&line[..end])
}

/// The reason in the `Error` that [`with_error`] appended to a line, even if the line cannot be
/// read as a record.
pub fn written_error(line: &[u8]) -> Option<String> {
    let scanned = scan(significant(line), without_error(line).len());
    let error = scanned
        .operation
        .filter(|operation| operation.is("Error"))?;
    Some(String::from_utf8_lossy(&error.text()).into_owned())
}
