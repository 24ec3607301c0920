//! One operation of a record: an opcode and its operands, byte for byte.
//!
//! The text of an operation is *self-delimiting*: written before a `;`, it is read back unchanged,
//! whatever follows. So operations can be sorted, and new ones inserted between them. Only strings
//! are a danger: an unterminated string would swallow the operations after it. [`scan`] therefore
//! repairs strings, the only bytes of an operation that are ever changed.
//!
//! A string begins with a `"` at the beginning of an operand and ends at the next `"` without a `\`
//! before it, as python-chess writes strings. The standard does not define escapes, so if this
//! reading finds no end (`id "C:\chess\";`), the `\` is taken literally.

use super::opcode::{has_moves_or_numbers, is_never_move};
use std::borrow::Cow;

use memchr::memchr2;

/// An opcode with its operands.
///
/// Two operations are equal if their bytes are; their columns do not matter.
#[derive(Debug, Clone)]
pub struct Operation {
    text: Vec<u8>,
    opcode_len: usize,
    column: usize,
}

impl PartialEq for Operation {
    fn eq(&self, other: &Operation) -> bool {
        self.text == other.text
    }
}

impl Eq for Operation {}

impl Operation {
    /// The operation in a scanned text that is not blank.
    fn from_text(text: Vec<u8>, column: usize) -> Operation {
        let opcode_len = text.iter().position(|&b| is_blank(b)).unwrap_or(text.len());
        Operation {
            text,
            opcode_len,
            column,
        }
    }

    /// An operation with words as operands: numbers or moves. Words must not contain blanks, `;` or
    /// `"`.
    pub fn words<W: AsRef<str>>(opcode: &str, words: impl IntoIterator<Item = W>) -> Operation {
        let mut text = opcode.as_bytes().to_vec();
        for word in words {
            let word = word.as_ref();
            debug_assert!(
                !word.is_empty() && !word.bytes().any(|b| is_blank(b) || b";\"".contains(&b))
            );
            text.push(b' ');
            text.extend_from_slice(word.as_bytes());
        }
        Operation {
            text,
            opcode_len: opcode.len(),
            column: 0,
        }
    }

    /// An operation with a number as its operand.
    pub fn number(opcode: &str, number: impl Into<i128>) -> Operation {
        Operation::words(opcode, [number.into().to_string()])
    }

    /// An operation with a quoted string as its operand; characters that would end the string (`"`,
    /// `;`, `\\`, control characters) are replaced.
    pub fn string(opcode: &str, operand: &str) -> Operation {
        let mut text = opcode.as_bytes().to_vec();
        text.push(b' ');
        text.extend_from_slice(quote(operand).as_bytes());
        Operation {
            text,
            opcode_len: opcode.len(),
            column: 0,
        }
    }

    /// An operation with a quoted string as its operand, whose quotes are escaped, so that none is
    /// lost; control characters are replaced by blanks.
    pub fn escaped(opcode: &str, operand: &str) -> Operation {
        let operand = operand.replace(char::is_control, " ");
        let operand = operand.replace('\\', "\\\\").replace('"', "\\\"");
        Operation::from_text(format!("{opcode} \"{operand}\"").into_bytes(), 0)
    }

    /// The operation with its operands as one string, unless they are a string or a number already.
    pub fn quoted(self) -> Operation {
        let operands = trim(&self.text[self.opcode_len..]);
        let [opcode, operands] = [self.opcode(), operands].map(String::from_utf8_lossy);
        match operands.starts_with('"') || operands.parse::<f64>().is_ok() || operands.is_empty() {
            true => self,
            false => Operation::string(&opcode, &operands),
        }
    }

    /// A copy of the operation with `prefix` before its opcode, not marked as read.
    pub fn with_prefix(&self, prefix: &str) -> Operation {
        Operation {
            text: [prefix.as_bytes(), &self.text].concat(),
            opcode_len: prefix.len() + self.opcode_len,
            column: 0,
        }
    }

