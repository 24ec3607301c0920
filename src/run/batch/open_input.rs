//! An open input: its lines unchanged, or the problems in it if it has another form.
//!
//! An input begins as bytes. The first line that is not passed through tells whether they are EPD. Up to that line, lines are lines (comments and
//! blank lines, which are copied), and the rest is left to a [`Collection`] if there is a reader
//! for its form.
//!
//! A line longer than [`LONGEST_RECORD`] is returned as its beginning and pieces of [`PIECE`]
//! bytes, and never held in memory as a whole.

use std::borrow::Cow;
use std::io::{self, Cursor, Read};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memchr::memchr;

use super::lines::{FileRemark, InputLine, Item, LineContent, LineRest, TOO_LONG, unreadable};
use keymove_base::error::{is_nul, without_mark};
use keymove_forms::collection::encoding::{
    ENCODING, NOT_UTF8, OtherEncoding, TextEncoding, Utf8Lines, text_of,
};
use keymove_forms::collection::played::played;
use keymove_forms::collection::rows::{append, append_text, line_end};
use keymove_forms::collection::stranger::{Stranger, lines_apart};
use keymove_forms::collection::{
    CollectedProblem, Collection, CollectionEntry, InputForm, LONGEST_RECORD, Reading, Remark,
    recognise,
};
use keymove_records::epd::{ErrorAtEnd, passes_through};

/// The length of the beginning of a line that is too long.
const BEGINNING: usize = 4096;

/// The length of each following piece.
const PIECE: usize = 256 * 1024;

/// The number of bytes held back until the end of the line is known, because the `Error` of an
/// earlier run may be in them.
const HELD_BACK: usize = 256;

/// An input being read. `buffer[start..]` has not been returned yet and contains no LF before
/// `searched`.
pub(super) struct OpenInput {
    file: Arc<str>,
    reader: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    start: usize,
    searched: usize,
    number: u64,
    /// How it is to be read; `None` if every byte is significant.
    reading: Option<Reading>,
    /// Whether reading never waits.
    is_regular: bool,
    /// Whether compression and encoding have been checked.
    looked_into: bool,
    /// Whether the first line that is not passed through has been seen, which shows the form.
    is_known: bool,
    /// The problems, where the file is not EPD.
    collection: Option<Collection>,
    /// The state for appending an `Error` to the line that is too long, while it is being returned.
    long: Option<ErrorAtEnd>,
    /// The number of bytes taken from the file, if it differs from those returned, and the part
    /// already reported.
    counted: Option<(Arc<AtomicU64>, u64)>,
    /// Where the text stops being UTF-8, and whether that has been reported.
    other: OtherEncoding,
    other_is_said: bool,
    ended: bool,
}

impl OpenInput {
    /// The unchanged lines of `reader`.
    pub fn plain(file: Arc<str>, reader: Box<dyn Read + Send>) -> OpenInput {
        OpenInput {
            file,
            reader,
            buffer: Vec::new(),
            start: 0,
            searched: 0,
            number: 0,
            reading: None,
            is_regular: false,
            looked_into: false,
            is_known: false,
            collection: None,
            long: None,
            counted: None,
            other: OtherEncoding::default(),
            other_is_said: false,
            ended: false,
        }
    }

    /// The lines of `reader`, or the problems in it, according to `reading`. `is_regular`: reading
    /// never waits.
    pub fn recognised(
        file: Arc<str>,
        reader: Box<dyn Read + Send>,
        reading: Reading,
        is_regular: bool,
    ) -> OpenInput {
        OpenInput {
            reading: Some(reading),
            is_regular,
            ..OpenInput::plain(file, reader)
        }
    }

    /// The problem given on the command line.
    pub fn position(file: Arc<str>, text: &str, reading: &Reading) -> OpenInput {
        OpenInput {
            collection: Some(Collection::position(text, reading.asked)),
            is_regular: true,
            ..OpenInput::plain(file, Box::new(io::empty()))
        }
    }

    /// The next line or message; waits for it. `None` at the end.
    pub fn next_item(&mut self) -> Option<Item> {
        loop {
            if let Some(line) = self.other.line()
                && !mem::replace(&mut self.other_is_said, true)
            {
                return Some(Item::Note(
                    self.remark(Remark::new(line, NOT_UTF8).with_option(ENCODING)),
                ));
            }
            if self.ended {
                return None;
            }
            if self.collection.is_some() {
                return self.next_entry();
            }
            match self.look_into().and_then(|()| self.next_piece()) {
                Ok(Some(item)) => return Some(item),
                Ok(None) if self.collection.is_some() => {}
                Ok(None) => {
                    self.ended = true;
                    return None;
                }
                // A line of output that has been begun must be ended.
                Err(error) if self.long.is_some() => {
                    self.reader = Box::new(Failing(Some(error)));
                    return Some(self.rest_of_line(self.buffer.len(), true));
                }
                Err(error) => {
                    self.ended = true;
                    return Some(unreadable(Arc::clone(&self.file), self.number, &error));
                }
            }
        }
    }

