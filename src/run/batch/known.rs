//! The records of `--known`: results of other runs, looked up by position.
//!
//! Files of many gigabytes are not loaded. Only 16 bytes per record are held in memory: a hash of
//! the position, and the place of the record. The record is read again when a position with that
//! hash is requested, and used only if its position is really the same. Files that are not regular
//! are first written into a temporary file. For messages, lines are counted again from the last mark.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::open_input::foreign;
use crate::answer::{OPCODES, WrittenLine};
use keymove_base::error::without_mark;
use keymove_forms::collection::rows::TOO_LONG;
use keymove_forms::collection::{InputForm, LONGEST_RECORD, recognise};
use keymove_records::epd::moves::written_moves;
use keymove_records::epd::{Epd, board_hash, passes_through};
use keymove_records::record::duplex;
use keymove_records::record::stated::{KnownResult, Stated, Unclear};

/// The number of bits of a place for the offset of the record; the other bits are the index of its
/// file.
const OFFSET_BITS: u32 = 48;

/// The number of bytes read at once: a record is seldom longer.
const LOOK: usize = 512;

/// Marks give the offset of the next line after every block of this many lines.
const MARK_EVERY: u64 = 4096;

/// The records of several files, indexed by position.
#[derive(Debug, Default)]
pub struct KnownRecords {
    files: Vec<KnownFile>,
    /// Hashes and places, sorted.
    places: Vec<(u64, u64)>,
    /// Messages about the files.
    complaints: Vec<String>,
}

#[derive(Debug)]
struct KnownFile {
    name: String,
    records: File,
    /// The offset after every [`MARK_EVERY`]th line, beginning with the start of the file.
    marks: Vec<u64>,
}

/// The place of a known record: the index of its file, and its offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownPlace(u64);

impl KnownPlace {
    fn file(self) -> usize {
        (self.0 >> OFFSET_BITS) as usize
    }

    fn offset(self) -> u64 {
        self.0 & ((1 << OFFSET_BITS) - 1)
    }
}

/// The results known about a position.
#[derive(Debug, Default)]
pub struct KnownPosition {
    /// The results of each record.
    pub results: Vec<KnownResult>,
    /// The places of these records; [`KnownRecords::name`] gives their names.
    pub places: Vec<KnownPlace>,
    /// Records whose results cannot be used, with the reason.
    pub unclear: Vec<(KnownPlace, Unclear)>,
}

impl KnownPosition {
    /// Adds results from another source.
    pub fn add(&mut self, other: KnownPosition) {
        self.results.extend(other.results);
        self.places.extend(other.places);
        self.unclear.extend(other.unclear);
    }
}

impl KnownRecords {
    /// Indexes the records of `files`.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or has another form than EPD; its name is given.
    pub fn open(files: &[PathBuf]) -> Result<KnownRecords, (PathBuf, io::Error)> {
        let mut known = KnownRecords::default();
        for path in files {
            known.add(path).map_err(|error| (path.clone(), error))?;
        }
        known.places.sort_unstable();
        known.places.shrink_to_fit();
        Ok(known)
    }

    /// Messages about the files: a line for each file that contains something else than records.
    pub fn complaints(&self) -> &[String] {
        &self.complaints
    }

    /// Indexes the records of a file.
    fn add(&mut self, path: &Path) -> io::Result<()> {
        let name = path.display().to_string();
        let number = (self.files.len() as u64) << OFFSET_BITS;
        let file = seekable(path)?;
        let mut reader = BufReader::with_capacity(1 << 18, file.try_clone()?);
        let mut line = Vec::new();
        let (mut offset, mut lines) = (0u64, 0u64);
        let mut marks = vec![0];
        let mut others: Option<(u64, u64)> = None;
        loop {
            line.clear();
            let limit = LONGEST_RECORD as u64 + 1;
            let read = reader.by_ref().take(limit).read_until(b'\n', &mut line)?;
            if read == 0 {
                break;
            }
            if read as u64 == limit {
                return Err(io::Error::new(io::ErrorKind::FileTooLarge, TOO_LONG));
            }
            lines += 1;
            let text = line.strip_suffix(b"\n").unwrap_or(&line);
            if self.places.is_empty() && others.is_none() {
                // The first line that is a record, or should be.
                must_be_epd(without_mark(text), &name)?;
            }
            if !passes_through(text) {
                if is_record(text) {
                    self.places.push((board_hash(text), number | offset));
                } else {
                    others.get_or_insert((lines, 0)).1 += 1;
                }
            }
            offset += read as u64;
            if lines.is_multiple_of(MARK_EVERY) {
                marks.push(offset);
            }
        }
        if let Some((first, count)) = others {
            let more = match count {
                1 => String::new(),
                _ => format!(", nor are {} lines after it", count - 1),
            };
            self.complaints
                .push(format!("{name}:{first}: this is not an EPD record{more}"));
        }
        self.files.push(KnownFile {
            name,
            records: file,
            marks,
        });
        Ok(())
    }

