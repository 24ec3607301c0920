//! Files and standard input, one after the other, and what each of them holds.

use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use keymove_base::stop::Stop;
use keymove_base::stop::signals;
use keymove_bpgn::form::{ArchiveForm, LOOKED_AT, LOOKED_AT_MOST};
use keymove_terminal::arguments::is_dash;
pub use keymove_terminal::plain::Input;
use keymove_terminal::plain::{FailedInput, plain};

/// Where games come from, and the flag that a signal raises.
#[derive(Debug, Clone)]
pub struct GameFiles {
    stop: Stop,
    /// Whether an input is being waited for.
    waiting: Arc<AtomicBool>,
}

impl GameFiles {
    /// Inputs that the first Ctrl-C or TERM ends between two games.
    ///
    /// If the thread that reads is the one that writes (`reader_writes`), the signal ends the
    /// program while an input is waited for: there may never come more. Another thread writes
    /// what there is, and leaves the waiting one behind.
    ///
    /// # Errors
    ///
    /// The signals cannot be caught.
    pub fn until_signal(reader_writes: bool) -> io::Result<GameFiles> {
        let waiting = Arc::new(AtomicBool::new(false));
        if reader_writes {
            signals::end_while(&waiting)?;
        }
        Ok(GameFiles {
            stop: signals::on_signals()?,
            waiting,
        })
    }

    /// The flag that a signal raises.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Whether a signal has come.
    pub fn ended(&self) -> bool {
        self.stop.is_raised()
    }

    /// Opens a file, or standard input for `-`, and tells what it holds.
    ///
    /// # Errors
    ///
    /// The file cannot be opened or read, or was compressed by a program whose files are not read.
    pub fn open(&self, path: &Path) -> io::Result<(ArchiveForm, Input)> {
        let input: Input = if is_dash(path) {
            Box::new(io::stdin())
        } else {
            self.waiting.store(true, Ordering::SeqCst);
            let opened = File::open(path);
            self.waiting.store(false, Ordering::SeqCst);
            let file = opened?;
            match file.metadata()?.is_file() {
                true => return recognised(Box::new(file), path),
                false => Box::new(file),
            }
        };
        let input = AwaitedInput {
            input,
            waiting: Arc::clone(&self.waiting),
        };
        recognised(Box::new(input), path)
    }
}

/// An input, and what its beginning tells that it holds.
fn recognised(input: Input, path: &Path) -> io::Result<(ArchiveForm, Input)> {
    let mut input = plain(input, path)?;
    let mut beginning = Vec::with_capacity(LOOKED_AT);
    let mut length = LOOKED_AT;
    let form = loop {
        let wanted = (length - beginning.len()) as u64;
        let read = input.by_ref().take(wanted).read_to_end(&mut beginning);
        if let Err(error) = read {
            // What came before it is read.
            input = Box::new(FailedInput(Some(error)));
            break ArchiveForm::of(&beginning).unwrap_or(ArchiveForm::Bpgn);
        }
        match ArchiveForm::of(&beginning) {
            Some(form) => break form,
            // What tells nothing is read as what it should be, and told about then.
            None if beginning.len() < length || length >= LOOKED_AT_MOST => {
                break ArchiveForm::Bpgn;
            }
            None => length *= 2,
        }
    };
    Ok((form, Box::new(Cursor::new(beginning).chain(input))))
}

/// The input, if it is of matches.
///
/// # Errors
///
/// It has a board a game.
pub fn of_matches(form: ArchiveForm, input: Input) -> io::Result<Input> {
    match form {
        ArchiveForm::Bpgn => Ok(input),
        ArchiveForm::Pgn => Err(one_board("PGN", ", mine reads crazyhouse")),
        ArchiveForm::Movelists => Err(one_board("movelists of FICS", "")),
    }
}

/// The error of a file of single boards where matches are wanted.
fn one_board(form: &str, otherwise: &str) -> io::Error {
    let text = format!("{form} with a board a game: join makes matches of two{otherwise}");
    io::Error::new(ErrorKind::InvalidData, text)
}

/// An input that tells when it is waited for.
struct AwaitedInput {
    input: Input,
    waiting: Arc<AtomicBool>,
}

impl Read for AwaitedInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.waiting.store(true, Ordering::SeqCst);
        let read = self.input.read(buffer);
        self.waiting.store(false, Ordering::SeqCst);
        read
    }
}
