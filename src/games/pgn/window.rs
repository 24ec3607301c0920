//! A window on a stream: what is being read of it stands in memory, and no more.
//!
//! Whoever reads asks for [`StreamWindow::text`], and for more of it ([`StreamWindow::fill`]) when
//! it ends inside of something; what has been read is left behind ([`StreamWindow::skip`]).

use std::io::{self, ErrorKind, Read};

use super::Place;

/// How much is read at once, at most.
const CHUNK: usize = 1 << 18;

/// How much is read at first.
const FIRST_CHUNK: usize = 1 << 13;

/// A window on a stream.
#[derive(Debug)]
pub struct StreamWindow<R> {
    input: R,
    buffer: Vec<u8>,
    /// Where what is being read begins.
    start: usize,
    /// Where what has come ends.
    end: usize,
    eof: bool,
    /// Why the stream failed, behind what had come before.
    failure: Option<io::Error>,
    /// The most bytes that are wanted at once.
    longest: usize,
    place: Place,
    passed: u64,
}

impl StreamWindow<io::Empty> {
    /// A window on all of `text`, which stands at `place` of a file.
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
    /// A window that has read nothing yet and will hold `longest` bytes.
    pub fn new(input: R, longest: usize) -> StreamWindow<R> {
        StreamWindow::at(Place::START, input, longest)
    }

    /// The same for a stream that begins at `place` of a file.
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

    /// What is being read, as far as it has come.
    #[inline]
    pub fn text(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Whether the stream has nothing behind [`StreamWindow::text`].
    #[inline]
    pub fn is_at_end(&self) -> bool {
        self.eof
    }

    /// Whether no more is taken up before something is skipped.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.end - self.start >= self.longest
    }

    /// Whether nothing has been asked of the stream yet.
    pub fn is_untouched(&self) -> bool {
        self.buffer.is_empty()
    }

    /// Where [`StreamWindow::text`] begins.
    pub fn place(&self) -> Place {
        self.place
    }

    /// How many bytes were left behind.
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// The `length` bytes that were left behind last, as long as nothing more was read.
    #[inline]
    pub fn left(&self, length: usize) -> &[u8] {
        &self.buffer[self.start - length..self.start]
    }

    /// Leaves `length` bytes behind.
    #[inline]
    pub fn skip(&mut self, length: usize) {
        let text = &self.buffer[self.start..self.start + length];
        self.place = self.place.after(text);
        self.passed += length as u64;
        self.start += length;
    }

    /// Leaves `length` bytes behind, of which the reader knows that they end at `place`.
    #[inline]
    pub fn skip_to(&mut self, length: usize, place: Place) {
        self.place = place;
        self.passed += length as u64;
        self.start += length;
    }

    /// Leaves a byte order mark behind, which takes no place on its line.
    pub fn skip_mark(&mut self, length: usize) {
        self.skip_to(length, self.place);
    }

    /// Reads more behind what there is: in proportion, as what there is may be looked through
    /// again.
    ///
    /// # Errors
    ///
    /// Errors of the stream, when all that came before has been given out.
    pub fn fill(&mut self) -> io::Result<()> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        // A game in memory is not worth a chunk; whoever reads a file comes to one in three steps.
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
