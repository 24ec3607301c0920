//! Reading a line: four fields, counters, operations.

use std::fmt;

use shakmaty::Color;

use super::operation::{Operation, is_blank, scan, trim_end, trim_start};
use super::{Epd, position};
use crate::error::{Warning, excerpt};

/// Why a line is no record.
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
    /// The first field is no board.
    Board(String),
    /// The second field is neither `w` nor `b`.
    Turn(String),
    /// The third field is no set of castling rights.
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
    /// A side may have more moves than are counted on (256).
    TooManyMoves,
    /// The rules of chess refuse the position for another reason.
    Illegal(String),
}

impl EpdErrorKind {
    /// Whether the four fields could be read, though the position they describe is refused.
    pub fn is_about_position(&self) -> bool {
        match self {
            EpdErrorKind::MissingField(_)
            | EpdErrorKind::Board(_)
            | EpdErrorKind::Turn(_)
            | EpdErrorKind::Castling(_)
            | EpdErrorKind::EnPassant(_) => false,
            EpdErrorKind::NoKing(_)
            | EpdErrorKind::ManyKings(_)
            | EpdErrorKind::PawnOnBackrank
            | EpdErrorKind::OppositeCheck
            | EpdErrorKind::TooManyMoves
            | EpdErrorKind::Illegal(_) => true,
        }
    }
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl fmt::Display for EpdErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdErrorKind::MissingField(name) => write!(f, "the {name} is missing"),
            EpdErrorKind::Board(text) => write!(f, "{text} is not a board"),
            EpdErrorKind::Turn(text) => write!(f, "{text} is not a side to move"),
            EpdErrorKind::Castling(text) => write!(f, "{text} is not a set of castling rights"),
            EpdErrorKind::EnPassant(text) => write!(f, "{text} is not an en-passant square"),
            EpdErrorKind::NoKing(color) => write!(f, "{color} has no king"),
            EpdErrorKind::ManyKings(color) => write!(f, "{color} has more than one king"),
            EpdErrorKind::PawnOnBackrank => f.write_str("a pawn stands on the first or last rank"),
            EpdErrorKind::OppositeCheck => f.write_str("the side not to move is in check"),
            EpdErrorKind::TooManyMoves => f.write_str("a side may have more than 256 moves"),
            EpdErrorKind::Illegal(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for EpdError {}

/// Whether a line (without its line feed) is no job: blank, or beginning with `%`, `#` or `;`.
///
/// A byte order mark before that is looked over.
pub fn passes_through(line: &[u8]) -> bool {
    let text = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    matches!(text.first(), None | Some(b'%' | b'#' | b';'))
        || text.iter().all(|&b| is_blank(b) || b == 0)
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The line without what real files have at its end: blanks, CR and NUL.
fn significant(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|&b| !is_blank(b) && b != 0);
    &line[..end.map_or(0, |i| i + 1)]
}

/// Where the four fields (and the counters) of a line end, if they could be read.
fn fields_end(line: &[u8]) -> Option<usize> {
    let fields = Fields::read(significant(line)).ok()?;
    position::Placement::read(&fields).ok()?;
    Some(fields.end)
}

/// A field and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'a> {
    pub text: &'a [u8],
    pub column: usize,
}

impl Field<'_> {
    pub fn error(&self, kind: impl FnOnce(String) -> EpdErrorKind) -> EpdError {
        EpdError {
            column: self.column,
            kind: kind(excerpt(self.text)),
        }
    }
}

/// The fields of a line, apart from each other but not yet understood.
#[derive(Debug)]
pub(super) struct Fields<'a> {
    pub board: Field<'a>,
    pub turn: Field<'a>,
    pub castling: Field<'a>,
    pub en_passant: Field<'a>,
    /// The fifth field, if it is there: plies since a capture or pawn move.
    halfmoves: Option<Field<'a>>,
    /// The sixth: the number of the move.
    fullmoves: Option<Field<'a>>,
    /// Where the operations begin.
    end: usize,
}

impl<'a> Fields<'a> {
    /// Takes the fields of a line apart.
    fn read(line: &'a [u8]) -> Result<Fields<'a>, EpdError> {
        let start = if line.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        let mut words = Words { line, at: start };
        let board = words.next(false).unwrap_or(Field {
            text: b"",
            column: line.len() + 1,
        });
        // Lines of something else altogether are told so, not that a field is missing.
        position::read_board(&board)?;
        let missing = |name| {
            move || EpdError {
                column: line.len() + 1,
                kind: EpdErrorKind::MissingField(name),
            }
        };
        let turn = words.next(false).ok_or_else(missing("side to move"))?;
        let castling = words.next(false).ok_or_else(missing("castling field"))?;
        let mut en_passant = words.next(true).ok_or_else(missing("en-passant field"))?;

        let mut counters = [None, None];
        let mut first = 0;
        // `- -0 1`: the blank before the first counter is missing.
        if let [b'-', digits @ ..] = en_passant.text
            && is_number(digits)
        {
            counters[0] = Some(Field {
                text: digits,
                column: en_passant.column + 1,
            });
            first = 1;
            en_passant.text = b"-";
        }
        for counter in &mut counters[first..] {
            match words.peek() {
                Some(word) if !is_counter(word.text) => break,
                // A counter that is not known.
                Some(word) if word.text == b"-" => (),
                Some(word) => *counter = Some(word),
                None => break,
            }
            words.next(true);
        }
        let [halfmoves, fullmoves] = counters;
        Ok(Fields {
            board,
            turn,
            castling,
            en_passant,
            halfmoves,
            fullmoves,
            end: words.at,
        })
    }
}

/// The words at the beginning of a line.
struct Words<'a> {
    line: &'a [u8],
    at: usize,
}