    /// Whether a line was cut and its end has not been returned.
    pub fn is_within_line(&self) -> bool {
        self.long.is_some()
    }

    /// The next line or message, if it is available without waiting.
    pub fn ready_item(&mut self) -> Option<Item> {
        if self.collection.is_none() {
            let item = self.buffered_item();
            if item.is_some() || self.collection.is_none() {
                return item;
            }
        }
        self.is_regular.then(|| self.next_item()).flatten()
    }

    /// A message about this file.
    fn remark(&self, remark: Remark) -> FileRemark {
        let file = Arc::clone(&self.file);
        FileRemark { file, remark }
    }

    fn next_entry(&mut self) -> Option<Item> {
        let (number, content) = match self.collection.as_mut()?.next()? {
            CollectionEntry::Note(remark) => return Some(Item::Note(self.remark(remark))),
            CollectionEntry::Broken(remark) => {
                return Some(Item::Unreadable(self.remark(remark)));
            }
            CollectionEntry::Problem(problem) => (problem.number, LineContent::Problem(problem)),
            CollectionEntry::Document(document) => {
                (document.number, LineContent::Document(Box::new(document)))
            }
        };
        Some(Item::Line(InputLine {
            content,
            file: Arc::clone(&self.file),
            number,
            read: self.read_since().unwrap_or_default(),
        }))
    }

    /// The number of file bytes taken since the last call, if they are counted.
    fn read_since(&mut self) -> Option<u64> {
        let (counter, reported) = self.counted.as_mut()?;
        let read = counter.load(Ordering::Relaxed);
        Some(read - mem::replace(reported, read))
    }

    /// If the bytes are compressed or in another encoding, replaces the reader by one that decodes
    /// them.
    fn look_into(&mut self) -> io::Result<()> {
        if self.reading.is_none() || mem::replace(&mut self.looked_into, true) {
            return Ok(());
        }
        let named = self.reading.as_ref().and_then(|reading| reading.encoding);
        while named.is_none() && TextEncoding::may_be_utf16(&self.buffer) {
            if !self.read_more()? {
                break;
            }
        }
        if let Some(encoding) = named.or_else(|| TextEncoding::utf16(&self.buffer)) {
            let rest = self.rest();
            self.reader = encoding.decoded(rest);
        }
        Ok(())
    }

    /// All bytes that have not been returned, counted from now on.
    fn rest(&mut self) -> Box<dyn Read + Send> {
        let mut buffer = mem::take(&mut self.buffer);
        buffer.drain(..self.start);
        (self.start, self.searched) = (0, 0);
        let reader = mem::replace(&mut self.reader, Box::new(io::empty()));
        let bytes = Cursor::new(buffer).chain(reader);
        if self.counted.is_some() {
            return Box::new(bytes);
        }
        let counter = Arc::new(AtomicU64::new(0));
        self.counted = Some((Arc::clone(&counter), 0));
        Box::new(Counted { bytes, counter })
    }

    /// The next line, or a piece of one. `None` at the end, or if the rest is a collection.
    fn next_piece(&mut self) -> io::Result<Option<Item>> {
        loop {
            if let Some(item) = self.buffered_item() {
                return Ok(Some(item));
            }
            if self.collection.is_some() {
                return Ok(None);
            }
            let is_long = self.buffer.len() - self.start > LONGEST_RECORD;
            if is_long && self.reading.is_some() {
                let line = self.line(self.start + BEGINNING, true);
                return Ok(line.map(Item::Line));
            }
            if self.read_more()? {
                continue;
            }
            let end = self.buffer.len();
            if self.long.is_some() {
                return Ok(Some(self.rest_of_line(end, true)));
            }
            // The bytes after the last LF, if there are any.
            let line = (self.start < end).then(|| self.line(end, false)).flatten();
            return Ok(line.map(Item::Line));
        }
    }

    /// The next line, or a piece of one, if it is in the buffer.
    fn buffered_item(&mut self) -> Option<Item> {
        let found = match self.reading {
            Some(_) => line_end(&self.buffer, self.searched),
            None => memchr(b'\n', &self.buffer[self.searched..])
                .map_or(Err(self.buffer.len()), |at| Ok(self.searched + at)),
        };
        self.searched = found.unwrap_or_else(|searched| searched);
        let end = found.ok();
        if self.long.is_none() {
            return self.line(end?, false).map(Item::Line);
        }
        let held = end.unwrap_or(self.buffer.len());
        if held - self.start > PIECE + HELD_BACK {
            return Some(self.rest_of_line(self.start + PIECE, false));
        }
        Some(self.rest_of_line(end?, true))
    }

