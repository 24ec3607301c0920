//! Lines that are refused: the reasons, and how the lines are passed on.

use std::fmt;

use shakmaty::Color;

use super::Epd;
use super::operation::{quote, scan, trim_end, trim_start};
use super::read::{fields_end, significant};
use keymove_base::reason::Reason;

/// Why a line is not a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EpdError {
    /// The column in bytes, counted from 1.
    pub column: usize,
    /// The fault.
    pub kind: EpdErrorKind,
}

/// The fault of a line. Popeye has messages of its own for the first two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EpdErrorKind {
    /// A side has no king.
    NoKing(Color),
    /// The side that is not to move is in check.
    OppositeCheck,
    /// Anything else.
    Other(Reason),
}

impl EpdError {
    pub(super) fn new(column: usize, kind: impl Into<EpdErrorKind>) -> EpdError {
        let kind = kind.into();
        EpdError { column, kind }
    }
}

impl<T: Into<Reason>> From<T> for EpdErrorKind {
    fn from(reason: T) -> EpdErrorKind {
        EpdErrorKind::Other(reason.into())
    }
}

impl EpdErrorKind {
    /// The error in words.
    pub fn reason(&self) -> Reason {
        match self {
            EpdErrorKind::NoKing(color) => color
                .fold_wb("white has no king", "black has no king")
                .into(),
            EpdErrorKind::OppositeCheck => "the side not to move is in check".into(),
            EpdErrorKind::Other(reason) => reason.clone(),
        }
    }
}

impl fmt::Display for EpdErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason().fmt(f)
    }
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for EpdError {}

/// The facts about a problem that cannot be a record because no chess board shows it: the
/// operations of a comment that names its men and ends in an `Error`, such as `# Men "Ka1 Gb2 /
/// Kh8"; Stip "h#2"; Error "..."`. The position of the result is meaningless and must not be shown.
/// `None` for any other line.
pub fn noted(line: &[u8]) -> Option<Epd> {
    let mut epd = Epd::new(shakmaty::Chess::default().into());
    let line = significant(line);
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