    /// A copy of the operation without `prefix`; `None` if the opcode does not begin with it or
    /// consists of it.
    pub fn without_prefix(&self, prefix: &str) -> Option<Operation> {
        let text = self.text.strip_prefix(prefix.as_bytes())?;
        let opcode_len = self
            .opcode_len
            .checked_sub(prefix.len())
            .filter(|&n| n > 0)?;
        Some(Operation {
            text: text.to_vec(),
            opcode_len,
            column: self.column,
        })
    }

    /// A copy of the operation with another opcode.
    pub fn renamed(&self, opcode: &str) -> Operation {
        Operation {
            text: [opcode.as_bytes(), &self.text[self.opcode_len..]].concat(),
            opcode_len: opcode.len(),
            column: self.column,
        }
    }

    /// The operation, marked as read at `column`.
    pub(super) fn read_at(self, column: usize) -> Operation {
        Operation { column, ..self }
    }

    /// Whether the operation was read and not created by the program.
    pub fn was_read(&self) -> bool {
        self.column > 0
    }

    /// The opcode: the text up to the first blank. It is never empty, but need not be an identifier
    /// (`v=-179` and `O-O-O` occur in real files).
    pub fn opcode(&self) -> &[u8] {
        &self.text[..self.opcode_len]
    }

    /// Whether this is the operation named `opcode`.
    pub fn is(&self, opcode: &str) -> bool {
        self.opcode() == opcode.as_bytes()
    }

    /// Opcode and operands as they are written, without the `;`.
    pub fn as_bytes(&self) -> &[u8] {
        &self.text
    }

    /// The column in bytes, from 1, at which the operation was read; 0 if it was created by the
    /// program.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Adds the operation to `parts`, split before every opcode among its operands, as long as those
    /// are moves or numbers.
    pub(super) fn split(self, parts: &mut Vec<Operation>) {
        let mut cuts = Vec::new();
        let mut opcode = self.opcode();
        let mut at = self.opcode_len;
        while at < self.text.len() && has_moves_or_numbers(opcode) {
            let rest = trim_start(&self.text[at..]);
            at = self.text.len() - rest.len();
            let length = match rest.first() {
                Some(b'"') => string_end(rest, 0, true),
                _ => rest.iter().position(|&b| is_blank(b)),
            }
            .unwrap_or(rest.len());
            if is_never_move(&rest[..length]) {
                cuts.push(at);
                opcode = &rest[..length];
            }
            at += length;
        }
        if cuts.is_empty() {
            parts.push(self);
            return;
        }
        let ends = cuts.iter().copied().chain([self.text.len()]);
        for (start, end) in [0].into_iter().chain(cuts.iter().copied()).zip(ends) {
            let text = &self.text[start..end];
            // Only the last part ends at the `;` of the input.
            let text = if end < self.text.len() {
                trim_end(text)
            } else {
                text
            };
            parts.push(Operation::from_text(text.to_vec(), self.column + start));
        }
    }

    /// The operation without its first `length` bytes.
    pub(super) fn cut_at(&self, length: usize) -> Operation {
        Operation::from_text(self.text[length..].to_vec(), self.column + length)
    }

    /// The operands, split at blanks; strings without their quotes and escapes.
    pub fn operands(&self) -> Vec<Cow<'_, [u8]>> {
        self.each_operand().collect()
    }

    /// The operands one by one, since there may be millions.
    pub(super) fn each_operand(&self) -> impl Iterator<Item = Cow<'_, [u8]>> {
        let mut rest = trim_start(&self.text[self.opcode_len..]);
        std::iter::from_fn(move || {
            let (operand, length) = match rest.first()? {
                b'"' if let Some(end) = string_end(rest, 0, true) => {
                    (unescape(&rest[1..end - 1]), end)
                }
                _ => {
                    let length = rest.iter().position(|&b| is_blank(b));
                    let length = length.unwrap_or(rest.len());
                    (Cow::Borrowed(&rest[..length]), length)
                }
            };
            rest = trim_start(&rest[length..]);
            Some(operand)
        })
    }

    /// All operands as one text: a single string without its quotes, anything else unchanged. So
    /// `id "BK.01";` and `id BK.01;` have the same text.
    pub fn text(&self) -> Cow<'_, [u8]> {
        let all = trim(&self.text[self.opcode_len..]);
        match all.first() {
            Some(b'"') if string_end(all, 0, true) == Some(all.len()) => {
                unescape(&all[1..all.len() - 1])
            }
            _ => Cow::Borrowed(all),
        }
    }
}

