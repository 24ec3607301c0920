//! A window on a stream: only the part that is being read is in memory.
//!
//! The reader requests [`StreamWindow::text`], and more of it ([`StreamWindow::fill`]) if it ends
//! within a token; text that has been read is released ([`StreamWindow::skip`]).

use std::io::{self, ErrorKind, Read};

use super::Place;

/// The maximum number of bytes read at once.
const CHUNK: usize = 1 << 18;

/// The number of bytes read at first.
const FIRST_CHUNK: usize = 1 << 13;

/// A window on a stream.
#[derive(Debug)]
pub struct StreamWindow<R> {
    input: R,
    buffer: Vec<u8>,
    /// The beginning of the current text.
    start: usize,
    /// The end of the available text.
    end: usize,
    eof: bool,
    /// The error of the stream, which follows the available text.
    failure: Option<io::Error>,
    /// The maximum number of bytes requested at once.
    longest: usize,
    place: Place,
    passed: u64,
}

impl StreamWindow<io::Empty> {
    /// A window on all of `text`, which is at `place` in a file.
    pub fn whole(place: Place, text: Vec<u8>, longest: usize) -> StreamWindow<io::Empty> {
        StreamWindow {
            end: text.len(),
            buffer: text,
            eof: true,
            ..StreamWindow::at(place, io::empty(), longest)
        }
    }
}

impl<R: Read> StreamWindow<R> {
    /// An empty window that holds up to `longest` bytes.
    pub fn new(input: R, longest: usize) -> StreamWindow<R> {
        StreamWindow::at(Place::START, input, longest)
    }

    /// An empty window on a stream that begins at `place` in a file.
    pub fn at(place: Place, input: R, longest: usize) -> StreamWindow<R> {
        StreamWindow {
            input,
            buffer: Vec::new(),
            start: 0,
            end: 0,
            eof: false,
            failure: None,
            longest,
            place,
            passed: 0,
        }
    }

    /// The text available so far.
    #[inline]
    pub fn text(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Whether the stream has nothing after [`StreamWindow::text`].
    #[inline]
    pub fn is_at_end(&self) -> bool {
        self.eof
    }

    /// Whether nothing more is read before some text is skipped.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.end - self.start >= self.longest
    }

    /// Whether nothing has been read from the stream yet.
    pub fn is_untouched(&self) -> bool {
        self.buffer.is_empty()
    }

    /// The place where [`StreamWindow::text`] begins.
    pub fn place(&self) -> Place {
        self.place
    }

    /// The number of bytes skipped.
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// The last `length` bytes that were skipped, valid as long as nothing more has been read.
    #[inline]
    pub fn left(&self, length: usize) -> &[u8] {
        &self.buffer[self.start - length..self.start]
    }

    /// Skips `length` bytes.
    #[inline]
    pub fn skip(&mut self, length: usize) {
        let text = &self.buffer[self.start..self.start + length];
        self.place = self.place.after(text);
        self.passed += length as u64;
        self.start += length;
    }

    /// Skips `length` bytes that end at `place`, as the reader knows.
    #[inline]
    pub fn skip_to(&mut self, length: usize, place: Place) {
        self.place = place;
        self.passed += length as u64;
        self.start += length;
    }

    /// Skips a byte order mark, which takes no column on its line.
    pub fn skip_mark(&mut self, length: usize) {
        self.skip_to(length, self.place);
    }

    /// Reads more text, in proportion to the amount available, because that may be scanned again.
    ///
    /// # Errors
    ///
    /// Errors of the stream, after all text that came before has been returned.
    pub fn fill(&mut self) -> io::Result<()> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        // A game in memory does not need a whole chunk; for a file, the full size is reached in
        // three steps.
        let chunk = (4 * self.buffer.len()).clamp(FIRST_CHUNK, CHUNK);
        if self.buffer.len() < self.end + chunk / 2 {
            let length = (self.end + chunk).max(self.buffer.len() * 3 / 2);
            self.buffer.resize(length.min(self.longest + CHUNK), 0);
        }
        let before = self.end;
        let wanted = (self.end + self.end / 4 + 1).min(self.buffer.len());
        while self.end < wanted && !self.eof {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.eof = true,
                Ok(length) => self.end += length,
                Err(error) if error.kind() == ErrorKind::Interrupted => (),
                Err(error) if self.end > before => {
                    self.failure = Some(error);
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
