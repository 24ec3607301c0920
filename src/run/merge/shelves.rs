//! Distributes records so that all records of one position are together: [`Shelves`].
//!
//! A shelf is a string of frames: place (8 bytes), hash of the position (8 bytes), length (4
//! bytes), the line. When all shelves together exceed the memory limit, the fullest are emptied
//! into temporary files, which have no names and so cannot be left behind.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::LinePlace;
use keymove_base::pool::queue::Weigh;
use keymove_records::epd::board_hash;

/// The number of shelves. Each worker holds one in memory while joining it, plus as much again for
/// the result: with 10 GB, 80 MB each.
const SHELVES: usize = 128;

/// The size of a frame without its line.
pub(super) const HEAD: usize = 20;

/// The records read so far.
pub(super) struct Shelves {
    shelves: Vec<Shelf>,
    held: usize,
    memory: usize,
    folder: PathBuf,
}

/// All records of some positions.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    /// The spilled part.
    file: Option<File>,
    /// The part that came after that.
    held: Vec<u8>,
}

impl Weigh for Shelf {
    fn bytes(&self) -> usize {
        self.held.len()
    }
}

impl Shelves {
    /// Empty shelves that hold `memory` bytes and spill the rest into `folder`.
    pub(super) fn new(memory: usize, folder: &Path) -> Shelves {
        Shelves {
            shelves: (0..SHELVES).map(|_| Shelf::default()).collect(),
            held: 0,
            memory,
            folder: folder.to_owned(),
        }
    }

    /// Adds a line.
    ///
    /// # Errors
    ///
    /// A temporary file cannot be written.
    pub(super) fn add(&mut self, place: LinePlace, line: &[u8]) -> io::Result<()> {
        let hash = board_hash(line);
        // The low bits; the others are used within the shelf.
        let shelf = &mut self.shelves[hash as usize % SHELVES];
        let length = u32::try_from(line.len()).map_err(io::Error::other)?;
        shelf.held.extend_from_slice(&place.0.to_le_bytes());
        shelf.held.extend_from_slice(&hash.to_le_bytes());
        shelf.held.extend_from_slice(&length.to_le_bytes());
        shelf.held.extend_from_slice(line);
        self.held += HEAD + line.len();
        if self.held > self.memory {
            for shelf in &mut self.shelves {
                shelf.write_out(&self.folder)?;
            }
            self.held = 0;
        }
        Ok(())
    }

    /// Whether any part is in temporary files.
    pub(super) fn is_spilled(&self) -> bool {
        self.shelves.iter().any(|shelf| shelf.file.is_some())
    }

    /// The shelves, each a block of its own.
    pub(super) fn into_blocks(self) -> impl Iterator<Item = Vec<Shelf>> + Send + 'static {
        self.shelves.into_iter().map(|shelf| vec![shelf])
    }
}

impl Shelf {
    fn write_out(&mut self, folder: &Path) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile_in(folder)?),
        };
        file.write_all(&self.held)?;
        // Growing buffers may be half empty, and the memory limit applies to all of them.
        self.held = Vec::new();
        Ok(())
    }

    /// All its frames.
    ///
    /// # Errors
    ///
    /// The temporary file cannot be read.
    pub(super) fn read(&self) -> io::Result<Vec<u8>> {
        let mut frames = Vec::new();
        if let Some(file) = &self.file {
            let mut file = file;
            file.rewind()?;
            file.read_to_end(&mut frames)?;
        }
        frames.extend_from_slice(&self.held);
        Ok(frames)
    }
}

/// A frame of a shelf.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) place: LinePlace,
    pub(super) hash: u64,
    pub(super) line: &'a [u8],
}

/// The frames in `bytes`.
pub(super) fn frames(mut bytes: &[u8]) -> impl Iterator<Item = Frame<'_>> {
    std::iter::from_fn(move || {
        let (place, rest) = bytes.split_first_chunk()?;
        let (hash, rest) = rest.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let (line, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        bytes = rest;
        Some(Frame {
            place: LinePlace(u64::from_le_bytes(*place)),
            hash: u64::from_le_bytes(*hash),
            line,
        })
    })
}
