//! Bytes -> lines, over files and standard input.
//!
//! A line ends at LF; a CR before it is a part of the line (the record reader knows what to do with
//! it). The bytes after the last LF of a file are a line too, if there are any: on output it gets
//! the LF it lacks. No byte means anything but LF; a UTF-8 byte order mark at the beginning of an
//! input is left out. What is compressed is written out, and an input in another form than EPD
//! gives a line for each of its problems, see [`keymove_forms::collection`].
//!
//! Lines come in blocks: all that is there already, up to [`BLOCK_LINES`], and never a wait for
//! more. So a line typed at a terminal is a block of its own, and a file gives full blocks.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

use super::open_input::OpenInput;
use keymove_base::pool::queue::Weigh;
use keymove_base::roles::Roles;
use keymove_forms::collection::{CollectedRecord, FileForm, Reading};
use keymove_records::epd::{Epd, ErrorEnding, passes_through};

/// Why a line that is too long is no record.
pub const TOO_LONG: &str = "the line is longer than 16 MiB";

/// The largest number of lines in one block.
pub const BLOCK_LINES: usize = 256;

/// Something to read lines from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// Standard input, `-` on the command line.
    Stdin,
    /// A file.
    File(PathBuf),
    /// A position that stands on the command line.
    Position {
        /// Which of the arguments that are no options it is, counted from 1.
        argument: usize,
        /// Its text.
        text: String,
    },
}

impl Input {
    /// The name used in messages.
    pub fn name(&self) -> Arc<str> {
        match self {
            Input::Stdin => "-".into(),
            Input::File(path) => path.to_string_lossy().into(),
            Input::Position { argument, .. } => format!("argument {argument}").into(),
        }
    }

    /// Whether it holds still, so that it can be looked at twice and read without waiting.
    pub fn is_regular(&self) -> bool {
        match self {
            Input::Stdin => false,
            Input::File(path) => path.metadata().is_ok_and(|data| data.is_file()),
            Input::Position { .. } => true,
        }
    }

    /// Enters it into `roles`.
    pub fn enter(&self, roles: &mut Roles) {
        match self {
            Input::Stdin => roles.reads_stdin(),
            Input::File(path) => roles.reads("input", path),
            Input::Position { .. } => {}
        }
    }

    /// Whether it can be opened, as far as that can be known without taking anything from it.
    ///
    /// # Errors
    ///
    /// The input cannot be opened.
    pub fn can_be_opened(&self) -> io::Result<()> {
        let Input::File(path) = self else {
            return Ok(());
        };
        let data = path.metadata()?;
        if data.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        // A pipe that is opened and closed again has lost its other end.
        if data.is_file() {
            File::open(path)?;
        }
        Ok(())
    }

    fn open(&self, reading: &Reading) -> io::Result<OpenInput> {
        let bytes: Box<dyn Read + Send> = match self {
            Input::Stdin => Box::new(io::stdin()),
            Input::File(path) => Box::new(File::open(path)?),
            Input::Position { text, .. } => return Ok(OpenInput::position(self.name(), text)),
        };
        let is_regular = self.is_regular();
        Ok(OpenInput::recognised(
            self.name(),
            bytes,
            reading.clone(),
            is_regular,
        ))
    }
}

/// One line and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputLine {
    /// The bytes without the LF; in another form than EPD, those of the line that asks the same.
    pub bytes: Vec<u8>,
    /// The file's name as in messages.
    pub file: Arc<str>,
    /// The line in its file, counted from 1.
    pub number: u64,
    /// What the file looks like, if not EPD.
    pub form: Option<FileForm>,
    /// Whether this is the line that the file was known by.
    pub shows_form: bool,
    /// How many bytes of the input it took.
    pub read: u64,
    /// What the file says of the problem beside the line, if it is not EPD. The line in it is
    /// empty.
    pub record: Option<Box<CollectedRecord>>,
    /// Whether this is only the beginning of a line that is too long to be a record.
    pub is_cut: bool,
}