    /// The results for the position of `record`, which was read from `asked`.
    ///
    /// # Errors
    ///
    /// A record can no longer be read.
    pub fn of(&self, record: &Epd, asked: &[u8]) -> io::Result<KnownPosition> {
        self.lookup(record, asked, |known| Some(Cow::Borrowed(known)))
    }

    /// The results of duplex answers for the other side of the position of `record`, which was read
    /// from `asked`.
    ///
    /// # Errors
    ///
    /// A record can no longer be read.
    pub fn of_other_side(&self, record: &Epd, asked: &[u8]) -> io::Result<KnownPosition> {
        self.lookup(record, asked, |known| {
            let is_answered = duplex::is_answered(known);
            is_answered.then(|| duplex::other_side(known).map(Cow::Owned))?
        })
    }

    /// The results for the position of `record`, which was read from `asked`; `view` selects the
    /// relevant part of a known record.
    fn lookup(
        &self,
        record: &Epd,
        asked: &[u8],
        view: impl Fn(&Epd) -> Option<Cow<'_, Epd>>,
    ) -> io::Result<KnownPosition> {
        let mut found = KnownPosition::default();
        self.each(record, asked, |place, known| {
            match view(known).map(|known| believed(&known)) {
                Some(Ok(result)) => {
                    found.results.push(result);
                    found.places.push(place);
                }
                Some(Err(unclear)) => found.unclear.push((place, unclear)),
                None => {}
            }
        })?;
        Ok(found)
    }

    /// The lines of play that known records claim from the position of `record`, which was read
    /// from `asked`: those of records that nobody has searched. Each has the name of its record.
    ///
    /// # Errors
    ///
    /// A record can no longer be read.
    pub fn claimed_lines(&self, record: &Epd, asked: &[u8]) -> io::Result<Vec<WrittenLine>> {
        let mut lines = Vec::new();
        self.each(record, asked, |place, known| {
            if Stated::read(known)
                .result()
                .is_none_or(|result| !result.is_searched)
            {
                let operations = OPCODES.into_iter().flat_map(|opcode| known.all(opcode));
                lines.extend(operations.map(|operation| (place, written_moves(operation))));
            }
        })?;
        lines
            .into_iter()
            .map(|(place, moves)| Ok((self.name(place)?, moves)))
            .collect()
    }

    /// Gives `f` each known record with the position of `record`, which was read from `asked`.
    fn each(
        &self,
        record: &Epd,
        asked: &[u8],
        mut f: impl FnMut(KnownPlace, &Epd),
    ) -> io::Result<()> {
        let hash = board_hash(asked);
        let first = first_from(&self.places, hash);
        for &(_, place) in self.places[first..].iter().take_while(|p| p.0 == hash) {
            let place = KnownPlace(place);
            let file = &self.files[place.file()];
            let line = line_at(&file.records, place.offset())?;
            // A line that is not a record cannot have this position.
            if let Ok(known) = Epd::from_ascii_near(&line, record, asked)
                && known.position() == record.position()
            {
                f(place, &known);
            }
        }
        Ok(())
    }

    /// The file and line number of a known record for messages: `known.epd:7`.
    ///
    /// # Errors
    ///
    /// The file can no longer be read.
    pub fn name(&self, place: KnownPlace) -> io::Result<String> {
        let file = &self.files[place.file()];
        let mark = file.marks.partition_point(|&mark| mark <= place.offset()) - 1;
        let mut at = file.marks[mark];
        let mut line = mark as u64 * MARK_EVERY + 1;
        let mut piece = vec![0; 1 << 16];
        while at < place.offset() {
            let most = piece
                .len()
                .min(usize::try_from(place.offset() - at).unwrap_or(piece.len()));
            let read = read_at(&file.records, &mut piece[..most], at)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            line += memchr::memchr_iter(b'\n', &piece[..read]).count() as u64;
            at += read as u64;
        }
        Ok(format!("{}:{line}", file.name))
    }
}

/// The results in `record`, if it has been searched: the claims of a question are only what the
/// search has to find out.
///
/// # Errors
///
/// [`Unclear`].
fn believed(record: &Epd) -> Result<KnownResult, Unclear> {
    let stated = Stated::read(record);
    match stated.result() {
        Some(result) if !result.is_searched => Err(Unclear("it was not searched".to_owned())),
        _ => stated.known(),
    }
}

