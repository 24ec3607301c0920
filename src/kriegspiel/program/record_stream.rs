//! The records of files, as the pool's reading thread takes them, so that waiting for standard input
//! keeps no other thread from hearing a signal.
//!
//! From a file this thread takes only texts, cut where a game begins; a worker reads the games. The games
//! of a pipe or a terminal are read here, one by one, because a program that sends one after the other
//! waits for each answer. A text that is too long without a place to cut is read here, too.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Cursor, Read as _};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec;

use memchr::{memmem, memrchr};

use keymove_base::pool::queue::Weigh;
use keymove_kriegspiel::notation::lex::FIRST_TAG;
use keymove_kriegspiel::notation::read::{Games, Read, ReadError};
use keymove_kriegspiel::notation::{GameResult, LONGEST_GAME, Place};
use keymove_terminal::arguments::is_dash;
use keymove_terminal::plain::{FailedInput, Input, plain};

/// The memory for a byte of text once it is read, in bytes, with everything that is kept for a move.
const WEIGHT: usize = 16;

/// The number of bytes of a file that are read at once.
const BUFFER: usize = 1 << 16;

/// The longest text that is looked through for its end, in bytes.
const LONGEST_TEXT: usize = 2 * LONGEST_GAME;

/// One game, or the text of several.
pub struct Record {
    /// The file's name as given, `-` for standard input.
    pub file: Arc<str>,
    /// The content to work on.
    pub content: RecordContent,
}

/// A record, read or not.
pub enum RecordContent {
    /// The game, or why there is none: after an error of syntax more may come of the same file; and
    /// the length of its text, in bytes, and its place. Nothing, once a worker has taken it: it may
    /// be large.
    Read(
        Cell<Option<Result<Box<Read>, ReadError>>>,
        u64,
        Option<Place>,
    ),
    /// Whole games, nearly always one, and where they begin.
    Text(Box<[u8]>, Place),
}

impl RecordContent {
    /// The content read from a text of `length` bytes.
    pub fn of_read(read: Result<Box<Read>, ReadError>, length: u64) -> RecordContent {
        let place = match &read {
            Ok(read) => Some(read.game.place),
            Err(ReadError::Syntax(finding)) => Some(finding.place),
            Err(ReadError::Io(_)) => None,
        };
        RecordContent::Read(Cell::new(Some(read)), length, place)
    }
}

impl Weigh for Record {
    fn bytes(&self) -> usize {
        size_of::<Record>()
            + match &self.content {
                RecordContent::Read(_, length, _) => WEIGHT * *length as usize,
                RecordContent::Text(text, _) => text.len(),
            }
    }
}

/// A file that is being read.
enum OpenFile {
    /// Game after game.
    Games(Games<Input>),
    /// Text after text.
    TextCutter(TextCutter),
}

/// The records that are still to come.
pub struct RecordStream {
    files: vec::IntoIter<PathBuf>,
    /// The file that is being read.
    open: Option<(Arc<str>, OpenFile)>,
}

impl RecordStream {
    /// The records of `files`; `-` is standard input. Each file is opened when its turn comes.
    pub fn of_files(files: &[PathBuf]) -> RecordStream {
        RecordStream {
            files: Vec::from(files).into_iter(),
            open: None,
        }
    }
}

impl Iterator for RecordStream {
    type Item = Vec<Record>;

    fn next(&mut self) -> Option<Vec<Record>> {
        loop {
            if let Some((name, open)) = &mut self.open {
                let block = open.block();
                if !block.is_empty() {
                    let file = |content| Record {
                        file: Arc::clone(name),
                        content,
                    };
                    return Some(block.into_iter().map(file).collect());
                }
                self.open = None;
            }
            let path = self.files.next()?;
            let name: Arc<str> = Arc::from(path.display().to_string());
            let open = match OpenFile::of(&path) {
                Ok(open) => open,
                Err(error) => {
                    let content = RecordContent::of_read(Err(ReadError::Io(error)), 0);
                    return Some(vec![Record {
                        file: name,
                        content,
                    }]);
                }
            };
            self.open = Some((name, open));
        }
    }
}

impl OpenFile {
    /// Opens a file, or standard input for `-`.
    fn of(path: &Path) -> io::Result<OpenFile> {
        if is_dash(path) {
            return Ok(OpenFile::Games(Games::new(plain(
                Box::new(io::stdin()),
                path,
            )?)));
        }
        let file = File::open(path)?;
        let is_file = file.metadata()?.is_file();
        let input = plain(Box::new(file), path)?;
        Ok(match is_file {
            true => OpenFile::TextCutter(TextCutter::of(input)),
            false => OpenFile::Games(Games::new(input)),
        })
    }

    /// The next contents; empty at the end.
    fn block(&mut self) -> Vec<RecordContent> {
        loop {
            match self {
                OpenFile::TextCutter(texts) => match texts.block() {
                    Some(block) => return block,
                    None => *self = OpenFile::Games(texts.games()),
                },
                OpenFile::Games(games) => {
                    let read = games.next().map(|read| read.map(Box::new));
                    let length = games.length();
                    let content = read.map(|read| RecordContent::of_read(read, length));
                    return content.into_iter().collect();
                }
            }
        }
    }
}

