//! Reads games from a stream, one at a time.
//!
//! A game ends with its result and the comments on that line; before a tag, if there was movetext;
//! before `1A.` or `1B.` after an empty line, if that board has begun. Memory use is that of the
//! longest game, and a game longer than [`LONGEST`] is cut.

mod assembly;

use std::io::{self, ErrorKind, Read};

use self::assembly::Assembly;
use super::game::{BpgnGame, Parts, TextFault};
use super::token::{BpgnGrammar, token};
use keymove_base::error::without_mark;
use keymove_games::pgn::foreign::refusal;
use keymove_games::pgn::token::{Scan, Span, is_blank};
use keymove_games::pgn::window::StreamWindow;

/// The maximum length of a game in bytes. The longest real ones have about 20,000.
pub const LONGEST: usize = 1 << 22;

/// Reads games from a stream.
#[derive(Debug)]
pub struct Reader<R> {
    window: StreamWindow<R>,
    /// The length of the last game.
    given: usize,
    parts: Parts,
    one_board: bool,
}

impl<R: Read> Reader<R> {
    /// A reader of BPGN at the beginning of `input`.
    pub fn new(input: R) -> Reader<R> {
        Reader {
            window: StreamWindow::new(input, LONGEST),
            given: 0,
            parts: Parts::default(),
            one_board: false,
        }
    }

    /// A reader of PGN with one board per game. Its half-moves are those of board A.
    pub fn pgn(input: R) -> Reader<R> {
        Reader {
            one_board: true,
            ..Reader::new(input)
        }
    }

    /// Reads the next game; `None` at the end of the stream.
    ///
    /// # Errors
    ///
    /// Errors of the stream; the stream is UTF-16, binary data or JSON.
    pub fn next_game(&mut self) -> io::Result<Option<BpgnGame<'_>>> {
        self.window.skip(self.given);
        self.given = 0;
        self.parts.clear();
        if !self.skip_blanks()? {
            return Ok(None);
        }
        let mut assembly = Assembly::new(self.one_board);
        self.given = loop {
            let text = self.window.text();
            let (eof, full) = (self.window.is_at_end(), self.window.is_full());
            match token(text, assembly.at, eof || full) {
                Scan::Token(token) => {
                    if let Some(cut) = assembly.take(text, &token, &mut self.parts) {
                        break cut;
                    }
                }
                Scan::End if (eof || full) && assembly.is_within() => {
                    assembly.read_again(&mut self.parts);
                }
                Scan::End if eof => break text.len(),
                Scan::End if full => {
                    let place = Span::new(text.len() - 1, text.len());
                    self.parts.problems.push((TextFault::TooLong, place));
                    break text.len();
                }
                Scan::End | Scan::More => self.window.fill()?,
            }
        };
        let (text, place) = (&self.window.text()[..self.given], self.window.place());
        assembly.end(text, &mut self.parts);
        if assembly.stamped {
            let parts = &self.parts;
            let clocks = BpgnGame { text, parts, place }.clocks_of_stamps();
            self.parts.stamped = clocks;
        }
        Ok(Some(BpgnGame {
            text,
            parts: &self.parts,
            place,
        }))
    }

    /// Skips blanks; `false` at the end.
    fn skip_blanks(&mut self) -> io::Result<bool> {
        loop {
            let text = self.window.text();
            let blanks = text
                .iter()
                .take_while(|&&b| is_blank::<BpgnGrammar>(b))
                .count();
            let found = blanks < text.len();
            self.window.skip(blanks);
            if found {
                return Ok(true);
            }
            if self.window.is_at_end() {
                return Ok(false);
            }
            let beginning = self.window.is_untouched();
            self.window.fill()?;
            if beginning {
                // Short reads are possible, but not of less than three bytes.
                let reads = "games are read from BPGN and PGN";
                if let Some(refusal) = refusal(self.window.text(), reads) {
                    return Err(io::Error::new(ErrorKind::InvalidData, refusal));
                }
                let text = self.window.text();
                self.window.skip(text.len() - without_mark(text).len());
            }
        }
    }
}
