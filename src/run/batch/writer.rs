//! Writes whole records as bytes.
//!
//! Records are buffered and written in large pieces; [`Writer::flush`] writes the buffer. Once
//! written to FILE, a record survives the death of the process. To survive a power cut, it must
//! also be on disk: FILE is synchronized every few seconds, since each time takes some
//! milliseconds, and at the end, when late errors (network, quota) are also reported. Each time,
//! FILE.run records the length and the hash of FILE, see [`run_file`](super::run_file).

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::digest::Fingerprint;
use super::resume::RunProgress;
use super::run_file::{HashedPrefix, RunFile};
use keymove_base::desk::complain;
use keymove_base::replacement::spare_run;
use keymove_base::trust;

/// The maximum size of the buffer in bytes.
const PIECE: usize = 64 * 1024;

/// The amount of work that a power cut may destroy.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// Writes records to standard output or a file.
#[derive(Debug)]
pub struct Writer {
    target: Target,
    buffer: Vec<u8>,
    synced: Instant,
    /// Whether anything has been written since the last synchronization.
    unsynced: bool,
    /// FILE.run, and the hash of what has been written.
    run: Option<(RunFile, Fingerprint)>,
}

/// A point of a run up to which FILE.run vouches for FILE.
#[derive(Debug, Clone)]
pub struct Mark {
    /// The output written up to there.
    pub written: HashedPrefix,
    /// The progress up to there.
    pub progress: RunProgress,
}

#[derive(Debug)]
enum Target {
    Stdout(io::Stdout),
    /// A regular file and its length: always whole records.
    Regular(File, u64),
    /// A device or a pipe, without a length or synchronization.
    Device(File),
}

impl Writer {
    /// A writer to standard output.
    pub fn stdout() -> Writer {
        Writer::new(Target::Stdout(io::stdout()))
    }

    /// A writer to `file` that keeps its beginning `kept` and removes the rest.
    ///
    /// # Errors
    ///
    /// The file cannot be truncated.
    pub fn file(mut file: File, kept: &HashedPrefix) -> io::Result<Writer> {
        let data = file.metadata()?;
        if !data.is_file() {
            return Ok(Writer::new(Target::Device(file)));
        }
        file.set_len(kept.bytes)?;
        file.seek(SeekFrom::Start(kept.bytes))?;
        if kept.bytes == 0 && data.len() > 0 {
            // FILE.run may be written only when no old record is left.
            file.sync_all()?;
        }
        Ok(Writer::new(Target::Regular(file, kept.bytes)))
    }

    /// Records in FILE.run what is kept, and from now on what is written. If FILE.run cannot be
    /// written, FILE has none, and a message says so.
    ///
    /// # Errors
    ///
    /// The FILE.run of an earlier run is false now and cannot be removed.
    pub fn begin(&mut self, run: RunFile, kept: &Mark) -> io::Result<()> {
        if !matches!(self.target, Target::Regular(..)) {
            return Ok(());
        }
        // The existing FILE.run for a resumed run is true, and the disk may be full.
        let written = match kept.progress.items {
            0 => run.write(kept),
            _ => Ok(()),
        };
        match written {
            Ok(()) => self.run = Some((run, kept.written.fingerprint.clone())),
            Err(error) => {
                run.remove()?;
                let name = run.name();
                complain(format_args!(
                    "{name}: {error}; --resume will not be able to go on with this run"
                ));
            }
        }
        Ok(())
    }

    fn new(target: Target) -> Writer {
        Writer {
            target,
            buffer: Vec::with_capacity(PIECE),
            synced: Instant::now(),
            unsynced: false,
            run: None,
        }
    }

    /// Whether the output is a terminal.
    pub fn is_terminal(&self) -> bool {
        match &self.target {
            Target::Stdout(stdout) => stdout.is_terminal(),
            Target::Regular(..) => false,
            Target::Device(file) => file.is_terminal(),
        }
    }

