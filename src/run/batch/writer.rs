//! Records -> bytes, whole records only.
//!
//! Records are gathered and written in large pieces; [`Writer::flush`] writes what there is. Once
//! written to FILE, a record outlives the death of this process. To outlive that of the machine it
//! must also be on the disk: FILE is synchronised every few seconds, as each time costs some
//! milliseconds, and at the end, when late errors (network, quota) show up too. Each time the file
//! beside it says how long it is and what its hash is, see [`run_file`](super::run_file).

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::digest::Fingerprint;
use super::resume::Headway;
use super::run_file::{HashedPrefix, RunFile};
use keymove_base::desk::complain;
use keymove_base::replacement::lock;
use keymove_base::trust;

/// How many bytes are gathered at most.
const PIECE: usize = 64 * 1024;

/// How much work may be lost with the power.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// Writes records to standard output or a file.
#[derive(Debug)]
pub struct Writer {
    target: Target,
    buffer: Vec<u8>,
    synced: Instant,
    /// Whether anything was written since.
    unsynced: bool,
    /// The file beside the output, and the hash of what was written.
    run: Option<(RunFile, Fingerprint)>,
}

/// What was written, and how far the run was then.
pub type Mark = (HashedPrefix, Headway);

#[derive(Debug)]
enum Target {
    Stdout(io::Stdout),
    /// A regular file, and how long it is: always whole records.
    Regular(File, u64),
    /// A device or a pipe: no length, nothing to synchronise.
    Device(File),
}

impl Writer {
    /// A writer to standard output.
    pub fn stdout() -> Writer {
        Writer::new(Target::Stdout(io::stdout()))
    }

    /// A writer to `file`, which keeps what is `kept` and loses what follows.
    ///
    /// # Errors
    ///
    /// The file cannot be cut.
    pub fn file(mut file: File, kept: &HashedPrefix) -> io::Result<Writer> {
        let data = file.metadata()?;
        if !data.is_file() {
            return Ok(Writer::new(Target::Device(file)));
        }
        file.set_len(kept.bytes)?;
        file.seek(SeekFrom::Start(kept.bytes))?;
        if kept.bytes == 0 && data.len() > 0 {
            // What will stand beside it may be said only when no old record is there any more.
            file.sync_all()?;
        }
        Ok(Writer::new(Target::Regular(file, kept.bytes)))
    }

    /// Says in the file beside FILE what is kept, and from now on what is written. Where that file
    /// cannot be written nothing is said of FILE, and a message tells so.
    ///
    /// # Errors
    ///
    /// What an earlier run said is false now, and cannot be removed.
    pub fn begin(&mut self, run: RunFile, (kept, headway): &Mark) -> io::Result<()> {
        if !matches!(self.target, Target::Regular(..)) {
            return Ok(());
        }
        // What stands there for a run that goes on is true, and the disk may be full.
        let written = match headway.items {
            0 => run.write(kept, headway),
            _ => Ok(()),
        };
        match written {
            Ok(()) => self.run = Some((run, kept.fingerprint.clone())),
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

    /// Whether the output is seen on a terminal.
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
    /// The gathered records could not be written; see [`Writer::flush`].
    pub fn record(&mut self, text: &[u8]) -> io::Result<()> {
        self.buffer.extend_from_slice(text);
        self.part(b"\n")
    }

    /// Adds a part of a record that has more of them.
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
    /// whole; the others are lost.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        match &mut self.target {
            Target::Stdout(stdout) => {
                // The pieces end at a line feed, so the line buffer inside passes them on as they
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

    /// Whether what was written has not been brought to the disk for long enough.
    pub fn is_sync_due(&self) -> bool {
        self.unsynced && self.synced.elapsed() >= SYNC_EVERY
    }

    /// Writes all records, and gives what stands in FILE then; nothing where no file beside it says so.
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

    /// Sees to it that what was written is on the disk, and then says in the file beside it how far
    /// the run was at `mark`.
    ///
    /// # Errors
    ///
    /// The records cannot be brought there.
    pub fn sync(&mut self, mark: Option<&Mark>) -> io::Result<()> {
        if let Target::Regular(file, _) = &self.target {
            file.sync_data()?;
        }
        if let (Some((run, _)), Some((written, headway))) = (&self.run, mark) {
            run.write(written, headway)?;
        }
        self.synced = Instant::now();
        self.unsynced = false;
        Ok(())
    }
}

/// Cuts `file`, to which only a part of `buffer` was written from `start` on, after its last whole
/// record.
fn cut_torn_record(file: &mut File, start: u64, buffer: &[u8]) -> io::Result<()> {
    let written = usize::try_from(file.stream_position()?.saturating_sub(start))
        .unwrap_or(buffer.len())
        .min(buffer.len());
    let whole = memchr::memrchr(b'\n', &buffer[..written]).map_or(0, |at| at + 1);
    file.set_len(start + whole as u64)
}

/// Opens `path` to be written, and to be read too when its records are to be `kept`. The file is
/// made if there is none, and locked.
///
/// # Errors
///
/// The file cannot be opened, is another user's ([`trust::place`]), or another run writes it
/// ([`io::ErrorKind::ResourceBusy`]).
pub fn open(path: &Path, kept: bool) -> io::Result<File> {
    let place = trust::place(path)?;
    let mut options = OpenOptions::new();
    options.read(kept).write(true).create(true).truncate(false);
    let file = trust::open(&place, &mut options)?;
    lock(&file, &place)?;
    Ok(file)
}