impl<'a> Words<'a> {
    /// The next word, and goes on after it. With `operations_may_follow`, a `;` ends it too.
    fn next(&mut self, operations_may_follow: bool) -> Option<Field<'a>> {
        let rest = trim_start(&self.line[self.at..]);
        let start = self.line.len() - rest.len();
        let length = rest
            .iter()
            .position(|&b| is_blank(b) || (operations_may_follow && b == b';'))
            .unwrap_or(rest.len());
        if length == 0 {
            return None;
        }
        self.at = start + length;
        Some(Field {
            text: &rest[..length],
            column: start + 1,
        })
    }

    /// The next word; a `;` ends it.
    fn peek(&self) -> Option<Field<'a>> {
        Words { ..*self }.next(true)
    }
}

/// Whether `text` is a number that fits the counters of a FEN.
fn is_number(text: &[u8]) -> bool {
    !text.is_empty() && text.len() <= 9 && text.iter().all(u8::is_ascii_digit)
}

/// Whether `text` may stand in the place of a FEN's counters.
pub(super) fn is_counter(text: &[u8]) -> bool {
    text == b"-" || is_number(text)
}

impl Epd {
    /// Reads a line (without its line feed), and says what was odd about it.
    ///
    /// # Errors
    ///
    /// When one of the four fields can't be understood, or the position is not one that problems
    /// are solved in: see [`EpdErrorKind`].
    pub fn read(line: &[u8]) -> Result<(Epd, Vec<Warning>), EpdError> {
        let line = significant(line);
        let fields = Fields::read(line)?;
        let placement = position::Placement::read(&fields)?;
        let mut warnings = Vec::new();
        let position = placement.position(&fields, &mut warnings)?;
        let mut epd = Epd::new(position);

        epd.operations = operations(line, fields.end, &mut warnings);
        for (opcode, counter) in [("hmvc", fields.halfmoves), ("fmvn", fields.fullmoves)] {
            let Some(counter) = counter else { continue };
            // Digits only, so the text is UTF-8.
            let counter_text = String::from_utf8_lossy(counter.text);
            match epd.operation(opcode) {
                None => epd
                    .operations
                    .push(Operation::words(opcode, [counter_text]).read_at(counter.column)),
                Some(kept) if kept.text() == counter.text => (),
                Some(_) => warnings.push(Warning::new(
                    counter.column,
                    format!("the counter {counter_text} disagrees with {opcode}, which is kept"),
                )),
            }
        }
        epd.operations.sort_by(|a, b| a.opcode().cmp(b.opcode()));
        Ok((epd, warnings))
    }

    /// Reads a line, whatever was odd about it.
    ///
    /// # Errors
    ///
    /// As [`Epd::read`].
    pub fn from_ascii(line: &[u8]) -> Result<Epd, EpdError> {
        Epd::read(line).map(|(epd, _)| epd)
    }
}

impl std::str::FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Epd, EpdError> {
        Epd::from_ascii(line.as_bytes())
    }
}

/// The operations of `line` from the offset `start` on, in the order of the line.
fn operations(line: &[u8], start: usize, warnings: &mut Vec<Warning>) -> Vec<Operation> {
    let mut operations = Vec::new();
    let mut at = start;
    while at < line.len() {
        let scanned = scan(line, at);
        at = scanned.next;
        let Some(operation) = scanned.operation else {
            continue;
        };
        if scanned.repaired {
            warnings.push(Warning::new(
                operation.column(),
                format!(
                    "the string of {} does not end, it was closed",
                    excerpt(operation.opcode())
                ),
            ));
        }
        split_missing(operation, &mut operations, warnings);
    }
    operations
}

/// Opcodes whose operands are moves or numbers, so that a word among them can't be text.
const MOVES_OR_NUMBERS: [&[u8]; 11] = [
    b"acd", b"acn", b"acs", b"am", b"bm", b"ce", b"dm", b"fmvn", b"hmvc", b"pm", b"pv",
];

/// Opcodes that are neither a move nor part of one, as `c3` and `v5` may be.
const NEVER_MOVES: [&[u8]; 15] = [
    b"acd", b"acn", b"acs", b"am", b"bm", b"ce", b"dm", b"eco", b"fmvn", b"hmvc", b"id", b"nic",
    b"pm", b"pv", b"rc",
];

/// Pushes `operation`, in two where a `;` is missing before an opcode that can't be a move:
/// `bm Nxd4 id "position 02";`.
fn split_missing(
    operation: Operation,
    operations: &mut Vec<Operation>,
    warnings: &mut Vec<Warning>,
) {
    let mut rest = operation;
    while MOVES_OR_NUMBERS.contains(&rest.opcode())
        && let Some((first, second)) = rest.split_before(&NEVER_MOVES)
    {
        warnings.push(Warning::new(
            second.column(),
            format!("a ; is missing before {}", excerpt(second.opcode())),
        ));
        operations.push(first);
        rest = second;
    }
    operations.push(rest);
}

/// The line with `Error "reason";` at its end, in the place of an earlier run's.
///
/// The line keeps its bytes, but blanks, CR and NUL at its end go and a missing `;` is added. A string without
/// end is closed as [`Epd::read`] does it, or the `Error` would be a part of it. A line whose four fields can't be
/// read is given back as it is.
pub(crate) fn with_error(line: &[u8], reason: &str) -> Vec<u8> {
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
    text.extend_from_slice(super::quote(reason).as_bytes());
    text.push(b';');
    text
}

/// The significant part of a line without the `Error` that [`with_error`] put at its end.
pub(crate) fn without_error(line: &[u8]) -> &[u8] {
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
