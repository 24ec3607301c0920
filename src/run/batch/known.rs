//! The records of `--known`: what other runs found out, looked up by position.
//!
//! Files of many gigabytes are not held in memory but for 16 bytes a record: a hash of the
//! position, and where the record stands. It is read again when a position with that hash is asked
//! for, and only a record of the very same position counts. What is compressed, or no regular file,
//! is written into a temporary file first. Lines are counted again for a message, from the last
//! mark on.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use keymove_base::stop::Stop;
use keymove_forms::collection::LONGEST_RECORD;
use keymove_forms::collection::packed::{packing, unpacked};
use keymove_forms::collection::rows::TOO_LONG;
use keymove_records::epd::{Epd, board_hash, passes_through};
use keymove_records::record::duplex;
use keymove_records::record::known_result::{KnownResult, Unclear};
use keymove_records::record::result::JobResult;

/// Bits of a place that say where in its file a record begins; the others are the number of the
/// file.
const OFFSET_BITS: u32 = 48;

/// Bytes that are read at once: a record is seldom longer.
const LOOK: usize = 512;

/// After so many lines a mark says where in the file the next one begins.
const MARK_EVERY: u64 = 4096;

/// Records of several files, found by position.
#[derive(Debug, Default)]
pub struct KnownRecords {
    files: Vec<KnownFile>,
    /// Hash and place, sorted.
    places: Vec<(u64, u64)>,
    /// What is to be told of the files.
    complaints: Vec<String>,
}

#[derive(Debug)]
struct KnownFile {
    name: String,
    records: File,
    /// Where every [`MARK_EVERY`]th line ends, the beginning of the file first.
    marks: Vec<u64>,
}

/// Where a known record stands: the number of its file, and the byte where it begins.
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

/// What is known of a position.
#[derive(Debug, Default)]
pub struct KnownPosition {
    /// What each record says.
    pub standings: Vec<KnownResult>,
    /// Where each of these records stands; [`KnownRecords::name`] says it in words.
    pub places: Vec<KnownPlace>,
    /// Records of which nothing can be taken for known, with the reason.
    pub unclear: Vec<(KnownPlace, Unclear)>,
}

impl KnownPosition {
    /// Adds what is known of it elsewhere.
    pub fn add(&mut self, other: KnownPosition) {
        self.standings.extend(other.standings);
        self.places.extend(other.places);
        self.unclear.extend(other.unclear);
    }
}

impl KnownRecords {
    /// The records of `files`; a compressed one gives `max_input` bytes at most. `None` when `stop`
    /// is raised meanwhile.
    ///
    /// # Errors
    ///
    /// A file cannot be read; it is named.
    pub fn open(
        files: &[PathBuf],
        max_input: u64,
        stop: &Stop,
    ) -> Result<Option<KnownRecords>, (PathBuf, io::Error)> {
        let mut known = KnownRecords::default();
        for path in files {
            match known.add(path, max_input, stop) {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(error) => return Err((path.clone(), error)),
            }
        }
        known.places.sort_unstable();
        known.places.shrink_to_fit();
        Ok(Some(known))
    }

    /// What is to be told of the files: a line each that holds something else than records.
    pub fn complaints(&self) -> &[String] {
        &self.complaints
    }