/// Cuts a file before the lines that begin like a game's first tag, where a result ends the line
/// before: there the next game begins, whatever stands before the result.
struct TextCutter {
    input: Input,
    /// Text that was read but not returned; it begins a line.
    buffer: Vec<u8>,
    /// Where the buffer begins.
    place: Place,
}

impl TextCutter {
    fn of(input: Input) -> TextCutter {
        TextCutter {
            input,
            buffer: Vec::new(),
            place: Place::START,
        }
    }

    /// The next texts, and nothing at the end; none where the file fails, or goes on for too long
    /// without a place to cut.
    fn block(&mut self) -> Option<Vec<RecordContent>> {
        while self.buffer.len() <= LONGEST_TEXT {
            let mut more = self.input.by_ref().take(BUFFER as u64);
            match more.read_to_end(&mut self.buffer) {
                Ok(0) => return Some(self.texts(&[self.buffer.len()])),
                Ok(_) => {}
                Err(error) => {
                    self.input = Box::new(FailedInput(Some(error)));
                    return None;
                }
            }
            let tags = memmem::find_iter(&self.buffer, FIRST_TAG);
            let cuts: Vec<usize> = tags.filter(|&at| is_end(&self.buffer[..at])).collect();
            if !cuts.is_empty() {
                return Some(self.texts(&cuts));
            }
        }
        None
    }

    /// The texts that end at `cuts`.
    fn texts(&mut self, cuts: &[usize]) -> Vec<RecordContent> {
        let mut texts = Vec::with_capacity(cuts.len());
        let mut begin = 0;
        for &cut in cuts {
            let text = &self.buffer[begin..cut];
            if !text.is_empty() {
                texts.push(RecordContent::Text(Box::from(text), self.place));
            }
            self.place = self.place.after(text);
            begin = cut;
        }
        self.buffer.drain(..begin);
        texts
    }

    /// The games of what was not given out.
    fn games(&mut self) -> Games<Input> {
        let held = Cursor::new(mem::take(&mut self.buffer));
        let rest = mem::replace(&mut self.input, Box::new(io::empty()));
        Games::at(self.place, Box::new(held.chain(rest)))
    }
}

/// Tells whether the last line of a text, but for blank ones, ends with a result that is no
/// comment.
fn is_end(text: &[u8]) -> bool {
    let Some(before) = text.strip_suffix(b"\n").map(<[u8]>::trim_ascii_end) else {
        return false;
    };
    let begin = memrchr(b'\n', before).map_or(0, |end| end + 1);
    let line = &before[begin..];
    let word = line.rsplit(u8::is_ascii_whitespace).next();
    word.is_some_and(|word| GameResult::read(word).is_some())
        && !line.iter().any(|sign| matches!(sign, b'%' | b';'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Seek, Write};

    /// Everything that a file's records say, one after the other.
    fn told(text: &[u8]) -> Vec<String> {
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(text).expect("room");
        file.rewind().expect("a file");
        let mut open = OpenFile::TextCutter(TextCutter::of(Box::new(file)));
        let mut told = Vec::new();
        loop {
            let block = open.block();
            if block.is_empty() {
                return told;
            }
            for content in block {
                match content {
                    RecordContent::Read(read, ..) => {
                        told.push(format!("{:?}", read.take().expect("nobody took it")));
                    }
                    RecordContent::Text(text, place) => {
                        let games = Games::whole(place, text.into_vec());
                        told.extend(games.map(|read| format!("{:?}", read.map(Box::new))));
                    }
                }
            }
        }
    }

    #[test]
    fn a_text_that_is_cut_has_the_games_of_the_whole() {
        const PARTS: [&str; 16] = [
            "[Event \"a\"]\n",
            "[Event \"b\"]\n",
            "[Event \"c\"]\r\n",
            "[Site \"s\"]\n",
            "[Site \"\n",
            "\n",
            "1. e4 {(:)}\n",
            "e5 {(:)} 1-0\n",
            "e5 {(:)} *\n",
            "{ a comment\n",
            "a brace }\n",
            "; a remark 1-0\n",
            "% a remark *\n",
            "(1. d4 {(:)}\n",
            ")\n",
            " [Event \"d\"]",
        ];
        let mut seed = 1_u64;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        for _ in 0..3_000 {
            let mark = ["", "\u{feff}"][usize::from(next(9) == 0)];
            let parts = (0..next(14)).map(|_| PARTS[next(PARTS.len())]);
            let text = parts.fold(mark.to_owned(), |text, part| text + part);
            let whole = Games::new(text.as_bytes()).map(|read| format!("{:?}", read.map(Box::new)));
            assert_eq!(told(text.as_bytes()), whole.collect::<Vec<_>>(), "{text}");
        }
    }

    #[test]
    fn what_has_no_place_to_cut_is_read_on() {
        let game = "[Event \"a\"]\n\n1. e4 {(:)} e5 {(:)} *\n";
        let moves = "1. Nf3 {(:)} Nf6 {(:)}\n".repeat(LONGEST_TEXT / 20);
        let text = format!("{game}[Event \"b\"]\n\n{moves}*\n\n{game}{game}");
        let whole = Games::new(text.as_bytes()).map(|read| format!("{:?}", read.map(Box::new)));
        let whole: Vec<String> = whole.collect();
        assert_eq!(whole.len(), 4);
        let told = told(text.as_bytes());
        assert!(told == whole, "{} games", told.len());
    }
}
