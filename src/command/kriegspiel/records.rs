//! The records of files, one after the other. A thread of its own reads them, so that nobody who
//! waits for standard input is deaf to a signal. It reads ahead, but not behind a long record:
//! several of those would fill the memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use crate::kriegspiel::notation::read::{Games, Read, ReadError};
use crate::stop::Stop;

/// A record longer than this, in bytes, is long.
const LONG: u64 = 1 << 16;

/// How long a signal may wait for an answer where nothing comes in.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// What was read.
#[derive(Debug)]
pub struct Record {
    /// Its number, counted from 0.
    pub number: usize,
    /// The file's name as given, `-` for standard input.
    pub file: Arc<str>,
    /// The record, or why there is none: after an error of syntax more may come of the same file.
    pub read: Result<Box<Read>, ReadError>,
}

/// The records that are still to come. Clones take from the same stream.
#[derive(Debug, Clone)]
pub struct Records {
    stream: Receiver<Record>,
    stop: Stop,
}

impl Records {
    /// Begins to read `files`, of which `-` is standard input, and has at most `ahead` records
    /// waiting. Nothing more comes when `stop` is raised.
    ///
    /// # Errors
    ///
    /// There is no thread to be had.
    pub fn of_files(files: Vec<PathBuf>, ahead: usize, stop: Stop) -> io::Result<Records> {
        let (give, stream) = bounded(ahead);
        // Nobody waits for its end: it may be waiting for input itself.
        thread::Builder::new().spawn(move || {
            let mut reader = Reader { give, number: 0 };
            // False: nobody takes any more.
            files.iter().all(|path| reader.file(path));
        })?;
        Ok(Records { stream, stop })
    }

    /// One record that was made up, with what it is called.
    pub fn of_record(name: &str, read: Read, stop: Stop) -> Records {
        let (give, stream) = bounded(1);
        let record = Record {
            number: 0,
            file: Arc::from(name),
            read: Ok(Box::new(read)),
        };
        // There is room for it, and somebody to take it.
        let _ = give.send(record);
        Records { stream, stop }
    }
}

impl Iterator for Records {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        loop {
            if self.stop.is_raised() {
                return None;
            }
            match self.stream.recv_timeout(PATIENCE) {
                Ok(record) => return Some(record),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
}

struct Reader {
    give: Sender<Record>,
    number: usize,
}

impl Reader {
    /// Reads a file; false if nobody takes any more.
    fn file(&mut self, path: &Path) -> bool {
        let name: Arc<str> = Arc::from(path.display().to_string());
        let input: Box<dyn BufRead> = if &*name == "-" {
            Box::new(io::stdin().lock())
        } else {
            match File::open(path) {
                Ok(file) => Box::new(BufReader::with_capacity(1 << 16, file)),
                Err(error) => return self.pass(&name, Err(ReadError::Io(error))),
            }
        };
        let mut games = Games::new(input);
        while let Some(read) = games.next() {
            if !self.pass(&name, read.map(Box::new)) {
                return false;
            }
            // Empty is also what nobody listens to any more.
            while games.length() > LONG && !self.give.is_empty() {
                thread::sleep(Duration::from_millis(1));
            }
        }
        true
    }

    fn pass(&mut self, name: &Arc<str>, read: Result<Box<Read>, ReadError>) -> bool {
        let record = Record {
            number: self.number,
            file: Arc::clone(name),
            read,
        };
        self.number += 1;
        self.give.send(record).is_ok()
    }
}
