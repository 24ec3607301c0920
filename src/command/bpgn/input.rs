//! Files and standard input, one after the other.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::stop::Stop;
use crate::stop::signals;

/// Where games come from, and the flag that a signal raises.
#[derive(Debug)]
pub struct GameFiles {
    stop: Stop,
    /// Whether standard input is being waited for.
    waiting: Arc<AtomicBool>,
}

impl GameFiles {
    /// Inputs that the first Ctrl-C or TERM ends between two games. While standard input is waited
    /// for it ends the program: there may never come more.
    ///
    /// # Errors
    ///
    /// The signals cannot be caught.
    pub fn until_signal() -> io::Result<GameFiles> {
        let waiting = Arc::new(AtomicBool::new(false));
        signals::end_while(&waiting)?;
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

    /// Opens a file, or standard input for `-`.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    pub fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        if is_standard_input(path) {
            return Ok(Box::new(StandardInput {
                waiting: Arc::clone(&self.waiting),
            }));
        }
        Ok(Box::new(File::open(path)?))
    }
}

/// Whether a path means standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Standard input that tells when it is waited for. It is locked for each reading, so that it may
/// be opened twice.
struct StandardInput {
    waiting: Arc<AtomicBool>,
}

impl Read for StandardInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.waiting.store(true, Ordering::SeqCst);
        let read = io::stdin().lock().read(buffer);
        self.waiting.store(false, Ordering::SeqCst);
        read
    }
}
