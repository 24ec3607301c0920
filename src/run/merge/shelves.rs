//! Records put where all of one position come together: [`Shelves`].
//!
//! A shelf is a string of frames: place (8 bytes), hash of the position (8 bytes), length (4
//! bytes), the line. When together they hold more than the memory granted, the fullest are emptied
//! into temporary files, which have no names and so outlive nobody.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::LinePlace;
use keymove_base::pool::queue::Weigh;
use keymove_records::epd::board_hash;

/// How many shelves there are. One is in the memory of each worker while it is joined, with as much
/// again for its join: of 10 GB 80 MB.
const SHELVES: usize = 128;

/// The bytes of a frame before its line.
pub(super) const HEAD: usize = 20;

/// The records read so far.
pub(super) struct Shelves {
    shelves: Vec<Shelf>,
    held: usize,
    memory: usize,
    folder: PathBuf,
}

/// The records of some positions, all that there are of each.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    /// What was written out.
    file: Option<File>,
    /// What came after that.
    held: Vec<u8>,
}

impl Weigh for Shelf {
    fn bytes(&self) -> usize {
        self.held.len()
    }
}

impl Shelves {
    /// Empty shelves that hold `memory` bytes, and write what is more into `folder`.
    pub(super) fn new(memory: usize, folder: &Path) -> Shelves {
        Shelves {
            shelves: (0..SHELVES).map(|_| Shelf::default()).collect(),
            held: 0,
            memory,
            folder: folder.to_owned(),
        }
    }

    /// Puts a line.
    ///
    /// # Errors
    ///
    /// A temporary file cannot be written.
    pub(super) fn add(&mut self, place: LinePlace, line: &[u8]) -> io::Result<()> {
        let hash = board_hash(line);
        // The low bits; the others find the position within the shelf.
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

    /// Whether something is in temporary files.
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
        // Of growing buffers half may be empty: the memory granted is for all of them.
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
