//! Files larger than memory, and games longer than any real game: they are streamed.

use std::io::{self, Read};

use crate::bpgn::seed::{GNEJS, LAG};
use keymove_bpgn::check::check;
use keymove_bpgn::read::{LONGEST, Reader};

/// Texts that are repeated, in chunks of odd lengths.
struct Repeated {
    text: Vec<u8>,
    at: usize,
    left: usize,
    piece: usize,
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.piece = self.piece % 40_099 + 577;
        let rest = &self.text[self.at..];
        let length = rest.len().min(buffer.len()).min(self.piece).min(self.left);
        buffer[..length].copy_from_slice(&rest[..length]);
        self.at = (self.at + length) % self.text.len();
        self.left -= length;
        Ok(length)
    }
}

#[test]
fn games_come_out_alike_wherever_the_stream_is_cut() {
    let text = [GNEJS, LAG].concat().into_bytes();
    let times = 500;
    let mut reader = Reader::new(Repeated {
        left: text.len() * times,
        text,
        at: 0,
        piece: 0,
    });
    let mut lines = Vec::new();
    let mut games = 0;
    while let Some(game) = reader.next_game().expect("read") {
        let mut findings = Vec::new();
        let checked = check(&game, &mut findings);
        assert_eq!(checked.played, [88, 135][games % 2]);
        assert_eq!(findings.len(), [2, 1][games % 2]);
        lines.push(game.lines().0);
        games += 1;
    }
    assert_eq!(games, 2 * times);
    let per_pair = lines[2] - lines[0];
    assert!(
        lines
            .chunks(2)
            .zip(0..)
            .all(|(pair, n)| pair[0] == lines[0] + n * per_pair)
    );
}

#[test]
fn a_game_without_an_end_is_cut() {
    for (text, errors) in [
        ("1A. e4 {never closed ", true),
        ("foo\n", true),
        ("{3} ", true),
        ("\n \n", false),
        ("1A. e4 1a. e5\n", true),
    ] {
        let size = 2 * LONGEST + 4321;
        let mut reader = Reader::new(Repeated {
            text: text.as_bytes().to_vec(),
            at: 0,
            left: size,
            piece: 0,
        });
        let mut longest = 0;
        let mut problems = 0;
        while let Some(game) = reader.next_game().expect("read") {
            longest = longest.max(game.text().len());
            problems += game.problems().count();
        }
        assert!(longest <= LONGEST + (1 << 19), "{text}: {longest}");
        assert_eq!(problems > 0, errors, "{text}");
    }
}