/// The result of [`scan`].
pub(super) struct ScannedOperation {
    /// The operation; `None` if there were only blanks before the `;`.
    pub operation: Option<Operation>,
    /// The offset of the next operation.
    pub next: usize,
    /// Whether a string had to be repaired.
    pub repaired: bool,
    /// Whether a string seems to have swallowed an operation, as in `id "abc; Stip "#1";`.
    pub swallows: bool,
}

/// Reads one operation of `line` that begins at the offset `start`, up to its `;` or the end.
pub(super) fn scan(line: &[u8], start: usize) -> ScannedOperation {
    let start = start + (line[start..].len() - trim_start(&line[start..]).len());
    let scanned = |text: Vec<u8>, next, repaired, swallows| ScannedOperation {
        operation: (!text.is_empty()).then(|| Operation::from_text(text, start + 1)),
        next,
        repaired,
        swallows,
    };
    // Most operations have no string, so they end at the next `;`.
    let plain_end = memchr2(b';', b'"', &line[start..]).map(|end| start + end);
    let plain_end = plain_end.filter(|&end| line[end] == b';');
    if let Some(end) = plain_end.or_else(|| plain_string_end(line, start)) {
        return scanned(line[start..end].to_vec(), end + 1, false, false);
    }
    let mut text = Vec::with_capacity(48);
    let (mut repaired, mut swallows) = (false, false);
    let mut at = start;
    let mut operand_begins = true;
    while at < line.len() && line[at] != b';' {
        if line[at] == b'"' && operand_begins {
            let end;
            match closing(line, at) {
                Closing::At(e) => {
                    end = e;
                    swallows |= !ends_operand(line, end) && ends_with_opcode(&line[at..end - 1]);
                    text.extend_from_slice(&line[at..end]);
                }
                Closing::Literal(e) => {
                    end = e;
                    text.extend_from_slice(&line[at..end - 1]);
                    text.extend_from_slice(b"\\\"");
                    repaired = true;
                }
                Closing::Missing => {
                    end = line[at..]
                        .iter()
                        .position(|&b| b == b';')
                        .map_or(line.len(), |i| at + i);
                    let open = trim_end(&line[at..end]);
                    text.extend_from_slice(open);
                    if open.iter().rev().take_while(|&&b| b == b'\\').count() % 2 == 1 {
                        text.push(b'\\');
                    }
                    text.push(b'"');
                    repaired = true;
                }
            }
            at = end;
            operand_begins = false;
        } else {
            text.push(line[at]);
            operand_begins = is_blank(line[at]);
            at += 1;
        }
    }
    scanned(text, (at + 1).min(line.len()), repaired, swallows)
}

/// The end of the operation that begins at `start`, if it ends with its only string, the string has
/// no escapes, and a `;` follows. Nearly all operations with a string are like that.
fn plain_string_end(line: &[u8], start: usize) -> Option<usize> {
    let string = start + memchr2(b';', b'"', &line[start..])?;
    let is_operand = line[string] == b'"' && string > start && is_blank(line[string - 1]);
    let inner = line.get(string + 1..).filter(|_| is_operand)?;
    let end = string + 1 + memchr2(b'"', b'\\', inner)?;
    (line[end] == b'"' && line.get(end + 1) == Some(&b';')).then_some(end + 1)
}

