//! Splits files and standard input into lines.
//!
//! A line ends at LF; a CR before it belongs to the line (the reader of records handles it). The
//! bytes after the last LF of a file are a line, too, if there are any; its output gets the missing
//! LF. No byte except LF is special; a UTF-8 byte order mark at the beginning of an input is
//! removed. An input in another form than EPD yields an item for each of its problems, see
//! [`keymove_forms::collection`].
//!
//! Lines come in blocks: all lines that are available without waiting, up to [`BLOCK_LINES`]. So a
//! line typed at a terminal is a block of its own, while a file yields full blocks.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

use super::open_input::OpenInput;
use keymove_base::pool::queue::Weigh;
use keymove_base::roles::Roles;
use keymove_forms::collection::{CollectedDocument, CollectedProblem, Reading, Remark};
use keymove_records::cause::Cause;
use keymove_records::epd::{ErrorEnding, passes_through};

/// The reason for refusing a line that is too long.
pub const TOO_LONG: &str = "the line is longer than 16 MiB";

/// The maximum number of lines in a block.
pub const BLOCK_LINES: usize = 256;

/// A source of lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// Standard input, `-` on the command line.
    Stdin,
    /// A file.
    File(PathBuf),
    /// A position given on the command line.
    Position {
        /// Its index among the arguments that are not options, from 1.
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

    /// Whether it is a regular file, so that it can be read twice and without waiting.
    pub fn is_regular(&self) -> bool {
        match self {
            Input::Stdin => false,
            Input::File(path) => path.metadata().is_ok_and(|data| data.is_file()),
            Input::Position { .. } => true,
        }
    }

    /// Its size in bytes, if that is known before it is read.
    pub fn size(&self) -> Option<u64> {
        match self {
            Input::Stdin => None,
            Input::Position { text, .. } => Some(text.len() as u64),
            Input::File(path) => {
                let data = path.metadata().ok()?;
                data.is_file().then_some(data.len())
            }
        }
    }

    /// Registers it in `roles`.
    pub fn enter(&self, roles: &mut Roles) {
        match self {
            Input::Stdin => roles.reads_stdin(),
            Input::File(path) => roles.reads("input", path),
            Input::Position { .. } => {}
        }
    }

    /// Checks whether it can be opened, as far as this is possible without consuming anything.
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
        // A pipe that is opened and closed again would lose its writer.
        if data.is_file() {
            File::open(path)?;
        }
        Ok(())
    }

    fn open(&self, reading: &Reading) -> io::Result<OpenInput> {
        let bytes: Box<dyn Read + Send> = match self {
            Input::Stdin => Box::new(io::stdin()),
            Input::File(path) => Box::new(File::open(path)?),
            Input::Position { text, .. } => {
                return Ok(OpenInput::position(self.name(), text, reading));
            }
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

/// A line of EPD, or a problem of a file in another form, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputLine {
    /// The line or the problem itself.
    pub content: LineContent,
    /// The file's name for messages.
    pub file: Arc<str>,
    /// The line number, from 1.
    pub number: u64,
    /// The number of input bytes it took.
    pub read: u64,
}

/// A line of EPD, or a problem of another form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineContent {
    /// A line of EPD without the LF.
    Line(Vec<u8>),
    /// The beginning of a line that is too long for a record.
    Cut(Vec<u8>),
    /// A problem of a file in another form, or one whose position is given by illegal moves.
    Problem(Box<CollectedProblem>),
    /// A document of Olive with all of its problems.
    Document(Box<CollectedDocument>),
}

impl InputLine {
    /// A line of EPD.
    pub fn plain(file: Arc<str>, number: u64, bytes: Vec<u8>) -> InputLine {
        InputLine {
            read: bytes.len() as u64 + 1,
            content: LineContent::Line(bytes),
            file,
            number,
        }
    }