    /// Adds the records of a file; `false` when `stop` is raised.
    fn add(&mut self, path: &Path, max_input: u64, stop: &Stop) -> io::Result<bool> {
        let name = path.display().to_string();
        let number = (self.files.len() as u64) << OFFSET_BITS;
        let file = plain(path, max_input)?;
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
                if stop.is_raised() {
                    return Ok(false);
                }
            }
        }
        if let Some((first, count)) = others {
            let more = match count {
                1 => String::new(),
                _ => format!(", nor are {} lines after it", count - 1),
            };
            self.complaints
                .push(format!("{name}:{first}: this is no EPD record{more}"));
        }
        self.files.push(KnownFile {
            name,
            records: file,
            marks,
        });
        Ok(true)
    }

    /// What is known of the position of `record`, which was read from `asked`.
    ///
    /// # Errors
    ///
    /// A record cannot be read any more.
    pub fn of(&self, record: &Epd, asked: &[u8]) -> io::Result<KnownPosition> {
        self.seen(record, asked, |known| Some(Cow::Borrowed(known)))
    }

    /// What the answers to a duplex say of the other side of the position of `record`, which was
    /// read from `asked`.
    ///
    /// # Errors
    ///
    /// A record cannot be read any more.
    pub fn of_other_side(&self, record: &Epd, asked: &[u8]) -> io::Result<KnownPosition> {
        self.seen(record, asked, |known| {
            let is_answered = duplex::is_answered(known);
            is_answered.then(|| duplex::other_side(known).map(Cow::Owned))?
        })
    }

    /// What is known of the position of `record`, which was read from `asked`; `view` is the part
    /// of a known record that counts.
    fn seen(
        &self,
        record: &Epd,
        asked: &[u8],
        view: impl Fn(&Epd) -> Option<Cow<'_, Epd>>,
    ) -> io::Result<KnownPosition> {
        let hash = board_hash(asked);
        let first = first_from(&self.places, hash);
        let mut found = KnownPosition::default();
        for &(_, place) in self.places[first..].iter().take_while(|p| p.0 == hash) {
            let place = KnownPlace(place);
            let file = &self.files[place.file()];
            let line = line_at(&file.records, place.offset())?;
            // What is no position cannot be this one.
            let Ok(known) = Epd::from_ascii_near(&line, record, asked) else {
                continue;
            };
            if known.position() != record.position() {
                continue;
            }
            match view(&known).map(|known| believed(&known)) {
                Some(Ok(standing)) => {
                    found.standings.push(standing);
                    found.places.push(place);
                }
                Some(Err(unclear)) => found.unclear.push((place, unclear)),
                None => {}
            }
        }
        Ok(found)
    }

    /// The file and the line of a known record, as messages have them: `known.epd:7`.
    ///
    /// # Errors
    ///
    /// The file cannot be read any more.
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

/// What `record` says, if anybody searched it: what a question claims is what is to be found out.
///
/// # Errors
///
/// [`Unclear`].
pub(super) fn believed(record: &Epd) -> Result<KnownResult, Unclear> {
    match JobResult::of(record) {
        Some(result) if !result.is_searched => Err(Unclear("nobody searched it".to_owned())),
        _ => KnownResult::of(record),
    }
}

/// The number of the first place whose hash is not less than `hash`.
///
/// Hashes are spread evenly, so where one stands is nearly known, and what is off by the distance
/// of the hash there; after three such steps it is a few places. Halving 10^7 places is 24 lines of
/// memory that no cache holds, and was 19 % of what a known answer costs (with 2*10^5 of them).
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
    // Then steps that double, until it is between two of them.
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

/// Whether the first word of a line can be a board, and a side to move stands behind it.
fn is_record(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let mut fields = line
        .split(u8::is_ascii_whitespace)
        .filter(|field| !field.is_empty());
    let is_board = fields
        .next()
        .is_some_and(|board| board.iter().filter(|&&b| b == b'/').count() >= 7);
    is_board && matches!(fields.next(), Some(b"w" | b"b" | b"W" | b"B"))
}

/// The bytes of a file as they can be looked up.
fn plain(path: &Path, max_input: u64) -> io::Result<File> {
    let mut file = File::open(path)?;
    let is_regular = file.metadata()?.is_file();
    let mut start = Vec::new();
    Read::by_ref(&mut file).take(4).read_to_end(&mut start)?;
    let packing = packing(&start);
    if is_regular && packing.is_none() {
        return reopened(file);
    }
    let rest = Box::new(io::Cursor::new(start).chain(file));
    let mut bytes: Box<dyn Read + Send> = match packing {
        Some(packing) => unpacked(packing, rest, max_input),
        None => rest,
    };
    let mut copy = BufWriter::new(tempfile::tempfile()?);
    io::copy(&mut bytes, &mut copy)?;
    copy.flush()?;
    reopened(copy.into_inner().map_err(io::IntoInnerError::into_error)?)
}

/// `file` at its beginning.
fn reopened(mut file: File) -> io::Result<File> {
    io::Seek::rewind(&mut file)?;
    Ok(file)
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

/// Reads without moving what other workers read by.
#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

/// Where there are no other workers.
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
                    // Spread evenly, few different ones, all at one end, and of all sizes.
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
