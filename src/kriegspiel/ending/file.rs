//! Tables in files.
//!
//! All numbers are little-endian, on every machine. `leb` is an unsigned number in groups of seven
//! bits, the lowest first, the highest bit of a byte set when another follows.
//!
//! ```text
//! 8   "KMending"
//! 4   version of this layout, 1
//! 4   the ending's name, filled up with zeros
//! 4   number of folded placements
//! 2   moves of the longest win
//! 8   number of maximal sets over all levels
//! for each folded placement, in ascending order of `WhitePlacement::number`:
//!     leb   moves to mate from full uncertainty, 0 if that is not won
//!     leb   number of maximal sets, White to move
//!     leb   squares of the largest
//!     leb   number of runs: sets won in as many moves
//!     for each run: leb moves more than in the run before, leb number of sets
//!     for each set, runs one after the other: 1 bit for every square on which the black king can be after White's
//!         move, a1 first, in as many whole bytes as that takes
//! 8   checksum of all that stands before: FNV-1a, 64 bits
//! ```
//!
//! The same table is always the same bytes.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use super::folding::Folding;
use super::geometry::possible_after;
use super::table::{EndingTable, TableEntry, TableSummary};
use super::{Ending, WhitePlacement};
use crate::replacement::replace;

const MAGIC: &[u8; 8] = b"KMending";
const VERSION: u32 = 1;

/// Why a file is not a table that can be used.
#[derive(Debug)]
pub enum FileError {
    /// It cannot be read.
    Io(io::Error),
    /// It is something else.
    Foreign,
    /// It is of a version of the layout that this program does not know.
    Version(u32),
    /// Its end is missing, or its bytes are not those that were written.
    Damaged,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Io(error) => error.fmt(f),
            FileError::Foreign => f.write_str("not a table of an ending"),
            FileError::Version(version) => {
                write!(
                    f,
                    "a table of version {version}, only {VERSION} can be read"
                )
            }
            FileError::Damaged => f.write_str("the table is cut off or damaged"),
        }
    }
}

impl std::error::Error for FileError {}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> FileError {
        FileError::Io(error)
    }
}