    /// The line without the LF; that of a problem in EPD; the text of a document.
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        match &self.content {
            LineContent::Line(bytes) | LineContent::Cut(bytes) => Cow::Borrowed(bytes),
            LineContent::Problem(problem) => problem.line(),
            LineContent::Document(document) => document.document.as_bytes().into(),
        }
    }

    /// The line number for messages: that of the position.
    pub fn message_line(&self) -> u64 {
        match &self.content {
            LineContent::Problem(problem) if problem.position_line > 0 => problem.position_line,
            LineContent::Document(document) => match &document.problems[..] {
                [unread] if unread.cause().is_some() => unread.number,
                _ => self.number,
            },
            _ => self.number,
        }
    }

    /// Whether it is a job, and not just copied.
    pub fn is_job(&self) -> bool {
        match &self.content {
            LineContent::Line(bytes) | LineContent::Cut(bytes) => !passes_through(bytes),
            _ => true,
        }
    }

    /// Whether this is only the beginning of a line.
    pub fn is_cut(&self) -> bool {
        matches!(self.content, LineContent::Cut(_))
    }

    /// Why it is known not to be a record before it is read.
    pub fn cause(&self) -> Option<Cause> {
        match &self.content {
            LineContent::Line(_) | LineContent::Document(_) => None,
            LineContent::Cut(bytes) => (!passes_through(bytes)).then(|| TOO_LONG.into()),
            LineContent::Problem(problem) => problem.cause().cloned(),
        }
    }
}

/// The items that reading yields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A line.
    Line(InputLine),
    /// The continuation of a line that was cut; more may follow.
    Rest(LineRest),
    /// A file that cannot be opened or read to its end. Reading continues with the next file; the
    /// bytes between the last LF and a read error are not a line.
    Unreadable(FileRemark),
    /// Another message about a file.
    Note(FileRemark),
}

/// A message about a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRemark {
    /// The file's name as in messages.
    pub file: Arc<str>,
    /// The message.
    pub remark: Remark,
}

impl fmt::Display for FileRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FileRemark { file, remark } = self;
        match remark.line {
            0 => write!(f, "{file}: {remark}"),
            line => write!(f, "{file}:{line}: {remark}"),
        }
    }
}

/// A piece of a line that is too long for a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRest {
    /// Its bytes, without the LF.
    pub bytes: Vec<u8>,
    /// How the line ends, in its last piece.
    pub ending: Option<ErrorEnding>,
    /// The number of input bytes it took.
    pub read: u64,
}

impl LineRest {
    /// The line's own bytes, without the `Error` of an earlier run and anything after it.
    pub fn own(&self) -> &[u8] {
        let kept = self.ending.as_ref().map(|ending| ending.kept);
        &self.bytes[..kept.unwrap_or(self.bytes.len())]
    }
}

impl Weigh for Item {
    fn bytes(&self) -> usize {
        match self {
            Item::Line(line) => usize::try_from(line.read).unwrap_or(usize::MAX),
            Item::Rest(rest) => rest.bytes.len(),
            Item::Unreadable(message) | Item::Note(message) => message.remark.text.len(),
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
    /// The lines of `inputs`; each input is opened when its turn comes and read according to
    /// `reading`.
    pub fn new(inputs: impl IntoIterator<Item = Input>, reading: &Reading) -> InputLines {
        InputLines {
            inputs: inputs.into_iter().collect(),
            reading: reading.clone(),
            current: None,
        }
    }

    /// The lines of `reader`, or of the problems in it, read according to `reading`; messages call
    /// it `name`.
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

    /// The next piece of the last line, if that was cut.
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
                Err(error) => return Some(unreadable(input.name(), 0, &error)),
            }
        }
    }

    /// Waits for a line and returns it with all lines available without waiting.
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

/// The message for a file of which only the first `lines` lines could be read.
pub(super) fn unreadable(file: Arc<str>, lines: u64, error: &io::Error) -> Item {
    let text = match lines {
        0 => format!("cannot be read: {error}"),
        _ => format!("cannot be read after line {lines}: {error}"),
    };
    let remark = Remark::new(0, text);
    Item::Unreadable(FileRemark { file, remark })
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
                Item::Line(line) => line.bytes().into_owned(),
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
                    Item::Line(line) => line.bytes().into_owned(),
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
        assert_eq!((first.bytes().into_owned(), first.number), (long, 1));
        let Some(Item::Line(second)) = lines.next_item() else {
            panic!("no line");
        };
        assert_eq!((&second.bytes()[..], second.number), (&b"short"[..], 2));
        assert_eq!(lines.next_item(), None);
    }

    /// Yields one piece per call.
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
        assert!(matches!(&items[0], Item::Unreadable(m) if &*m.file == "no such file"));
        assert!(matches!(&items[1], Item::Unreadable(_)));
        assert!(matches!(&items[2], Item::Line(line) if line.number == 1));
    }
}
