//! A place in a file. The caller knows the name of the file.

use memchr::{memchr_iter, memrchr};

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The column in bytes, from 1.
    pub column: usize,
}

impl Place {
    /// The first byte of a file.
    pub const START: Place = Place { line: 1, column: 1 };

    /// The place after `text`, which begins at this place.
    #[inline]
    pub fn after(self, text: &[u8]) -> Place {
        // Words are short: setting up a search takes longer than examining their bytes.
        if text.len() < 16 && !text.contains(&b'\n') {
            return Place {
                column: self.column + text.len(),
                ..self
            };
        }
        match memrchr(b'\n', text) {
            Some(last) => Place {
                line: self.line + memchr_iter(b'\n', text).count() as u64,
                column: text.len() - last,
            },
            None => Place {
                column: self.column + text.len(),
                ..self
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_feed_begins_a_line_and_every_other_byte_is_a_column() {
        for (text, line, column) in [
            ("", 1, 1),
            ("ab", 1, 3),
            ("ab\n", 2, 1),
            ("a\r\n\nbc", 3, 3),
            ("\u{e9}", 1, 3),
        ] {
            let place = Place::START.after(text.as_bytes());
            assert_eq!(place, Place { line, column }, "{text:?}");
        }
        let later = Place { line: 7, column: 4 };
        assert_eq!(later.after(b"xyz"), Place { line: 7, column: 7 });
    }
}