impl InputLine {
    /// A line of EPD.
    pub fn plain(file: Arc<str>, number: u64, bytes: Vec<u8>) -> InputLine {
        InputLine {
            read: bytes.len() as u64 + 1,
            bytes,
            file,
            number,
            form: None,
            shows_form: false,
            record: None,
            is_cut: false,
        }
    }

    /// The line of the file that messages name: where the position stands.
    pub fn message_line(&self) -> u64 {
        let position = self
            .record
            .as_ref()
            .map_or(0, |record| record.position_line);
        if position > 0 { position } else { self.number }
    }

    /// Whether it is not just passed through.
    pub fn is_job(&self) -> bool {
        !passes_through(&self.bytes) || self.refusal().is_some()
    }

    /// Whether it can be read as a record.
    pub fn is_record(&self) -> bool {
        self.refusal().is_none() && Epd::from_ascii(&self.bytes).is_ok()
    }

    /// Why it is known to be no record before it is read: too long, or a problem that cannot be
    /// asked.
    pub fn refusal(&self) -> Option<&str> {
        match &self.record {
            Some(record) => record.refusal.as_deref(),
            None => (self.is_cut && !passes_through(&self.bytes)).then_some(TOO_LONG),
        }
    }
}

/// What reading gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A line.
    Line(InputLine),
    /// What stands behind a line that was cut; more of it may follow.
    Rest(LineRest),
    /// A file that cannot be opened, or not read to its end: a message that names it. Reading goes
    /// on with the next file; the bytes after the last LF before a read error are no line.
    Unreadable(String),
    /// Something else to be said of a file.
    Note(String),
}

/// A piece of a line that is too long to be a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRest {
    /// Its bytes, without the LF.
    pub bytes: Vec<u8>,
    /// How the line ends, in its last piece.
    pub ending: Option<ErrorEnding>,
    /// How many bytes of the input it took.
    pub read: u64,
}

impl LineRest {
    /// The bytes that are the line's own, without an `Error` of an earlier run and what
    /// stands behind it.
    pub fn own(&self) -> &[u8] {
        let kept = self.ending.as_ref().map(|ending| ending.kept);
        &self.bytes[..kept.unwrap_or(self.bytes.len())]
    }
}

impl Weigh for Item {
    fn bytes(&self) -> usize {
        match self {
            Item::Line(line) => line.bytes.len(),
            Item::Rest(rest) => rest.bytes.len(),
            Item::Unreadable(message) | Item::Note(message) => message.len(),
        }
    }
}

/// The lines of several inputs, one after the other.
pub struct InputLines {
    inputs: VecDeque<Input>,
    reading: Reading,
    current: Option<OpenInput>,
}

impl InputLines {
    /// The lines of `inputs`, each opened when its turn comes and read as `reading` says.
    pub fn new(inputs: impl IntoIterator<Item = Input>, reading: &Reading) -> InputLines {
        InputLines {
            inputs: inputs.into_iter().collect(),
            reading: reading.clone(),
            current: None,
        }
    }

    /// The lines of `reader`, which messages call `name`, or of the problems in it, as `reading`
    /// says.
    pub fn of_any_form(
        name: &Arc<str>,
        reader: Box<dyn Read + Send>,
        reading: &Reading,
    ) -> InputLines {
        let name = Arc::clone(name);
        InputLines {
            current: Some(OpenInput::recognised(name, reader, reading.clone(), false)),
            ..InputLines::new([], reading)
        }
    }

    /// The next piece of the line that was given last, if it was cut.
    pub fn next_rest(&mut self) -> Option<LineRest> {
        let current = self.current.as_mut().filter(|open| open.is_within_line())?;
        match current.next_item()? {
            Item::Rest(rest) => Some(rest),
            other => unreachable!("within a line comes its rest, not {other:?}"),
        }
    }

    /// The next line; waits for it. `None` at the end of the last input.
    pub fn next_item(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.current.as_mut().and_then(OpenInput::next_item) {
                return Some(item);
            }
            self.current = None;
            let input = self.inputs.pop_front()?;
            match input.open(&self.reading) {
                Ok(open) => self.current = Some(open),
                Err(error) => return Some(unreadable(&input.name(), 0, &error)),
            }
        }
    }

    /// Waits for a line, then gives it with those that can be had without waiting.
    pub fn next_block(&mut self) -> Option<Vec<Item>> {
        let mut block = vec![self.next_item()?];
        while block.len() < BLOCK_LINES
            && let Some(item) = self.current.as_mut().and_then(OpenInput::ready_item)
        {
            block.push(item);
        }
        Some(block)
    }
}

