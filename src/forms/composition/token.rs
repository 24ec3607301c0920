//! The words of Popeye's input, each with its place.
//!
//! Words are separated by blanks, commas and semicolons. The end of a line matters only to keywords
//! whose text extends to it (`Title`, `Author` and so on), which use [`InputWords::rest_of_line`].

use keymove_base::error::without_mark;

/// A word of the input and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputWord<'a> {
    /// The word as it was typed; never empty.
    pub text: &'a [u8],
    /// The line, counted from 1.
    pub line: u64,
    /// The column in bytes, counted from 1.
    pub column: usize,
}

/// An iterator over the words. Copy it to look ahead.
#[derive(Debug, Clone, Copy)]
pub struct InputWords<'a> {
    input: &'a [u8],
    place: WordPlace,
}

/// A place between words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordPlace {
    /// The number of bytes before it.
    pub at: usize,
    /// Its line, counted from 1.
    pub line: u64,
    /// The offset of that line.
    pub start: usize,
}

impl WordPlace {
    /// The beginning of line `line`, with which the input begins.
    pub fn beginning(line: u64) -> WordPlace {
        WordPlace {
            at: 0,
            line,
            start: 0,
        }
    }
}

impl<'a> InputWords<'a> {
    /// The words of `input`; a UTF-8 byte order mark is ignored.
    pub fn new(input: &'a [u8]) -> InputWords<'a> {
        InputWords {
            input: without_mark(input),
            place: WordPlace::beginning(1),
        }
    }

    /// The words of `input` from a `place` in it.
    pub fn from_place(input: &'a [u8], place: WordPlace) -> InputWords<'a> {
        let at = place.at.min(input.len());
        InputWords {
            input,
            place: WordPlace { at, ..place },
        }
    }

    /// The place where the last word ends.
    pub fn place(&self) -> WordPlace {
        self.place
    }

    /// The rest of the line after the last word, without surrounding blanks.
    pub fn rest_of_line(&mut self) -> &'a [u8] {
        let rest = &self.input[self.place.at..];
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        self.place.at += end;
        rest[..end].trim_ascii()
    }
}

impl<'a> Iterator for InputWords<'a> {
    type Item = InputWord<'a>;

    fn next(&mut self) -> Option<InputWord<'a>> {
        while let Some(&byte) = self.input.get(self.place.at)
            && parts(byte)
        {
            self.place.at += 1;
            if byte == b'\n' {
                self.place.line += 1;
                self.place.start = self.place.at;
            }
        }
        let from = self.place.at;
        let length = self.input[from..].iter().position(|&byte| parts(byte));
        self.place.at = length.map_or(self.input.len(), |length| from + length);
        (self.place.at > from).then(|| InputWord {
            text: &self.input[from..self.place.at],
            line: self.place.line,
            column: from - self.place.start + 1,
        })
    }
}

fn parts(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b',' | b';' | 0x0b | 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_places_and_texts_go_to_the_end_of_the_line() {
        let mut words = InputWords::new(b"\xef\xbb\xbfbegin\r\n\n  title  A, b;c \r\nx,y");
        let place = |word: InputWord<'_>| (word.line, word.column);
        assert_eq!(words.next().map(place), Some((1, 1)));
        assert_eq!(words.next().map(place), Some((3, 3)));
        assert_eq!(words.rest_of_line(), b"A, b;c");
        assert_eq!(words.next().map(place), Some((4, 1)));
        let last = words.next().expect("a word");
        assert_eq!((last.text, place(last)), (&b"y"[..], (4, 3)));
        assert_eq!(words.next(), None);
        assert_eq!(words.rest_of_line(), b"");
    }
}