impl EndingTable {
    /// Writes the table to a file: first to a new one beside it, so that there is never half a
    /// table. A link is followed. What is there and is no regular file (a device, a FIFO) is
    /// written into.
    ///
    /// # Errors
    ///
    /// The file cannot be written; one that was there is as it was.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        replace(path, &self.to_bytes())
    }

    /// Reads a table from a file.
    ///
    /// # Errors
    ///
    /// [`FileError`]: the file is no table, or not as it was written.
    pub fn load(path: &Path) -> Result<EndingTable, FileError> {
        EndingTable::from_bytes(&fs::read(path)?)
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(code(self.ending()));
        bytes.extend((self.entries().len() as u32).to_le_bytes());
        bytes.extend(self.summary().longest.to_le_bytes());
        bytes.extend(self.summary().maximal_ever.to_le_bytes());
        for entry in self.entries() {
            write_entry(&mut bytes, entry);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a table from the bytes of a file.
    ///
    /// # Errors
    ///
    /// [`FileError`]: these are no table, or not as they were written.
    pub fn from_bytes(bytes: &[u8]) -> Result<EndingTable, FileError> {
        let mut rest =
            bytes
                .strip_prefix(MAGIC)
                .ok_or(if MAGIC.starts_with(bytes) && !bytes.is_empty() {
                    FileError::Damaged
                } else {
                    FileError::Foreign
                })?;
        let version = u32::from_le_bytes(*take(&mut rest)?);
        if version != VERSION {
            return Err(FileError::Version(version));
        }
        // Nothing is believed before the checksum is seen.
        let Some((content, sum)) = bytes.split_last_chunk::<8>() else {
            return Err(FileError::Damaged);
        };
        if checksum(content).to_le_bytes() != *sum || rest.len() < sum.len() {
            return Err(FileError::Damaged);
        }
        let mut rest = &rest[..rest.len() - sum.len()];
        let name: [u8; 4] = *take(&mut rest)?;
        let ending = Ending::ALL
            .into_iter()
            .find(|&ending| code(ending) == name)
            .ok_or(FileError::Damaged)?;
        let folding = Folding::new(ending);
        if u32::from_le_bytes(*take(&mut rest)?) as usize != folding.placements().len() {
            return Err(FileError::Damaged);
        }
        let summary = TableSummary {
            longest: u16::from_le_bytes(*take(&mut rest)?),
            maximal_ever: u64::from_le_bytes(*take(&mut rest)?),
        };
        let entries = folding
            .placements()
            .iter()
            .map(|&placement| read_entry(&mut rest, placement))
            .collect::<Result<Vec<TableEntry>, FileError>>()?;
        if !rest.is_empty() {
            return Err(FileError::Damaged);
        }
        Ok(EndingTable::new(ending, folding, entries, summary))
    }
}

fn code(ending: Ending) -> [u8; 4] {
    let mut code = [0; 4];
    for (byte, letter) in code.iter_mut().zip(ending.name().bytes()) {
        *byte = letter;
    }
    code
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn write_entry(bytes: &mut Vec<u8>, entry: &TableEntry) {
    write_leb(bytes, u32::from(entry.full.unwrap_or(0)));
    write_leb(bytes, entry.maximal);
    write_leb(bytes, u32::from(entry.largest));
    let runs: Vec<(u16, u32)> = entry.runs().collect();
    write_leb(bytes, runs.len() as u32);
    let mut before = 0;
    for (moves, count) in runs {
        write_leb(bytes, u32::from(moves - before));
        write_leb(bytes, count);
        before = moves;
    }
    let squares = possible_after(entry.placement);
    let size = bytes_of_set(squares);
    for (_, set) in entry.sets() {
        bytes.extend_from_slice(&gather(set, squares).to_le_bytes()[..size]);
    }
}

fn read_entry(rest: &mut &[u8], placement: WhitePlacement) -> Result<TableEntry, FileError> {
    let mut entry = TableEntry::new(placement);
    let full = read_leb(rest)? as u16;
    entry.full = (full != 0).then_some(full);
    entry.maximal = read_leb(rest)?;
    entry.largest = read_leb(rest)? as u8;
    let mut runs = Vec::new();
    let mut moves: u16 = 0;
    for _ in 0..read_leb(rest)? {
        let more = u16::try_from(read_leb(rest)?).map_err(|_| FileError::Damaged)?;
        moves = moves.checked_add(more).ok_or(FileError::Damaged)?;
        runs.push((moves, read_leb(rest)?));
    }
    let squares = possible_after(placement);
    let size = bytes_of_set(squares);
    for (moves, count) in runs {
        let (packed, after) = rest
            .split_at_checked(size * count as usize)
            .ok_or(FileError::Damaged)?;
        *rest = after;
        let sets: Vec<u64> = packed
            .chunks_exact(size)
            .map(|chunk| {
                let mut set = [0; 8];
                set[..size].copy_from_slice(chunk);
                scatter(u64::from_le_bytes(set), squares)
            })
            .collect();
        entry.push(moves, &sets);
    }
    Ok(entry)
}

fn bytes_of_set(squares: u64) -> usize {
    squares.count_ones().div_ceil(8) as usize
}

/// The bits of `set` that stand in `squares`, moved together at the low end.
fn gather(set: u64, squares: u64) -> u64 {
    let mut gathered = 0;
    let mut left = squares;
    let mut to = 1;
    while left != 0 {
        let lowest = left & left.wrapping_neg();
        if set & lowest != 0 {
            gathered |= to;
        }
        to <<= 1;
        left ^= lowest;
    }
    gathered
}

/// The other way round: the low bits of `gathered` moved to where `squares` are.
fn scatter(gathered: u64, squares: u64) -> u64 {
    // One step for every row of squares without a gap: all that lies above a gap moves up by its
    // width.
    let mut set = gathered;
    let mut gaps = !squares;
    while gaps != 0 {
        let gap = gaps & gaps.wrapping_neg();
        let below = gap - 1;
        set = (set & below) | ((set & !below) << 1);
        gaps ^= gap;
    }
    set
}

fn take<'a, const N: usize>(rest: &mut &'a [u8]) -> Result<&'a [u8; N], FileError> {
    let (taken, after) = rest.split_first_chunk().ok_or(FileError::Damaged)?;
    *rest = after;
    Ok(taken)
}

fn write_leb(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_leb(rest: &mut &[u8]) -> Result<u32, FileError> {
    let mut number = 0;
    for shift in (0..u32::BITS).step_by(7) {
        let [byte] = *take(rest)?;
        number |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(FileError::Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_gathered_and_scattered() {
        let mut seed = 1_u64;
        for _ in 0..1000 {
            let mut random = || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                seed ^ (seed >> 29)
            };
            let (squares, set) = (random() | random(), random());
            let gathered = gather(set, squares);
            assert_eq!(scatter(gathered, squares), set & squares);
            assert_eq!(gathered.count_ones(), (set & squares).count_ones());
            assert!(gathered.checked_shr(squares.count_ones()).unwrap_or(0) == 0);
        }
    }

    #[test]
    fn numbers_are_read_as_they_were_written() {
        for number in [0, 1, 0x7f, 0x80, 0x3fff, 0x4000, u32::MAX] {
            let mut bytes = Vec::new();
            write_leb(&mut bytes, number);
            let mut rest = &bytes[..];
            assert_eq!(read_leb(&mut rest).ok(), Some(number));
            assert!(rest.is_empty());
        }
    }
}