/// The index of the first place whose hash is not less than `hash`.
///
/// Hashes are distributed evenly, so the index can be estimated from the hash, and the error from
/// the distance of the hash found there; after three such steps, only a few places remain. A binary
/// search among 10^7 places touches 24 cache lines that are in no cache, and took 19 % of the cost
/// of a known answer (with 2*10^5 places).
fn first_from(places: &[(u64, u64)], hash: u64) -> usize {
    let share = |part: u64| ((u128::from(part) * places.len() as u128) >> 64) as usize;
    let Some(last) = places.len().checked_sub(1) else {
        return 0;
    };
    let mut at = share(hash);
    for _ in 0..3 {
        let there = places[at].0;
        at = if there < hash {
            (at + share(hash - there)).min(last)
        } else {
            at.saturating_sub(share(there - hash))
        };
    }
    // Then the step doubles until the hash is enclosed.
    let (mut low, mut high, mut step) = (at, at, 4);
    while low > 0 && places[low].0 >= hash {
        (low, high) = (low.saturating_sub(step), low);
        step *= 2;
    }
    step = 4;
    while high <= last && places[high].0 < hash {
        (low, high) = (high, (high + step).min(places.len()));
        step *= 2;
    }
    low + places[low..high].partition_point(|place| place.0 < hash)
}

/// Whether the first word of a line looks like a board and is followed by a side to move.
fn is_record(line: &[u8]) -> bool {
    let mut fields = without_mark(line)
        .split(u8::is_ascii_whitespace)
        .filter(|field| !field.is_empty());
    let is_board = fields
        .next()
        .is_some_and(|board| board.iter().filter(|&&b| b == b'/').count() >= 7);
    is_board && matches!(fields.next(), Some(b"w" | b"b" | b"W" | b"B"))
}

/// Checks that a file whose first record is, or should be, in `line` is EPD.
fn must_be_epd(line: &[u8], name: &str) -> io::Result<()> {
    match recognise(line) {
        Ok(InputForm::Epd) => Ok(()),
        other => {
            let message = foreign(other, true, name);
            Err(io::Error::new(io::ErrorKind::InvalidData, message))
        }
    }
}

/// The bytes of a file, in a form that allows seeking.
fn seekable(path: &Path) -> io::Result<File> {
    let mut file = File::open(path)?;
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    let mut copy = BufWriter::new(tempfile::tempfile()?);
    io::copy(&mut file, &mut copy)?;
    copy.flush()?;
    let mut copy = copy.into_inner().map_err(io::IntoInnerError::into_error)?;
    copy.rewind()?;
    Ok(copy)
}

/// The line that begins at `offset`.
fn line_at(file: &File, offset: u64) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    loop {
        let start = line.len();
        line.resize(start + LOOK.max(start), 0);
        let read = read_at(file, &mut line[start..], offset + start as u64)?;
        line.truncate(start + read);
        if let Some(end) = memchr::memchr(b'\n', &line[start..]) {
            line.truncate(start + end);
            return Ok(line);
        }
        if read == 0 {
            return Ok(line);
        }
    }
}

/// Reads without moving the file position shared with other workers.
#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

/// The fallback where there are no other workers.
#[cfg(not(any(unix, windows)))]
fn read_at(mut file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    io::Seek::seek(&mut file, io::SeekFrom::Start(offset))?;
    io::Read::read(&mut file, buffer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use keymove_base::mix::SplitMix64;

    #[test]
    fn a_hash_is_found_where_halving_finds_it() {
        let mut random = SplitMix64(1);
        for round in 0..200 {
            let count = random.below(300);
            let mut places: Vec<(u64, u64)> = (0..count)
                .map(|place| {
                    let number = random.next();
                    // Evenly distributed, few distinct ones, all at one end, and of all sizes.
                    let hash = match round % 4 {
                        0 => number,
                        1 => number % 5,
                        2 => u64::MAX - number % 7,
                        _ => number >> random.below(60),
                    };
                    (hash, place as u64)
                })
                .collect();
            places.sort_unstable();
            let near = places.iter().flat_map(|place| {
                let hash = place.0;
                [hash, hash.saturating_add(1), hash.saturating_sub(1)]
            });
            for hash in near.chain([0, 1, u64::MAX, random.next()]) {
                let halved = places.partition_point(|place| place.0 < hash);
                assert_eq!(first_from(&places, hash), halved, "{hash} in {places:?}");
            }
        }
    }
}
