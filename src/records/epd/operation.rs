//! One operation of a record: an opcode and its operands, byte for byte.
//!
//! The text of an operation is *self-delimiting*: written before a `;`, it is read back as itself
//! whatever follows. So operations may be sorted and new ones put between them. Strings are the one
//! danger: an unterminated one would swallow its new neighbours. [`scan`] therefore repairs them,
//! the only bytes of a kept operation that are ever changed.
//!
//! A string begins with a `"` at the beginning of an operand and ends at the next `"` that has no
//! `\` before it, as python-chess writes them. The standard knows no escapes, so where that reading
//! finds no end (`id "C:\chess\";`) the `\` is taken for itself.

use std::borrow::Cow;

use memchr::memchr2;

/// An opcode with its operands.
///
/// Two operations are equal when their bytes are; where they stood doesn't matter.
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
    /// The operation of a scanned text that is not blank.
    fn from_text(text: Vec<u8>, column: usize) -> Operation {
        let opcode_len = text.iter().position(|&b| is_blank(b)).unwrap_or(text.len());
        Operation {
            text,
            opcode_len,
            column,
        }
    }

    /// `opcode` with words for operands: numbers or moves. Neither may hold blanks, `;` or `"`.
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

    /// `opcode` with one number.
    pub fn number(opcode: &str, number: impl Into<i128>) -> Operation {
        Operation::words(opcode, [number.into().to_string()])
    }

    /// `opcode` with one string, quoted; what would end it (`"`, `;`, `\\`, a control character) is replaced.
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

    /// The same operation, made, with `prefix` before its opcode.
    pub fn with_prefix(&self, prefix: &str) -> Operation {
        Operation {
            text: [prefix.as_bytes(), &self.text].concat(),
            opcode_len: prefix.len() + self.opcode_len,
            column: 0,
        }
    }

    /// The same operation without `prefix` before its opcode; none if that is not there, or all.
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

    /// The same operation with another opcode.
    pub(super) fn renamed(&self, opcode: &str) -> Operation {
        Operation {
            text: [opcode.as_bytes(), &self.text[self.opcode_len..]].concat(),
            opcode_len: opcode.len(),
            column: self.column,
        }
    }

    /// The same operation, read at `column`.
    pub(super) fn read_at(self, column: usize) -> Operation {
        Operation { column, ..self }
    }

    /// Whether it was read, not made.
    pub fn was_read(&self) -> bool {
        self.column > 0
    }

    /// The opcode: everything up to the first blank. Never empty, but it need be no identifier
    /// (`v=-179`, `48` and `O-O-O` are found in real files).
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

    /// Where it was read: the column in bytes, counted from 1. 0 if it was not read but made.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Adds the operation to `parts`, cut before every operand that is one of `opcodes`, as long as
    /// the opcode it stands behind is one of `behind`.
    pub(super) fn split(self, behind: &[&[u8]], opcodes: &[&[u8]], parts: &mut Vec<Operation>) {
        let mut cuts = Vec::new();
        let mut opcode = self.opcode();
        let mut at = self.opcode_len;
        while at < self.text.len() && behind.contains(&opcode) {
            let rest = trim_start(&self.text[at..]);
            at = self.text.len() - rest.len();
            let length = match rest.first() {
                Some(b'"') => string_end(rest, 0, true),
                _ => rest.iter().position(|&b| is_blank(b)),
            }
            .unwrap_or(rest.len());
            if opcodes.contains(&&rest[..length]) {
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
            // Only the last part ends where the input had a `;`.
            let text = if end < self.text.len() {
                trim_end(text)
            } else {
                text
            };
            parts.push(Operation::from_text(text.to_vec(), self.column + start));
        }
    }

    /// The operands, split at blanks; strings without their quotes and escapes.
    pub fn operands(&self) -> Vec<Cow<'_, [u8]>> {
        self.each_operand().collect()
    }

    /// The same one by one: there may be millions.
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

    /// All operands as one text: a single string without its quotes, anything else as it stands.
    /// So `id "BK.01";` and `id BK.01;` say the same.
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

/// What [`scan`] found.
pub(super) struct ScannedOperation {
    /// The operation, or none if there was nothing but blanks before the `;`.
    pub operation: Option<Operation>,
    /// Where the next operation begins.
    pub next: usize,
    /// Whether a string had to be repaired.
    pub repaired: bool,
    /// Whether a string seems to have swallowed an operation, as in `id "abc; Stip "#1";`.
    pub swallows: bool,
}

/// Reads one operation of `line` that begins at the offset `start`, up to its `;` or the end.
pub(super) fn scan(line: &[u8], start: usize) -> ScannedOperation {
    let start = start + (line[start..].len() - trim_start(&line[start..]).len());
    // Most operations have no string: what stands before the `;` is all.
    if let Some(end) = memchr2(b';', b'"', &line[start..])
        && line[start + end] == b';'
    {
        let text = &line[start..start + end];
        return ScannedOperation {
            operation: (!text.is_empty()).then(|| Operation::from_text(text.to_vec(), start + 1)),
            next: start + end + 1,
            repaired: false,
            swallows: false,
        };
    }
    if let Some(end) = plain_string_end(line, start) {
        return ScannedOperation {
            operation: Some(Operation::from_text(line[start..end].to_vec(), start + 1)),
            next: end + 1,
            repaired: false,
            swallows: false,
        };
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
    if at == line.len() {
        // There is no `;`, so blanks at the end are those of the line.
        text.truncate(trim_end(&text).len());
    }
    ScannedOperation {
        operation: (!text.is_empty()).then(|| Operation::from_text(text, start + 1)),
        next: (at + 1).min(line.len()),
        repaired,
        swallows,
    }
}

/// The end of the operation that begins at `start`, if it ends with its only string, which has no
/// escapes, and a `;` stands behind that: nearly all that have a string do.
fn plain_string_end(line: &[u8], start: usize) -> Option<usize> {
    let string = start + memchr2(b';', b'"', &line[start..])?;
    let is_operand = line[string] == b'"' && string > start && is_blank(line[string - 1]);
    let inner = line.get(string + 1..).filter(|_| is_operand)?;
    let end = string + 1 + memchr2(b'"', b'\\', inner)?;
    (line[end] == b'"' && line.get(end + 1) == Some(&b';')).then_some(end + 1)
}

/// The length of the string that `operand` begins with, with both `"`, if it is written as it would
/// be written: without an escape, a blank other than a space, or a control character.
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
    /// There too, but a `\` stands before the `"` and has to be taken for itself.
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

/// Whether a string without its last `"` ends as `abc; Stip ` does, as if another one began there.
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

/// A string without its escapes, those that python-chess writes: `\n`, `\r`, `\t`, `\"` and `\\`.
/// Before any other byte a `\` is itself: `C:\games` is no escape.
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

/// `text` as a string operand. What other readers could stumble over is replaced, not escaped: `"`
/// by `'`, `\` by `/`, `;` by `,` and control characters by `?`.
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
