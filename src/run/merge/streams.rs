//! Merges the joined records of all shelves into one order: [`Streams`].
//!
//! Each shelf yields its records in the wanted order; they are interleaved by always taking the
//! smallest head. A stream is a string of frames: place (8 bytes), length (4 bytes), text.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, Write};
use std::path::PathBuf;

use super::LinePlace;

/// The number of bytes read from a stream at a time: for 128 streams, 8 MB.
const PIECE: usize = 64 << 10;

/// A stream of frames.
enum Stream {
    /// In memory.
    Held(Cursor<Vec<u8>>),
    /// In a temporary file.
    Spilled(BufReader<File>),
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Held(frames) => frames.read(buffer),
            Stream::Spilled(file) => file.read(buffer),
        }
    }
}

/// Records and messages of the shelves.
pub(super) struct Streams {
    records: Vec<Stream>,
    messages: Vec<Stream>,
    /// The folder of the temporary files; `None` to keep the streams in memory.
    folder: Option<PathBuf>,
}

/// The next frame of a stream: its text if the order is by text, its place, and the index of the
/// stream.
type StreamHead = (Option<Vec<u8>>, LinePlace, usize);

/// Adds a frame to `stream`.
pub(super) fn add_frame(stream: &mut Vec<u8>, place: LinePlace, text: &[u8]) {
    stream.extend_from_slice(&place.0.to_le_bytes());
    let length = u32::try_from(text.len()).expect("a line has 16 MiB at most");
    stream.extend_from_slice(&length.to_le_bytes());
    stream.extend_from_slice(text);
}

impl Streams {
    /// No streams yet; they are kept in temporary files in `folder`, or in memory.
    pub(super) fn new(folder: Option<PathBuf>) -> Streams {
        Streams {
            records: Vec::new(),
            messages: Vec::new(),
            folder,
        }
    }

    /// Adds the result of a shelf.
    ///
    /// # Errors
    ///
    /// A temporary file cannot be written.
    pub(super) fn add(&mut self, records: Vec<u8>, messages: Vec<u8>) -> io::Result<()> {
        let records = self.kept(records)?;
        self.records.extend(records);
        let messages = self.kept(messages)?;
        self.messages.extend(messages);
        Ok(())
    }

    fn kept(&self, frames: Vec<u8>) -> io::Result<Option<Stream>> {
        if frames.is_empty() {
            return Ok(None);
        }
        let Some(folder) = &self.folder else {
            return Ok(Some(Stream::Held(Cursor::new(frames))));
        };
        let mut file: File = tempfile::tempfile_in(folder)?;
        file.write_all(&frames)?;
        file.rewind()?;
        Ok(Some(Stream::Spilled(BufReader::with_capacity(PIECE, file))))
    }

    /// Passes the messages to `put`, in the order of their places.
    ///
    /// # Errors
    ///
    /// A temporary file cannot be read.
    pub(super) fn messages(
        &mut self,
        put: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut done = Ok(());
        interleave(std::mem::take(&mut self.messages), false, &mut |message| {
            done = put(message);
            done.is_ok()
        })?;
        done
    }

    /// Passes the records to `put`, in the order of their places or their texts, until `put` stops.
    ///
    /// # Errors
    ///
    /// A temporary file cannot be read.
    pub(super) fn records(
        &mut self,
        by_text: bool,
        put: &mut dyn FnMut(&[u8]) -> bool,
    ) -> io::Result<()> {
        interleave(std::mem::take(&mut self.records), by_text, put)
    }
}

/// Passes the texts of all streams in order; each stream is in order.
fn interleave(
    mut streams: Vec<Stream>,
    by_text: bool,
    put: &mut dyn FnMut(&[u8]) -> bool,
) -> io::Result<()> {
    let mut texts: Vec<Vec<u8>> = vec![Vec::new(); streams.len()];
    let mut heads: BinaryHeap<Reverse<StreamHead>> = BinaryHeap::new();
    let key = |text: &mut Vec<u8>| by_text.then(|| std::mem::take(text));
    for (number, (stream, text)) in streams.iter_mut().zip(&mut texts).enumerate() {
        if let Some(place) = next(stream, text)? {
            heads.push(Reverse((key(text), place, number)));
        }
    }
    while let Some(mut least) = heads.peek_mut() {
        let Reverse((text, place, number)) = &mut *least;
        let own = &mut texts[*number];
        if !put(text.as_ref().unwrap_or(own)) {
            return Ok(());
        }
        match next(&mut streams[*number], own)? {
            Some(found) => (*text, *place) = (key(own), found),
            None => {
                PeekMut::pop(least);
            }
        }
    }
    Ok(())
}

/// Reads the next frame of a stream: returns its place, and puts its text into `text`.
fn next(stream: &mut Stream, text: &mut Vec<u8>) -> io::Result<Option<LinePlace>> {
    let mut start = [0; 12];
    match stream.read_exact(&mut start[..1]) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    stream.read_exact(&mut start[1..])?;
    let [place @ .., a, b, c, d] = start;
    text.resize(u32::from_le_bytes([a, b, c, d]) as usize, 0);
    stream.read_exact(text)?;
    Ok(Some(LinePlace(u64::from_le_bytes(place))))
}