/// The length of the string at the beginning of `operand`, including both `"`, if it is in
/// canonical form: without escapes, blanks other than spaces, and control characters.
pub fn plain_string(operand: &[u8]) -> Option<usize> {
    let inner = operand.strip_prefix(b"\"")?;
    let end = memchr2(b'"', b'\\', inner)?;
    let is_text = |&b: &u8| b == b' ' || b.is_ascii_graphic() || !b.is_ascii();
    (inner[end] == b'"' && inner[..end].iter().all(is_text)).then_some(end + 2)
}

/// Where a string ends.
enum Closing {
    /// After the `"` before this offset.
    At(usize),
    /// After that `"`, too, but the `\` before it must be taken literally.
    Literal(usize),
    /// Nowhere.
    Missing,
}

/// Finds the end of the string that begins with the `"` at `start`.
fn closing(line: &[u8], start: usize) -> Closing {
    let escaped = string_end(line, start, true);
    if let Some(end) = escaped
        && ends_operand(line, end)
    {
        return Closing::At(end);
    }
    if let Some(end) = string_end(line, start, false)
        && Some(end) != escaped
        && ends_operand(line, end)
    {
        return Closing::Literal(end);
    }
    escaped.map_or(Closing::Missing, Closing::At)
}

/// Whether an unterminated string ends like `abc; Stip `, as if another string began there.
fn ends_with_opcode(string: &[u8]) -> bool {
    let Some(end) = string.iter().rposition(|&b| b == b';') else {
        return false;
    };
    let last = &string[end + 1..];
    let opcode = trim(last);
    last.last().is_some_and(|&b| is_blank(b))
        && opcode.first().is_some_and(u8::is_ascii_alphabetic)
        && opcode.iter().all(u8::is_ascii_alphanumeric)
}

/// Whether an operand may end at the offset `end`.
fn ends_operand(line: &[u8], end: usize) -> bool {
    line.get(end).is_none_or(|&b| is_blank(b) || b == b';')
}

/// The offset after the string that begins with the `"` at `start`.
fn string_end(line: &[u8], start: usize, escapes: bool) -> Option<usize> {
    let mut at = start + 1;
    while at < line.len() {
        match line[at] {
            b'"' => return Some(at + 1),
            b'\\' if escapes => at += 2,
            _ => at += 1,
        }
    }
    None
}

/// A string with its escapes replaced: python-chess writes `\n`, `\r`, `\t`, `\"` and `\\`. Before
/// any other byte a `\` is literal, as in `C:\games`.
fn unescape(quoted: &[u8]) -> Cow<'_, [u8]> {
    if !quoted.contains(&b'\\') {
        return Cow::Borrowed(quoted);
    }
    let mut plain = Vec::with_capacity(quoted.len());
    let mut bytes = quoted.iter();
    while let Some(&b) = bytes.next() {
        match (b, bytes.as_slice().first()) {
            (b'\\', Some(&escaped @ (b'n' | b'r' | b't' | b'"' | b'\\'))) => {
                bytes.next();
                plain.push(match escaped {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    other => other,
                });
            }
            _ => plain.push(b),
        }
    }
    Cow::Owned(plain)
}

/// `text` as a string operand. Characters that could confuse other readers are replaced, not
/// escaped: `"` by `'`, `\` by `/`, `;` by `,` and control characters by `?`.
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    quoted.extend(text.chars().map(|c| match c {
        '"' => '\'',
        '\\' => '/',
        ';' => ',',
        c if c.is_control() => '?',
        c => c,
    }));
    quoted.push('"');
    quoted
}

/// Blanks between fields and operands: space, tab, and the control characters the standard allows.
pub(super) fn is_blank(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

pub(super) fn trim_start(text: &[u8]) -> &[u8] {
    let start = text
        .iter()
        .position(|&b| !is_blank(b))
        .unwrap_or(text.len());
    &text[start..]
}

pub(super) fn trim_end(text: &[u8]) -> &[u8] {
    let end = text
        .iter()
        .rposition(|&b| !is_blank(b))
        .map_or(0, |i| i + 1);
    &text[..end]
}

fn trim(text: &[u8]) -> &[u8] {
    trim_start(trim_end(text))
}
