//! The lines of a conversation, from standard input.

use std::io::{self, BufRead, Read};

/// Calls `hear` with each line of standard input until there are none, reading fails or `hear` says
/// that nobody listens. Of a line beyond `longest` bytes only that many are kept; the rest is no
/// line of its own.
pub fn hear_lines(longest: u64, hear: impl FnMut(Vec<u8>) -> bool) {
    hear_lines_of(io::stdin().lock(), longest, hear);
}

fn hear_lines_of(mut input: impl BufRead, longest: u64, mut hear: impl FnMut(Vec<u8>) -> bool) {
    loop {
        let mut line = Vec::new();
        match input.by_ref().take(longest).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let mut rest = line.clone();
        while !rest.ends_with(b"\n") {
            rest.clear();
            match input.by_ref().take(longest).read_until(b'\n', &mut rest) {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
        }
        if !hear(line) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(text: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        hear_lines_of(text, 4, |line| {
            lines.push(line);
            lines.len() < 3
        });
        lines
    }

    #[test]
    fn however_long_a_line_is_it_is_one_line() {
        assert_eq!(heard(b""), Vec::<Vec<u8>>::new());
        assert_eq!(heard(b"a"), [b"a"]);
        assert_eq!(heard(b"a\n\nb"), [&b"a\n"[..], b"\n", b"b"]);
        assert_eq!(heard(b"abc\nd\n"), [&b"abc\n"[..], b"d\n"]);
        assert_eq!(heard(b"abcdefghijkl\nd\n"), [&b"abcd"[..], b"d\n"]);
        assert_eq!(heard(b"abcdefgh"), [b"abcd"]);
    }

    #[test]
    fn nothing_is_read_where_nobody_listens() {
        assert_eq!(heard(b"1\n2\n3\n4\n").len(), 3);
    }
}