    /// Adds a record, without its line feed.
    ///
    /// # Errors
    ///
    /// The buffered records could not be written; see [`Writer::flush`].
    pub fn record(&mut self, text: &[u8]) -> io::Result<()> {
        self.buffer.extend_from_slice(text);
        self.part(b"\n")
    }

    /// Adds a part of a record that has several.
    ///
    /// # Errors
    ///
    /// As [`Writer::record`].
    pub fn part(&mut self, text: &[u8]) -> io::Result<()> {
        self.buffer.extend_from_slice(text);
        if self.buffer.len() >= PIECE {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes all records added so far.
    ///
    /// # Errors
    ///
    /// They could not be written. A regular file then ends with the last record that was written
    /// completely; the others are lost.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        match &mut self.target {
            Target::Stdout(stdout) => {
                // The pieces end at a line feed, so the inner line buffer passes them on unchanged.
                // are.
                stdout.write_all(&self.buffer)?;
                stdout.flush()?;
            }
            Target::Device(file) => file.write_all(&self.buffer)?,
            Target::Regular(file, length) => {
                if let Err(error) = file.write_all(&self.buffer) {
                    cut_torn_record(file, *length, &self.buffer)?;
                    return Err(error);
                }
                *length += self.buffer.len() as u64;
                if let Some((_, fingerprint)) = &mut self.run {
                    fingerprint.add(&self.buffer);
                }
                self.unsynced = true;
            }
        }
        self.buffer.clear();
        Ok(())
    }

    /// Whether synchronization is due.
    pub fn is_sync_due(&self) -> bool {
        self.unsynced && self.synced.elapsed() >= SYNC_EVERY
    }

    /// Writes all records and returns the contents of FILE by length and hash; `None` if there is
    /// no FILE.run.
    ///
    /// # Errors
    ///
    /// As [`Writer::flush`].
    pub fn written(&mut self) -> io::Result<Option<HashedPrefix>> {
        self.flush()?;
        Ok(match (&self.target, &self.run) {
            (Target::Regular(_, bytes), Some((_, fingerprint))) => Some(HashedPrefix {
                bytes: *bytes,
                fingerprint: fingerprint.clone(),
            }),
            _ => None,
        })
    }

    /// Makes sure that everything written is on disk, and then records the progress `mark` in
    /// FILE.run.
    ///
    /// # Errors
    ///
    /// The records cannot be synchronized.
    pub fn sync(&mut self, mark: Option<&Mark>) -> io::Result<()> {
        if let Target::Regular(file, _) = &self.target {
            file.sync_data()?;
        }
        if let (Some((run, _)), Some(mark)) = (&self.run, mark) {
            run.write(mark)?;
        }
        self.synced = Instant::now();
        self.unsynced = false;
        Ok(())
    }
}

/// Truncates `file` after its last whole record, if only a part of `buffer` was written from
/// `start`.
fn cut_torn_record(file: &mut File, start: u64, buffer: &[u8]) -> io::Result<()> {
    let written = usize::try_from(file.stream_position()?.saturating_sub(start))
        .unwrap_or(buffer.len())
        .min(buffer.len());
    let whole = memchr::memrchr(b'\n', &buffer[..written]).map_or(0, |at| at + 1);
    file.set_len(start + whole as u64)
}

/// Opens `path` for writing, and also for reading if its records are to be `kept`. The file is
/// created if it does not exist, and locked.
///
/// # Errors
///
/// The file cannot be opened, belongs to another user ([`trust::place`]), or another run is writing
/// it ([`io::ErrorKind::ResourceBusy`]).
pub fn open(path: &Path, kept: bool) -> io::Result<File> {
    let place = trust::place(path)?;
    spare_run(&place)?;
    let mut options = OpenOptions::new();
    options.read(kept).write(true).create(true).truncate(false);
    let file = trust::open(&place, &mut options)?;
    trust::lock(&file, &place)?;
    Ok(file)
}