/// Blocks of lines, see [`InputLines::next_block`].
impl Iterator for InputLines {
    type Item = Vec<Item>;

    fn next(&mut self) -> Option<Vec<Item>> {
        self.next_block()
    }
}

/// The message for a file of which the first `lines` lines could be read.
pub(super) fn unreadable(name: &str, lines: u64, error: &io::Error) -> Item {
    Item::Unreadable(match lines {
        0 => format!("{name}: cannot be read: {error}"),
        _ => format!("{name}: cannot be read after line {lines}: {error}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(reader: Box<dyn Read + Send>) -> InputLines {
        InputLines::of_any_form(&"x".into(), reader, &Reading::default())
    }

    fn lines(bytes: &'static [u8]) -> Vec<Vec<u8>> {
        let mut lines = of(Box::new(bytes));
        std::iter::from_fn(|| lines.next_item())
            .map(|item| match item {
                Item::Line(line) => line.bytes,
                other => panic!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn the_last_line_needs_no_line_feed() {
        assert_eq!(lines(b""), Vec::<Vec<u8>>::new());
        assert_eq!(lines(b"\n"), [b""]);
        assert_eq!(lines(b"a"), [b"a"]);
        assert_eq!(lines(b"a\n\nb\r\n\0"), [&b"a"[..], b"", b"b\r", b"\0"]);
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_line() {
        let of_input = |bytes: &'static [u8]| {
            of(Box::new(bytes))
                .flatten()
                .map(|item| match item {
                    Item::Line(line) => line.bytes,
                    other => panic!("{other:?}"),
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(
            of_input(b"\xef\xbb\xbfa\n\xef\xbb\xbfb"),
            [&b"a"[..], b"\xef\xbb\xbfb"]
        );
        assert_eq!(of_input(b"\xef\xbb\xbf"), [b""]);
        assert_eq!(of_input(b"\xef\xbba"), [b"\xef\xbba"]);
    }

    #[test]
    fn a_line_may_be_longer_than_any_buffer() {
        let long = vec![b'x'; 200_000];
        let mut bytes = long.clone();
        bytes.extend_from_slice(b"\nshort");
        let mut lines = of(Box::new(io::Cursor::new(bytes)));
        let Some(Item::Line(first)) = lines.next_item() else {
            panic!("no line");
        };
        assert_eq!((first.bytes, first.number), (long, 1));
        let Some(Item::Line(second)) = lines.next_item() else {
            panic!("no line");
        };
        assert_eq!((&second.bytes[..], second.number), (&b"short"[..], 2));
        assert_eq!(lines.next_item(), None);
    }

    /// Gives one piece a call.
    struct Pieces(VecDeque<&'static [u8]>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let piece = self.0.pop_front().unwrap_or(b"");
            buffer[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    #[test]
    fn a_block_never_waits_for_a_second_read() {
        let pieces = Pieces([&b"a\n"[..], b"b\nc\nd", b"e\n"].into());
        let sizes: Vec<usize> = of(Box::new(pieces)).map(|b| b.len()).collect();
        assert_eq!(sizes, [1, 2, 1]);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_reported_and_the_next_is_read() {
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let inputs = [
            Input::File("no such file".into()),
            Input::File(env!("CARGO_MANIFEST_DIR").into()),
            Input::File(manifest.into()),
        ];
        let items: Vec<Item> = InputLines::new(inputs, &Reading::default())
            .flatten()
            .take(3)
            .collect();
        assert!(matches!(&items[0], Item::Unreadable(m) if m.starts_with("no such file: ")));
        assert!(matches!(&items[1], Item::Unreadable(_)));
        assert!(matches!(&items[2], Item::Line(line) if line.number == 1));
    }
}
