//! Bytes -> [words](super::word) -> jobs.
//!
//! The first letter of a word determines its meaning; `f` and `F` may be separated from their board
//! by a blank. A job ends at `..` or at the end of the file. After an error, the rest of the job is skipped, and reading continues with the next
//! one.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

use super::draft::{ChestJob, Draft, Letters};
use super::error::{ChestError, ChestErrorKind};
use super::kind_of;
use super::word::{Word, words};
use keymove_base::error::{Location, is_utf16};
use keymove_records::job::Defaults;

/// The maximum length of a line in bytes. Boards take less than a hundred; a file without line ends
/// must not fill the memory.
const LONGEST_LINE: u64 = 1 << 16;

/// The number of slashes from which a word counts as a board, as in EPD.
const FEWEST_SLASHES: usize = 4;

/// The jobs of a file, read one by one on demand.
#[derive(Debug)]
pub struct Jobs<R> {
    input: R,
    file: Arc<str>,
    defaults: Defaults,
    letters: Letters,
    line: u64,
    words: VecDeque<Word>,
    /// Whether the input has ended.
    ended: bool,
}

impl<R: BufRead> Jobs<R> {
    /// The jobs of `input`, which messages call `file`. `defaults` supplies what jobs do not
    /// specify, and what is asked for in addition to the verdict.
    pub fn new(file: &str, input: R, defaults: &Defaults) -> Jobs<R> {
        Jobs {
            input,
            file: file.into(),
            defaults: defaults.clone(),
            letters: Letters::English,
            line: 0,
            words: VecDeque::new(),
            ended: false,
        }
    }

    fn error(&self, line: u64, column: usize, kind: ChestErrorKind) -> ChestError {
        ChestError {
            place: Location {
                file: self.file.to_string(),
                line,
                column,
            },
            kind,
        }
    }

    fn wrong(&self, word: &Word, kind: impl FnOnce(String) -> ChestErrorKind) -> ChestError {
        self.error(word.line, word.column, kind(word.excerpt()))
    }

    /// The next word, on the next line that has one.
    fn next_word(&mut self) -> Result<Option<Word>, ChestError> {
        while self.words.is_empty() && !self.ended {
            let mut line = Vec::new();
            let read = io::Read::by_ref(&mut self.input)
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut line);
            self.line += 1;
            if let Err(error) = read {
                self.ended = true;
                return Err(self.error(self.line, 1, ChestErrorKind::Unreadable(error)));
            }
            self.ended = line.is_empty();
            if self.line == 1 && is_utf16(&line) {
                self.ended = true;
                return Err(self.error(1, 1, ChestErrorKind::Utf16));
            }
            if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
                self.ended = true;
                return Err(self.error(self.line, 1, ChestErrorKind::LongLine));
            }
            self.words = words(&line, self.line);
        }
        Ok(self.words.pop_front())
    }

    /// The next word, if it is on the same line.
    fn next_on_line(&mut self, line: u64) -> Option<Word> {
        self.words
            .pop_front_if(|next| next.line == line && next.text != b"..")
    }

    /// Adds the content of a word to the draft.
    fn take(&mut self, word: &Word, draft: &mut Draft) -> Result<(), ChestError> {
        let (first, rest) = (word.text[0], word.without(1));
        let has_board = word.text.iter().filter(|&&b| b == b'/').count() >= FEWEST_SLASHES;
        match first {
            b'f' | b'F' if !has_board && !rest.text.is_empty() => {
                return Err(self.wrong(word, ChestErrorKind::Word));
            }
            b'f' | b'F' => {}
            _ if has_board => return Err(self.wrong(word, |_| ChestErrorKind::Epd)),
            _ => {}
        }
        let twice = |what| self.wrong(word, |_| ChestErrorKind::Twice(what));
        match first {
            b'L' => {
                self.letters = Letters::named(&rest.text)
                    .ok_or_else(|| self.wrong(word, ChestErrorKind::Language))?;
            }
            b'f' | b'F' if draft.board.is_some() => return Err(twice("a board")),
            b'f' | b'F' => self.take_board(word, draft)?,
            b'c' => {
                let right = match &*rest.text {
                    b"ws" => b'K',
                    b"wl" => b'Q',
                    b"bs" => b'k',
                    b"bl" => b'q',
                    _ => return Err(self.wrong(word, ChestErrorKind::Castling)),
                };
                draft.rights.push((right, word.clone()));
            }
            b'e' => {
                if draft.en_passant.is_some() {
                    return Err(twice("a pawn to be taken en passant"));
                }
                let target = match *rest.text {
                    [file @ b'a'..=b'h', b'3' | b'4'] => [file, b'3'],
                    [file @ b'a'..=b'h', b'5' | b'6'] => [file, b'6'],
                    _ => return Err(self.wrong(word, ChestErrorKind::EnPassant)),
                };
                draft.en_passant = Some((target, word.clone()));
            }
            b'j' => {
                if draft.kind.is_some() {
                    return Err(twice("a job letter"));
                }
                let kind =
                    kind_of(&rest.text).ok_or_else(|| self.wrong(word, ChestErrorKind::Job))?;
                draft.kind = Some((kind, word.clone()));
            }
            b'z' => {
                if draft.depth.is_some() {
                    return Err(twice("a depth"));
                }
                let depth = Draft::depth_of(&rest.text)
                    .ok_or_else(|| self.wrong(word, ChestErrorKind::Depth))?;
                draft.depth = Some((depth, word.clone()));
            }
            _ => return Err(self.wrong(word, ChestErrorKind::Word)),
        }
        Ok(())
    }

    /// Reads the board of `f`, or the fields of `F`: after the letter, or in the next words of the
    /// line.
    fn take_board(&mut self, word: &Word, draft: &mut Draft) -> Result<(), ChestError> {
        let (first, rest) = (word.text[0], word.without(1));
        let board = match rest.text.is_empty() {
            false => Some(rest),
            true => self.next_on_line(word.line),
        };
        let Some(mut board) = board else {
            return Err(self.wrong(word, |_| ChestErrorKind::NoBoard));
        };
        if first == b'F' {
            // The counters of a FEN do not matter for a problem.
            let fields: Vec<Word> = std::iter::from_fn(|| self.next_on_line(word.line))
                .take(5)
                .collect();
            draft.fields = fields.into_iter().take(3).collect();
        } else {
            self.letters.to_fen(&mut board.text);
        }
        draft.board = Some(board);
        Ok(())
    }

    /// Skips the rest of a job.
    fn pass_over(&mut self) {
        loop {
            match self.next_word() {
                Ok(Some(word)) if word.text != b".." => (),
                // A read error was already reported, and nothing follows it.
                _ => return,
            }
        }
    }
}

impl<R: BufRead> Iterator for Jobs<R> {
    type Item = Result<ChestJob, ChestError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut draft = Draft::default();
        loop {
            let word = match self.next_word() {
                Ok(word) => word,
                Err(error) => return Some(Err(error)),
            };
            let ends = word.as_ref().is_none_or(|word| word.text == b"..");
            match word {
                Some(word) if !ends => {
                    if let Err(error) = self.take(&word, &mut draft) {
                        self.pass_over();
                        return Some(Err(error));
                    }
                }
                word => {
                    if let Some(place) = draft.first_place() {
                        let job = draft.finish(&self.file, place, &self.defaults);
                        return Some(job);
                    }
                    // `..` without a job before it.
                    word?;
                }
            }
        }
    }
}
