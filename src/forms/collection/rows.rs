//! Reads lines with their numbers and line feeds, for files whose records span several lines.

use std::io::{self, Read};

use memchr::memchr2;

use super::{LONGEST_RECORD, Remark};
use keymove_base::error::dos_end;

/// The number of bytes requested at a time.
const READ_BYTES: usize = 64 * 1024;

/// The lines of a stream, none longer than [`LONGEST_RECORD`].
pub struct Rows {
    reader: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    start: usize,
    searched: usize,
    number: u64,
}

/// The message for a line or record that is too long; the file ends there.
pub const TOO_LONG: &str = "longer than 16 MiB; the rest of the file is not read";

impl Rows {
    /// The lines of `reader`; the first is line `number` of the file.
    pub fn new(reader: Box<dyn Read + Send>, number: u64) -> Rows {
        Rows {
            reader,
            buffer: Vec::new(),
            start: 0,
            searched: 0,
            number: number - 1,
        }
    }

    /// The number of the line that was returned last.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next line, with its line feed if it has one.
    ///
    /// # Errors
    ///
    /// The line after [`Rows::number`] cannot be read, or is longer than [`LONGEST_RECORD`].
    pub fn next_row(&mut self) -> Result<Option<&[u8]>, Remark> {
        let line = self.number + 1;
        let end = loop {
            match line_end(&self.buffer, self.searched) {
                Ok(end) => {
                    // Readers of the line look for a single end-of-line character.
                    self.buffer[end] = b'\n';
                    break end + 1;
                }
                Err(searched) => self.searched = searched,
            }
            if self.buffer.len() - self.start > LONGEST_RECORD {
                return Err(Remark::new(line, TOO_LONG));
            }
            if !self
                .read_more()
                .map_err(|error| Remark::new(line, format!("cannot be read on: {error}")))?
            {
                if self.start == self.buffer.len() {
                    return Ok(None);
                }
                break self.buffer.len();
            }
        };
        let start = std::mem::replace(&mut self.start, end);
        self.searched = end;
        self.number = line;
        Ok(Some(&self.buffer[start..end]))
    }

    fn read_more(&mut self) -> io::Result<bool> {
        self.buffer.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        append_text(&mut self.reader, &mut self.buffer)
    }
}

/// The end of the line that contains byte `from` of `bytes`: its LF, or a CR that is not followed
/// by an LF, neither directly nor after further CRs.
///
/// # Errors
///
/// `bytes` does not contain the end; it is not before the returned offset.
pub fn line_end(bytes: &[u8], from: usize) -> Result<usize, usize> {
    let Some(at) = memchr2(b'\n', b'\r', &bytes[from..]).map(|offset| from + offset) else {
        return Err(bytes.len());
    };
    let returns = bytes[at..].iter().take_while(|&&b| b == b'\r').count();
    match bytes.get(at + returns) {
        None => Err(at),
        Some(b'\n') => Ok(at + returns),
        Some(_) => Ok(at),
    }
}

/// Reads once and appends the bytes to `buffer`; `false` at the end of the stream.
///
/// # Errors
///
/// Errors of the stream, except for interruptions by a signal.
pub fn append(reader: &mut impl Read, buffer: &mut Vec<u8>) -> io::Result<bool> {
    let used = buffer.len();
    buffer.resize(used + READ_BYTES, 0);
    let result = loop {
        match reader.read(&mut buffer[used..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => break other,
        }
    };
    buffer.truncate(used + *result.as_ref().unwrap_or(&0));
    Ok(result? > 0)
}

/// Like [`append`] for a text, which ends at the end of file of DOS if nothing but blanks and NUL
/// follows it.
///
/// # Errors
///
/// As [`append`].
pub fn append_text(reader: &mut impl Read, buffer: &mut Vec<u8>) -> io::Result<bool> {
    let used = buffer.len();
    loop {
        let has_more = append(reader, buffer)?;
        match dos_end(buffer) {
            None => return Ok(buffer.len() > used),
            Some(_) if has_more => {}
            Some(end) => {
                buffer.truncate(end);
                return Ok(end > used);
            }
        }
    }
}

/// `text` with every run of blanks and line feeds replaced by one blank.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_line_feeds_and_have_numbers() {
        let mut rows = Rows::new(Box::new(&b"a\r\n\nb"[..]), 3);
        let mut seen = Vec::new();
        while let Some(row) = rows.next_row().expect("lines") {
            let row = row.to_vec();
            seen.push((rows.number(), row));
        }
        let mut rows = Rows::new(Box::new(&b"a\rb\r\r\n\r\rc\r"[..]), 1);
        let mut lone = Vec::new();
        while let Some(row) = rows.next_row().expect("lines") {
            lone.push(row.to_vec());
        }
        assert_eq!(lone, [&b"a\n"[..], b"b\r\r\n", b"\n", b"\n", b"c\r"]);
        assert_eq!(
            seen,
            [
                (3, b"a\r\n".to_vec()),
                (4, b"\n".to_vec()),
                (5, b"b".to_vec())
            ]
        );
    }

    #[test]
    fn a_dos_file_ends_where_its_text_does() {
        let text = |bytes: &[u8], step: usize| {
            let mut pieces: Vec<&[u8]> = bytes.chunks(step).rev().collect();
            let mut reader = std::iter::from_fn(|| pieces.pop())
                .fold(Box::new(io::empty()) as Box<dyn Read>, |all, piece| {
                    Box::new(all.chain(piece))
                });
            let mut read = Vec::new();
            while append_text(&mut reader, &mut read).expect("bytes") {}
            read
        };
        for (bytes, kept) in [
            (&b"a\r\n\x1a"[..], &b"a\r\n"[..]),
            (b"a\x1a\x1a\0\0\r\n", b"a"),
            (b"a\n\x1a\nb\n", b"a\n\x1a\nb\n"),
            (b"a \r\n \n", b"a \r\n \n"),
            (b"\x1a", b""),
        ] {
            for step in 1..=bytes.len() {
                assert_eq!(text(bytes, step), kept, "{bytes:?} by {step}");
            }
        }
    }

    #[test]
    fn a_line_without_end_is_given_up() {
        let mut rows = Rows::new(Box::new(io::repeat(b'x')), 1);
        assert!(matches!(rows.next_row(), Err(remark) if remark.text == TOO_LONG));
        let beginning = &b"a\n"[..];
        let mut rows = Rows::new(Box::new(beginning.chain(io::repeat(0))), 1);
        assert_eq!(rows.next_row().expect("a line"), Some(&b"a\n"[..]));
        assert!(matches!(rows.next_row(), Err(remark) if remark.text == TOO_LONG));
        assert_eq!(rows.number(), 1);
    }
}
