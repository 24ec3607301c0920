//! The joined records of all shelves in one order: [`Streams`].
//!
//! Each shelf gives its records in the order wanted; together they are interleaved, the least head
//! first. A stream is a string of frames: place (8 bytes), length (4 bytes), text.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, Write};
use std::path::PathBuf;

use super::Place;

/// What is read of a stream at a time: 128 of them are 8 MB.
const PIECE: usize = 64 << 10;

/// A stream of frames under way.
type Stream = BufReader<Box<dyn Read + Send>>;

/// Records and messages of the shelves.
pub(super) struct Streams {
    records: Vec<Box<dyn Read + Send>>,
    messages: Vec<Box<dyn Read + Send>>,
    /// Where they are kept, if not in memory.
    folder: Option<PathBuf>,
}

/// The first frame of a stream that is not given yet: what it is ordered by (the text, or nothing),
/// its place, the number of its stream, and the text where that is not what it is ordered by.
type StreamHead = (Vec<u8>, Place, usize, Vec<u8>);

/// Adds a frame to `stream`.
pub(super) fn add_frame(stream: &mut Vec<u8>, place: Place, text: &[u8]) {
    stream.extend_from_slice(&place.0.to_le_bytes());
    let length = u32::try_from(text.len()).expect("a line has 16 MiB at most");
    stream.extend_from_slice(&length.to_le_bytes());
    stream.extend_from_slice(text);
}

impl Streams {
    /// No streams; they are kept in temporary files in `folder`, or in memory.
    pub(super) fn new(folder: Option<PathBuf>) -> Streams {
        Streams {
            records: Vec::new(),
            messages: Vec::new(),
            folder,
        }
    }

    /// Adds what a shelf has given.
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

    fn kept(&self, frames: Vec<u8>) -> io::Result<Option<Box<dyn Read + Send>>> {
        if frames.is_empty() {
            return Ok(None);
        }
        let Some(folder) = &self.folder else {
            return Ok(Some(Box::new(Cursor::new(frames))));
        };
        let mut file: File = tempfile::tempfile_in(folder)?;
        file.write_all(&frames)?;
        file.rewind()?;
        Ok(Some(Box::new(file)))
    }

    /// Gives the messages, in the order of their places.
    ///
    /// # Errors
    ///
    /// A temporary file cannot be read.
    pub(super) fn messages(&mut self, put: &mut dyn FnMut(&[u8])) -> io::Result<()> {
        interleave(std::mem::take(&mut self.messages), false, &mut |message| {
            put(message);
            true
        })
    }

    /// Gives the records, in the order of their places or of their texts, until `put` has enough.
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

/// Gives the texts of all streams, each of which is in order, in order.
fn interleave(
    streams: Vec<Box<dyn Read + Send>>,
    by_text: bool,
    put: &mut dyn FnMut(&[u8]) -> bool,
) -> io::Result<()> {
    let mut streams: Vec<Stream> = streams
        .into_iter()
        .map(|stream| BufReader::with_capacity(PIECE, stream))
        .collect();
    // By text first, where that is wanted; the empty text is before all and the same.
    let mut heads: BinaryHeap<Reverse<StreamHead>> = BinaryHeap::new();
    let head = |place, number, text: Vec<u8>| {
        if by_text {
            Reverse((text, place, number, Vec::new()))
        } else {
            Reverse((Vec::new(), place, number, text))
        }
    };
    for (number, stream) in streams.iter_mut().enumerate() {
        if let Some((place, text)) = next(stream)? {
            heads.push(head(place, number, text));
        }
    }
    while let Some(mut least) = heads.peek_mut() {
        let Reverse((key, _, number, text)) = &*least;
        let number = *number;
        if !put(if by_text { key } else { text }) {
            return Ok(());
        }
        match next(&mut streams[number])? {
            Some((place, text)) => *least = head(place, number, text),
            None => {
                std::collections::binary_heap::PeekMut::pop(least);
            }
        }
    }
    Ok(())
}

/// The next frame of a stream.
fn next(stream: &mut Stream) -> io::Result<Option<(Place, Vec<u8>)>> {
    let mut start = [0; 12];
    match stream.read_exact(&mut start[..1]) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    stream.read_exact(&mut start[1..])?;
    let [place @ .., a, b, c, d] = start;
    let mut text = vec![0; u32::from_le_bytes([a, b, c, d]) as usize];
    stream.read_exact(&mut text)?;
    Ok(Some((Place(u64::from_le_bytes(place)), text)))
}