    /// The rest of a line that was cut, up to `end`.
    fn rest_of_line(&mut self, end: usize, is_last: bool) -> Item {
        let bytes = self.buffer[self.start..end].to_vec();
        self.start = if is_last {
            (end + 1).min(self.buffer.len())
        } else {
            end
        };
        self.searched = self.searched.max(self.start);
        let ending = if is_last {
            self.long.take().map(|long| long.ending(&bytes, TOO_LONG))
        } else {
            if let Some(long) = &mut self.long {
                long.pass(&bytes);
            }
            None
        };
        let read = bytes.len() as u64 + u64::from(is_last);
        Item::Rest(LineRest {
            read: self.read_since().unwrap_or(read),
            bytes,
            ending,
        })
    }

    /// Whether lines are read as text, in whatever encoding it is.
    fn is_decoded(&self) -> bool {
        let reading = self.reading.as_ref();
        reading.is_some_and(|reading| !reading.keeps_bytes)
    }

    /// The problems of the file whose first relevant line is `line`; `None` if it is EPD.
    fn other_form(&mut self, line: &[u8], mark: usize) -> Option<Collection> {
        let reading = self.reading.clone()?;
        let number = self.number + 1;
        let recognised = match reading.from {
            Some(form) => Ok(form),
            None => recognise(line).and_then(|form| match form {
                InputForm::Epd => lines_apart(&self.buffer[self.start..]).map_or(Ok(form), Err),
                _ => Ok(form),
            }),
        };
        let form = match recognised {
            Ok(InputForm::Epd) => return None,
            Ok(form) if !reading.only_epd => form,
            other => {
                let message = foreign(other, reading.only_epd, &self.file);
                return Some(Collection::closed(number, message));
            }
        };
        self.start += mark;
        let text = Utf8Lines::new(self.rest(), number, self.other.clone());
        Collection::open(form, Box::new(text), number, &reading)
    }

    /// The line up to `end`, which may be cut there; `None` if it is the first line of a
    /// collection.
    fn line(&mut self, end: usize, is_cut: bool) -> Option<InputLine> {
        let mut bytes = &self.buffer[self.start..end];
        if self.reading.is_some() && self.number == 0 {
            bytes = without_mark(bytes);
        }
        if !self.is_known && (!passes_through(bytes) || is_nul(bytes)) {
            self.is_known = true;
            let mark = end - self.start - bytes.len();
            let line = bytes.to_vec();
            self.collection = self.other_form(&line, mark);
            if self.collection.is_some() {
                return None;
            }
            bytes = &self.buffer[self.start + mark..end];
        }
        self.number += 1;
        let bytes = match self.is_decoded().then(|| text_of(bytes)) {
            Some(Cow::Owned(text)) => {
                self.other.begins(self.number);
                text.into_bytes()
            }
            _ => bytes.to_vec(),
        };
        if is_cut {
            self.start = end;
            self.long = Some(ErrorAtEnd::behind(&bytes));
        } else {
            self.start = (end + 1).min(self.buffer.len());
            self.searched = self.start;
        }
        let read = self
            .read_since()
            .unwrap_or(bytes.len() as u64 + u64::from(!is_cut));
        let by_moves = self.reading.is_some().then(|| played(&bytes)).flatten();
        let content = match by_moves {
            Some(Ok(line)) => LineContent::Line(line),
            Some(Err(reason)) => {
                let problem = CollectedProblem::unsolved(bytes, self.number, reason);
                LineContent::Problem(Box::new(problem))
            }
            None if is_cut => LineContent::Cut(bytes),
            None => LineContent::Line(bytes),
        };
        Some(InputLine {
            content,
            file: Arc::clone(&self.file),
            number: self.number,
            read,
        })
    }

    /// Reads once; `false` at the end of the input.
    fn read_more(&mut self) -> io::Result<bool> {
        self.buffer.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        match self.reading {
            Some(_) => append_text(&mut self.reader, &mut self.buffer),
            None => append(&mut self.reader, &mut self.buffer),
        }
    }
}

/// The message about the file called `name`, which has another form than EPD; `for_answers`: where
/// nothing else is read.
pub(super) fn foreign(form: Result<InputForm, Stranger>, for_answers: bool, name: &str) -> String {
    match form {
        Ok(form) => {
            let file = if name == "-" { "FILE" } else { name };
            let title = form.title();
            format!(
                "this is {title}, and answers are read from EPD; try: solver -b {file} >answers.epd"
            )
        }
        Err(stranger) if for_answers => stranger.no_answers(),
        Err(stranger) => stranger.message(name),
    }
}

/// A reader that has failed.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// A reader that counts its bytes.
struct Counted<R> {
    bytes: R,
    counter: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        self.counter.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
